#pragma once
/// \file
/// Tables of numerics/lanes/piece_table.hpp before they are rounded and sent to a device.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace solenoid {

/// Pieces, each a polynomial in the distance from where it begins, up to where the next one does.
struct TablePieces {
  std::vector<double> starts;  ///< increasing
  std::vector<std::array<double, 5>> coefficients;
  /// Where the last one ends; then a table has no numbers beyond, nor before its first piece. Else
  /// these two go on there.
  std::optional<double> end{};

  static constexpr std::size_t most = 65000;

  /// Makes of all numbers x what rounded(x) is.
  template <class Rounded>
  void round_by(const Rounded& rounded) {
    for (double& start : starts) start = double(rounded(start));
    for (auto& piece : coefficients)
      for (double& number : piece) number = double(rounded(number));
    if (end) end = double(rounded(*end));
  }
};

}  // namespace solenoid
