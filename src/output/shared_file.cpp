#include "src/output/shared_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace solenoid {

SharedFile::SharedFile(const std::filesystem::path& file)
    : descriptor_(::open(file.c_str(), O_WRONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) failure_ = errno;
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SharedFile::reserve() {
#ifdef FALLOC_FL_KEEP_SIZE
  struct stat file {};
  if (failure_ != 0 || ::fstat(descriptor_, &file) != 0 || file.st_size == 0) return;
  if (::fallocate(descriptor_, 0, 0, file.st_size) != 0 && errno == ENOSPC) failure_ = errno;
#endif
}

void SharedFile::write(std::uint64_t begin, std::vector<Bytes> pieces) {
  constexpr std::size_t most_at_a_time = 1024;  // of writev()
  std::vector<iovec> vectors;
  for (std::size_t done = 0; failure_ == 0;) {
    while (done < pieces.size() && pieces[done].count == 0) ++done;
    if (done == pieces.size()) break;
    vectors.clear();
    for (std::size_t n = done; n < std::min(pieces.size(), done + most_at_a_time); ++n)
      vectors.push_back({const_cast<void*>(pieces[n].data), pieces[n].count});
    const ssize_t count = ::pwritev(descriptor_, vectors.data(), int(vectors.size()), off_t(begin));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      failure_ = errno;
      break;
    }
    begin_to_sync(std::size_t(count));
    begin += std::uint64_t(count);
    for (auto left = std::size_t(count); left > 0;) {
      Bytes& piece = pieces[done];
      const std::size_t taken = std::min(left, piece.count);
      piece = {static_cast<const char*>(piece.data) + taken, piece.count - taken};
      left -= taken;
      if (piece.count == 0) ++done;
    }
  }
}

void SharedFile::begin_to_sync(std::size_t written) {
#ifdef SYNC_FILE_RANGE_WRITE
  constexpr std::size_t worth_a_call = std::size_t(1) << 25;
  to_sync_ += written;
  if (to_sync_ < worth_a_call) return;
  to_sync_ = 0;
  // Where that fails, syncing takes longer and says why.
  static_cast<void>(::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE));
#else
  static_cast<void>(written);
#endif
}

void SharedFile::sync() {
  // File systems that cannot sync (some network ones) say EINVAL; nothing more can be done there.
  if (failure_ == 0 && ::fsync(descriptor_) != 0 && errno != EINVAL) failure_ = errno;
}

}  // namespace solenoid
