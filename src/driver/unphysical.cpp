#include "src/driver/unphysical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/driver/kept_outputs.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// Where a field is not positive; nothing if that is nowhere, or if the solver does not know it.
std::optional<std::string> first_not_positive(Solver& solver, const std::string& name) {
  const auto has = [&](const std::vector<std::string>& names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (!has(solver.primitive_names()) && !has(solver.derived_names())) return std::nullopt;
  const Grid& grid = solver.part().whole;
  std::vector<double> values;
  for (const Box& box : slabs_of(whole_field(grid, Placement::cells), state_slab_values)) {
    values.resize(box.values());
    solver.get_field(name, box, {Precision::double_precision, values.data()});
    const auto bad = std::ranges::find_if(values, [](double value) { return !(value > 0); });
    if (bad != values.end())
      return unfit_text(name, *bad, box.at(std::size_t(bad - values.begin())), grid);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> unphysical_state(Solver& solver, const Moment& moment) {
  const std::optional<UnphysicalCell> bad = solver.unphysical_cell();
  if (!bad) return std::nullopt;
  std::string text = unphysical_text(*bad, moment.step, moment.time);
  const std::vector<std::string> names = solver.primitive_names();
  if (std::ranges::find(names, "pressure") == names.end()) return text;
  double pressure = 0;
  solver.get_field("pressure", {bad->cell, {1, 1, 1}}, {Precision::double_precision, &pressure});
  if (!std::isfinite(pressure) || bad->state.empty() || bad->state.front().second <= 0) return text;
  // A sweep within the step may have left what the last one mended again.
  const char* const before =
      pressure > 0 ? "that was within the step, its pressure in the end is" : "its pressure is";
  return text + fmt::format("; {} {:.6g}", before, pressure);
}

std::string no_stable_step_text(Solver& solver, const Moment& moment, double stable) {
  const double step = without_sign_of_nan(stable);
  const std::string text =
      moment.step == 0
          ? fmt::format(
                "no step can be taken from the initial state: the largest stable time step is {}",
                step)
          : fmt::format(
                "the largest stable time step is {} after step {} at time {:.9g}: the state has "
                "become unphysical",
                step, moment.step, moment.time);
  for (const char* const name : {"density", "pressure"})
    if (const auto bad = first_not_positive(solver, name)) return text + "; " + *bad;
  return text;
}

std::string dump_state(const std::filesystem::path& file, Solver& solver, const Snapshot& head) {
  try {
    write_athdf(
        file, head,
        fields_of(
            solver, [&](const std::string& name) { return solver.gather_field(name); },
            solver.primitive_names(), {whole_field(head.grid, Placement::cells)}, head.precision));
    return fmt::format("the state is in {}", file.string());
  } catch (const OutputError& error) {
    return fmt::format("nor could the state be written: {}", error.what());
  }
}

}  // namespace solenoid
