#pragma once
/// \file
/// What a process has one of while Kokkos runs.

#include <Kokkos_Core.hpp>

namespace solenoid {

/// It is made when it is first asked for, and goes with Kokkos. (No static object holds it: where
/// the library ends Kokkos as the process exits, static objects are gone by then.)
template <class One>
One& one_of_process() {
  static One* one = nullptr;
  if (one == nullptr) {
    one = new One;
    Kokkos::push_finalize_hook([] {
      delete one;
      one = nullptr;
    });
  }
  return *one;
}

}  // namespace solenoid
