#pragma once
/// \file
/// Outputs of a run that have numbers, and whether one was written anew.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// Files of a folder that are called <series>.<number>.<ending>, by their series, in the order of
/// their numbers. None where the folder cannot be read.
std::map<std::string, std::vector<std::filesystem::path>> numbered_files(
    const std::filesystem::path& folder, const std::string& ending);

/// What changes as a file is written anew.
struct FileStamp {
  std::uint64_t device = 0, inode = 0;
  std::int64_t size = 0, seconds = 0, nanoseconds = 0;  ///< and when it was written last

  bool operator==(const FileStamp&) const = default;
};
/// Nothing where there is no such file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);

}  // namespace solenoid
