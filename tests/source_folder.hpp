#pragma once
/// \file
/// Where the files of the repository are that tests read: decks, stencil programs, documents.

#include <filesystem>

namespace solenoid {

/// The source folder that the tests were built from.
std::filesystem::path source_folder();

}  // namespace solenoid
