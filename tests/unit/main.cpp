/// \file
/// GoogleTest inside Kokkos: tests may use views and parallel loops. With --tests-of=SOURCE, a path
/// like tests/unit/driver/run.cpp, the tests of that source file run, with several of them those of
/// each: ctest starts one process for a source, since a process for each test would take longer
/// than the tests.

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <thread>

#include "tests/threads_of_tests.hpp"

namespace {

/// The filter that chooses the tests of a source file. Empty if there are none, or if some test
/// is in no source file that could be asked for, but in a header.
std::string filter_of(const std::string& source) {
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  std::string filter;
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      const std::string file = test.file();
      const std::string name = std::string(suite.name()) + "." + test.name();
      if (!file.ends_with(".cpp")) {
        std::fprintf(stderr, "%s is in %s: tests have to be in source files\n", name.c_str(),
                     file.c_str());
        return "";
      }
      if (file.ends_with("/" + source)) filter += name + ":";
    }
  }
  if (filter.empty()) std::fprintf(stderr, "%s has no tests\n", source.c_str());
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  // A process that a death test starts anew has the words of its parent and the one test to run.
  const bool chosen = std::any_of(argv, argv + argc, [](const std::string& word) {
    return word.starts_with("--gtest_internal_run_death_test");
  });
  testing::InitGoogleTest(&argc, argv);
  const std::string option = "--tests-of=";
  std::string filters;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!argument.starts_with(option))
      continue;  // tests start this program with words of their own
    const std::string filter = filter_of(argument.substr(option.size()));
    if (filter.empty()) return 1;
    filters += filter;
  }
  if (!filters.empty() && !chosen) GTEST_FLAG_SET(filter, filters);
  // Tests run side by side: two threads are enough to meet what only several threads show.
  const unsigned cores = std::clamp(std::thread::hardware_concurrency(), 1u, 2u);
  const int threads = solenoid::threads_of_tests(int(cores));
  const Kokkos::ScopeGuard kokkos(
      Kokkos::InitializationSettings().set_disable_warnings(true).set_num_threads(threads));
  return RUN_ALL_TESTS();
}
