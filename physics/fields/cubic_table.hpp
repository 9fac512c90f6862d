#pragma once
/// \file
/// Functions that tables give.

#include <cstddef>
#include <vector>

#include "numerics/lanes/table_pieces.hpp"

namespace solenoid {

/// A function between the places of a table: cubic in each interval, its slopes those of Fritsch
/// and Butland (1984), so that it rises and falls where its values do and meets each of them. Or
/// the integral of that function, which is 0 at the first place.
class CubicTable {
 public:
  enum class Kind { value, integral };
  /// `at` increases and has as many values as `values`, two or more.
  CubicTable(std::vector<double> at, const std::vector<double>& values, Kind kind);

  /// NaN outside of the table.
  [[nodiscard]] double operator()(double x) const;
  [[nodiscard]] double first() const { return numbers_.front(); }
  [[nodiscard]] double last() const { return numbers_[std::size_t(count_) - 1]; }
  [[nodiscard]] bool contains(double x) const { return first() <= x && x <= last(); }

  /// The same as polynomials, for programs.
  [[nodiscard]] TablePieces pieces() const;

  /// \name What kernels compute it from (CubicTableNumbers)
  /// @{
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] bool is_integral() const { return kind_ == Kind::integral; }
  [[nodiscard]] const std::vector<double>& numbers() const { return numbers_; }
  /// @}

 private:
  int count_;
  Kind kind_;
  std::vector<double> numbers_;
};

}  // namespace solenoid
