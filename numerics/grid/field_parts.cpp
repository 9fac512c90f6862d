#include "numerics/grid/field_parts.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "numerics/device/on_all_threads.hpp"
#include "numerics/device/passage.hpp"
#include "numerics/device/spaces.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

namespace {

/// Converts numbers. What lies behind the bits of an 80-bit number is no part of it, and zero.
template <class To, class From>
void convert(To* to, const From* from, std::size_t n) {
  constexpr bool has_padding = std::numeric_limits<To>::digits == 64;
  if constexpr (has_padding) std::memset(static_cast<void*>(to), 0, n * sizeof(To));
  for (std::size_t i = 0; i < n; ++i) {
    const To value = To(from[i]);
    std::memcpy(&to[i], &value, has_padding ? 10 : sizeof(To));
  }
}

/// Where a row of a box begins.
constexpr int row_offset(const Layout& layout, const Box& box, int row) {
  return layout.offset(box.begin[0], box.begin[1] + row % box.count[1],
                       box.begin[2] + row / box.count[1]);
}

int rows_of(const Box& box) { return box.count[1] * box.count[2]; }

/// Whether a box is one piece of memory.
bool is_contiguous(const Layout& layout, const Box& box) {
  const bool rows_follow = box.count[1] * box.count[2] == 1 || layout.stride[1] == box.count[0];
  const bool planes_follow = box.count[2] == 1 || layout.stride[2] == box.count[0] * box.count[1];
  return rows_follow && planes_follow;
}

/// A row of a box a work item, on the host.
template <class Real, class Value>
struct WriteRow {
  Real* field;
  Layout layout;
  Box box;
  const Value* values;
  void operator()(const int row) const {
    const auto n = std::size_t(box.count[0]);
    convert(field + row_offset(layout, box, row), values + std::size_t(row) * n, n);
  }
};
template <class Real, class Value>
struct ReadRow {
  const Real* field;
  Layout layout;
  Box box;
  Value* values;
  void operator()(const int row) const {
    const auto n = std::size_t(box.count[0]);
    convert(values + std::size_t(row) * n, field + row_offset(layout, box, row), n);
  }
};

/// Numbers of an array on the host, a piece a work item.
template <class To, class From>
struct ConvertPiece {
  static constexpr std::size_t length = 4096;
  To* to;
  const From* from;
  std::size_t values;
  void operator()(const int piece) const {
    const std::size_t first = std::size_t(piece) * length;
    convert(to + first, from + first, values - first < length ? values - first : length);
  }
};

template <class To, class From>
void convert_all(To* to, const From* from, std::size_t n) {
  using Piece = ConvertPiece<To, From>;
  on_all_threads("convert", int((n + Piece::length - 1) / Piece::length), Piece{to, from, n});
}

/// A value of a box a work item, by its indices within the box, on a device.
template <class Real, class Value>
struct Scatter {
  Real* field;  ///< where the box begins
  std::array<int, 3> stride;
  Box box;
  const Value* values;
  KOKKOS_FUNCTION void operator()(const int i, const int j, const int k) const {
    field[i + stride[1] * j + stride[2] * k] =
        Real(values[i + box.count[0] * (j + box.count[1] * k)]);
  }
};
template <class Real, class Value>
struct Gather {
  const Real* field;
  std::array<int, 3> stride;
  Box box;
  Value* values;
  KOKKOS_FUNCTION void operator()(const int i, const int j, const int k) const {
    values[i + box.count[0] * (j + box.count[1] * k)] =
        Value(field[i + stride[1] * j + stride[2] * k]);
  }
};

/// A value of a field's memory a work item, on a device.
template <class Real, class Value>
struct ScatterFirst {
  Real* field;
  BoxInField box;
  const Value* values;
  constexpr void work(const int place) const {
    const int number = box.number_at(place);
    field[place] = Real(values[number < 0 ? 0 : number]);
  }
};

template <class Real>
struct Fill {
  Real* field;
  Real value;
  constexpr void work(const int i) const { field[i] = value; }
};

/// The first value that is not finite or not as positive as it has to be, by its number among all
/// cells.
template <class Real>
struct FirstUnfit {
  const Real* field;
  Layout layout;
  bool positive;
  int run;  ///< cells of a work item, within a row
  constexpr void work(const int item, std::size_t& first) const {
    const int begin = item * run;
    const Real* const values = field + offset_of(begin);
    int i = 0;
    while (i < run && is_fit(values[i], positive)) ++i;
    if (i < run && std::size_t(begin + i) < first) first = std::size_t(begin + i);
  }
  /// Divides only where there are rows: GPUs have no instruction for it.
  [[nodiscard]] constexpr int offset_of(const int cell) const {
    if (layout.cells[1] * layout.cells[2] == 1) return layout.offset(cell, 0, 0);
    const int row = cell / layout.cells[0];
    return layout.offset(cell % layout.cells[0], row % layout.cells[1], row / layout.cells[1]);
  }
};

/// The same cells, as one row where they follow one another.
Layout as_one_row(Layout layout) {
  const Box all{{0, 0, 0}, layout.cells};
  if (is_contiguous(layout, all)) layout.cells = {int(all.values()), 1, 1};
  return layout;
}

/// A work item on the host, whose numbers may be of extended precision, and one on a device.
template <class Body>
struct HostItem {
  Body body;
  template <class... Results>
  void operator()(const int i, Results&... results) const {
    body.work(i, results...);
  }
};
template <class Body>
struct DeviceItem {
  Body body;
  template <class... Results>
  KOKKOS_FUNCTION void operator()(const int i, Results&... results) const {
    body.work(i, results...);
  }
};

template <class Space, class Body>
using Item = std::conditional_t<is_host_space<Space>, HostItem<Body>, DeviceItem<Body>>;

template <class Space>
using Items = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;

template <class Space, class Body>
void run_on(const Space& space, const char* name, std::size_t items, const Body& body) {
  Kokkos::parallel_for(name, Items<Space>(space, 0, int(items)), Item<Space, Body>{body});
}

#if SOLENOID_HAS_DEVICE

/// Runs body(i, j, k) for all values of a box, neighbours along x in neighbouring threads.
template <class Body>
void run_on_box(const DeviceSpace& space, const char* name, const Box& box, const Body& body) {
  if (box.values() == 0) return;
  constexpr int threads = 256;
  const auto along = [](int count, int most) {
    return std::min(int(std::bit_ceil(unsigned(count))), most);
  };
  const int in_row = along(box.count[0], threads);
  const int rows = along(box.count[1], threads / in_row);
  using Policy =
      Kokkos::MDRangePolicy<DeviceSpace,
                            Kokkos::Rank<3, Kokkos::Iterate::Left, Kokkos::Iterate::Left>,
                            Kokkos::IndexType<int>>;
  Kokkos::parallel_for(
      name, Policy(space, {0, 0, 0}, {box.count[0], box.count[1], box.count[2]}, {in_row, rows, 1}),
      body);
}

/// Brings page-locked values into a field, behind the work on `space`.
template <class Real, class Value>
void send_piece(const DeviceSpace& space, std::size_t n, const Value* here, Real* field,
                const Layout& layout, const Box& piece) {
  const std::size_t bytes = piece.values() * sizeof(Value);
  if constexpr (std::is_same_v<Real, Value>)
    if (is_contiguous(layout, piece))
      return send(space, field + row_offset(layout, piece, 0), here, bytes);
  void* const there = Passage::of_process().there(n);
  send(space, there, here, bytes);
  scatter_part(space, field, layout, piece, static_cast<const Value*>(there));
}

#endif

}  // namespace

