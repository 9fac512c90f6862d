/// \file
/// GoogleTest inside Kokkos: the tests run solvers.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdlib>
#include <thread>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Of the stencil programs that decks have compiled little is computed: more optimisation would
  // take longer than it saves.
  setenv("SOLENOID_CXXFLAGS", "-O1", 0);
  // Tests run side by side: two threads are enough to meet what only several threads show.
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1u, 2u);
  const Kokkos::ScopeGuard kokkos(
      Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(int(threads)));
  return RUN_ALL_TESTS();
}
