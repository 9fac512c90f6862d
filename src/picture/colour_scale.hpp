#pragma once
/// \file
/// The scale of a picture in colours: its ends, and the colours between them.

#include <cstdint>

#include "physics/fields/field_painter.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/colour_maps.hpp"
#include "src/picture/options.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {

// No colour map has these two.
inline constexpr std::uint32_t not_finite_pixel = 0xff00ff;
inline constexpr std::uint32_t not_positive_pixel = 0x00ffff;

/// A colour as 0xRRGGBB.
std::uint32_t code_of(const Colour& colour);

/// What a picture can show of the values of an extent.
ValueRange range_of(const ValueExtent& extent);

/// The ends of the colour scale: as asked for, else from the data; about zero for a diverging map.
AxisScale colour_scale(const ValueRange& data, const PictureOptions& options);

/// The same for images that are coloured where the values are.
ColourScale colours_of(const AxisScale& scale, const ColourMap& map);

}  // namespace solenoid