std::vector<Box> transfer_pieces(const Box& box) {
  std::vector<Box> pieces;
  for (Box slab : slabs_of(box, transfer_values)) {
    if (slab.values() <= transfer_values) {
      pieces.push_back(slab);
      continue;
    }
    const int end = slab.begin[0] + slab.count[0];
    for (; slab.begin[0] < end; slab.begin[0] += slab.count[0]) {
      slab.count[0] = std::min(int(transfer_values), end - slab.begin[0]);
      pieces.push_back(slab);
    }
  }
  return pieces;
}

template <class Real, class Value, class Space>
void write_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                const Value* values) {
  space.fence();
  if constexpr (is_host_space<Space>) {
    on_all_threads("write part", rows_of(box), WriteRow<Real, Value>{field, layout, box, values});
  } else {
#if SOLENOID_HAS_DEVICE
    const Passage& passage = Passage::of_process();
    const bool is_locked =
        !std::is_same_v<Value, Extended> && is_page_locked(values, box.values() * sizeof(Value));
    const std::vector<Box> pieces = transfer_pieces(box);
    for (std::size_t n = 0; n < pieces.size(); ++n) {
      const std::size_t count = pieces[n].values();
      if (is_locked) {
        if constexpr (!std::is_same_v<Value, Extended>)
          send_piece(space, n, values, field, layout, pieces[n]);
      } else {
        auto* const here = static_cast<Real*>(passage.here(n));
        convert_all(here, values, count);
        space.fence();  // the piece before has arrived
        send_piece(space, n, here, field, layout, pieces[n]);
      }
      values += count;
    }
    space.fence();
#endif
  }
}

