#pragma once
/// \file
/// What the pictures of planes and volumes have in common: colour bar, title and pixels.

#include <filesystem>
#include <string>

#include "src/picture/axes.hpp"
#include "src/picture/canvas.hpp"
#include "src/picture/colour_maps.hpp"
#include "src/picture/options.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {

inline constexpr double bar_gap = 20, bar_width = 22, bar_end = 14;

/// Room that labels and colour bar take at most.
inline constexpr int label_room = 210;
/// The least side of what is shown beside them.
inline constexpr int least_side = 140;

/// The colour bar, with a pointed end wherever values lie beyond the scale.
void draw_colour_bar(Canvas& canvas, const Rectangle& bar, const PictureAxis& axis,
                     const ColourMap& map, const ValueRange& data);

/// That of the options, or field and time.
std::string title_of(const std::string& name, double time, const PictureOptions& options);

/// Pixels of a PNG, of which a unit is `scale`.
int png_pixels(int side, double scale);

}  // namespace solenoid
