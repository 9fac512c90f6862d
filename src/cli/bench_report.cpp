#include "src/cli/bench_report.hpp"

#include <fmt/format.h>

#include "src/machine/disturbance.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr const char* vortex = R"toml(
[run]
end_time = 1000.0
[grid]
cells = {cells}
[solver]
{solver}
[physics]
gamma = "5/3"
[initial]
density = "25/(36*pi)"
velocity_x = "-sin(2*pi*y)"
velocity_y = "sin(2*pi*x)"
velocity_z = "{perturbation}"
pressure = "5/(12*pi)"
magnetic_field_x = "-sin(2*pi*y)/sqrt(4*pi)"
magnetic_field_y = "sin(4*pi*x)/sqrt(4*pi)"
magnetic_field_z = 0.0
)toml";

struct Choice {
  const char* name;
  const char* solver;  ///< lines of [solver]
};
/// The default, and the schemes of Bard & Dorelli's sweeps, which the notes on performance follow.
constexpr std::array<Choice, 3> choices{
    {{"hlld-weno-z", ""},
     {"hlld-mc", "limiter = \"monotonised-central\"\nsplitting = \"strang\""},
     {"hll-minmod", "riemann = \"hll\"\nlimiter = \"minmod\"\nsplitting = \"strang\""}}};

double nanoseconds_per_update(const BenchResult& result) {
  return 1e9 / result.speed.updates_per_second();
}

}  // namespace

std::vector<BenchDeck> built_in_bench_decks(Device device) {
  const bool gpu = device == Device::gpu;
  std::vector<BenchDeck> decks;
  for (const Choice& choice : choices) {
    for (const int dimensions : {2, 3}) {
      const int n = dimensions == 2 ? (gpu ? 4096 : 512) : (gpu ? 512 : 128);
      const std::string cells =
          dimensions == 2 ? fmt::format("[{0}, {0}]", n) : fmt::format("[{0}, {0}, {0}]", n);
      decks.push_back(
          {fmt::format("vortex-{}d-{}", dimensions, choice.name),
           fmt::format(fmt::runtime(vortex), fmt::arg("cells", cells),
                       fmt::arg("solver", choice.solver),
                       fmt::arg("perturbation", dimensions == 2 ? "0" : "0.2*sin(2*pi*z)"))});
    }
  }
  return decks;
}

std::string bench_heading() {
  return fmt::format("{:<24} {:>18} {:>9} {:>14} {:>14} {:>9} {:>11} {:>8}\n", "deck", "cells",
                     "precision", "copy/s", "updates/s", "ns/cell", "bytes/cell", "of bound");
}

std::string bench_line(const BenchResult& result) {
  return fmt::format("{:<24} {:>18} {:>9} {:>14} {:>14} {:>9.4g} {:>11.0f} {:>7.1f}%\n",
                     result.deck, cells_text(result.cells), result.precision,
                     bytes_text(result.speed.copy_bandwidth),
                     count_text(result.speed.updates_per_second()), nanoseconds_per_update(result),
                     result.bytes_per_cell, result.speed.percent_of_bound()) +
         disturbance_text(result.lost_part);
}

std::string bench_json(const std::string& version, const std::string& device,
                       const std::vector<BenchResult>& results) {
  std::string json = fmt::format("{{\n  \"version\": {},\n  \"device\": {},\n  \"results\": [",
                                 json_text(version), json_text(device));
  const char* separator = "\n";
  for (const BenchResult& result : results) {
    json += fmt::format(
        "{}    {{\"deck\": {}, \"cells\": [{}, {}, {}], \"precision\": {}, \"steps\": {}, "
        "\"seconds\": {:.6g}, \"updates_per_second\": {:.6g}, \"nanoseconds_per_update\": {:.6g}, "
        "\"bytes_per_cell\": {:.6g}, \"bytes_per_update\": {:.6g}, \"copy_bandwidth\": {:.6g}, "
        "\"percent_of_bound\": {:.6g}, \"percent_lost_to_others\": {:.3g}}}",
        separator, json_text(result.deck), result.cells[0], result.cells[1], result.cells[2],
        json_text(result.precision), result.speed.steps, result.speed.seconds,
        result.speed.updates_per_second(), nanoseconds_per_update(result), result.bytes_per_cell,
        result.speed.bytes_per_update, result.speed.copy_bandwidth, result.speed.percent_of_bound(),
        100 * result.lost_part);
    separator = ",\n";
  }
  return json + "\n  ]\n}\n";
}

}  // namespace solenoid
