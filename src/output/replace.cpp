#include "src/output/replace.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "src/output/files.hpp"
#include "src/output/temporary_files.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

double mebibytes(std::uintmax_t bytes) { return double(bytes) / (1024.0 * 1024.0); }

void require_writable_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) {
    throw std::runtime_error(fmt::format("the folder {} does not exist", folder.string()));
  }
  if (!fs::is_directory(folder, error)) {
    throw std::runtime_error(fmt::format("{} is not a folder", folder.string()));
  }
  if (::access(folder.c_str(), W_OK) != 0) {
    throw std::runtime_error(
        fmt::format("the folder {} is not writable ({})", folder.string(), std::strerror(errno)));
  }
}

void require_room(const fs::path& folder, std::uintmax_t bytes) {
  std::error_code error;
  const fs::space_info space = fs::space(folder, error);
  if (!error && space.available < bytes) {
    throw std::runtime_error(fmt::format("the disk is full ({:.1f} MiB needed, {:.1f} MiB free)",
                                         mebibytes(bytes), mebibytes(space.available)));
  }
}

[[noreturn]] void throw_errno() { throw std::runtime_error(std::strerror(errno)); }

/// Waits until the file (or folder) is on the disk, so that the rename cannot overtake the data.
void sync_to_disk(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY);
  if (descriptor < 0) throw_errno();
  const bool synced = ::fsync(descriptor) == 0;
  const int reason = errno;
  ::close(descriptor);
  // File systems that cannot sync (some network ones) say EINVAL; nothing more can be done there.
  if (!synced && reason != EINVAL) throw std::runtime_error(std::strerror(reason));
}

/// Removes the temporary file unless it was renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : path_(target.string() + temporary_ending()) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_text(const fs::path& path, const std::string& text) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) throw_errno();
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      ::close(descriptor);
      throw std::runtime_error(std::strerror(reason));
    }
    written += std::size_t(count);
  }
  if (::close(descriptor) != 0) throw_errno();
}

}  // namespace

void require_replaceable(const fs::path& target, std::uintmax_t bytes) {
  try {
    if (fs::is_directory(target)) throw std::runtime_error("it is a folder");
    require_writable_folder(folder_of(target));
    require_room(folder_of(target), bytes);
  } catch (const std::runtime_error& error) {
    throw OutputError(fmt::format("cannot write {}: {}", target.string(), error.what()));
  }
}

void replace_file(const fs::path& target, std::uintmax_t bytes,
                  const std::function<void(const fs::path&)>& write, Survives survives) {
  require_replaceable(target, bytes);
  try {
    const TemporaryFile temporary(target);
    write(temporary.path());
    if (survives == Survives::power_failure) sync_to_disk(temporary.path());
    std::error_code error;
    fs::rename(temporary.path(), target, error);
    if (error) throw std::runtime_error(error.message());
    if (survives == Survives::power_failure) sync_to_disk(folder_of(target));
  } catch (const std::runtime_error& error) {
    throw OutputError(fmt::format("cannot write {}: {}", target.string(), error.what()));
  }
}

void replace_file_by_text(const fs::path& target, const std::string& text, Survives survives) {
  replace_file(
      target, text.size(), [&](const fs::path& temporary) { write_text(temporary, text); },
      survives);
}

void replace_file_by_copy(const fs::path& target, const fs::path& source, Survives survives) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(source, error);
  if (error) {
    throw OutputError(
        fmt::format("cannot write {}: {}: {}", target.string(), source.string(), error.message()));
  }
  replace_file(
      target, bytes,
      [&](const fs::path& temporary) {
        fs::copy_file(source, temporary, fs::copy_options::overwrite_existing, error);
        if (error) throw std::runtime_error(error.message());
      },
      survives);
}

}  // namespace solenoid
