#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

int main(int argument_count, char** arguments) {
  testing::InitGoogleTest(&argument_count, arguments);
  const Kokkos::ScopeGuard kokkos(argument_count, arguments);
  return RUN_ALL_TESTS();
}
