#pragma once
/// \file
/// [[output]] blocks of type history.

#include <filesystem>
#include <optional>

#include "src/driver/outputs.hpp"

namespace solenoid {

/// A row of `file` at each output: what the solver has in its history, and the block's numbers.
class HistoryOutput : public Output {
 public:
  /// Throws OutputError where a number has the name of another column.
  HistoryOutput(OutputSettings settings, long count, std::optional<long> last_step,
                const std::filesystem::path& file, const Solver& solver,
                std::optional<double> restart_time);

  void resume(Solver& solver, const Moment& moment) override;

 protected:
  void write_now(Solver& solver, const Moment& moment) override;

 private:
  HistoryFile history_;
};

}  // namespace solenoid
