#include "numerics/device/divisor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace solenoid {
namespace {

TEST(Divisor, DividesAsDivisionDoes) {
  for (const int by : {1, 2, 3, 5, 7, 8, 48, 64, 127, 256, 1000, 1009, 4096, 16383, 46340})
    for (const std::int64_t most : {std::int64_t(by), std::int64_t(8) * by, std::int64_t(46340)}) {
      const Divisor divide(by, most);
      for (int n = 0; n <= most; ++n) {
        ASSERT_EQ(divide(n), n / by) << n << " / " << by;
        if (Divisor::multiplies(by, most)) {
          ASSERT_EQ(divide.multiplied(n), n / by) << n << " / " << by;
        }
      }
    }
}

TEST(Divisor, MultipliesAsFarAsThatIsExact) {
  EXPECT_NE(Divisor(46340, 46340).multiplier, 0);
  EXPECT_EQ(Divisor(46341, 46341).multiplier, 0);
  EXPECT_NE(Divisor(1, (std::int64_t(1) << 31) - 1).multiplier, 0);
  for (const int by : {46341, 100003, 1 << 20}) {
    const int most = 8 * by;
    const Divisor divide(by, most);
    for (int multiple = 0; multiple <= most; multiple += by)
      for (const int n : {multiple - 1, multiple, multiple + 1})
        if (n >= 0) {
          EXPECT_EQ(divide(n), n / by) << n << " / " << by;
        }
  }
}

}  // namespace
}  // namespace solenoid
