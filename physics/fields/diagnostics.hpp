#pragma once
/// \file
/// Totals and extrema of derived fields: rows of histories.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "numerics/device/copies.hpp"
#include "physics/fields/derived.hpp"

namespace solenoid {

/// Cells, one after the other along x, y and z, that one team sums. Pieces of fixed length are
/// summed one by one and added up in order, so that any number of threads makes the same sums (on a
/// GPU they depend on the size of a team).
inline constexpr int history_piece = 512;

/// A total of a history: of a field, or half of that of the product of two.
struct HistorySum {
  const char* label;
  DerivedField field;
  DerivedField times;
  bool is_product = false;
};

/// The standard totals (Athena++'s order).
template <bool magnetised>
struct HistorySums {
  using D = DerivedField;
  static constexpr int count = magnetised ? 11 : 8;
  static constexpr HistorySum all[] = {{"mass", D::density, D::density},
                                       {"1-mom", D::momentum_x, D::momentum_x},
                                       {"2-mom", D::momentum_y, D::momentum_y},
                                       {"3-mom", D::momentum_z, D::momentum_z},
                                       {"1-KE", D::momentum_x, D::velocity_x, true},
                                       {"2-KE", D::momentum_y, D::velocity_y, true},
                                       {"3-KE", D::momentum_z, D::velocity_z, true},
                                       {"tot-E", D::total_energy, D::total_energy},
                                       {"1-ME", D::magnetic_field_x, D::magnetic_field_x, true},
                                       {"2-ME", D::magnetic_field_y, D::magnetic_field_y, true},
                                       {"3-ME", D::magnetic_field_z, D::magnetic_field_z, true}};
  /// With the largest |div B|, behind the sums.
  static constexpr int outputs = count + (magnetised ? 1 : 0);
};

/// The terms of all totals in a cell, and their sums over pieces.
template <class Derive, bool magnetised>
struct PieceSums {
  using Sums = HistorySums<magnetised>;
  Derive derive;
  double* partial;    ///< [output][piece], of the pieces from first_piece on
  int pieces;         ///< of `partial`
  int first_piece;    ///< of all
  std::size_t cells;  ///< in all

  template <std::size_t s>
  KOKKOS_FORCEINLINE_FUNCTION double term(const int offset) const {
    constexpr HistorySum sum = Sums::all[s];
    const double value = double(derive(sum.field, offset));
    if constexpr (sum.is_product) return value * double(derive(sum.times, offset));
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION double divergence(const int offset) const {
    return Kokkos::abs(double(derive(DerivedField::divergence_b, offset)));
  }
  [[nodiscard]] KOKKOS_FUNCTION int cells_of(const int piece) const {
    const std::size_t left = cells - first_cell(piece);
    return left < std::size_t(history_piece) ? int(left) : history_piece;
  }
  [[nodiscard]] KOKKOS_FUNCTION std::size_t first_cell(const int piece) const {
    return std::size_t(first_piece + piece) * history_piece;
  }
  KOKKOS_FORCEINLINE_FUNCTION void put(const int output, const int piece, double value) const {
    partial[std::size_t(output) * std::size_t(pieces) + std::size_t(piece)] = value;
  }
};

/// A piece a work item, on the host: its cells in order, all sums side by side.
template <class Derive, bool magnetised>
struct PieceOnHost {
  using Sums = HistorySums<magnetised>;
  PieceSums<Derive, magnetised> of;

  template <std::size_t... s>
  void add(std::array<double, Sums::outputs>& sums, int offset, std::index_sequence<s...>) const {
    ((sums[s] += of.template term<s>(offset)), ...);
    if constexpr (magnetised) {
      const double divergence = of.divergence(offset);
      if (divergence > sums[Sums::count]) sums[Sums::count] = divergence;
    }
  }
  void operator()(const int piece) const {
    const Layout& layout = of.derive.layout;
    const std::size_t first = of.first_cell(piece), row = first / std::size_t(layout.cells[0]);
    int i = int(first % std::size_t(layout.cells[0]));
    int j = int(row % std::size_t(layout.cells[1])), k = int(row / std::size_t(layout.cells[1]));
    std::array<double, Sums::outputs> sums{};
    for (int left = of.cells_of(piece); left > 0;) {
      const int run = std::min(left, layout.cells[0] - i);
      const int start = layout.offset(i, j, k);
      for (int n = 0; n < run; ++n) add(sums, start + n, std::make_index_sequence<Sums::count>());
      left -= run;
      i = 0;
      if (++j == layout.cells[1]) {
        j = 0;
        ++k;
      }
    }
    for (int output = 0; output < Sums::outputs; ++output)
      of.put(output, piece, sums[std::size_t(output)]);
  }
};

/// A piece a team, on a device.
template <class Derive, bool magnetised, class Space>
struct PieceOnDevice {
  using Sums = HistorySums<magnetised>;
  using Member = typename Kokkos::TeamPolicy<Space>::member_type;
  static constexpr int threads = 64;
  PieceSums<Derive, magnetised> of;

