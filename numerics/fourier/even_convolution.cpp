#include "numerics/fourier/even_convolution.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "numerics/device/copies.hpp"
#include "numerics/device/scratch_teams.hpp"
#include "numerics/fourier/line_passes_on_host.hpp"
#include "numerics/fourier/lines_team.hpp"

namespace solenoid {

namespace {

template <class Real>
LineTransform<Real> line_transform(int length, const Root<Real>* roots) {
  LineTransform<Real> line;
  line.length = length;
  line.roots = roots;
  for (const int radix : transform_radices(length)) line.radix[line.passes++] = radix;
  return line;
}

/// Values on the device, each made of one by convert(value).
template <class Array, class Value, class Convert>
Array sent(const std::string& label, const std::vector<Value>& values, const Convert& convert) {
  const Array there(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), values.size());
  set_on_host(there, [&](const auto& to) {
    for (std::size_t n = 0; n < values.size(); ++n) to(n) = convert(values[n]);
  });
  return there;
}

/// A pass on a device. `instead` takes lines that have no room in scratch memory.
template <class Real, class Space, class Array>
void run_in_teams(const Space& space, const LinesPass<Real>& pass, Array& instead) {
  const auto launch = [&]<class Kernel>(const Kernel& kernel, std::size_t scratch_values) {
    const int teams = kernel.groups() * pass.across[1];
    run_teams(space, "lines of a transform", TeamLaunch<Kernel>{kernel, teams},
              int(scratch_values * sizeof(Real)));
  };
  const auto run_fixed = [&](const auto& lengths) {
    launch(LinesTeam{pass, lengths}, lengths.scratch_values);
  };
  if (with_fixed_length(pass, run_fixed)) return;
  using Lengths = AnyLength<Real, true>;
  const int length = pass.line.length, together = Lengths::most_pairs(length);
  if (together > 0)
    return launch(LinesTeam{pass, Lengths(pass.line, together, is_along_x(pass))},
                  Lengths::scratch_values(length, together));
  using Long = AnyLength<Real, false>;
  LinesTeam kernel{pass, Long(pass.line, 1, is_along_x(pass))};
  const std::size_t room =
      std::size_t(kernel.groups()) * std::size_t(pass.across[1]) * Long::scratch_values(length, 1);
  if (instead.size() < room) instead = Array("lines of a transform", room);
  kernel.instead = instead.data();
  launch(kernel, 0);
}

}  // namespace

double factor_of_transforms(const std::array<int, 3>& lengths) {
  double all = 1;
  for (const int length : lengths)
    if (length > 1) all *= 2.0 * length;
  return all;
}

void transform_even_kernel(const std::array<int, 3>& lengths, const std::vector<int>& axes,
                           const std::array<int, 3>& counts, std::vector<double>& values) {
  const std::array<std::ptrdiff_t, 3> stride{1, counts[0], std::ptrdiff_t(counts[0]) * counts[1]};
  for (const int n : axes) {
    const auto axis = std::size_t(n);
    if (lengths[axis] == 1) continue;
    const std::vector<Root<double>> roots = roots_of_unity(lengths[axis]);
    const std::size_t u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    transform_even_lines(line_transform(lengths[axis], roots.data()), {values.data(),
                                                                       counts[axis],
                                                                       stride[axis],
                                                                       {counts[u], counts[v]},
                                                                       {stride[u], stride[v]}});
  }
}

void transform_even_kernel(const std::array<int, 3>& lengths, std::vector<double>& values) {
  std::array<int, 3> counts{};
  for (std::size_t axis = 0; axis < 3; ++axis) counts[axis] = lengths[axis] / 2 + 1;
  transform_even_kernel(lengths, {0, 1, 2}, counts, values);
  const double all = factor_of_transforms(lengths);
  for (double& value : values) value /= all;
}

template <class R, class S>
ConvolutionMoves<R, S>::ConvolutionMoves(const ConvolutionParts& parts, int own)
    : forth(parts.transformed(parts.slabs()), wanted_as_held(parts.columns_of_cells()), own,
            OwnValues::with_others),
      back(parts.columns(), wanted_as_held(parts.transformed(parts.made())), own,
           OwnValues::with_others),
      spread(parts.made(), parts.wanted(), own, OwnValues::apart) {
  if (parts.cells() != parts.slabs())
    gather.emplace(parts.cells(), wanted_as_held(parts.slabs()), own, OwnValues::apart);
}

