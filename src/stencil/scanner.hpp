#pragma once
/// \file
/// Splits a source file into tokens.

#include <optional>
#include <string>

#include "src/stencil/diagnostics.hpp"

namespace solenoid::stencil {

struct Token {
  enum class Kind { end, name, number, symbol, include, unreadable };
  Kind kind = Kind::end;
  std::string text;  ///< of an include the name of the file, "<name>" if it comes with Solenoid
  Location where;
  bool integer = false;  ///< of a number
};

/// Gives the tokens of one file, one after the other; comments (`//` and `/* */`) and blanks lie
/// between them. What is no token is reported and left out.
class Scanner {
 public:
  Scanner(const SourceFile& file, int file_index, Diagnostics& diagnostics);
  /// The next token; at the end of the file again and again Kind::end.
  Token next();

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  [[nodiscard]] Location here() const;
  void advance(std::size_t count = 1);
  void skip_blanks();
  void skip_long_comment();
  Token number();
  /// Whether `include` at this place is one of a file: an item, with a name in quotes or brackets.
  [[nodiscard]] bool at_include() const;
  Token include();
  /// What other languages write for a power.
  Token unknown_power(std::size_t length);
  Token finish(Token::Kind kind, std::size_t length);

  const std::string& text_;
  int file_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  int line_ = 1;
  int column_ = 1;
  int depth_ = 0;           ///< of braces
  bool item_ended_ = true;  ///< whether the next token may begin an item
};

}  // namespace solenoid::stencil
