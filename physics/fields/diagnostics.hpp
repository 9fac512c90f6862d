#pragma once
/// \file
/// Totals and extrema of derived fields: rows of histories.

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/device/device_launch.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "physics/fields/derived.hpp"

namespace solenoid {

/// A total of a history: of a field, or half of that of the product of two.
struct HistorySum {
  const char* label;
  DerivedField field;
  DerivedField times;
  bool is_product = false;
};

/// The standard totals (Athena++'s order): an isothermal gas has no total energy.
template <class Equations>
struct HistorySums {
  using D = DerivedField;
  static constexpr int energies = Equations::has_energy ? 1 : 0;
  static constexpr int count = 7 + energies + (Equations::magnetised ? 3 : 0);
  static constexpr HistorySum everything[11] = {
      {"mass", D::density, D::density},
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
  static constexpr HistorySum at(int s) { return everything[s < 7 ? s : s + 1 - energies]; }
  /// With the largest |div B|, behind the sums.
  static constexpr int outputs = count + (Equations::magnetised ? 1 : 0);
};

/// The terms of all totals in a cell.
template <class Derive, class Equations>
struct HistoryTerms {
  using Sums = HistorySums<Equations>;
  Derive derive;

  template <std::size_t s>
  KOKKOS_FORCEINLINE_FUNCTION double term(const int offset) const {
    constexpr HistorySum sum = Sums::at(int(s));
    const double value = double(derive(sum.field, offset));
    if constexpr (sum.is_product) return value * double(derive(sum.times, offset));
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION double divergence(const int offset) const {
    return Kokkos::abs(double(derive(DerivedField::divergence_b, offset)));
  }
};

/// What a host takes at a time: sums are of doubles, and fields in single precision go one by one.
template <class Derive>
struct HistoryLanes {
  using Lane = double;
};
template <class Derive>
requires std::same_as<typename Derive::Number, double>
struct HistoryLanes<Derive> {
  using Lane = HostPack<double>;
};

/// The totals of some cells and the largest |div B| in them: the same for any number of threads and
/// processes and for any device.
template <class Equations>
struct HistoryTotals {
  using Sums = HistorySums<Equations>;
  ReproducibleSums<Sums::count> sums;
  double divergence = 0;

  void join(const HistoryTotals& other) {
    sums.join(other.sums);
    divergence = std::max(divergence, other.divergence);
  }
};

/// Host form: some of the pieces of rows of a grid a call.
template <class Derive, class Equations>
struct HistoryOfRows {
  using Sums = HistorySums<Equations>;
  static constexpr int piece = 4096;  ///< cells, at most
  HistoryTerms<Derive, Equations> terms;
  int parts = 0;
  HistoryTotals<Equations>* of_parts = nullptr;

  [[nodiscard]] int pieces_of_row() const {
    return (terms.derive.layout.cells[0] + piece - 1) / piece;
  }
  [[nodiscard]] std::size_t pieces() const {
    const Layout& layout = terms.derive.layout;
    return std::size_t(pieces_of_row()) * std::size_t(layout.cells[1]) *
           std::size_t(layout.cells[2]);
  }
  using Lane = typename HistoryLanes<Derive>::Lane;
  /// Cells whose terms are found before they are added, which stay in the first cache level: of
  /// 64, joining the lanes of their sums took 6 percent more.
  static constexpr int block = 256;
  using Found = double[Sums::count][block];

