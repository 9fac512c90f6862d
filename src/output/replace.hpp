#pragma once
/// \file
/// Replacing a file as a whole: write beside it, sync, rename. Whoever reads the target sees the
/// old file or the new one, never a part.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace solenoid {

/// What a replaced file has to survive.
enum class Survives {
  power_failure,  ///< waits until the file is on the disk
  program         ///< leaves that to the system: for what can be made again, as pictures and XDMF
};

/// Throws an OutputError that names `target` and the reason where a file of `bytes` could not be
/// written there: before long work whose result it shall hold.
void require_replaceable(const std::filesystem::path& target, std::uintmax_t bytes = 0);

/// Calls `write` with a path beside `target` (src/output/temporary_files.hpp) and renames what it
/// wrote to `target`. `bytes` is what the file will need at least, so that a full disk is noticed
/// before the first byte. When anything throws std::runtime_error the temporary file is removed,
/// the target is as it was, and an OutputError names target and reason.
void replace_file(const std::filesystem::path& target, std::uintmax_t bytes,
                  const std::function<void(const std::filesystem::path& temporary)>& write,
                  Survives survives = Survives::power_failure);

/// The same for a file that consists of `text`.
void replace_file_by_text(const std::filesystem::path& target, const std::string& text,
                          Survives survives = Survives::power_failure);

/// The same for a copy of `source`, which has to exist.
void replace_file_by_copy(const std::filesystem::path& target, const std::filesystem::path& source,
                          Survives survives = Survives::power_failure);

}  // namespace solenoid