  [[nodiscard]] KOKKOS_FUNCTION int offset_of(const std::size_t cell) const {
    const Layout& layout = of.derive.layout;
    const std::size_t row = cell / std::size_t(layout.cells[0]);
    return layout.offset(int(cell % std::size_t(layout.cells[0])),
                         int(row % std::size_t(layout.cells[1])),
                         int(row / std::size_t(layout.cells[1])));
  }
  template <std::size_t s>
  KOKKOS_FUNCTION void sum(const Member& team) const {
    const int piece = team.league_rank();
    const std::size_t first = of.first_cell(piece);
    double total = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, of.cells_of(piece)),
        [&](const int i, double& value) {
          value += of.template term<s>(offset_of(first + std::size_t(i)));
        },
        total);
    if (team.team_rank() == 0) of.put(int(s), piece, total);
  }
  KOKKOS_FUNCTION void find_divergence(const Member& team) const {
    const int piece = team.league_rank();
    const std::size_t first = of.first_cell(piece);
    double largest = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, of.cells_of(piece)),
        [&](const int i, double& value) {
          const double divergence = of.divergence(offset_of(first + std::size_t(i)));
          if (divergence > value) value = divergence;
        },
        Kokkos::Max<double>(largest));
    if (team.team_rank() == 0) of.put(Sums::count, piece, largest);
  }
  template <std::size_t... s>
  KOKKOS_FUNCTION void all(const Member& team, std::index_sequence<s...>) const {
    (sum<s>(team), ...);
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const {
    all(team, std::make_index_sequence<Sums::count>());
    if constexpr (magnetised) find_divergence(team);
  }
};

/// The totals of a grid, worked off in groups of pieces whose sums need little memory.
template <bool magnetised, class Space>
class Diagnostics {
 public:
  using Sums = HistorySums<magnetised>;

  Diagnostics(const Space& space, const Layout& layout)
      : space_(space),
        cells_(std::size_t(layout.cells[0]) * std::size_t(layout.cells[1]) *
               std::size_t(layout.cells[2])),
        pieces_(int((cells_ + history_piece - 1) / history_piece)),
        partial_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "sums of pieces"),
                 std::size_t(std::min(pieces_, most_pieces)) * Sums::outputs) {}

  /// The sums over all cells and, last, the largest |div B| of a magnetised fluid.
  template <class Derive>
  std::array<double, std::size_t(Sums::outputs)> totals(const Derive& derive) {
    std::array<double, std::size_t(Sums::outputs)> totals{};
    for (int first = 0; first < pieces_; first += most_pieces) {
      const int pieces = std::min(most_pieces, pieces_ - first);
      sum_pieces(PieceSums<Derive, magnetised>{derive, partial_.data(), pieces, first, cells_});
      const auto values = on_host(partial_);
      for (int output = 0; output < Sums::outputs; ++output) {
        const double* of_pieces = values.data() + std::size_t(output) * std::size_t(pieces);
        if (output == Sums::count)
          totals.back() = std::max(totals.back(), *std::max_element(of_pieces, of_pieces + pieces));
        else
          add_up(totals[std::size_t(output)], of_pieces, pieces);
      }
    }
    return totals;
  }

 private:
  /// Pieces that are added up in long double, and those whose sums are there at a time.
  static constexpr int group = 2048;
  static constexpr int most_pieces = 8 * group;

  template <class Derive>
  void sum_pieces(const PieceSums<Derive, magnetised>& of) {
    if constexpr (is_host_space<Space>) {
      Kokkos::parallel_for("history",
                           Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, of.pieces),
                           PieceOnHost<Derive, magnetised>{of});
    } else {
      using Pieces = PieceOnDevice<Derive, magnetised, Space>;
      Kokkos::parallel_for("history", Kokkos::TeamPolicy<Space>(space_, of.pieces, Pieces::threads),
                           Pieces{of});
    }
  }
  static void add_up(double& total, const double* values, int count) {
    for (int first = 0; first < count; first += group) {
      long double sum = 0;
      for (int i = first; i < std::min(first + group, count); ++i) sum += values[i];
      total += double(sum);
    }
  }

  Space space_;
  std::size_t cells_;
  int pieces_;
  Kokkos::View<double*, typename Space::memory_space> partial_;
};

/// Labels of the conserved totals in a history.
inline std::vector<std::string> conserved_history_labels() {
  return {"mass", "1-mom", "2-mom", "3-mom", "tot-E"};
}

/// Labels of the standard history quantities, in order.
template <bool magnetised>
std::vector<std::string> standard_history_labels() {
  using Sums = HistorySums<magnetised>;
  std::vector<std::string> labels;
  for (int s = 0; s < Sums::count; ++s) labels.emplace_back(Sums::all[s].label);
  if (magnetised) labels.emplace_back("max_divB");
  return labels;
}

/// The standard history quantities of all parts of a grid: volume integrals, then max |div B|.
template <bool magnetised, class Derive, class Space, class Parts>
std::vector<std::pair<std::string, double>> standard_history(
    Diagnostics<magnetised, Space>& diagnostics, const Derive& derive, double cell_volume,
    const Parts& parts) {
  using Sums = HistorySums<magnetised>;
  auto totals = diagnostics.totals(derive);
  parts.add_up(totals.data(), std::size_t(Sums::count));
  if constexpr (magnetised) totals.back() = parts.largest(totals.back());
  const std::vector<std::string> labels = standard_history_labels<magnetised>();
  std::vector<std::pair<std::string, double>> row;
  for (std::size_t s = 0; s < labels.size(); ++s) {
    const bool is_sum = int(s) < Sums::count;
    const double half = is_sum && Sums::all[s].is_product ? 0.5 : 1.0;
    row.emplace_back(labels[s], is_sum ? half * totals[s] * cell_volume : totals[s]);
  }
  return row;
}

}  // namespace solenoid
