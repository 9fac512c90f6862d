#pragma once
/// \file
/// Whether a file is a PNG picture as a whole, and how large it is.

#include <array>
#include <filesystem>

namespace solenoid {

/// Width and height. All of the file is read: throws std::runtime_error, saying what is wrong with
/// it, for one that is no PNG file, that ends too early or that has another checksum than it says.
std::array<unsigned, 2> size_of_png(const std::filesystem::path& file);

}  // namespace solenoid
