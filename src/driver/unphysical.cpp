#include "src/driver/unphysical.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/driver/kept_outputs.hpp"
#include "src/text/words.hpp"

namespace solenoid {

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
