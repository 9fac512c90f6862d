#pragma once
/// \file
/// The constants of a set of equations, for kernels and for the host, and what they point to.

#include <Kokkos_Core.hpp>

#include "physics/equations/grid_equations.hpp"

namespace solenoid {

template <GridEquations E, class Real, class MemorySpace>
class GasMemory {
 public:
  using Parameters = typename E::template Parameters<Real>;
  explicit GasMemory(const Gas& gas) : parameters_(E::template parameters<Real>(gas)) {}

  [[nodiscard]] Parameters for_kernels() const { return parameters_; }
  [[nodiscard]] Parameters for_host() const { return parameters_; }

 private:
  Parameters parameters_;
};

/// A law that keeps a table has it in memory of the device, and of the host.
template <GridEquations E, class Real, class MemorySpace>
requires requires { typename E::Law::template Memory<Real, MemorySpace>; }
class GasMemory<E, Real, MemorySpace> {
 public:
  using Parameters = typename E::template Parameters<Real>;
  explicit GasMemory(const Gas& gas)
      : parameters_(E::template parameters<Real>(gas)), on_device_(gas), on_host_(gas) {}

  [[nodiscard]] Parameters for_kernels() const { return with(on_device_.parameters()); }
  [[nodiscard]] Parameters for_host() const { return with(on_host_.parameters()); }

 private:
  [[nodiscard]] Parameters with(const typename E::Law::template Parameters<Real>& law) const {
    Parameters parameters = parameters_;
    parameters.law = law;
    return parameters;
  }

  Parameters parameters_;
  typename E::Law::template Memory<Real, MemorySpace> on_device_;
  typename E::Law::template Memory<Real, Kokkos::HostSpace> on_host_;
};

}  // namespace solenoid
