#include "physics/equations/cooling/cooling_curve.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace solenoid {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

}  // namespace

void require_curve(const CoolingSettings& settings) {
  const auto& at = settings.temperature;
  require(at.size() == settings.rate.size() && at.size() > 1,
          "a cooling curve needs two or more temperatures, and as many rates");
  for (std::size_t i = 0; i < at.size(); ++i) {
    require(std::isnormal(at[i]) && 0 < at[i] && std::isnormal(settings.rate[i]) &&
                0 < settings.rate[i],
            "temperatures and rates of a cooling curve have to be positive numbers");
    require(i == 0 || at[i - 1] < at[i], "temperatures of a cooling curve have to increase");
  }
  require(settings.lowest_temperature < at.back(),
          "the lowest temperature has to be less than the highest one of the cooling curve");
}

CoolingTable::CoolingTable(const CoolingSettings& settings) {
  require_curve(settings);
  const auto& at = settings.temperature;
  const auto& rate = settings.rate;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    if (!(settings.lowest_temperature < at[i + 1])) continue;
    const double alpha = logarithm(rate[i + 1] / rate[i]) / logarithm(at[i + 1] / at[i]);
    CoolingPiece piece{at[i], rate[i] / at[i], 1 - alpha, 0, 0};
    if (at[i] < settings.lowest_temperature) {
      const double ratio = logarithm(settings.lowest_temperature / at[i]);
      piece.temperature = settings.lowest_temperature;
      piece.rate_over_temperature *= exponential(-piece.exponent * ratio);
    }
    pieces.push_back(piece);
  }
  for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
    CoolingPiece& piece = pieces[k];
    CoolingPiece& above = pieces[k + 1];
    piece.column =
        detail::column_down(above.rate_over_temperature,
                            logarithm(above.temperature / piece.temperature), piece.exponent);
    above.below = piece.below + piece.column;
  }
  first_bin = CoolingCurve::bin_of(pieces.front().temperature);
  const std::int64_t last_bin = CoolingCurve::bin_of(pieces.back().temperature);
  int piece = 0;
  for (std::int64_t bin = first_bin; bin <= last_bin; ++bin) {
    while (std::size_t(piece) + 1 < pieces.size() &&
           CoolingCurve::bin_of(pieces[std::size_t(piece) + 1].temperature) < bin)
      ++piece;
    first_pieces.push_back(piece);
  }
}

}  // namespace solenoid
