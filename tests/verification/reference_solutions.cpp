/// \file
/// The reference solutions and their tests, which lie a folder deeper than the sources of this
/// executable.

#include "tests/verification/reference/mhd_waves.cpp"
#include "tests/verification/reference/reference_tests.cpp"
#include "tests/verification/reference/riemann.cpp"
#include "tests/verification/reference/sedov.cpp"
