#include "numerics/fourier/even_convolution.hpp"

#include <string>

#include "numerics/device/copies.hpp"
#include "numerics/device/scratch_teams.hpp"
#include "numerics/fourier/line_passes_on_host.hpp"

namespace solenoid {

std::array<int, 3> ConvolutionKernel::extents() const {
  std::array<int, 3> extents = lengths;
  const auto last = std::size_t(last_axis());
  extents[last] = cells[last] + 2 * margin;
  return extents;
}

std::size_t convolution_bytes(const ConvolutionKernel& kernel, std::size_t bytes_of_value) {
  std::size_t values = 1, table = kernel.along[0].empty() ? 1 : 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    values *= std::size_t(kernel.extents()[axis]);
    table *= std::size_t(kernel.lengths[axis] / 2 + 1);
  }
  return (values + table) * bytes_of_value;
}

namespace {

template <class Real>
LineTransform<Real> line_transform(int length, const Real* roots) {
  LineTransform<Real> line;
  line.length = length;
  line.roots = roots;
  for (const int radix : transform_radices(length)) line.radix[line.passes++] = radix;
  return line;
}

template <class Array>
Array sent(const std::string& label, const std::vector<double>& values) {
  const Array there(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), values.size());
  set_on_host(there, [&](const auto& to) {
    for (std::size_t n = 0; n < values.size(); ++n) to(n) = typename Array::value_type(values[n]);
  });
  return there;
}

}  // namespace

void transform_even_kernel(const std::array<int, 3>& lengths, std::vector<double>& values) {
  std::array<int, 3> counts{};
  for (std::size_t axis = 0; axis < 3; ++axis) counts[axis] = lengths[axis] / 2 + 1;
  const std::array<std::ptrdiff_t, 3> stride{1, counts[0], std::ptrdiff_t(counts[0]) * counts[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (lengths[axis] == 1) continue;
    const std::vector<double> roots = roots_of_unity(lengths[axis]);
    const std::size_t u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    transform_even_lines(line_transform(lengths[axis], roots.data()), {values.data(),
                                                                       counts[axis],
                                                                       stride[axis],
                                                                       {counts[u], counts[v]},
                                                                       {stride[u], stride[v]}});
  }
  double all = 1;
  for (const int length : lengths)
    if (length > 1) all *= 2.0 * length;
  for (double& value : values) value /= all;
}

template <class R, class S>
EvenConvolution<R, S>::EvenConvolution(const ConvolutionKernel& kernel)
    : kernel_(kernel), extents_(kernel.extents()) {
  std::size_t count = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    roots_[axis] = sent<Array>("roots of unity", roots_of_unity(kernel.lengths[axis]));
    lines_[axis] = line_transform<R>(kernel.lengths[axis], roots_[axis].data());
    along_[axis] = sent<Array>("eigenvalues", kernel.along[axis]);
    count *= std::size_t(extents_[axis]);
  }
  table_ = sent<Array>("transform of a kernel", kernel.table);
  values_ = Array("convolution", count);
  kernel_.table.clear();
  kernel_.table.shrink_to_fit();
}

template <class R, class S>
std::array<std::ptrdiff_t, 3> EvenConvolution<R, S>::stride() const {
  return {1, extents_[0], std::ptrdiff_t(extents_[0]) * extents_[1]};
}

template <class R, class S>
const R* EvenConvolution<R, S>::values() const {
  const R* first = values_.data();
  for (int axis = 0; axis < 3; ++axis)
    if (kernel_.active(axis)) first += kernel_.margin * stride()[std::size_t(axis)];
  return first;
}

template <class R, class S>
LinesPass<R> EvenConvolution<R, S>::pass(PassKind kind, int axis,
                                         const std::array<int, 3>& across) const {
  LinesPass<R> pass{};
  pass.kind = kind;
  pass.line = lines_[std::size_t(axis)];
  // Lines beside each other are neighbours along x, or of x along the next axis that there is.
  const int next = axis == 0 ? (kernel_.active(1) ? 1 : 2) : 0;
  pass.axes = {axis, next, 3 - axis - next};
  for (std::size_t n = 0; n < 3; ++n)
    pass.from_stride[n] = pass.to_stride[n] = stride()[std::size_t(pass.axes[n])];
  pass.across = {across[std::size_t(pass.axes[1])], across[std::size_t(pass.axes[2])]};
  pass.from = pass.to = values_.data();
  pass.taken = kernel_.cells[std::size_t(axis)];
  pass.first = -kernel_.margin;
  pass.written = pass.taken + 2 * kernel_.margin;
  pass.symbol.table = kernel_.along[0].empty() ? table_.data() : nullptr;
  for (std::size_t n = 0; n < 3; ++n) pass.symbol.along[n] = along_[n].data();
  pass.symbol.scale = R(kernel_.scale);
  pass.symbol.lengths = kernel_.lengths;
  return pass;
}

template <class R, class S>
void EvenConvolution<R, S>::apply(const S& space, const R* field,
                                  const std::array<std::ptrdiff_t, 3>& field_stride) {
  std::vector<int> axes;
  for (int axis = 0; axis < 3; ++axis)
    if (kernel_.active(axis)) axes.push_back(axis);
  const int last = axes.back();
  std::array<int, 3> across = kernel_.cells;
  for (const int axis : axes) {
    LinesPass<R> forward = pass(axis == last ? PassKind::through : PassKind::forward, axis, across);
    if (axis == axes.front()) {
      forward.from = field;
      for (std::size_t n = 0; n < 3; ++n)
        forward.from_stride[n] = field_stride[std::size_t(forward.axes[n])];
    }
    run(space, forward);
    across[std::size_t(axis)] = extents_[std::size_t(axis)];
  }
  for (auto axis = axes.rbegin() + 1; axis != axes.rend(); ++axis) {
    const LinesPass<R> inverse = pass(PassKind::inverse, *axis, across);
    run(space, inverse);
    across[std::size_t(*axis)] = inverse.written;
  }
}

template <class R, class S>
void EvenConvolution<R, S>::run(const S& space, const LinesPass<R>& pass) {
  if constexpr (is_host_space<S>) {
    run_on_host(space, pass);
  } else {
    using Team = LinesTeam<R>;
    const int length = pass.line.length;
    const auto bytes = [&](int pairs) { return Team::values_of_team(length, pairs) * sizeof(R); };
    int together = 8;
    while (together > 1 && bytes(together) > Team::most_scratch) together /= 2;
    Team kernel{pass, together};
    const int teams = kernel.groups() * pass.across[1];
    std::size_t scratch = bytes(together);
    if (scratch > Team::most_scratch) {
      const std::size_t room = std::size_t(teams) * Team::values_of_team(length, together);
      if (instead_.size() < room) instead_ = Array("lines of a transform", room);
      kernel.instead = instead_.data();
      scratch = 0;
    }
    run_teams_with(space, "lines of a transform", TeamLaunch<Team>{kernel, teams}, int(scratch));
  }
}

template class EvenConvolution<float, HostSpace>;
template class EvenConvolution<double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class EvenConvolution<float, DeviceSpace>;
template class EvenConvolution<double, DeviceSpace>;
#endif

}  // namespace solenoid
