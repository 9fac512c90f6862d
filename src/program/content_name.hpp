#pragma once
/// \file
/// Names of files in the folder of compiled programs that follow from what they hold.

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace solenoid {

/// What a file is made of and made by, as one name: equal contents have equal names.
class ContentName {
 public:
  void add(const std::string& text) {
    // FNV-1a twice with different beginnings; the length keeps neighbouring texts apart.
    for (std::uint64_t& hash : hashes_) {
      for (const char c : text + '\0' + std::to_string(text.size())) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
      }
    }
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("{:016x}{:016x}", hashes_[0], hashes_[1]);
  }

 private:
  std::uint64_t hashes_[2] = {0xcbf29ce484222325U, 0x9e3779b97f4a7c15U};
};

}  // namespace solenoid
