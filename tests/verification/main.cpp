/// \file
/// GoogleTest inside Kokkos: the tests run solvers.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>

#include "tests/threads_of_tests.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // Of the stencil programs that decks have compiled little is computed: more optimisation would
  // take longer than it saves.
  setenv("SOLENOID_CXXFLAGS", "-O1", 0);
  // Tests run side by side. On their grids a thread that waits for another takes as long as it
  // computes; what only several threads show, unit tests meet.
  const int threads = solenoid::threads_of_tests(1);
  const Kokkos::ScopeGuard kokkos(
      Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(threads));
  return RUN_ALL_TESTS();
}
