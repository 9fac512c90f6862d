#pragma once
/// \file
/// The files of stencil programs that keys of [physics] name, before the section is read.

#include <optional>
#include <string>
#include <vector>

#include "src/deck/source.hpp"
#include "src/stencil/kernels.hpp"

namespace solenoid {

/// What the deck writes for a key of [physics], which is not read yet.
const WrittenValue* written_in_physics(const DeckSource& source, const std::string& key);
/// The text that the deck writes for such a key; none where it writes something else.
std::optional<std::string> written_text(const DeckSource& source, const std::string& key);
/// The files that a key names; none where it is not there or no list of names.
std::vector<std::string> named_files(const DeckSource& source, const std::string& key);
/// "mhd.stencil" of "<mhd.stencil>".
std::string without_brackets(const std::string& name);
/// Files that a deck names for `key` relative to itself, or in angle brackets, with those that they
/// include. Throws std::runtime_error.
std::vector<stencil::SourceFile> program_files(const std::string& key,
                                               const std::vector<std::string>& names,
                                               const Origin& deck);

}  // namespace solenoid
