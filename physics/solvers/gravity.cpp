#include "physics/solvers/gravity.hpp"

#include <numbers>

#include "numerics/fourier/poisson.hpp"
#include "physics/solvers/instantiate.hpp"
#include "physics/solvers/state_parts.hpp"

namespace solenoid {

namespace {

/// How the gravity of the gas itself is made, without what takes long.
ConvolutionKernel kernel_size(const Grid& grid, const GravitySettings& settings) {
  return settings.boundary == GravityBoundary::periodic ? periodic_poisson(grid, 1)
                                                        : isolated_poisson_size(grid);
}

/// What of it a part needs.
ConvolutionKernel kernel_of(const Grid& grid, const GravitySettings& settings, const Box& waves) {
  const double factor = 4 * std::numbers::pi * settings.constant;
  return settings.boundary == GravityBoundary::periodic ? periodic_poisson(grid, factor)
                                                        : isolated_poisson(grid, factor, waves);
}

/// The potential that is given has a value in each cell of a part and in those around it.
std::array<int, 3> with_margin(const Subdomain& part) {
  std::array<int, 3> cells = part.cells;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (part.active(int(axis))) cells[axis] += 2 * potential_margin;
  return cells;
}

template <class Real>
using Potentials = std::array<Potential<Real>, 2>;

/// What a potential does to cells in a time dt.
template <class Real>
struct Kick {
  FluidCells<Real> fluid;
  Potentials<Real> potentials;
  std::array<Real, 3> scale;  ///< -dt / (2 dx); 0 along axes with one cell

  /// The cell number i of a row, or a pack of them within it.
  template <class T>
  SOLENOID_INLINE void move(int i, int j, int k) const {
    const std::array<int, 3> cell{i, j, k};
    std::array<bool, 3> along{};
    T change[3] = {T(Real(0)), T(Real(0)), T(Real(0))};
    for (std::size_t d = 0; d < 3; ++d) {
      along[d] = scale[d] != 0;
      if (!along[d]) continue;
      T difference = T(Real(0));
      for (const Potential<Real>& potential : potentials) {
        if (potential.values == nullptr) continue;
        const Real* const phi = potential.values + potential.place(i, j, k);
        difference = difference + (load<T>(phi + potential.above(d, cell[d])) -
                                   load<T>(phi + potential.below(d, cell[d])));
      }
      change[d] = T(scale[d]) * difference;
    }
    push(fluid, i * fluid.stride[0] + j * fluid.stride[1] + k * fluid.stride[2], along, change);
  }
};

/// A row of cells a work item, on the host.
template <class Real>
struct KickRow {
  Kick<Real> kick;
  void operator()(const int row) const {
    using Lanes = HostPack<Real>;
    constexpr int width = lane_width<Lanes>;
    const int cells = kick.fluid.cells[0];
    const int j = row % kick.fluid.cells[1], k = row / kick.fluid.cells[1];
    kick.template move<Real>(0, j, k);
    int i = 1;  // the first and the last cell may have neighbours at the other end
    for (; i + width <= cells - 1; i += width) kick.template move<Lanes>(i, j, k);
    for (; i < cells; ++i) kick.template move<Real>(i, j, k);
  }
};

/// A cell a work item, on a device.
template <class Real>
struct KickCell {
  Kick<Real> kick;
  KOKKOS_FUNCTION void operator()(const int cell) const {
    const int row = cell / kick.fluid.cells[0];
    kick.template move<Real>(cell - row * kick.fluid.cells[0], row % kick.fluid.cells[1],
                             row / kick.fluid.cells[1]);
  }
};

/// The potential energy of cells per volume.
template <class Real>
struct EnergyOfCells {
  FluidCells<Real> fluid;
  Potentials<Real> potentials;  ///< of the gas itself, and that given
  std::array<int, 3> cells;

  [[nodiscard]] int count() const { return cells[0] * cells[1] * cells[2]; }
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[1]) const {
    const int row = cell / cells[0];
    const int i = cell - row * cells[0], j = row % cells[1], k = row / cells[1];
    const double mass =
        double(fluid.density[i * fluid.stride[0] + j * fluid.stride[1] + k * fluid.stride[2]]);
    double phi = 0;
    for (std::size_t p = 0; p < 2; ++p)
      if (potentials[p].values != nullptr)
        phi += (p == 0 ? 0.5 : 1.0) * double(potentials[p].values[potentials[p].place(i, j, k)]);
    to[0] = mass * phi;
  }
};

/// The potential in a box of cells, a value a work item.
template <class Real, class Value>
struct GatherPotential {
  Potentials<Real> potentials;
  Box box;
  Value* to;

  KOKKOS_FUNCTION void operator()(const int n) const {
    const int row = n / box.count[0];
    const int i = box.begin[0] + n - row * box.count[0];
    const int j = box.begin[1] + row % box.count[1], k = box.begin[2] + row / box.count[1];
    Real phi = 0;
    for (const Potential<Real>& potential : potentials)
      if (potential.values != nullptr) phi += potential.values[potential.place(i, j, k)];
    to[n] = Value(phi);
  }
};

}  // namespace

