#pragma once
/// \file
/// Slope limiters: from the differences to the two neighbours, a = q_i - q_(i-1) and
/// b = q_(i+1) - q_i, the change of q across cell i. All are symmetric, odd, zero at extrema and
/// within the TVD region of Sweby (1984): 0 <= slope <= 2 min(|a|, |b|) in the direction of a and
/// b.

#include "numerics/lanes/lanes.hpp"
#include "numerics/schemes/limiter.hpp"

namespace solenoid {

/// The smaller of two differences of one sign (Roe 1986): the most dissipative choice.
struct Minmod {
  template <class T>
  SOLENOID_INLINE T operator()(const T& a, const T& b) const {
    const T smaller = select(less(abs(a), abs(b)), a, b);
    return select(same_sign(a, b), smaller, T(0));
  }
};

/// The harmonic mean 2ab/(a+b) (van Leer 1974): smooth.
struct VanLeer {
  template <class T>
  SOLENOID_INLINE T operator()(const T& a, const T& b) const {
    const T product = a * b;
    const auto monotone = less(T(0), product);
    const T sum = select(monotone, a + b, T(1));
    return select(monotone, (product + product) * reciprocal(sum), T(0));
  }
};

/// The central difference, at most twice the smaller one (van Leer 1977): the least dissipative.
struct MonotonisedCentral {
  template <class T>
  SOLENOID_INLINE T operator()(const T& a, const T& b) const {
    const T smaller = select(less(abs(a), abs(b)), a, b);
    const T twice = smaller + smaller;
    const T central = T(0.5) * (a + b);
    const T slope = select(less(abs(twice), abs(central)), twice, central);
    return select(same_sign(a, b), slope, T(0));
  }
};

/// Calls `body(limiter)` with the limiter that `choice` names, so that the choice is made once and
/// not for every variable.
template <class Body>
SOLENOID_INLINE void with_limiter(Limiter choice, const Body& body) {
  switch (choice) {
#define SOLENOID_ROW(value, name, type) \
  case Limiter::value:                  \
    return body(type{});
    SOLENOID_LIMITERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  }
  __builtin_unreachable();  // or compilers believe that `body` may never be called
}

/// The function object of a limiter that is known when the program is compiled.
template <Limiter choice>
struct LimiterObject;
#define SOLENOID_ROW(value, name, object) \
  template <>                             \
  struct LimiterObject<Limiter::value> {  \
    using type = object;                  \
  };
SOLENOID_LIMITERS(SOLENOID_ROW)
#undef SOLENOID_ROW
template <Limiter choice>
using LimiterOf = typename LimiterObject<choice>::type;

}  // namespace solenoid
