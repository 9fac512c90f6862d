#pragma once
/// \file
/// The table of limiters, for the host; what they compute is in numerics/schemes/limiters.hpp.

#include <iterator>

#include "numerics/named.hpp"

/// The limiters, from the sharpest to the most diffusive: in C++, in decks, and the function
/// object. The enumeration, its names and the choice in kernels are made of these rows.
#define SOLENOID_LIMITERS(ROW)                                        \
  ROW(monotonised_central, "monotonised-central", MonotonisedCentral) \
  ROW(van_leer, "van-leer", VanLeer)                                  \
  ROW(minmod, "minmod", Minmod)

namespace solenoid {

#define SOLENOID_ROW(value, name, type) value,
enum class Limiter { SOLENOID_LIMITERS(SOLENOID_ROW) };
#undef SOLENOID_ROW

template <>
struct Names<Limiter> {
#define SOLENOID_ROW(value, name, type) {Limiter::value, name},
  static constexpr Named<Limiter> rows[] = {SOLENOID_LIMITERS(SOLENOID_ROW)};
#undef SOLENOID_ROW
};

/// The ends of the table.
inline constexpr Limiter sharpest_limiter = std::begin(Names<Limiter>::rows)->value;
inline constexpr Limiter most_diffusive_limiter = std::rbegin(Names<Limiter>::rows)->value;

}  // namespace solenoid