  /// The terms of the cells from `offset` on that a lane holds, from entry i on.
  template <class T, std::size_t... s>
  SOLENOID_INLINE void find(Found& found, double& largest, int i, int offset,
                            std::index_sequence<s...>) const {
    if constexpr (std::is_same_v<Lane, double>) {
      ((found[s][i] = terms.template term<s>(offset)), ...);
      if constexpr (Equations::magnetised) raise(largest, terms.divergence(offset));
    } else {
      const auto cells = terms.derive.template cells<T>(offset);
      const auto keep = [&]<std::size_t n>() {
        constexpr HistorySum sum = Sums::at(int(n));
        T value = terms.derive.value_in(sum.field, cells);
        if constexpr (sum.is_product) value = value * terms.derive.value_in(sum.times, cells);
        store(found[n] + i, value);
      };
      (keep.template operator()<s>(), ...);
      if constexpr (Equations::magnetised) {
        const T divergence = terms.derive.template divergence_in<T>(offset);
        if (any(less(T(largest), divergence)))
          for (int l = 0; l < lane_width<T>; ++l) raise(largest, lane(divergence, l));
      }
    }
  }
  SOLENOID_INLINE static void raise(double& largest, double value) {
    if (value > largest) largest = value;
  }
  /// Of `cells` cells from `start` on.
  void add(HistoryTotals<Equations>& totals, int start, int cells) const {
    constexpr auto all = std::make_index_sequence<Sums::count>();
    constexpr int width = lane_width<HostPack<double>>, lanes = lane_width<Lane>;
    alignas(64) Found found;
    for (int first = 0; first < cells; first += block) {
      const int count = std::min(block, cells - first), offset = start + first;
      int i = 0;
      for (; i + lanes <= count; i += lanes)
        find<Lane>(found, totals.divergence, i, offset + i, all);
      for (; i < count; ++i) find<double>(found, totals.divergence, i, offset + i, all);
      const int packs = (count + width - 1) / width;
      for (int sum = 0; sum < Sums::count; ++sum) {
        for (i = count; i < packs * width; ++i) found[sum][i] = 0;
        totals.sums.add(sum, found[sum], packs);
      }
    }
  }
  /// Adds a piece; returns its cells.
  int add_piece(HistoryTotals<Equations>& totals, std::size_t number) const {
    const Layout& layout = terms.derive.layout;
    const std::size_t row = number / std::size_t(pieces_of_row());
    const int first = int(number % std::size_t(pieces_of_row())) * piece;
    const int start = layout.offset(first, int(row % std::size_t(layout.cells[1])),
                                    int(row / std::size_t(layout.cells[1])));
    const int cells = std::min(piece, layout.cells[0] - first);
    add(totals, start, cells);
    return cells;
  }
  void operator()(const int part) const {
    HistoryTotals<Equations> all, of_pieces;
    int added = 0;
    const std::size_t end = pieces() * std::size_t(part + 1) / std::size_t(parts);
    for (std::size_t n = pieces() * std::size_t(part) / std::size_t(parts); n < end; ++n) {
      added += add_piece(of_pieces, n);
      // Sums take so many values at a time.
      if (added > most_values_of_sums / 2) {
        all.join(std::exchange(of_pieces, HistoryTotals<Equations>()));
        added = 0;
      }
    }
    all.join(of_pieces);
    of_parts[part] = all;
  }
};

/// Device form: a team makes one of the totals of a part of the cells; all of those that make the
/// same total of parts are followed by those of the next.
template <class Derive, class Equations>
struct HistoryOfCells {
  using Sums = HistorySums<Equations>;
  /// One total, or the largest |div B|.
  struct Values {
    ReproducibleSums<1> sum;
    double divergence = 0;
    KOKKOS_FUNCTION void join(const Values& other) {
      sum.join(other.sum);
      if (other.divergence > divergence) divergence = other.divergence;
    }
  };
  static constexpr PassShape shape{PassForm::plain, 32, 8, 1, 2, 0};
  HistoryTerms<Derive, Equations> terms;
  std::size_t cells;
  int count;  ///< of parts
  Values* parts;

  template <std::size_t s>
  KOKKOS_FORCEINLINE_FUNCTION void add(Values& values, int offset) const {
    if constexpr (s < std::size_t(Sums::count)) {
      values.sum.add(0, terms.template term<s>(offset));
    } else {
      const double divergence = terms.divergence(offset);
      if (divergence > values.divergence) values.divergence = divergence;
    }
  }
  /// Of the cells of a part those that a thread takes.
  template <std::size_t s>
  KOKKOS_FUNCTION void add_cells(Values& values, int part, int thread) const {
    const Layout& layout = terms.derive.layout;
    const std::size_t columns = std::size_t(layout.cells[0]), rows = std::size_t(layout.cells[1]);
    const std::size_t end = cells * std::size_t(part + 1) / std::size_t(count);
    for (std::size_t cell = cells * std::size_t(part) / std::size_t(count) + std::size_t(thread);
         cell < end; cell += std::size_t(shape.vertices())) {
      const std::size_t row = cell / columns;
      add<s>(values, layout.offset(int(cell - row * columns), int(row % rows), int(row / rows)));
    }
  }
  template <std::size_t... s>
  KOKKOS_FUNCTION Values of_thread(int output, int part, int thread,
                                   std::index_sequence<s...>) const {
    Values values;
    ((output == int(s) ? add_cells<s>(values, part, thread) : void()), ...);
    return values;
  }
};

/// What a team of the device form does.
template <class Kernel>
struct HistoryTeam : JoinTeam<Kernel> {
  Kernel kernel;
  explicit HistoryTeam(const Kernel& of) : kernel(of) {}

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int output = team.league_rank() % Kernel::Sums::outputs;
    const int part = team.league_rank() / Kernel::Sums::outputs;
    this->join(team,
               kernel.of_thread(output, part, team.team_rank(),
                                std::make_index_sequence<Kernel::Sums::outputs>()),
               kernel.parts[output * kernel.count + part]);
  }
};

/// The totals of a grid.
template <class Equations, class Space>
class Diagnostics {
 public:
  using Sums = HistorySums<Equations>;
  using Totals = HistoryTotals<Equations>;

