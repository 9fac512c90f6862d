#pragma once
/// \file
/// Whether this is the program or the library.

#include <filesystem>

namespace solenoid {

/// The file of libsolenoid, where this code is a part of it; empty where it is a part of a program.
std::filesystem::path library_file();

}  // namespace solenoid
