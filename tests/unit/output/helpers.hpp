#pragma once
/// \file
/// What tests of files share: a folder that goes away, snapshots, and a process that can't write.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "src/output/files.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid::testing_files {

/// An empty folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "solenoid-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] int file_count() const {
    return int(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

/// While it lives no file grows beyond `bytes`: as if the disk were full.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// Matches what a process wrote to stderr unless HDF5 complained, as it may when a process ends.
struct SaysNothingOfHdf5 {
  using is_gtest_matcher = void;
  bool MatchAndExplain(const std::string& text, std::ostream*) const {
    return text.find("HDF5") == std::string::npos;
  }
  void DescribeTo(std::ostream* out) const { *out << "says nothing of HDF5"; }
  void DescribeNegationTo(std::ostream* out) const { *out << "says something of HDF5"; }
};

/// A copy of a process with threads cannot end in order: its threads are missing.
inline void run_death_tests_in_fresh_processes() {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
}

inline int open_file_count() {
  return int(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

/// The text of the OutputError that `action` throws; empty if it throws none.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

inline std::string read_all(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write_all(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Values that differ from cell to cell and field to field and are exact in single precision.
inline FieldValues numbered(const Grid& grid, int offset) {
  FieldValues values(grid.cell_count());
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = 1000.0 * offset + double(n) / 4;
  return values;
}

inline Snapshot snapshot_of(const Grid& grid, const std::vector<std::string>& fields) {
  Snapshot snapshot{
      grid, 0.1,
      42,   Precision::double_precision,
      {},   {"0.1.0 (abc)", "[run]\nend_time = 1.0\n", "OpenMP, 2 threads", "double"}};
  int offset = 0;
  for (const std::string& name : fields)
    snapshot.fields.push_back({name, numbered(grid, ++offset)});
  return snapshot;
}

inline std::vector<std::string> magnetised_fields() {
  return {"density",  "velocity_x",       "velocity_y",       "velocity_z",
          "pressure", "magnetic_field_x", "magnetic_field_y", "magnetic_field_z"};
}

}  // namespace solenoid::testing_files
