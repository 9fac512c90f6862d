#pragma once
/// \file
/// What goes wrong, in the words that the program prints.

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace solenoid {

enum class ErrorKind {
  deck = 1,      ///< the deck has problems: Error::problems()
  argument = 2,  ///< what was asked for cannot be had
  state = 3,     ///< the state cannot go on; its fields can be read and set, others stepped
  file = 4,      ///< a file could not be written
  program = 5,   ///< a stencil program could not be compiled or loaded
  memory = 6,    ///< there is not enough of it
  internal = 7   ///< a mistake in Solenoid: please report it
};

/// One thing wrong with a deck.
struct Problem {
  std::string file;  ///< the deck, or "--set section.key=value" for an override
  int line = 0;      ///< 0 where there is none
  std::string message;
};

/// What every call of the library throws. what() says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::vector<Problem> problems = {})
      : std::runtime_error(message), kind_(kind), problems_(std::move(problems)) {}

  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// Of a deck, all of them.
  [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }

 private:
  ErrorKind kind_;
  std::vector<Problem> problems_;
};

}  // namespace solenoid
