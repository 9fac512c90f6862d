#pragma once
/// \file
/// Totals and extrema of derived fields: rows of histories.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "numerics/device/reduce.hpp"
#include "physics/fields/derived.hpp"

namespace solenoid {

/// Copies a piece of a derived field into a compact array of doubles.
template <class Derive, class Space>
struct GatherField {
  Derive derive;
  DerivedField field;
  Kokkos::View<double*, Space> to;
  std::size_t first;  ///< compact index of to(0)

  KOKKOS_FUNCTION void operator()(const int i) const {
    const Layout& layout = derive.layout;
    const std::size_t cell = first + std::size_t(i);
    const int nx = layout.cells[0];
    const int ny = layout.cells[1];
    const std::size_t row = cell / std::size_t(nx);
    to(i) =
        double(derive(field, layout.offset(int(cell % std::size_t(nx)), int(row % std::size_t(ny)),
                                           int(row / std::size_t(ny)))));
  }
};

template <class Space>
struct SetToOne {
  Kokkos::View<double*, Space> values;
  KOKKOS_FUNCTION void operator()(const int i) const { values(i) = 1; }
};

/// Totals over the grid, worked off in pieces of bounded size in two small arrays.
template <class Space>
class Diagnostics {
 public:
  Diagnostics(const Space& space, const Layout& layout)
      : space_(space),
        cells_(std::size_t(layout.cells[0]) * std::size_t(layout.cells[1]) *
               std::size_t(layout.cells[2])),
        a_("diagnostics a", std::min(cells_, largest_piece)),
        b_("diagnostics b", std::min(cells_, largest_piece)) {}

  /// Sum of the products of two fields over all cells.
  template <class Derive>
  double sum_of_products(const Derive& derive, DerivedField f, DerivedField g) {
    double total = 0;
    for_pieces([&](std::size_t first, std::size_t n) {
      gather(derive, f, a_, first, n);
      if (g != f) gather(derive, g, b_, first, n);
      total += dot(space_, piece(a_, n), piece(g == f ? a_ : b_, n));
    });
    return total;
  }

  /// Sum of a field over all cells.
  template <class Derive>
  double sum(const Derive& derive, DerivedField f) {
    Kokkos::parallel_for(
        "ones", Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, int(b_.extent(0))),
        SetToOne<Space>{b_});
    double total = 0;
    for_pieces([&](std::size_t first, std::size_t n) {
      gather(derive, f, a_, first, n);
      total += dot(space_, piece(a_, n), piece(b_, n));
    });
    return total;
  }

  /// Largest absolute value of a field.
  template <class Derive>
  double largest(const Derive& derive, DerivedField f) {
    double value = 0;
    for_pieces([&](std::size_t first, std::size_t n) {
      gather(derive, f, a_, first, n);
      value = std::max(value, max_abs(space_, piece(a_, n)));
    });
    return value;
  }

 private:
  using Buffer = Kokkos::View<double*, Space>;
  static constexpr std::size_t largest_piece = std::size_t(reduction_piece) * 2048;

  static Kokkos::View<const double*, Space> piece(const Buffer& buffer, std::size_t n) {
    return Kokkos::subview(buffer, Kokkos::make_pair(std::size_t(0), n));
  }

  template <class Body>
  void for_pieces(const Body& body) {
    for (std::size_t first = 0; first < cells_; first += a_.extent(0))
      body(first, std::min(a_.extent(0), cells_ - first));
  }

  template <class Derive>
  void gather(const Derive& derive, DerivedField field, const Buffer& to, std::size_t first,
              std::size_t n) {
    Kokkos::parallel_for("gather field",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, int(n)),
                         GatherField<Derive, Space>{derive, field, to, first});
  }

  Space space_;
  std::size_t cells_;
  Buffer a_, b_;
};

/// Labels of the conserved totals in a history.
inline std::vector<std::string> conserved_history_labels() {
  return {"mass", "1-mom", "2-mom", "3-mom", "tot-E"};
}

/// The standard history quantities (Athena++'s order): volume integrals, then max |div B|.
template <class Equations, class Derive, class Space>
std::vector<std::pair<std::string, double>> standard_history(Diagnostics<Space>& diagnostics,
                                                             const Derive& derive,
                                                             double cell_volume) {
  using D = DerivedField;
  const std::array<D, 3> momenta{D::momentum_x, D::momentum_y, D::momentum_z};
  const std::array<D, 3> velocities{D::velocity_x, D::velocity_y, D::velocity_z};
  const std::array<D, 3> field{D::magnetic_field_x, D::magnetic_field_y, D::magnetic_field_z};
  std::vector<std::pair<std::string, double>> row;
  const auto add = [&](const std::string& label, double sum) {
    row.emplace_back(label, sum * cell_volume);
  };
  add("mass", diagnostics.sum(derive, D::density));
  for (int d = 0; d < 3; ++d)
    add(std::to_string(d + 1) + "-mom", diagnostics.sum(derive, momenta[d]));
  for (int d = 0; d < 3; ++d)
    add(std::to_string(d + 1) + "-KE",
        0.5 * diagnostics.sum_of_products(derive, momenta[d], velocities[d]));
  add("tot-E", diagnostics.sum(derive, D::total_energy));
  if constexpr (Equations::magnetised) {
    for (int d = 0; d < 3; ++d)
      add(std::to_string(d + 1) + "-ME",
          0.5 * diagnostics.sum_of_products(derive, field[d], field[d]));
    row.emplace_back("max_divB", diagnostics.largest(derive, D::divergence_b));
  }
  return row;
}

}  // namespace solenoid
