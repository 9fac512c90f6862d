#pragma once
/// \file
/// What a page asks for: parameters of a request as settings.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/picture/options.hpp"
#include "src/view/scene.hpp"

namespace solenoid {

/// Parameters of a request by name. Of several of one name the first counts.
using RequestParameters = std::multimap<std::string, std::string>;

/// A plane normal to an axis, and the part of it that is shown.
struct PlaneChoice {
  Axis axis = axis_z;
  double position = 0.5;  ///< from 0, the lower face, to 1, the upper one
  /// Left, right, bottom and top edge, from 0 to 1 of the plane.
  std::array<double, 4> region{0, 1, 0, 1};
};

struct FrameSettings {
  std::string field;
  int width = 1, height = 1;  ///< pixels, at most
  PictureOptions picture;     ///< what is to be seen of it
  PlaneChoice plane;
};

/// Throws std::invalid_argument that says which parameter is wrong and what was expected.
FrameSettings frame_settings(const RequestParameters& parameters);

/// Fields along the one direction of a grid.
struct LineSettings {
  std::vector<std::string> fields;
  int width = 1;  ///< pixels
  bool logarithmic = false;
};
LineSettings line_settings(const RequestParameters& parameters);

/// The value of a field in a cell of a plane, or of a grid with one direction.
struct ProbeSettings {
  std::string field;
  PlaneChoice plane;
  double x = 0, y = 0;  ///< from 0 to 1 of the whole plane, from its lower left; x of a line
};
ProbeSettings probe_settings(const RequestParameters& parameters);

/// A whole number among the parameters; nothing where it is absent. Throws std::invalid_argument.
std::optional<long> whole_parameter(const RequestParameters& parameters, const std::string& name);

/// The cells of a plane of a grid: all of it, or the region of the choice, which is at least 2
/// cells wide along each direction that the grid has more of.
Box whole_plane(const Grid& grid, const PlaneChoice& choice);
Box shown_plane(const Grid& grid, const PlaneChoice& choice);

/// The directions of a plane: to the right and upwards.
std::array<Axis, 2> axes_of_plane(const Grid& grid, const PlaneChoice& choice);

}  // namespace solenoid
