#pragma once
/// \file
/// The precisions in which typed tests are compiled, and those that go through precisions run:
/// both, or one where another build tests the other one (SOLENOID_UNIT_TESTS in
/// tests/CMakeLists.txt).

#include <gtest/gtest.h>

#include <array>

#include "physics/solvers/compiled_precisions.hpp"

namespace solenoid {

namespace detail {
template <class... Lists>
struct Joined;
template <class... A>
struct Joined<testing::Types<A...>> {
  using type = testing::Types<A...>;
};
template <class... A, class... B, class... More>
struct Joined<testing::Types<A...>, testing::Types<B...>, More...>
    : Joined<testing::Types<A..., B...>, More...> {};
}  // namespace detail

/// Lists of cases as one, for suites of typed tests.
template <class... Lists>
using JoinedCases = typename detail::Joined<Lists...>::type;

/// The lists of cases in the precisions that are tested here.
#if defined(SOLENOID_WITHOUT_SINGLE_PRECISION)
template <template <class> class CasesIn>
using InTestedPrecisions = CasesIn<double>;
#elif defined(SOLENOID_TYPED_TESTS_IN_SINGLE_PRECISION)
template <template <class> class CasesIn>
using InTestedPrecisions = CasesIn<float>;
#else
template <template <class> class CasesIn>
using InTestedPrecisions = JoinedCases<CasesIn<float>, CasesIn<double>>;
#endif

namespace detail {
template <class Real>
using PrecisionAlone = testing::Types<Real>;
}  // namespace detail
/// A list of the precisions themselves.
using TestedPrecisions = InTestedPrecisions<detail::PrecisionAlone>;
/// The same as values.
#if defined(SOLENOID_TYPED_TESTS_IN_SINGLE_PRECISION)
inline constexpr std::array tested_precisions{Precision::single_precision};
#else
inline constexpr std::array tested_precisions = compiled_precisions;
#endif

}  // namespace solenoid
