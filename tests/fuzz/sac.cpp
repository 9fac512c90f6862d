/// libFuzzer's entry to the readers of SAC's and SMAUG's files; tests/fuzz/run builds it with
/// clang.

#include <cstddef>
#include <cstdint>

#include "feed_sac.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  solenoid::sac::feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
