#pragma once
/// \file
/// The caloric equation of state of a gas as decks give it: points between which it is linear.

#include <cstddef>
#include <vector>

#include "numerics/lanes/table_pieces.hpp"

namespace solenoid {

/// The specific internal energy at temperatures p/rho, both in units of velocity squared.
struct CaloricTable {
  /// Two or more, positive and increasing, and the energies there, too.
  std::vector<double> temperature, energy;

  static constexpr std::size_t most_points = 1024;
  [[nodiscard]] bool given() const { return !temperature.empty(); }
};

/// Throws std::invalid_argument for numbers that are no such table.
void require_table(const CaloricTable& table);

/// The temperature as a function of the internal energy over mass, as the law of the gas has it
/// (tabulated_law.hpp). Throws std::invalid_argument for numbers that are no such table.
TablePieces temperature_by_energy(const CaloricTable& table);

}  // namespace solenoid
