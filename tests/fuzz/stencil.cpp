/// libFuzzer's entry to the compiler of the stencil language; tests/fuzz/run builds it with clang.

#include <cstddef>
#include <cstdint>

#include "feed_stencil.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solenoid::stencil::feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
