/// \file
/// What the leak sanitizer is not to report in the unit tests.

#if defined(__SANITIZE_ADDRESS__)

/// Fontconfig keeps its fonts until the process ends. LeakSanitizer asks for this list by name.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig"; }

#endif
