#pragma once
/// \file
/// The control groups that this process is in, a batch job's or a container's.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace solenoid {

enum class GroupVersion { one, two };

/// Calls `visit` with the folder of each control group that this process is in and that rules over
/// `controller` ("memory", "cpu"), from the innermost to the outermost, those of version 2 and of
/// version 1. A folder may be absent: a container sees a part of them. Files are read below `root`.
void visit_control_groups(
    const std::filesystem::path& root, const std::string& controller,
    const std::function<void(const std::filesystem::path& group, GroupVersion version)>& visit);

/// The number that a file holds; nothing for other words ("max") and where there is no file.
std::optional<std::size_t> number_in(const std::filesystem::path& file);

/// The number behind a name at the begin of a line.
std::optional<std::size_t> number_of(const std::string& name, const std::filesystem::path& file);

}  // namespace solenoid
