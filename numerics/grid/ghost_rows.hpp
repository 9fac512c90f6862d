#pragma once
/// \file
/// Ghosts that a CPU fills while a cache holds the rows that they stand for.

#include <cstddef>
#include <cstdint>

#include "numerics/grid/ghosts_at_once.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Fills the ghosts of rows that are written whole, where faces are such that a ghost stands for a
/// vertex of the box. Once this was done for all rows of the box, the ghosts of the first `axes`
/// axes are filled.
template <class Real>
class GhostRows {
 public:
  GhostRows() = default;
  /// For the fields of `fill`, which may be none.
  explicit GhostRows(const FillAllGhosts<Real>& fill) : fill_(fill) {
    const int n = fill.layout.cells[axis_x];
    const int ghosts = fill.layout.ghosts[axis_x];
    if (fill.count == 0 || !fill.possible_along(axis_x) || ghosts > most_ghosts) return;
    axes_ = fill.possible() ? 3 : 1;
    for (int layer = 0; layer < ghosts; ++layer)
      for (const int ghost : {-1 - layer, n + layer}) {
        End& end = ends_[end_count_++];
        end.ghost = ghost;
        end.image = fill.image(axis_x, ghost, end.negated);
      }
  }
  [[nodiscard]] int axes() const { return axes_; }

  /// The ghosts at both ends of row (j, k), and the rows of ghosts that stand for it.
  void fill_for(int j, int k) const {
    if (axes_ == 0) return;
    fill_ends(offset(j, k));
    if (axes_ == 1) return;
    for_places(axis_y, j, [&](int at_j, std::uint32_t negated_j) {
      for_places(axis_z, k, [&](int at_k, std::uint32_t negated_k) {
        if (at_j != j || at_k != k)
          copy_row(offset(j, k), offset(at_j, at_k), negated_j ^ negated_k);
      });
    });
  }

 private:
  static constexpr int most_ghosts = 16;
  /// A ghost at an end of a row, the place in the row that it stands for, and the bits of fields
  /// whose sign changes.
  struct End {
    int ghost;
    int image;
    std::uint32_t negated;
  };

  [[nodiscard]] std::ptrdiff_t offset(int j, int k) const {
    return j * std::ptrdiff_t(fill_.layout.stride[1]) + k * std::ptrdiff_t(fill_.layout.stride[2]);
  }
  /// Calls body(place, bits of fields whose sign changes) for a place along an axis and for all
  /// ghosts that stand for it.
  template <class Body>
  void for_places(int axis, int place, const Body& body) const {
    const int n = fill_.layout.cells[std::size_t(axis)];
    const int ghosts = fill_.layout.ghosts[std::size_t(axis)];
    body(place, 0U);
    // Images about an outermost vertex reach one place further than those about a face.
    if (ghosts < place && place < n - 1 - ghosts) return;
    for (int layer = 0; layer < ghosts; ++layer)
      for (const int ghost : {-1 - layer, n + layer}) {
        std::uint32_t negated = 0;
        if (fill_.image(axis, ghost, negated) == place) body(ghost, negated);
      }
  }
  void fill_ends(std::ptrdiff_t at) const {
    for (int f = 0; f < fill_.count; ++f) {
      Real* const row = fill_.values[f] + at;
      for (int e = 0; e < end_count_; ++e) {
        const Real value = row[ends_[e].image];
        row[ends_[e].ghost] = (ends_[e].negated >> f & 1U) != 0 ? -value : value;
      }
    }
  }
  /// Copies a row with its ghosts, in packs as rows are laid out (numerics/grid/layout.hpp).
  void copy_row(std::ptrdiff_t from, std::ptrdiff_t to, std::uint32_t negated) const {
    using T = HostPack<Real>;
    constexpr int width = lane_width<T>;
    const int ghosts = fill_.layout.ghosts[axis_x];
    const int begin = -(ghosts + width - 1) / width * width;
    const int end = fill_.layout.cells[axis_x] + ghosts;
    for (int f = 0; f < fill_.count; ++f) {
      const Real* const source = fill_.values[f] + from;
      Real* const target = fill_.values[f] + to;
      Real* const next = fill_.values[f + 1 < fill_.count ? f + 1 : f] + to;
      const Real sign = (negated >> f & 1U) != 0 ? Real(-1) : Real(1);
      for (int i = begin; i < end; i += width) {
        __builtin_prefetch(next + i, 1, 3);
        store(target + i, T(sign) * load<T>(source + i));
      }
    }
  }

  FillAllGhosts<Real> fill_{};
  int axes_ = 0;
  End ends_[2 * most_ghosts] = {};
  int end_count_ = 0;
};

}  // namespace solenoid
