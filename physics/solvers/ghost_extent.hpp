#pragma once

namespace solenoid {

/// The ghosts behind a face that a scheme takes values for: layers, and cells around those of the
/// face in the other directions.
struct GhostExtent {
  int layers;
  int margin;
};

}  // namespace solenoid
