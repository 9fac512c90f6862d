#pragma once
/// \file
/// What a deck says of optically thin cooling (physics/equations/cooling/cooling_curve.hpp).

#include <vector>

namespace solenoid {

struct CoolingSettings {
  /// Temperatures p/rho, increasing, two or more, and Lambda there: positive.
  std::vector<double> temperature, rate;
  double lowest_temperature = 0;  ///< below it there is no cooling, nor below the table
  /// Steps are no longer than this part, less than 1, of the shortest thermal time of gas that may
  /// lose as much of its energy before it is at the lowest temperature; 0: whatever it is.
  double courant_number = 0;

  [[nodiscard]] bool given() const { return !temperature.empty(); }
};

/// Throws std::invalid_argument for numbers that are no cooling curve.
void require_curve(const CoolingSettings& settings);

}  // namespace solenoid
