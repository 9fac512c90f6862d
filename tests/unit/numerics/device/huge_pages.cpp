#include "numerics/device/huge_pages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace solenoid {
namespace {

/// Whether the mapping that holds an address is marked for huge pages.
bool is_marked(const void* address) {
  const auto wanted = reinterpret_cast<std::uintptr_t>(address);
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> begin >> dash >> end && dash == '-')
      inside = begin <= wanted && wanted < end;
    if (inside && line.starts_with("VmFlags:")) return (line + " ").find(" hg ") != line.npos;
  }
  return false;
}

bool system_offers_them() {
  constexpr std::size_t bytes = 4 * huge_page;
  void* const memory = std::malloc(bytes);
  const bool offered = ask_for_huge_pages(memory, bytes);
  std::free(memory);
  return offered;
}

using Array = Kokkos::View<double*, Kokkos::HostSpace>;
constexpr std::size_t many_values = 16 * huge_page / sizeof(double);

TEST(HugePages, HoldLargeArrays) {
  if (!system_offers_them()) GTEST_SKIP() << "the system offers no huge pages";
  const HugePages pages;
  const Array large("large", many_values);
  EXPECT_TRUE(is_marked(&large(many_values / 2)));
  EXPECT_EQ(large(many_values / 2), 0);
}

TEST(HugePages, AreNotAskedForWhereNoneIsFilled) {
  alignas(64) static char memory[1000];
  EXPECT_FALSE(ask_for_huge_pages(memory, sizeof memory));
}

TEST(HugePages, MayBeAskedForWithinOneAnother) {
  const HugePages pages;
  {
    const HugePages within;
    const Array array("array", 10);
  }
  const Array array("array", 10);
  EXPECT_EQ(array(9), 0);
}

int allocations = 0;

TEST(HugePages, LeaveOtherToolsToTheirWork) {
  const auto before = Kokkos::Tools::Experimental::get_callbacks();
  Kokkos::Tools::Experimental::set_allocate_data_callback(
      [](Kokkos::Tools::SpaceHandle, const char*, const void*, uint64_t) { ++allocations; });
  {
    const HugePages pages;
    const Array array("array", 10);
    EXPECT_EQ(allocations, 1);
  }
  const Array array("array", 10);
  EXPECT_EQ(allocations, 2);
  Kokkos::Tools::Experimental::set_callbacks(before);
}

}  // namespace
}  // namespace solenoid
