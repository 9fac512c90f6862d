#pragma once
/// \file
/// The folder of a run, which belongs to one run at a time: two that write the same history and
/// checkpoints would leave neither's.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// While it lives, the folder is there and no other RunFolder of it can be made, on this machine
/// or on another that shares the disk. The lock is one of the file system (flock) on a file
/// run.lock in the folder, which says who holds it. It ends with the process, however that ends; a
/// run.lock that a killed run left behind is taken over.
class RunFolder {
 public:
  /// Locks an open file, as flock(2) does: 0, or -1 and errno.
  using Lock = std::function<int(int descriptor, int operation)>;

  /// Creates the folder if it is absent. Throws UsageError where another run holds it, and
  /// OutputError where it cannot be made or written to.
  explicit RunFolder(std::filesystem::path path);
  RunFolder(std::filesystem::path path, const Lock& lock);
  /// Removes run.lock, and those of the folders that this object made in which nothing is.
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Empty; or a sentence that says why nothing keeps other runs out.
  [[nodiscard]] const std::string& warning() const { return warning_; }

 private:
  void take(const Lock& lock);
  void make_folder();

  std::filesystem::path path_, file_;
  int descriptor_ = -1;
  std::vector<std::filesystem::path> made_;  // that were not there, the innermost first
  std::string warning_;
};

/// Who runs in a folder just now, from its run.lock; nothing where no one does.
std::optional<std::string> run_in(const std::filesystem::path& folder);

}  // namespace solenoid
