#pragma once
/// \file
/// What can be looked at: fields of one moment on a grid.

#include <functional>
#include <string>

#include "physics/fields/volume_drawing.hpp"

namespace solenoid {

struct Scene {
  Grid grid;
  Device device = Device::cpu;
  double time = 0;
  long step = 0;
  /// Makes boxes of a field in memory of the device. Throws std::invalid_argument for an unknown
  /// name, with those that are known.
  std::function<Gather(const std::string& field)> gather;
  /// How a field is drawn as a volume where that is otherwise than by the painter of what gather()
  /// makes.
  std::function<VolumeOfField(FieldPainter& painter, const std::string& field)> volume{};
};

}  // namespace solenoid
