#pragma once
/// \file
/// What `solenoid bench` measures when given no deck, and how it reports figures.

#include <array>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/driver/summary.hpp"

namespace solenoid {

/// A deck as text.
struct BenchDeck {
  std::string name;
  std::string text;
};

/// Orszag-Tang vortices in 2D and 3D, with the default scheme and with the cheapest, of a size
/// that keeps the device busy.
std::vector<BenchDeck> built_in_bench_decks(Device device);

/// The figures of one deck.
struct BenchResult {
  std::string deck;
  std::array<int, 3> cells{};
  std::string precision;
  double bytes_per_cell = 0;
  Speed speed;
  double lost_part = 0;  ///< of the time, to others that had the cores
};

std::string bench_heading();
/// A line of figures; a second one where others disturbed the measurement.
std::string bench_line(const BenchResult& result);
/// All figures as a JSON document, rates in units per second.
std::string bench_json(const std::string& version, const std::string& device,
                       const std::vector<BenchResult>& results);

}  // namespace solenoid
