#include "src/library/field_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace solenoid {

namespace {

/// A sum that keeps what its additions round off (Neumaier).
class Sum {
 public:
  void add(double value) {
    const double next = sum_ + value;
    lost_ += std::abs(sum_) >= std::abs(value) ? (sum_ - next) + value : (value - next) + sum_;
    sum_ = next;
  }
  [[nodiscard]] double value() const { return std::isfinite(lost_) ? sum_ + lost_ : sum_; }

 private:
  double sum_ = 0, lost_ = 0;
};

}  // namespace

FieldNumbers numbers_of(const Gather& gather, const Box& box) {
  FieldNumbers numbers;
  numbers.minimum = std::numeric_limits<double>::infinity();
  numbers.maximum = -numbers.minimum;
  if (box.values() == 0) return numbers;
  Sum sum, squares;
  std::vector<double> values;
  for (const Box& slab : slabs_of(box, state_slab_values)) {
    values.resize(slab.values());
    gather(slab, {Precision::double_precision, values.data()});
    const auto row = values.begin();
    for (auto first = row; first != values.end(); first += slab.count[0]) {
      double row_sum = 0, row_squares = 0;
      for (auto value = first; value != first + slab.count[0]; ++value) {
        numbers.minimum = std::min(numbers.minimum, *value);
        numbers.maximum = std::max(numbers.maximum, *value);
        row_sum += *value;
        row_squares += *value * *value;
      }
      sum.add(row_sum);
      squares.add(row_squares);
    }
  }
  numbers.sum = sum.value();
  numbers.rms = std::sqrt(squares.value() / double(box.values()));
  if (std::isnan(numbers.sum) || std::isnan(numbers.rms))
    numbers.minimum = numbers.maximum = std::numeric_limits<double>::quiet_NaN();
  return numbers;
}

Gather length_of(const std::vector<Gather>& components) {
  return [components](const Box& box, const MutableValues& there) {
    auto* const length = static_cast<double*>(there.data);
    std::fill_n(length, box.values(), 0.0);
    std::vector<double> values(box.values());
    for (const Gather& gather : components) {
      gather(box, {Precision::double_precision, values.data()});
      for (std::size_t i = 0; i < values.size(); ++i) length[i] += values[i] * values[i];
    }
    std::transform(length, length + box.values(), length, [](double v) { return std::sqrt(v); });
  };
}

}  // namespace solenoid