std::size_t self_gravity_bytes(const Grid& grid, const GridCuts& cuts,
                               const GravitySettings& settings, Precision precision) {
  if (!settings.self_gravity) return 0;
  const ConvolutionKernel kernel = kernel_size(grid, settings);
  return convolution_bytes(kernel, ConvolutionParts(kernel, cuts, potential_margin),
                           bytes_of_value(precision));
}

std::size_t gravity_bytes(const Grid& grid, const GravitySettings& settings, Precision precision) {
  const std::size_t value = bytes_of_value(precision);
  std::size_t bytes = self_gravity_bytes(grid, Subdomain(grid).cuts, settings, precision);
  if (settings.potential != nullptr) {
    std::size_t values = 1;
    for (const int cells : with_margin(grid)) values *= std::size_t(cells);
    bytes += values * value;
  }
  return bytes;
}

template <class R, class S>
Gravity<R, S>::Gravity(const Subdomain& part, const GravitySettings& settings)
    : part_(part), settings_(settings) {
  if (settings.self_gravity) {
    const ConvolutionParts parts(kernel_size(part.whole, settings), part.cuts, potential_margin);
    convolution_ = std::make_unique<EvenConvolution<R, S>>(
        kernel_of(part.whole, settings, parts.waves(part.number)), parts, part.number,
        part.exchange);
  }
  if (settings.given()) sums_ = std::make_unique<CellSums<1, S>>();
  given_cells_ = with_margin(part);
  if (settings.potential != nullptr)
    given_ = Array("given potential", std::size_t(given_cells_[0]) * std::size_t(given_cells_[1]) *
                                          std::size_t(given_cells_[2]));
}

template <class R, class S>
Gravity<R, S>::~Gravity() = default;

template <class R, class S>
void Gravity<R, S>::update(double time) {
  if (settings_.potential == nullptr) return;
  if (given_at_ && (!settings_.potential_depends_on_time || *given_at_ == time)) return;
  given_at_ = time;
  Box box{part_.first, given_cells_};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (part_.active(int(axis))) box.begin[axis] -= potential_margin;
  on_host_.resize(box.values());
  settings_.potential(box, time, on_host_.data());
  set_on_host(given_, [&](const auto& to) {
    for (std::size_t n = 0; n < on_host_.size(); ++n) to(n) = R(on_host_[n]);
  });
}

template <class R, class S>
void Gravity<R, S>::solve(const S& space, const FluidCells<R>& fluid) {
  if (convolution_ == nullptr || known_) return;
  known_ = true;
  convolution_->apply(space, fluid.density, {fluid.stride[0], fluid.stride[1], fluid.stride[2]});
}

template <class R, class S>
Potential<R> Gravity<R, S>::own() const {
  Potential<R> potential;
  if (convolution_ == nullptr) return potential;
  potential.first = part_.first;
  potential.whole = part_.whole.cells;
  potential.values = convolution_->values();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!part_.active(int(axis))) continue;
    const std::ptrdiff_t stride = convolution_->stride()[axis];
    potential.stride[axis] = stride;
    potential.round[axis] =
        convolution_->wraps(int(axis)) ? -stride * (potential.whole[axis] - 1) : stride;
  }
  return potential;
}

template <class R, class S>
Potential<R> Gravity<R, S>::given() const {
  Potential<R> potential;
  if (settings_.potential == nullptr) return potential;
  potential.values = given_.data();
  std::ptrdiff_t stride = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (part_.active(int(axis))) {
      potential.stride[axis] = potential.round[axis] = stride;
      potential.values += stride * potential_margin;
    }
    stride *= given_cells_[axis];
  }
  return potential;
}

template <class R, class S>
void Gravity<R, S>::kick(const S& space, const FluidCells<R>& fluid, double dt) {
  solve(space, fluid);
  Kick<R> kick{fluid, {own(), given()}, {}};
  for (int axis = 0; axis < 3; ++axis)
    if (part_.active(axis)) kick.scale[std::size_t(axis)] = R(-dt / (2 * part_.spacing(axis)));
  if constexpr (is_host_space<S>)
    for_each_item(space, "gravity", part_.cells[1] * part_.cells[2], KickRow<R>{kick});
  else
    for_each_item(space, "gravity", int(part_.cell_count()), KickCell<R>{kick});
}

template <class R, class S>
auto Gravity<R, S>::energy_sums(const S& space, const FluidCells<R>& fluid) -> EnergySums {
  solve(space, fluid);
  return sums_->of(space, EnergyOfCells<R>{fluid, {own(), given()}, fluid.cells});
}

template <class R, class S>
Gather Gravity<R, S>::gather(const S& space, const FluidCells<R>& fluid) {
  solve(space, fluid);
  return [space, potentials = Potentials<R>{own(), given()}](const Box& box,
                                                             const MutableValues& there) {
    if constexpr (is_host_space<S>) space.fence();
    with_values_of<S>(there, [&]<class Value>(Value* to) {
      for_each_item(transfer_space(space), "gather potential", int(box.values()),
                    GatherPotential<R, Value>{potentials, box, to});
    });
  };
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(Gravity);

}  // namespace solenoid
