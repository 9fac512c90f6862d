#pragma once
/// \file
/// What a picture of a field shows, and how. Decks and the command line give the same options.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "numerics/named.hpp"
#include "physics/fields/field_painter.hpp"
#include "src/picture/sheet.hpp"

namespace solenoid {

/// What a picture of a field in three directions shows.
enum class PictureView {
  plane,  ///< a cut through the box
  volume  ///< the box from outside
};

template <>
struct Names<PictureView> {
  static constexpr Named<PictureView> rows[] = {{PictureView::plane, "plane"},
                                                {PictureView::volume, "volume"}};
};

/// From nothing where values are small to a dense glow where they are large.
inline const std::vector<double> usual_opacity{0, 0.02, 0.1, 0.4};

struct PictureOptions {
  std::optional<std::array<double, 2>> range;  ///< ends of the scale; from the data when absent
  std::string colours = "viridis";             ///< viridis, inferno, grey, or balance (diverging)
  bool logarithmic = false;
  Sheet sheet{};
  std::optional<std::string> title{};  ///< in place of field and time; empty: no heading

  /// \name Over a coloured plane; empty: none
  /// @{
  std::string vectors{};         ///< a vector such as `velocity`, as arrows
  std::string field_lines{};     ///< a vector such as `magnetic_field`, as lines along it
  std::string contours{};        ///< a field, as lines of equal value
  std::vector<double> levels{};  ///< of these; round values, about ten, when empty
  /// @}

  /// \name Of a box seen from outside
  /// @{
  PictureView view = PictureView::plane;
  Camera camera{};
  VolumeLook look{usual_opacity, {}, 1};
  /// @}

  [[nodiscard]] bool has_overlays() const {
    return !vectors.empty() || !field_lines.empty() || !contours.empty();
  }
};

/// Names of the colour maps that `PictureOptions::colours` accepts.
std::vector<std::string> colour_map_names();

/// The directions that the picture of a grid shows, horizontal first: the two active ones, or x and
/// y where all three are.
std::array<Axis, 2> axes_of_picture(const Grid& grid);

/// The fields that a picture of `grid` needs beside the coloured one: two components of each
/// vector, and the field of the contours.
std::vector<std::string> overlay_fields(const PictureOptions& options, const Grid& grid);

}  // namespace solenoid
