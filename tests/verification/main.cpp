/// \file
/// GoogleTest inside Kokkos: the tests run solvers.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <thread>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Tests run side by side: two threads are enough to meet what only several threads show.
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, 2u);
  const Kokkos::ScopeGuard kokkos(
      Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(int(threads)));
  return RUN_ALL_TESTS();
}
