#pragma once
/// \file
/// Goes on after an error of TOML syntax, so that one mistake does not hide the others.

#include <string>
#include <vector>

#include "src/deck/source.hpp"

namespace solenoid {

/// The text of a value that could not be read and stands in for it.
inline constexpr const char* unreadable_mark = "\\u0001unreadable";
inline constexpr const char* unreadable_text = "\x01unreadable";

/// How the name of a section that was given before begins; line and name follow.
inline constexpr const char* repeated_mark = "\\u0001repeated";
inline constexpr const char* repeated_text = "\x01repeated";

/// A text of TOML, line by line, with what the parser said of it.
struct SyntaxError {
  int line = 0;  ///< from 1
  std::string description;
};

/// Adds the problem in the user's words and puts something readable into the line. False when the
/// rest of the text cannot be trusted after it.
bool recover(std::vector<std::string>& lines, const SyntaxError& error, const std::string& file,
             Problems& problems);

/// What is said of a key that the same section gave in `first_line` (0: unknown).
inline constexpr const char* single_output =
    "write [[output]], with double brackets: there may be several";

std::string duplicate_key(const std::string& key, int first_line);

/// The parser's words without "Error while parsing ...: ".
std::string parser_message(const std::string& description);

/// Whether `line` is TOML by itself.
bool is_toml(const std::string& line);

}  // namespace solenoid
