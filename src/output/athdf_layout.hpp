#pragma once
/// \file
/// How fields lie in an .athdf file: which datasets there are and which variables each holds.
/// Readers, writers and the XDMF that describes the file share it.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"

namespace solenoid {

/// One dataset, [variables][1 block][nz][ny][nx].
struct AthdfDataset {
  std::string name;                    ///< prim, B or derived
  std::vector<std::string> variables;  ///< by their names in the file: rho, press, vel1, ...
};

/// Everything in an .athdf file but the values of its fields.
struct AthdfLayout {
  Grid grid;
  Grid whole;  ///< the grid itself or, of a slice, the grid that it was cut from
  double time = 0;
  long step = 0;
  Precision precision = Precision::double_precision;
  std::vector<AthdfDataset> datasets;
};

/// Bytes of a value in `precision`.
std::size_t bytes_per_value(Precision precision);

/// The name in an .athdf file of a field (`density` is `rho`) and back; other names stay.
std::string athdf_name(const std::string& field);
std::string field_name(const std::string& athdf);

/// Solenoid's name of a field or a vector that users of other programs know under another one:
/// `density` for `rho` (Athena++), `dens` (AthenaK) and `RHO` (Idefix), `magnetic_field` for `Bcc`.
/// Other names stay.
std::string our_name(const std::string& name);

/// Where the fields of a snapshot go: `prim` if density, pressure and the velocities are all among
/// them, `B` if the magnetic field is, everything else into `derived`. Throws
/// std::invalid_argument for a snapshot without fields, two fields of one name or a field whose
/// size is not that of the grid.
AthdfLayout layout_of(const Snapshot& snapshot);
/// The same for fields of these names, whose values are elsewhere.
AthdfLayout layout_of(const Snapshot& head, const std::vector<std::string>& fields);

/// The layout of a file. Throws OutputError.
AthdfLayout read_layout(const std::filesystem::path& file);

/// Where a file comes from, without its fields. Throws OutputError.
Provenance read_provenance(const std::filesystem::path& file);

/// The XDMF grid that describes a file of this layout; `reference` is the file's path as the
/// XDMF's folder sees it.
std::string xdmf_grid(const AthdfLayout& layout, const std::string& reference);
/// Rewrites `<file>.xdmf`, which describes one .athdf file. Throws OutputError.
void write_xdmf(const std::filesystem::path& athdf_file, const AthdfLayout& layout);

}  // namespace solenoid