template <class R, class S>
ConvolutionValues convolution_values(const ConvolutionKernel& kernel, const ConvolutionParts& parts,
                                     int own, const ConvolutionMoves<R, S>* moves) {
  const auto here = std::size_t(own);
  ConvolutionValues all;
  all.table = kernel.has_table() ? parts.waves(own).values() : 0;
  all.work =
      std::max({parts.transformed(parts.slabs()[here]).values(), parts.columns()[here].values(),
                parts.transformed(parts.made()[here]).values()});
  if (moves == nullptr) return all;
  // Columns are received and sent where they are.
  all.work = std::max(all.work, moves->spread.received());
  all.beside = std::max({moves->forth.sent(), moves->back.received(),
                         parts.result(own).values() + moves->spread.sent()});
  if (moves->gather) {
    all.work = std::max(all.work, moves->gather->sent());
    all.beside = std::max(all.beside, moves->gather->received());
  }
  return all;
}

std::size_t convolution_bytes(const ConvolutionKernel& kernel, const ConvolutionParts& parts,
                              std::size_t bytes_of_value) {
  using Moves = ConvolutionMoves<double, HostSpace>;
  const auto values = [&](int part, const Moves* moves) {
    const ConvolutionValues all = convolution_values(kernel, parts, part, moves);
    return all.work + all.beside + all.table;
  };
  if (parts.count() == 1) return values(0, nullptr) * bytes_of_value;
  // Moves are of each part with each other one: too many to make all.
  int largest = 0;
  for (int part = 1; part < parts.count(); ++part)
    if (values(part, nullptr) > values(largest, nullptr)) largest = part;
  const Moves moves(parts, largest);
  return values(largest, &moves) * bytes_of_value;
}

template <class R, class S>
auto EvenConvolution<R, S>::array_in(const Array& memory, const Box& box) -> Values {
  return {memory.data(), {1, box.count[0], std::ptrdiff_t(box.count[0]) * box.count[1]}, box.begin};
}

template <class R, class S>
EvenConvolution<R, S>::EvenConvolution(const ConvolutionKernel& kernel,
                                       const ConvolutionParts& parts, int own,
                                       std::shared_ptr<Exchange> exchange)
    : kernel_(kernel),
      parts_(parts),
      own_(own),
      exchange_(std::move(exchange)),
      cells_(parts.cells()[std::size_t(own)]) {
  if (parts.count() > 1) moves_.emplace(parts, own);
  const auto in_precision = [](double value) { return R(value); };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    roots_[axis] = sent<Roots>("roots of unity", roots_of_unity(kernel.lengths[axis]),
                               [](const Root<double>& root) {
                                 return Root<R>{R(root.re), R(root.im)};
                               });
    lines_[axis] = line_transform<R>(kernel.lengths[axis], roots_[axis].data());
    along_[axis] = sent<Array>("eigenvalues", kernel.along[axis], in_precision);
  }
  table_ = sent<Array>("transform of a kernel", kernel.table, in_precision);
  kernel_.table.clear();
  kernel_.table.shrink_to_fit();
  const ConvolutionValues values =
      convolution_values(kernel_, parts_, own, moves_ ? &*moves_ : nullptr);
  work_ = Array("convolution", values.work);
  beside_ = Array("convolution of parts", values.beside);
  if (moves_) {
    result_ = array_in(beside_, parts_.result(own));
  } else {
    result_ = array_in(work_, {{0, 0, 0}, kernel.extents()});
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (kernel.active(int(axis))) result_.begin[axis] = -kernel.margin;
  }
}