template <class Real, class Value, class Space>
void scatter_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                  const Value* there) {
  if constexpr (is_host_space<Space>)
    write_part(space, field, layout, box, there);
  else
    run_on_box(space, "scatter part", box,
               Scatter<Real, Value>{field + row_offset(layout, box, 0), layout.stride, box, there});
}

template <class Real, class Value, class Space>
void scatter_first_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                        const Value* there) {
  if constexpr (is_host_space<Space>) {
    fill_field(space, field, layout, Real(there[0]));
    write_part(space, field, layout, box, there);
  } else {
    run_on(space, "scatter first part", std::size_t(layout.field_stride),
           ScatterFirst<Real, Value>{field, box_in_field(layout, box), there});
  }
}

template <class Real, class Value, class Space>
void gather_part(const Space& space, const Real* field, const Layout& layout, const Box& box,
                 Value* there) {
  if constexpr (is_host_space<Space>) {
    space.fence();
    on_all_threads("gather part", rows_of(box), ReadRow<Real, Value>{field, layout, box, there});
  } else {
    run_on_box(space, "gather part", box,
               Gather<Real, Value>{field + row_offset(layout, box, 0), layout.stride, box, there});
  }
}

template <class Real, class Space>
void fill_field(const Space& space, Real* field, const Layout& layout, Real value) {
  run_on(space, "fill field", std::size_t(layout.field_stride), Fill<Real>{field, value});
}

template <class Real, class Space>
std::optional<std::size_t> first_unfit(const Space& space, const Real* field, const Layout& layout,
                                       bool positive) {
  const Layout rows = is_host_space<Space> ? layout : as_one_row(layout);
  const int run = is_host_space<Space> ? layout.cells[0] : 1;
  const std::size_t cells =
      std::size_t(layout.cells[0]) * std::size_t(layout.cells[1]) * std::size_t(layout.cells[2]);
  std::size_t first = cells;
  if (cells > 0)
    Kokkos::parallel_reduce("first unfit", Items<Space>(space, 0, int(cells / std::size_t(run))),
                            Item<Space, FirstUnfit<Real>>{{field, rows, positive, run}},
                            Kokkos::Min<std::size_t>(first));
  if (first < cells) return first;
  return std::nullopt;
}

#define SOLENOID_CONVERSIONS(Real, Value, Space)                                        \
  template void write_part<Real, Value>(const Space&, Real*, const Layout&, const Box&, \
                                        const Value*);
#define SOLENOID_GATHERING(Real, Value, Space)                                                  \
  template void scatter_part<Real, Value>(const Space&, Real*, const Layout&, const Box&,       \
                                          const Value*);                                        \
  template void scatter_first_part<Real, Value>(const Space&, Real*, const Layout&, const Box&, \
                                                const Value*);                                  \
  template void gather_part<Real, Value>(const Space&, const Real*, const Layout&, const Box&,  \
                                         Value*);
#define SOLENOID_PARTS(Real, Space)                                                               \
  SOLENOID_CONVERSIONS(Real, float, Space)                                                        \
  SOLENOID_CONVERSIONS(Real, double, Space)                                                       \
  SOLENOID_CONVERSIONS(Real, Extended, Space)                                                     \
  SOLENOID_GATHERING(Real, float, Space)                                                          \
  SOLENOID_GATHERING(Real, double, Space)                                                         \
  template void fill_field<Real>(const Space&, Real*, const Layout&, Real);                       \
  template std::optional<std::size_t> first_unfit<Real>(const Space&, const Real*, const Layout&, \
                                                        bool);

SOLENOID_PARTS(float, HostSpace)
SOLENOID_PARTS(double, HostSpace)
SOLENOID_PARTS(Extended, HostSpace)
SOLENOID_GATHERING(float, Extended, HostSpace)
SOLENOID_GATHERING(double, Extended, HostSpace)
SOLENOID_GATHERING(Extended, Extended, HostSpace)
#if SOLENOID_HAS_DEVICE
SOLENOID_PARTS(float, DeviceSpace)
SOLENOID_PARTS(double, DeviceSpace)
#endif

}  // namespace solenoid
