#include "src/driver/table_output.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "src/output/replace.hpp"
#include "src/picture/table_picture.hpp"

namespace solenoid {

namespace {

const char* weight_note(const std::string& weight) { return weight.empty() ? "1" : weight.c_str(); }

DataTable profile_table(Solver& solver, const DefinedFields& fields, ProfileRequest request,
                        double time) {
  if (request.fields.empty()) request.fields = solver.primitive_names();
  const Grid& grid = solver.part().whole;
  const std::string axis(1, "xyz"[request.axis]);
  const int planes = grid.cells[std::size_t(request.axis)];
  DataTable table;
  table.notes = {{"axis", axis}, {"weight", weight_note(request.weight)}};
  table.counts = {planes};
  table.labels = {axis};
  table.columns.emplace_back();
  for (int n = 0; n < planes; ++n) table.columns[0].push_back(grid.centre(request.axis, n));
  for (ProfileColumn& column : profile_of(solver, fields, request, time)) {
    table.labels.push_back(column.field + "_" + name_of(column.statistic));
    table.columns.push_back(std::move(column.values));
  }
  return table;
}

/// The middle of a bin, on its scale.
double middle_of(const std::vector<double>& edges, int bin, bool logarithmic) {
  const double lower = edges[std::size_t(bin)], upper = edges[std::size_t(bin) + 1];
  return logarithmic ? std::sqrt(lower) * std::sqrt(upper) : lower + (upper - lower) / 2;
}

void note_fields(const DistributionRequest& request, const Distribution& found, DataTable& table) {
  std::map<std::string, std::string> notes;
  const auto add = [&](const std::string& name, const std::string& value) {
    notes[name] += (notes[name].empty() ? "" : ",") + value;
  };
  for (std::size_t n = 0; n < request.fields.size(); ++n) {
    const auto [below, above] = found.outside(n);
    add("scale",
        name_of(request.scales[n].logarithmic ? BinSpacing::logarithmic : BinSpacing::linear));
    add("lower", fmt::format("{:.17g}", found.edges[n].front()));
    add("upper", fmt::format("{:.17g}", found.edges[n].back()));
    add("below", fmt::format("{:.17g}", below + 0.0));  // never -0
    add("above", fmt::format("{:.17g}", above + 0.0));
  }
  notes["weight"] = weight_note(request.weight);
  notes["not_numbers"] = std::to_string(found.not_numbers);
  table.notes = notes;
}

DataTable density_table(Solver& solver, const DefinedFields& fields,
                        const DistributionRequest& request, double time) {
  const Distribution found = distribution_of(solver, fields, request, time);
  const bool joint = request.fields.size() > 1, weighted = !request.weight.empty();
  DataTable table;
  note_fields(request, found, table);
  table.labels = request.fields;
  if (!joint) table.labels.insert(table.labels.end(), {"lower", "upper"});
  table.labels.insert(table.labels.end(), {"pdf", "cells"});
  if (weighted) table.labels.emplace_back("weight");
  table.columns.resize(table.labels.size());
  table.counts.push_back(found.bins(0));
  if (joint) table.counts.push_back(found.bins(1));
  for (int j = 0; j < (joint ? found.bins(1) : 1); ++j) {
    for (int i = 0; i < found.bins(0); ++i) {
      std::vector<double> row{middle_of(found.edges[0], i, request.scales[0].logarithmic)};
      if (joint)
        row.push_back(middle_of(found.edges[1], j, request.scales[1].logarithmic));
      else
        row.insert(row.end(), {found.edges[0][std::size_t(i)], found.edges[0][std::size_t(i) + 1]});
      row.push_back(found.density(i, j));
      row.push_back(double(found.cells[found.place(i, j)]));
      if (weighted) row.push_back(found.weights[found.place(i, j)]);
      for (std::size_t n = 0; n < row.size(); ++n) table.columns[n].push_back(row[n]);
    }
  }
  return table;
}

}  // namespace

DataTable table_of(Solver& solver, const DefinedFields& fields, const OutputSettings& settings,
                   const Moment& moment) {
  DataTable table = settings.type == OutputType::profile
                        ? profile_table(solver, fields, settings.profile, moment.time)
                        : density_table(solver, fields, settings.distribution, moment.time);
  table.kind = name_of(settings.type);
  table.time = moment.time;
  table.step = moment.step;
  return table;
}

TableOutput::TableOutput(OutputSettings settings, long count, std::optional<long> last_step,
                         std::filesystem::path stem, DefinedFields fields, OutputQueue& queue)
    : Output(std::move(settings), count, last_step),
      stem_(std::move(stem)),
      fields_(std::move(fields)),
      queue_(queue) {}

void TableOutput::write_now(Solver& solver, const Moment& moment) {
  const DataTable table = table_of(solver, fields_, settings(), moment);
  const std::string stem = stem_.string();
  queue_.add({[table, stem, file = fmt::format("{}.{:05}.tab", stem, count()),
               options = settings().picture, format = settings().format] {
    replace_file_by_text(file, table_text(table), Survives::program);
    for (const std::string& field : drawn_fields(table)) {
      const std::string of = table.is_profile() ? "." + field : std::string();
      replace_file_by_text(stem + of + "." + name_of(format),
                           table_picture(table, field, options, format), Survives::program);
    }
  }});
}

}  // namespace solenoid
