#pragma once
/// \file
/// Colour maps: from a number between 0 and 1 to a colour, perceptually uniform.

#include <string>
#include <vector>

namespace solenoid {

/// A colour in sRGB, each part between 0 and 1.
struct Colour {
  double red = 0, green = 0, blue = 0;
};

/// A list of control colours at equal distances, interpolated linearly.
class ColourMap {
 public:
  /// `diverging`: the map's middle is its lightest colour and stands for zero.
  ColourMap(std::vector<Colour> control, bool diverging);
  /// The colour at `position`; positions outside [0, 1] get the colour of the nearer end.
  [[nodiscard]] Colour operator()(double position) const;
  [[nodiscard]] bool diverging() const { return diverging_; }

 private:
  std::vector<Colour> control_;
  bool diverging_;
};

/// The map of that name. Throws std::invalid_argument naming the known maps.
const ColourMap& colour_map(const std::string& name);

/// CIE lightness L* (0 black, 100 white) of a colour.
double lightness(const Colour& colour);

}  // namespace solenoid
