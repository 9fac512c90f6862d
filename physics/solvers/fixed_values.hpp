#pragma once
/// \file
/// Values behind fixed faces: where ghosts lie, and the one way from expressions to arrays there.

#include <array>
#include <utility>
#include <vector>

#include "numerics/grid/ghosts.hpp"
#include "numerics/grid/subdomain.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// Calls body(layer, a, b) for the ghosts of a slab, in the order of slab_entry.
template <class Body>
void for_each_ghost(const GhostRange& range, const Body& body) {
  for (int layer = 0; layer < range.layers; ++layer)
    for (int b = range.begin[1]; b < range.begin[1] + range.count[1]; ++b)
      for (int a = range.begin[0]; a < range.begin[0] + range.count[0]; ++a) body(layer, a, b);
}

/// Where a ghost's value stands: at the centre of the cell (a, b) in layer `layer` behind a face,
/// or, where `place` is an active axis, on its lower face normal to that, which behind an upper
/// face of this very axis is the upper one. `grid` is a Grid or a Subdomain.
template <class AnyGrid>
std::array<double, 3> ghost_position(const AnyGrid& grid, int axis, int side, int layer, int a,
                                     int b, int place = cell_centres) {
  const auto [first, second] = other_directions(axis);
  std::array<double, 3> x{};
  x[std::size_t(axis)] =
      grid.centre(axis, side == side_lower ? -1 - layer : grid.cells[std::size_t(axis)] + layer);
  x[std::size_t(first)] = grid.centre(first, a);
  x[std::size_t(second)] = grid.centre(second, b);
  if (place != cell_centres && grid.active(place)) {
    const bool behind = place == axis && side == side_upper;
    x[std::size_t(place)] += (behind ? 0.5 : -0.5) * grid.spacing(place);
  }
  return x;
}

/// The values of all fields behind the fixed faces of a part of a grid, on a device, evaluated when
/// they are needed and anew where they depend on time.
template <class Real, class Space>
class FixedValues {
 public:
  FixedValues(const Subdomain& grid, FixedBoundary fixed) : grid_(grid), fixed_(std::move(fixed)) {}

  /// Makes room for `fields` fields behind a face; `range` is the same for both faces of an axis.
  void add_face(int axis, int side, const GhostRange& range, int fields);

  [[nodiscard]] bool depends_on_time() const { return fixed_.depends_on_time; }
  [[nodiscard]] const GhostRange& range(int axis) const { return ranges_[std::size_t(axis)]; }
  /// By side; null where a face is not fixed.
  [[nodiscard]] std::array<const Real*, 2> of(int axis) const {
    const auto& faces = faces_[std::size_t(axis)];
    return {faces[side_lower].values.data(), faces[side_upper].values.data()};
  }

  /// Brings the values behind the faces of `axis` to `time`. evaluate(side, given, value) does so
  /// for one ghost: given(field, place) is what stands behind the face, `place` being cell_centres
  /// or an axis, and value(f) the entry of the field f.
  template <class Evaluate>
  void update(int axis, double time, const Evaluate& evaluate) {
    for (const int side : {side_lower, side_upper}) {
      Face& face = faces_[std::size_t(axis)][std::size_t(side)];
      if (face.values.size() == 0 || (face.known && !fixed_.depends_on_time)) continue;
      face.known = true;
      std::vector<Real> values(face.values.size());
      for_each_ghost(range(axis), [&](int layer, int a, int b) {
        const auto given = [&](const char* field, int place) {
          const auto x = ghost_position(grid_, axis, side, layer, a, b, place);
          return fixed_.values(field, x[0], x[1], x[2], time);
        };
        evaluate(side, given, [&](int field) -> Real& {
          return values[std::size_t(slab_entry(range(axis), field, layer, a, b))];
        });
      });
      set_on_host(face.values,
                  [&](const auto& host) { std::copy(values.begin(), values.end(), host.data()); });
    }
  }

 private:
  using Array = FieldArray<Real, Space>;
  struct Face {
    Array values;  ///< empty where the face is not fixed
    bool known = false;
  };

  Subdomain grid_;
  FixedBoundary fixed_;
  std::array<GhostRange, 3> ranges_{};
  std::array<std::array<Face, 2>, 3> faces_;
};

template <class Real, class Space>
void FixedValues<Real, Space>::add_face(int axis, int side, const GhostRange& range, int fields) {
  Face& face = faces_[std::size_t(axis)][std::size_t(side)];
  ranges_[std::size_t(axis)] = range;
  if (face.values.size() == 0)
    face.values = Array("values behind a fixed face", slab_values(range, fields));
  face.known = false;
}

}  // namespace solenoid
