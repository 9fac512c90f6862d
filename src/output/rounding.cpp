#include "src/output/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace solenoid {
namespace {

constexpr long double extended_infinity = std::numeric_limits<long double>::infinity();

template <class Real>
std::vector<long double> numbers(const std::vector<std::byte>& bytes) {
  std::vector<Real> values(bytes.size() / sizeof(Real));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Real));
  return {values.begin(), values.end()};
}

std::vector<long double> numbers(const std::vector<std::byte>& bytes, Precision precision) {
  if (precision == Precision::single_precision) return numbers<float>(bytes);
  if (precision == Precision::double_precision) return numbers<double>(bytes);
  return numbers<long double>(bytes);
}

/// An error in units in the last place of a value.
long double in_units_of(long double value, long double error, Precision precision) {
  if (error == 0) return 0;
  return value == 0 ? extended_infinity : error / unit_in_last_place(value, precision);
}

}  // namespace

long double unit_in_last_place(long double value, Precision precision) {
  if (precision == Precision::extended_precision)
    throw std::invalid_argument("units in the last place are those of single or double precision");
  if (value == 0) return 0;
  const int digits = precision == Precision::single_precision ? std::numeric_limits<float>::digits
                                                              : std::numeric_limits<double>::digits;
  return std::ldexp(1.0L, std::ilogb(value) - (digits - 1));
}

RoundingError rounding_error(const std::string& name, const std::vector<long double>& model,
                             const std::vector<long double>& candidate, Precision precision) {
  if (model.size() != candidate.size())
    throw std::invalid_argument(name + " has another number of values than the model");
  RoundingError result{name};
  for (std::size_t i = 0; i < model.size(); ++i) {
    result.largest_value = std::max(result.largest_value, std::abs(model[i]));
    const long double error = std::abs(candidate[i] - model[i]);
    if (error <= result.largest_error) continue;
    const bool finite = std::isfinite(error);
    result.largest_error = finite ? error : extended_infinity;
    result.ulp = in_units_of(finite ? model[i] : 0, error, precision);
    if (!finite) break;
  }
  result.ulp_of_largest = in_units_of(result.largest_value, result.largest_error, precision);
  return result;
}

std::vector<RoundingError> rounding_errors(const SolverState& model, const SolverState& candidate) {
  if (model.precision != Precision::extended_precision)
    throw std::invalid_argument("the model is not in extended precision");
  if (model.arrays.size() != candidate.arrays.size())
    throw std::invalid_argument("the model has other arrays");
  std::vector<RoundingError> errors;
  for (const auto& [name, bytes] : model.arrays) {
    const auto found = candidate.arrays.find(name);
    if (found == candidate.arrays.end()) throw std::invalid_argument("the model has other arrays");
    errors.push_back(rounding_error(name, numbers(bytes, model.precision),
                                    numbers(found->second, candidate.precision),
                                    candidate.precision));
  }
  return errors;
}

}  // namespace solenoid
