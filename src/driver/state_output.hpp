#pragma once
/// \file
/// [[output]] blocks of types sac, smaug and gdf.

#include <filesystem>

#include "physics/fields/defined_fields.hpp"
#include "src/driver/outputs.hpp"
#include "src/formats/file_state.hpp"

namespace solenoid {

/// The state in files of other codes, <stem>.<number>.out or .gdf.
class StateOutput : public Output {
 public:
  /// `stem` is folder, deck and block; `frame` has the grid, constants and boundaries of the run,
  /// and where it comes from.
  StateOutput(OutputSettings settings, long count, std::optional<long> last_step,
              std::filesystem::path stem, FileState frame, DefinedFields fields,
              OutputQueue& queue);

 protected:
  void write_now(Solver& solver, const Moment& moment) override;

 private:
  std::filesystem::path stem_;
  FileState frame_;
  DefinedFields fields_;
  OutputQueue& queue_;
};

/// What the files of such blocks have in common.
FileState frame_of(const Deck& deck, const Provenance& provenance);

}  // namespace solenoid
