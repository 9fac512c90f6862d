#pragma once
/// \file
/// Where the power of fields in a periodic box lies: sums of |f_k|^2 over shells of wave vectors k.

#include <vector>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The shells of a box. Shell n holds the waves that fit the box with |k| nearest to n times
/// wave_number_unit() (numerics/fourier/wave_numbers.hpp), shell 0 the mean alone; a wave half-way
/// between two belongs to the outer one. They reach to the corner of the box of wave vectors, so
/// that every wave that the grid knows is in one; beyond the shortest wave along a side they are
/// not whole.
int shell_count(const Grid& grid);

/// The power of one field, or of the components of a vector, by shells: the sums of |f_k|^2, f_k
/// being the coefficients of the Fourier series. By Parseval's theorem all shells together hold the
/// mean of f^2 over the cells.
class PowerSpectrum {
 public:
  /// Transforms in single precision if the fields are, else in double, on the device named, where
  /// fields are and stay: the power by shells alone comes to the host.
  PowerSpectrum(const Grid& grid, Precision precision, Device device);

  /// Adds the power of a field at cell centres, which Solver::gather_field() of a solver on the
  /// same device gives. Throws std::runtime_error if it cannot be transformed.
  void add(const Gather& gather);
  /// By shells.
  [[nodiscard]] const std::vector<double>& power() const { return power_; }

 private:
  Grid grid_;
  Precision precision_;
  Device device_;
  std::vector<double> power_;
};

}  // namespace solenoid
