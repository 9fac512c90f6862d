#pragma once
/// \file
/// [[output]] blocks of type profile, pdf and histogram.

#include <filesystem>
#include <string>

#include "physics/fields/defined_fields.hpp"
#include "src/driver/outputs.hpp"
#include "src/output/data_table.hpp"

namespace solenoid {

/// The table that a block of these types is of, of the solver's present state.
DataTable table_of(Solver& solver, const DefinedFields& fields, const OutputSettings& settings,
                   const Moment& moment);

/// Tables <stem>.00000.tab, <stem>.00001.tab, ... and pictures of the latest: <stem>.png, of a
/// profile <stem>.<field>.png.
class TableOutput : public Output {
 public:
  TableOutput(OutputSettings settings, long count, std::optional<long> last_step,
              std::filesystem::path stem, DefinedFields fields, OutputQueue& queue);

 protected:
  void write_now(Solver& solver, const Moment& moment) override;

 private:
  std::filesystem::path stem_;  ///< folder, deck and block
  DefinedFields fields_;
  OutputQueue& queue_;
};

}  // namespace solenoid
