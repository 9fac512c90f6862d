#pragma once
/// \file
/// What tests leave out under sanitizers, which look for faults of memory, not of numbers, and take
/// ten to fifty times as long: long runs whose code shorter ones go through as well.

#include <gtest/gtest.h>

#include "tests/address_sanitizer.hpp"

namespace solenoid {

inline constexpr bool sanitized = SOLENOID_SANITIZES_ADDRESSES != 0;

/// How many of the cases of a test are run: all, or under sanitizers a few.
constexpr int cases_of(int all) { return sanitized ? (all + 5) / 6 : all; }

}  // namespace solenoid

/// Ends a test of how exact something is.
#define SOLENOID_SKIP_IF_SANITIZED() \
  if (solenoid::sanitized) GTEST_SKIP() << "how exact it is, sanitizers need not see"
