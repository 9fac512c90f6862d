// solenoid compare

#include "src/output/compare.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/differences.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/output/history_table.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

struct CompareArguments {
  std::string a, b;
  bool coarsen = false;
  Tolerances tolerances;
};

bool is_history(const std::string& file) {
  return std::filesystem::path(file).extension() == ".hst";
}

/// The rows of both histories that hold the same time.
struct CommonRows {
  std::vector<std::size_t> a, b;
};

CommonRows common_rows(const std::vector<double>& times_a, const std::vector<double>& times_b) {
  constexpr double rounding = 1e-9;
  CommonRows rows;
  for (std::size_t i = 0, j = 0; i < times_a.size() && j < times_b.size();) {
    const double a = times_a[i], b = times_b[j];
    if (std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b))) {
      rows.a.push_back(i++);
      rows.b.push_back(j++);
    } else {
      ++(a < b ? i : j);
    }
  }
  return rows;
}

HistoryTable rows_of(const HistoryTable& table, const std::vector<std::size_t>& rows) {
  HistoryTable some{table.labels, {}};
  for (const std::vector<double>& column : table.columns) {
    std::vector<double>& values = some.columns.emplace_back();
    for (const std::size_t row : rows) values.push_back(column[row]);
  }
  return some;
}

/// Row by row where there are as many; else the rows that hold the same times. Throws UsageError
/// where there is none.
ComparedFile compared_histories(const CompareArguments& arguments) {
  HistoryTable a = read_history(arguments.a);
  HistoryTable b = read_history(arguments.b);
  const std::size_t rows_a = a.columns.front().size();
  const std::size_t rows_b = b.columns.front().size();
  std::string note;
  if (rows_a != rows_b || rows_a == 0) {
    const CommonRows common = common_rows(a.columns.front(), b.columns.front());
    if (common.a.empty()) {
      throw UsageError(
          fmt::format("cannot compare {} with {}: they have {} and {} rows, none of the same time",
                      arguments.a, arguments.b, rows_a, rows_b));
    }
    note = fmt::format("compared: the {} rows whose times both have, of {} in A and {} in B",
                       common.a.size(), rows_a, rows_b);
    a = rows_of(a, common.a);
    b = rows_of(b, common.b);
  }
  const std::string name_a = std::filesystem::path(arguments.a).filename().string();
  ComparedFile compared = compare_as(name_a, snapshot_of(a), snapshot_of(b));
  compared.note = note;
  return compared;
}

