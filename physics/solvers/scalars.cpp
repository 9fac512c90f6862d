#include "physics/solvers/scalars.hpp"

#include <array>

#include "numerics/schemes/scalars.hpp"
#include "physics/solvers/instantiate.hpp"
#include "physics/solvers/muscl_hancock.hpp"

namespace solenoid {

static_assert(ScalarUpdate<double, 1>::reach == scalar_ghosts);

namespace {

/// `value`, but no less than the smaller and no more than the larger one of two others.
template <class T>
SOLENOID_INLINE T between(const T& value, const T& a, const T& b) {
  return max(min(value, max(a, b)), min(a, b));
}

/// What becomes of the mean of a scalar by mass when another state joins it. It lies between the
/// two to the bit, and is the same for both orders of two states.
template <class Real>
struct JoinMean {
  const Real* mass;  ///< of the states before
  Real* mean;
  const Real* density;
  const Real* scalar;

  KOKKOS_FUNCTION void operator()(const int i) const {
    const Real all = mass[i] + density[i];
    const Real value = (mass[i] * mean[i] + density[i] * scalar[i]) / all;
    mean[i] = between(value, mean[i], scalar[i]);
  }
};

/// The mass of a scalar in a cell, over the cell's volume.
template <class Real>
struct ScalarMass {
  const Real* density;  ///< at interior cell (0, 0, 0)
  const Real* scalar;
  std::array<int, 3> cells;
  std::array<int, 3> stride;

  [[nodiscard]] int count() const { return cells[0] * cells[1] * cells[2]; }
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[1]) const {
    const int row = cell / cells[0];
    const int at = cell - row * cells[0] + row % cells[1] * stride[1] + row / cells[1] * stride[2];
    to[0] = double(density[at]) * double(scalar[at]);
  }
};

}  // namespace

template <class R, class S>
Scalars<R, S>::Scalars(const S& space, const Layout& layout, int first, std::size_t count,
                       Limiter limiter)
    : layout_(layout), first_(first), count_(count), limiter_(limiter) {
  if (!active()) return;
  mass_flux_ = make_field_array<R>(space, "mass flux", layout, 1);
  sums_ = std::make_unique<CellSums<1, S>>();
}

template <class R, class S>
template <int count>
void Scalars<R, S>::update_some(const S& space, Axis axis, const Array& in, const Array& out,
                                double ratio, const Lines& lines, std::size_t first) const {
  using Update = ScalarUpdate<R, count>;
  Update update{};
  const auto interior = [&](R* field) { return field + layout_.origin; };
  update.in[Update::density] = interior(in.data());
  update.in[Update::mass_flux] = interior(mass_flux_.data());
  for (int s = 0; s < count; ++s) {
    update.in[Update::scalars + s] = interior(values(in, first + std::size_t(s)));
    update.out[s] = interior(values(out, first + std::size_t(s)));
  }
  update.lines = lines;
  update.ratio = R(ratio);
  update.limiter = limiter_;
  update_lines(space, axis, axis == axis_x ? "scalars along" : "scalars across", update);
}

template <class R, class S>
void Scalars<R, S>::update(const S& space, Axis axis, const Array& in, const Array& out,
                           double ratio, int period) const {
  Lines lines = make_lines(layout_, axis);
  lines.period = period;
  // What passes faces is found once for three of them.
  std::size_t first = 0;
  for (; count_ - first >= 3; first += 3) update_some<3>(space, axis, in, out, ratio, lines, first);
  if (count_ - first == 2) update_some<2>(space, axis, in, out, ratio, lines, first);
  if (count_ - first == 1) update_some<1>(space, axis, in, out, ratio, lines, first);
}

template <class R, class S>
void Scalars<R, S>::join_mean(const S& space, const Array& sum, const Array& more) const {
  for (std::size_t s = 0; s < count_; ++s)
    Kokkos::parallel_for(
        "mean of scalars",
        Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space, 0, int(layout_.field_stride)),
        JoinMean<R>{sum.data(), values(sum, s), more.data(), values(more, s)});
}

template <class R, class S>
void Scalars<R, S>::copy_to(const S& space, const Array& to, const Array& from) const {
  for (std::size_t s = 0; s < count_; ++s)
    copy(space, field_of(to, layout_, int(first_) + int(s)),
         field_of(from, layout_, int(first_) + int(s)));
}

template <class R, class S>
ReproducibleSums<1> Scalars<R, S>::mass(const S& space, const Array& state, std::size_t scalar) {
  return sums_->of(
      space, ScalarMass<R>{state.data() + layout_.origin, values(state, scalar) + layout_.origin,
                           layout_.cells, layout_.stride});
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(Scalars);

}  // namespace solenoid
