#include "numerics/device/huge_pages.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <string_view>

namespace solenoid {

namespace {

using Kokkos::Tools::SpaceHandle;

/// What another tool has Kokkos call when memory is allocated.
decltype(Kokkos::Tools::Experimental::EventSet::allocate_data) other_tool = nullptr;

/// Called by Kokkos between an allocation and the first touch of the memory.
void on_allocation(const SpaceHandle space, const char* name, const void* const memory,
                   const uint64_t bytes) {
  if (std::string_view(space.name) == Kokkos::HostSpace::name())
    ask_for_huge_pages(const_cast<void*>(memory), bytes);
  if (other_tool != nullptr) other_tool(space, name, memory, bytes);
}

}  // namespace

HugePages::HugePages() : before_(Kokkos::Tools::Experimental::get_callbacks()) {
  // Within another one's life it is called already.
  if (before_.allocate_data != on_allocation) other_tool = before_.allocate_data;
  Kokkos::Tools::Experimental::set_allocate_data_callback(on_allocation);
}

HugePages::~HugePages() { Kokkos::Tools::Experimental::set_callbacks(before_); }

bool ask_for_huge_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const auto first = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t begin = (first + huge_page - 1) / huge_page * huge_page;
  const std::uintptr_t end = (first + bytes) / huge_page * huge_page;
  if (begin >= end) return false;
  return ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE) == 0;
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
  return false;
#endif
}

}  // namespace solenoid