ComparedPaths compared_paths(const CompareArguments& arguments) {
  // Outputs that cannot be read or do not match are bad arguments here, not a stopped run.
  try {
    if (is_history(arguments.a) && is_history(arguments.b))
      return {{compared_histories(arguments)}, {}, {}};
    return compare_paths(arguments.a, arguments.b, arguments.coarsen);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

/// Everything in which `file` is out of tolerance. With any tolerance, a field that only one side
/// has is.
std::vector<std::string> complaints_about(const ComparedFile& file, const Tolerances& tolerances) {
  std::vector<std::string> complaints;
  for (const FieldDifference& field : file.fields) {
    if (const auto out = out_of_tolerance(field, tolerances)) {
      complaints.push_back(file.name + ": " + *out);
    }
  }
  if (!tolerances.any()) return complaints;
  for (const std::string& name : file.only_in_a) {
    complaints.push_back(fmt::format("{}: {} is in A only", file.name, name));
  }
  for (const std::string& name : file.only_in_b) {
    complaints.push_back(fmt::format("{}: {} is in B only", file.name, name));
  }
  return complaints;
}

/// The differences of one file, and what else differs.
std::string report_on(const ComparedFile& file) {
  std::string text = file.name + "\n";
  if (file.time_a != file.time_b) {
    text += fmt::format("the times differ: {:.9g} in A, {:.9g} in B\n", file.time_a, file.time_b);
  }
  if (!file.note.empty()) text += file.note + "\n";
  if (!file.only_in_a.empty()) text += "in A only: " + quoted_list(file.only_in_a) + "\n";
  if (!file.only_in_b.empty()) text += "in B only: " + quoted_list(file.only_in_b) + "\n";
  return text + difference_table(file.fields) + "\n";
}

/// "in A only: x.fields.00001.athdf (t = 0.05), ...".
std::string report_on(const std::vector<UnpairedFile>& files, const std::string& side) {
  std::string text;
  for (const UnpairedFile& file : files) {
    text += fmt::format("{} {} (t = {:.6g})", text.empty() ? "in " + side + " only:" : ",",
                        file.file.filename().string(), file.time);
  }
  return text.empty() ? text : text + "\n";
}

/// With a tolerance a run that goes on longer, or has other outputs, is out of it; one whose
/// outputs come more often is not.
std::vector<std::string> complaints_about(const std::vector<UnpairedFile>& files,
                                          const std::string& side, const Tolerances& tolerances) {
  std::vector<std::string> complaints;
  for (const UnpairedFile& file : files) {
    if (!tolerances.any() || !file.beyond) continue;
    complaints.push_back(fmt::format("{} (t = {:.6g}) is in {} only", file.file.filename().string(),
                                     file.time, side));
  }
  return complaints;
}

int compare_outputs(const CompareArguments& arguments) {
  const Machine machine(MachineChoice{"cpu", std::nullopt});
  const ComparedPaths compared = compared_paths(arguments);
  std::vector<std::string> complaints;
  const auto add = [&](const std::vector<std::string>& more) {
    complaints.insert(complaints.end(), more.begin(), more.end());
  };
  std::string reports;
  for (const ComparedFile& file : compared.files) {
    reports += report_on(file);
    add(complaints_about(file, arguments.tolerances));
  }
  reports += report_on(compared.only_in_a, "A") + report_on(compared.only_in_b, "B");
  add(complaints_about(compared.only_in_a, "A", arguments.tolerances));
  add(complaints_about(compared.only_in_b, "B", arguments.tolerances));
  if (!complaints.empty()) {
    std::cerr << "solenoid: out of tolerance: " << complaints.front() << std::endl;
    for (std::size_t i = 1; i < complaints.size(); ++i) std::cerr << "  " << complaints[i] << "\n";
  }
  std::cout << reports << std::flush;
  return complaints.empty() ? exit_good : exit_out_of_tolerance;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto arguments = std::make_shared<CompareArguments>();
  command.add_option("A", arguments->a, "an .athdf file, a history, a checkpoint or a run folder")
      ->required();
  command.add_option("B", arguments->b, "another")->required();
  command.add_flag("--coarsen", arguments->coarsen,
                   "average the one with more cells over the cells of the other");
  Tolerances& tolerances = arguments->tolerances;
  add_tolerance(command, "--max-ulp", tolerances.ulp, "largest units in the last place");
  add_tolerance(command, "--max-abs", tolerances.abs, "largest absolute difference");
  add_tolerance(command, "--max-l1", tolerances.l1, "largest mean absolute difference");
  add_tolerance(command, "--max-l2", tolerances.l2, "largest root mean square difference");
  add_tolerance(command, "--max-relative", tolerances.relative,
                "largest absolute difference over the largest value of A");
  command.footer(
      "Of run folders the .athdf files are compared that hold the same times, and the others are\n"
      "listed; of checkpoints the state as it is stored. Exit code 1 if a tolerance is exceeded; "
      "with\none, by a field on one side only and an output before or beyond the other side's, "
      "too.\n"
      "Examples:\n"
      "  solenoid compare runs/a runs/b\n"
      "  solenoid compare runs/a/blast.fields.00003.athdf runs/b/blast.fields.00003.athdf "
      "--max-ulp 0");
  return [arguments] { return compare_outputs(*arguments); };
}

}  // namespace solenoid
