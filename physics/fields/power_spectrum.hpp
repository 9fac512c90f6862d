#pragma once
/// \file
/// Where the power of fields in a periodic box lies: sums of |f_k|^2 over shells of wave vectors k.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The shells of a box. Shell n holds the waves that fit the box with |k| nearest to n times
/// wave_number_unit() (numerics/fourier/wave_numbers.hpp), shell 0 the mean alone; a wave half-way
/// between two belongs to the outer one. They reach to the corner of the box of wave vectors, so
/// that every wave that the grid knows is in one; beyond the shortest wave along a side they are
/// not whole.
int shell_count(const Grid& grid);

/// Bytes on the device that spectra take for a while, all parts of a grid together.
std::size_t spectrum_bytes(const Grid& grid, const GridCuts& cuts, Precision precision);

/// The power of one field, or of the components of a vector, by shells: the sums of |f_k|^2, f_k
/// being the coefficients of the Fourier series. By Parseval's theorem all shells together hold the
/// mean of f^2 over the cells. The same bits for any number of threads, processes and devices.
class PowerSpectrum {
 public:
  /// Of a grid, or of all its parts together, by transforms in single precision if that is asked
  /// for, else in double, on the device named, where fields are and stay: the power by shells alone
  /// comes to the host.
  PowerSpectrum(const Subdomain& part, Precision precision, Device device);
  ~PowerSpectrum();

  /// Adds the power of a field at cell centres, which Solver::gather_field() of a solver on the
  /// same device gives. All parts do so together, as what follows.
  void add(const Gather& gather);
  /// By shells.
  [[nodiscard]] std::vector<double> power();

  class Sums;

 private:
  std::unique_ptr<Sums> sums_;
};

/// The power of fields, all together.
struct SpectrumRequest {
  std::vector<std::string> fields;
  Precision precision = Precision::double_precision;  ///< of transforms
};
/// By shells, of the solver's present state.
[[nodiscard]] std::vector<double> power_of(Solver& solver, const DefinedFields& fields,
                                           const SpectrumRequest& request, double time);

}  // namespace solenoid
