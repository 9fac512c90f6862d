#pragma once
/// \file
/// Source files of the stencil language, places in them, and the errors of a program, each shown
/// with its line.

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace solenoid::stencil {

/// A file that is part of a program.
struct SourceFile {
  std::string name;
  std::string text;
  bool included = false;  ///< all that it includes comes before it (include.hpp)
};

/// Where something stands: index of the file, line and column from 1, number of characters.
struct Location {
  int file = 0;
  int line = 1;
  int column = 1;
  int length = 1;
};

/// A program that does not compile. what() holds all its errors.
struct ProgramError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One of whose files nothing is left, since all that it changes is absent.
struct NothingLeftError : ProgramError {
  NothingLeftError(const std::string& message, std::string of_file, std::string absent_field)
      : ProgramError(message), file(std::move(of_file)), field(std::move(absent_field)) {}
  std::string file;
  std::string field;  ///< what the first equation in it is of
};

/// Collects the errors of a program.
class Diagnostics {
 public:
  explicit Diagnostics(const std::vector<SourceFile>& files);

  /// Where something is, for an error elsewhere: "in line 3", or "in other.stencil:3".
  [[nodiscard]] std::string place(const Location& of, const Location& elsewhere) const;
  /// Notes an error, one sentence without a full stop. Of several at one place the first counts.
  void error(const Location& where, const std::string& message);
  [[nodiscard]] bool empty() const { return errors_.empty(); }
  /// Whether so many errors are noted that looking for more helps no one.
  [[nodiscard]] bool full() const { return errors_.size() >= most; }
  /// All errors in the order of the files, of which there are some. Each is
  /// `file:line:column: message`, the line itself, and a mark under what is meant.
  [[nodiscard]] std::string text() const;
  /// Throws ProgramError with this text, unless there is no error.
  void throw_if_any() const;

 private:
  struct Error {
    Location where;
    std::string message;
  };
  static constexpr std::size_t most = 20;

  [[nodiscard]] std::string text_of(const Error& error) const;

  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> lines_;
  std::vector<Error> errors_;
};

}  // namespace solenoid::stencil
