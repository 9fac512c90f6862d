#pragma once
/// \file
/// A file's bytes, which come into memory as they are looked at.

#include <filesystem>
#include <string_view>

namespace solenoid {

class MappedFile {
 public:
  /// Throws OutputError where the file cannot be read.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace solenoid