template <class R, class S>
LinesPass<R> EvenConvolution<R, S>::pass(PassKind kind, int axis, const std::array<int, 3>& lines,
                                         const ConstValues& from, const Values& to) const {
  LinesPass<R> pass{};
  pass.kind = kind;
  pass.line = lines_[std::size_t(axis)];
  // Lines beside each other are neighbours along x, or of x along the next axis that there is.
  const int next = axis_across(kernel_.cells, axis);
  pass.axes = {axis, next, 3 - axis - next};
  for (std::size_t n = 0; n < 3; ++n) {
    pass.from_stride[n] = from.stride[std::size_t(pass.axes[n])];
    pass.to_stride[n] = to.stride[std::size_t(pass.axes[n])];
  }
  for (std::size_t n = 0; n < 2; ++n) {
    pass.across[n] = lines[std::size_t(pass.axes[n + 1])];
    pass.origin[n] = to.begin[std::size_t(pass.axes[n + 1])];
  }
  pass.from = from.values;
  pass.to = to.values;
  pass.taken = kernel_.cells[std::size_t(axis)];
  pass.first = -kernel_.margin;
  pass.written = pass.taken + 2 * kernel_.margin;
  pass.symbol.table = kernel_.has_table() ? table_.data() : nullptr;
  pass.symbol.waves = kernel_.waves.count;
  pass.symbol.first_wave = kernel_.waves.begin;
  for (std::size_t n = 0; n < 3; ++n) pass.symbol.along[n] = along_[n].data();
  pass.symbol.scale = R(kernel_.scale);
  pass.symbol.lengths = kernel_.lengths;
  return pass;
}

template <class R, class S>
auto EvenConvolution<R, S>::in_columns(const S& space, const R* field,
                                       const std::array<std::ptrdiff_t, 3>& field_stride)
    -> ConstValues {
  const auto here = std::size_t(own_);
  ConstValues now{field, field_stride, cells_.begin};
  const Values slab = array_in(work_, parts_.transformed(parts_.slabs()[here]));
  if (moves_ && moves_->gather) {
    moves_->gather->move(space, *exchange_, now, slab, {work_.data(), beside_.data()});
    moves_->gather->keep(space, now, slab);
    now = constant(slab);
  }
  std::array<int, 3> lines = parts_.slabs()[here].count;
  for (int axis = 0; axis < kernel_.last_axis(); ++axis) {
    if (!kernel_.active(axis)) continue;
    run(space, pass(PassKind::forward, axis, lines, now, slab));
    lines[std::size_t(axis)] = kernel_.lengths[std::size_t(axis)];
    now = constant(slab);
  }
  if (!moves_) return now;
  const Values columns = array_in(work_, parts_.columns()[here]);
  moves_->forth.move(space, *exchange_, now, columns, {beside_.data(), nullptr});
  return constant(columns);
}

template <class R, class S>
auto EvenConvolution<R, S>::coefficients(const S& space, const R* field,
                                         const std::array<std::ptrdiff_t, 3>& field_stride)
    -> Coefficients {
  const Box& columns = parts_.columns()[std::size_t(own_)];
  const ConstValues now = in_columns(space, field, field_stride);
  run(space,
      pass(PassKind::forward, kernel_.last_axis(), columns.count, now, array_in(work_, columns)));
  return {columns, work_.data()};
}

template <class R, class S>
void EvenConvolution<R, S>::apply(const S& space, const R* field,
                                  const std::array<std::ptrdiff_t, 3>& field_stride) {
  const auto here = std::size_t(own_);
  const int last = kernel_.last_axis();
  const ConstValues now = in_columns(space, field, field_stride);
  const Values columns = array_in(work_, parts_.columns()[here]);
  run(space, pass(PassKind::through, last, parts_.columns()[here].count, now, columns));
  const Values made = array_in(work_, parts_.transformed(parts_.made()[here]));
  if (moves_)
    moves_->back.move(space, *exchange_, constant(columns), made, {nullptr, beside_.data()});
  std::array<int, 3> lines = parts_.transformed(parts_.made()[here]).count;
  for (int axis = last - 1; axis >= 0; --axis) {
    if (!kernel_.active(axis)) continue;
    const LinesPass<R> inverse = pass(PassKind::inverse, axis, lines, constant(made), made);
    run(space, inverse);
    lines[std::size_t(axis)] = inverse.written;
  }
  if (!moves_) return;
  moves_->spread.keep(space, constant(made), result_);
  moves_->spread.move(space, *exchange_, constant(made), result_,
                      {beside_.data() + parts_.result(own_).values(), work_.data()});
}

template <class R, class S>
void EvenConvolution<R, S>::run(const S& space, const LinesPass<R>& pass) {
  if (pass.across[0] <= 0 || pass.across[1] <= 0) return;  // a part that has no lines
  if constexpr (is_host_space<S>)
    run_on_host(space, pass);
  else
    run_in_teams(space, pass, instead_);
}

template class EvenConvolution<float, HostSpace>;
template class EvenConvolution<double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class EvenConvolution<float, DeviceSpace>;
template class EvenConvolution<double, DeviceSpace>;
#endif

}  // namespace solenoid