  Diagnostics(const Space& space, const Layout& layout)
      : space_(space),
        cells_(std::size_t(layout.cells[0]) * std::size_t(layout.cells[1]) *
               std::size_t(layout.cells[2])) {}

  template <class Derive>
  Totals totals(const Derive& derive) {
    const HistoryTerms<Derive, Equations> terms{derive};
    if constexpr (is_host_space<Space>)
      return on_host_threads(terms);
    else
      return on_device(terms);
  }

 private:
  static constexpr std::size_t most_parts = 1024, cells_of_part = 4096;
  using Memory = Kokkos::View<double*, typename Space::memory_space>;

  template <class Derive>
  Totals on_host_threads(const HistoryTerms<Derive, Equations>& terms) {
    HistoryOfRows<Derive, Equations> kernel{terms};
    kernel.parts = int(std::min(4 * std::size_t(space_.concurrency()), kernel.pieces()));
    std::vector<Totals> of_parts(std::size_t(kernel.parts));
    kernel.of_parts = of_parts.data();
    Kokkos::parallel_for(
        "history", Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, kernel.parts),
        kernel);
    space_.fence();
    Totals all;
    for (const Totals& part : of_parts) all.join(part);
    return all;
  }
  template <class Derive>
  Totals on_device(const HistoryTerms<Derive, Equations>& terms) {
    using Kernel = HistoryOfCells<Derive, Equations>;
    using Values = typename Kernel::Values;
    constexpr std::size_t numbers = sizeof(Values) / sizeof(double);
    const int parts = int(std::clamp(cells_ / cells_of_part, std::size_t(1), most_parts));
    const std::size_t made = std::size_t(parts) * Sums::outputs,
                      size = (made + Sums::outputs) * numbers;
    if (memory_.size() != size) memory_ = Memory("parts of a history", size);
    const Kernel kernel{terms, cells_, parts, reinterpret_cast<Values*>(memory_.data())};
    run_teams(space_, "history",
              TeamLaunch<HistoryTeam<Kernel>>{HistoryTeam<Kernel>(kernel), parts * Sums::outputs});
    run_teams(space_, "history", TeamLaunch<JoinParts<Kernel>>{{kernel, parts}, Sums::outputs});
    const auto found = on_host(Kokkos::subview(memory_, std::pair(made * numbers, size)));
    Totals all;
    for (int output = 0; output < Sums::outputs; ++output) {
      Values values;
      std::memcpy(static_cast<void*>(&values), found.data() + std::size_t(output) * numbers,
                  sizeof values);
      if (output < Sums::count)
        all.sums.join(output, values.sum, 0);
      else
        all.divergence = values.divergence;
    }
    return all;
  }

  Space space_;
  std::size_t cells_;
  Memory memory_;
};

/// Labels of the conserved totals in a history.
template <class Equations>
std::vector<std::string> conserved_history_labels() {
  std::vector<std::string> labels{"mass", "1-mom", "2-mom", "3-mom"};
  if (Equations::has_energy) labels.emplace_back("tot-E");
  return labels;
}

/// Labels of the standard history quantities, in order.
template <class Equations>
std::vector<std::string> standard_history_labels() {
  using Sums = HistorySums<Equations>;
  std::vector<std::string> labels;
  for (int s = 0; s < Sums::count; ++s) labels.emplace_back(Sums::at(int(s)).label);
  if (Equations::magnetised) labels.emplace_back("max_divB");
  return labels;
}

/// The standard history quantities of all parts of a grid: volume integrals, then max |div B|.
template <class Equations, class Derive, class Space, class Parts>
std::vector<std::pair<std::string, double>> standard_history(
    Diagnostics<Equations, Space>& diagnostics, const Derive& derive, double cell_volume,
    const Parts& parts) {
  using Sums = HistorySums<Equations>;
  auto totals = diagnostics.totals(derive);
  totals.sums.join_parts(parts);
  std::vector<std::pair<std::string, double>> row;
  for (int s = 0; s < Sums::count; ++s)
    row.emplace_back(Sums::at(int(s)).label, (Sums::at(int(s)).is_product ? 0.5 : 1.0) *
                                                 totals.sums.total(s) * cell_volume);
  if constexpr (Equations::magnetised)
    row.emplace_back("max_divB", parts.largest(totals.divergence));
  return row;
}

}  // namespace solenoid
