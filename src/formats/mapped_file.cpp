#include "src/formats/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "src/output/files.hpp"

namespace solenoid {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const auto fail = [&](const std::string& reason) {
    throw OutputError(fmt::format("cannot read {}: {}", path.string(), reason));
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(std::strerror(errno));
  struct stat about {};
  if (::fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    ::close(descriptor);
    fail(S_ISDIR(about.st_mode) ? "it is a folder" : "it is no file");
  }
  size_ = std::size_t(about.st_size);
  void* const place =
      size_ == 0 ? nullptr : ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
  const int reason = errno;
  ::close(descriptor);
  if (place == MAP_FAILED) fail(std::strerror(reason));
  data_ = static_cast<const char*>(place);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

}  // namespace solenoid
