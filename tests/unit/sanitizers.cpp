/// \file
/// What the leak sanitizer is not to report in the unit tests.

#include "tests/address_sanitizer.hpp"

#if SOLENOID_SANITIZES_ADDRESSES

/// LeakSanitizer asks for this list by name. Fontconfig keeps its fonts until the process ends;
/// HDF5 1.10 loses a few bytes when it meets damaged metadata.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libhdf5\n";
}

#endif
