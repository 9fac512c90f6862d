#pragma once
/// \file
/// Replacing a file as a whole: write beside it, sync, rename. Whoever reads the target sees the
/// old file or the new one, never a part.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace solenoid {

/// Calls `write` with a path beside `target` (`<target>.tmp-<process>`), brings what it wrote to
/// the disk and renames it to `target`. `bytes` is what the file will need at least, so that a
/// full disk is noticed before the first byte. When anything throws std::runtime_error the
/// temporary file is removed, the target is as it was, and an OutputError names target and reason.
void replace_file(const std::filesystem::path& target, std::uintmax_t bytes,
                  const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same for a file that consists of `text`.
void replace_file_by_text(const std::filesystem::path& target, const std::string& text);

}  // namespace solenoid
