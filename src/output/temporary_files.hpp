#pragma once
/// \file
/// Files that are being written beside what they will replace. Their names tell which process of
/// which machine writes them, so that what killed ones leave can be told and removed.

#include <filesystem>
#include <string>
#include <vector>

namespace solenoid {

/// What the name of a temporary file or folder of this process ends with.
std::string temporary_ending();

/// Removes the temporary files and folders in `folder` that no process writes any more, and returns
/// their names, sorted. A process of this machine is asked for by its number and by when it began,
/// since numbers are used again. Of others, such as those of another node that shares the disk or
/// of this one before it started anew, it is known only when they wrote last: they have to be
/// quiet for a day. What cannot be removed is left.
std::vector<std::string> remove_left_over_files(const std::filesystem::path& folder);

}  // namespace solenoid
