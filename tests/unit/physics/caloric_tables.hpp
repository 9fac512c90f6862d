#pragma once
/// \file
/// Tables of gases for tests.

#include <cmath>

#include "physics/equations/caloric_table.hpp"

namespace solenoid::testing_physics {

/// eps(theta) at `points` temperatures, each the same factor above the one before.
template <class Energy>
CaloricTable table_of(const Energy& energy, int points = 48, double from = 0.05, double to = 20) {
  CaloricTable table;
  for (int i = 0; i < points; ++i) {
    table.temperature.push_back(from * std::pow(to / from, i / (points - 1.0)));
    table.energy.push_back(energy(table.temperature.back()));
  }
  return table;
}

/// Three halves of theta and an energy of 5 that the rise of theta through 1 costs.
inline CaloricTable ionising_table(int points = 48) {
  return table_of([](double t) { return 1.5 * t + 5 * std::pow(t, 4) / (1 + std::pow(t, 4)); },
                  points);
}

/// That of an ideal gas.
inline CaloricTable ideal_table(double gamma) {
  return table_of([gamma](double t) { return t / (gamma - 1); });
}

}  // namespace solenoid::testing_physics
