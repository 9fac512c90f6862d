#pragma once
/// \file
/// Probability densities of fields, also joint ones of two, made on the device and the same bits
/// for any number of threads, processes and devices (numerics/device/binned_sums.hpp).

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"

namespace solenoid {

/// Bins of values: half open, but for the last, which has its upper edge. Of equal width, or of
/// equal ratio of edges.
struct BinScale {
  int bins = 100;
  bool logarithmic = false;
  /// Without one, the extremes of the finite values (of the positive ones, if logarithmic).
  std::optional<std::array<double, 2>> range{};
};
/// The edges, one more than bins. Throws std::invalid_argument where they are no different numbers,
/// or where a logarithmic scale has one that is not positive.
[[nodiscard]] std::vector<double> bin_edges(const BinScale& scale,
                                            const std::array<double, 2>& range);

/// The distribution of one field, or the joint one of two.
struct DistributionRequest {
  std::vector<std::string> fields;  ///< one or two
  std::vector<BinScale> scales;     ///< as fields
  std::string weight;               ///< a field; none: 1
};
struct Distribution {
  std::vector<std::vector<double>> edges;  ///< as fields
  /// What is in each bin, the first field's fastest: number 0 is below its range, the last one
  /// above.
  std::vector<std::int64_t> cells;
  std::vector<double> weights;
  double weight = 0;             ///< all of them together
  std::int64_t not_numbers = 0;  ///< cells whose value is NaN, or whose weight is not finite

  [[nodiscard]] int bins(std::size_t field) const { return int(edges[field].size()) - 1; }
  /// The place of a bin, counted from 0; -1 is below the range.
  [[nodiscard]] std::size_t place(int bin, int of_second = 0) const {
    const auto second = edges.size() < 2 ? 0 : std::size_t(of_second + 1);
    return std::size_t(bin + 1) + std::size_t(bins(0) + 2) * second;
  }
  /// The part of it in a bin over the width of the bin (the area of two): the integral of this
  /// and the parts outside() are 1 together.
  [[nodiscard]] double density(int bin, int of_second = 0) const;
  /// The part of it below the range of a field, and the part above.
  [[nodiscard]] std::array<double, 2> outside(std::size_t field) const;
};
/// Of the solver's present state.
[[nodiscard]] Distribution distribution_of(Solver& solver, const DefinedFields& fields,
                                           const DistributionRequest& request, double time);

}  // namespace solenoid
