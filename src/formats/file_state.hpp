#pragma once
/// \file
/// The state that a file of any format holds, and what follows from it: the whole of a fluid from
/// perturbations and background, and the other way round.

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"

namespace solenoid {

/// Constants of the equations that some formats hold.
struct FileParameters {
  std::optional<double> gamma;
  double resistivity = 0, viscosity = 0;
  std::array<double, 3> gravity{0, 0, 0};
};

/// Fields on a grid, by Solenoid's names, at the centres of cells. Those of a magnetic field on
/// faces are beside them.
struct FileState {
  Snapshot snapshot;
  FileParameters parameters;
  std::string format;  ///< for messages: "SAC (text)", "checkpoint", ...
  /// A magnetic field on the faces normal to x, y and z (one more along an active direction than
  /// cells), or nothing.
  std::vector<FieldValues> faces{};
  std::optional<Boundaries> boundaries{};  ///< where the file knows them
};

/// A field that cannot be had from a file; the message says of what it would follow.
class MissingField : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The values of a state's field with this name: those that it holds or, if it holds a fluid's
/// whole state or its perturbations and background, what follows from them. A state without
/// background is its own perturbation; components of vectors that a file of fewer dimensions lacks
/// are 0. Throws MissingField.
FieldValues field_of(const FileState& state, const std::string& name);

/// Whether the state is given by perturbations (and a background).
bool holds_perturbations(const FileState& state);

}  // namespace solenoid
