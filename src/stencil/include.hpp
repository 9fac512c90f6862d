#pragma once
/// \file
/// `include "file";` and `include <file>;` in programs.

#include <functional>
#include <string>
#include <vector>

#include "src/stencil/diagnostics.hpp"

namespace solenoid::stencil {

/// Reads the file of this name: of the file system, or for "<name>" one of those that come with
/// Solenoid. Throws std::runtime_error that says why it cannot be read.
using ReadFile = std::function<std::string(const std::string& name)>;

/// The files and all that they include, each file once, before those that include it. Names in
/// quotes are relative to the file that they stand in, names in angle brackets are those of files
/// that come with Solenoid. Throws ProgramError, with the line, where a file cannot be read or
/// includes itself.
std::vector<SourceFile> with_includes(const std::vector<SourceFile>& files, const ReadFile& read);

/// Reads a file of the file system. Throws std::runtime_error.
std::string text_of_file(const std::string& name);

}  // namespace solenoid::stencil
