#pragma once
/// \file
/// Large pages for large arrays on the host: a processor keeps the places of few pages at hand, and
/// a step goes through dozens of arrays at once.

#include <Kokkos_Core.hpp>

namespace solenoid {

/// While it lives, arrays of the host that are made by this thread are put into huge pages where
/// the system offers them to those who ask; elsewhere nothing changes. Arrays keep their pages.
class HugePages {
 public:
  HugePages();
  ~HugePages();
  HugePages(const HugePages&) = delete;
  HugePages& operator=(const HugePages&) = delete;

 private:
  Kokkos::Tools::Experimental::EventSet before_;
};

/// Bytes of a huge page.
inline constexpr std::size_t huge_page = std::size_t(1) << 21;

/// Asks the system for huge pages where `bytes` bytes from `memory` on, which nobody has touched
/// yet, fill whole ones. False if they fill none, or the system offers none.
bool ask_for_huge_pages(void* memory, std::size_t bytes);

}  // namespace solenoid
