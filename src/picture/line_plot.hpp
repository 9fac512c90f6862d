#pragma once
/// \file
/// One frame with curves: what draw_curves and the pictures of 1D fields share.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "src/picture/picture.hpp"

namespace solenoid {

struct LinePlot {
  std::vector<Curve> curves;
  PlotLabels labels;
  std::vector<std::string> notes;                ///< lines under the title
  std::optional<std::array<double, 2>> x_range;  ///< from the data, with margins, when absent
  std::optional<std::array<double, 2>> y_range;
};

/// The bytes of the picture. Throws std::invalid_argument for no curve, a curve whose x and y
/// differ in number or a range that cannot be drawn, and OutputError when drawing fails.
std::string line_plot(const LinePlot& plot, PictureFormat format);

}  // namespace solenoid
