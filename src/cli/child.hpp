#pragma once
/// \file
/// This program once more, as a process of its own: the parallel runtime can be started once in a
/// process, and what hangs or dies there does no harm here.

#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// Runs this program with `words` (its name first) and waits for its end. Returns its exit code,
/// exit_stopped if it was killed. Throws OutputError where it cannot be started.
int run_program(std::vector<std::string> words);

/// A run of this program of which the output is read line by line. Killed when this object ends.
class Child {
 public:
  /// Throws OutputError where it cannot be started. It runs on `cores`, or wherever this one may.
  explicit Child(std::vector<std::string> words, const std::vector<int>& cores = {});
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The next line of its output or complaints; nothing if none comes within `seconds` (0: if none
  /// is there), or at its end.
  std::optional<std::string> line(double seconds);
  /// Whether the last call of line() found that nothing more will come.
  [[nodiscard]] bool ended() const { return ended_; }
  /// Asks it to stop, as SIGTERM does.
  void ask_to_stop() const;
  /// Its exit code, once it has ended; exit_stopped if it was killed.
  int code();

 private:
  int process_ = 0;
  int output_ = -1;
  std::string text_;  ///< read, but not yet a line
  bool ended_ = false;
};

}  // namespace solenoid
