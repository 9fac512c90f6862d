#include "src/parallel/transport/mpi_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace solenoid {

namespace {

/// errno of what an MPI function returned, as near as MPI says it.
int error_number(int status) {
  if (status == MPI_SUCCESS) return 0;
  int kind = MPI_ERR_OTHER;
  MPI_Error_class(status, &kind);
  switch (kind) {
    case MPI_ERR_NO_SPACE:
      return ENOSPC;
    case MPI_ERR_QUOTA:
      return EDQUOT;
    case MPI_ERR_ACCESS:
      return EACCES;
    case MPI_ERR_READ_ONLY:
      return EROFS;
    case MPI_ERR_NO_SUCH_FILE:
      return ENOENT;
    default:
      return EIO;
  }
}

class MpiFile final : public CollectiveFile {
 public:
  MpiFile(MPI_Comm processes, const std::filesystem::path& file) : processes_(processes) {
    // Errors of files are returned, where MPI is not told otherwise.
    note(MPI_File_open(processes, file.c_str(), MPI_MODE_WRONLY, MPI_INFO_NULL, &file_));
    is_open_ = failure_ == 0;
  }
  ~MpiFile() override {
    if (is_open_) MPI_File_close(&file_);
  }

  void write(std::uint64_t begin, std::vector<Bytes> pieces) override {
    Run run{MPI_Offset(begin), kept_.size(), 0};
    for (const Bytes& piece : pieces) {
      const auto* const from = static_cast<const char*>(piece.data);
      kept_.insert(kept_.end(), from, from + piece.count);
    }
    run.count = kept_.size() - run.first;
    if (run.count > 0) runs_.push_back(run);
  }
  void write_together() override {
    auto most = int(runs_.size());
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, processes_);
    if (failure_ != 0) runs_.clear();
    runs_.resize(std::size_t(most));
    for (const Run& run : runs_) write_run(run);
    runs_.clear();
    kept_.clear();
  }
  void sync() override {
    if (is_open_) note(MPI_File_sync(file_));
  }
  [[nodiscard]] int failure() const override { return failure_; }

 private:
  /// Consecutive bytes of the file, a few MiB.
  struct Run {
    MPI_Offset begin = 0;
    std::size_t first = 0, count = 0;  ///< of what is kept
  };
  void write_run(const Run& run) {
    if (!is_open_) return;
    MPI_Status status;
    note(MPI_File_write_at_all(file_, run.begin, kept_.data() + run.first, int(run.count), MPI_BYTE,
                               &status));
    int written = 0;
    MPI_Get_count(&status, MPI_BYTE, &written);
    // ROMIO within Open MPI says nothing of no bytes.
    if (failure_ == 0 && run.count > 0 && std::size_t(written) != run.count) failure_ = ENOSPC;
  }
  void note(int status) {
    if (failure_ == 0) failure_ = error_number(status);
  }

  MPI_Comm processes_;
  MPI_File file_ = MPI_FILE_NULL;
  bool is_open_ = false;
  int failure_ = 0;
  std::vector<char> kept_;
  std::vector<Run> runs_;
};

}  // namespace

std::unique_ptr<CollectiveFile> open_by_mpi(MPI_Comm processes, const std::filesystem::path& file) {
  return std::make_unique<MpiFile>(processes, file);
}

}  // namespace solenoid
