#include "src/driver/run_folder.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <system_error>
#include <utility>

#include "src/output/files.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// What run.lock says: "process 1234 on node17 since 2026-11-22 14:03:05".
std::string holder_text() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return fmt::format("process {} on {} since {:%Y-%m-%d %H:%M:%S}", ::getpid(), host,
                     fmt::localtime(std::time(nullptr)));
}

/// Who holds the lock, from its file; other words in the moment before it is written.
std::string holder_in(const fs::path& file) {
  std::string holder;
  std::getline(std::ifstream(file), holder);
  return holder.empty() ? "which has just begun" : holder;
}

/// An open lock file, or -1. One that another user's killed run left may be readable only, which
/// is enough to lock it on most file systems.
int open_lock_file(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor >= 0 || errno != EACCES) return descriptor;
  const int readable = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (readable < 0) errno = EACCES;
  return readable;
}

/// Whether the open file is still the one of this name: whoever held it may have removed it between
/// our opening and our locking it.
bool is_named(int descriptor, const fs::path& file) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(file.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// Writes who holds the lock. That it cannot be said, as on a full disk, is no reason not to run.
void write_holder(int descriptor) {
  const std::string text = holder_text() + "\n";
  if (::ftruncate(descriptor, 0) != 0) return;
  [[maybe_unused]] const ssize_t written = ::pwrite(descriptor, text.data(), text.size(), 0);
}

}  // namespace

RunFolder::RunFolder(fs::path path) : RunFolder(std::move(path), ::flock) {}

RunFolder::RunFolder(fs::path path, const Lock& lock)
    : path_(std::move(path)), file_(path_ / "run.lock") {
  make_folder();
  take(lock);
}

void RunFolder::make_folder() {
  std::error_code error;
  for (fs::path folder = path_; !folder.empty() && !fs::exists(folder, error);
       folder = folder.parent_path()) {
    made_.push_back(folder);
  }
  fs::create_directories(path_, error);
  if (error) {
    throw OutputError(fmt::format(
        "cannot create the output folder {}: {}; name another with --out; no step was taken",
        path_.string(), error.message()));
  }
}

void RunFolder::take(const Lock& lock) {
  while (true) {
    descriptor_ = open_lock_file(file_);
    if (descriptor_ < 0) {
      throw OutputError(fmt::format(
          "cannot write to the output folder {}: {}; name another with --out; no step was taken",
          path_.string(), std::strerror(errno)));
    }
    if (lock(descriptor_, LOCK_EX | LOCK_NB) == 0) {
      if (is_named(descriptor_, file_)) break;
      ::close(descriptor_);
      continue;
    }
    const int reason = errno;
    if (reason == EINTR) {
      ::close(descriptor_);
      continue;
    }
    if (reason == EWOULDBLOCK) {
      ::close(descriptor_);
      throw UsageError(
          fmt::format("another run writes into {}: {}; wait for its end, stop it with a file STOP "
                      "in that folder, or name another folder with --out",
                      path_.string(), holder_in(file_)));
    }
    warning_ = fmt::format(
        "{} could not be locked ({}): see to it that no other run writes into that folder",
        path_.string(), std::strerror(reason));
    break;
  }
  write_holder(descriptor_);
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  // Before the lock ends with the descriptor, lest another run's file be removed.
  fs::remove(file_, ignored);
  ::close(descriptor_);
  for (const fs::path& folder : made_) fs::remove(folder, ignored);
}

std::optional<std::string> run_in(const fs::path& folder) {
  const fs::path file = folder / "run.lock";
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held ? std::optional(holder_in(file)) : std::nullopt;
}

}  // namespace solenoid
