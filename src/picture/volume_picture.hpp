#pragma once
/// \file
/// Pictures of a field in a box seen from outside.

#include <filesystem>
#include <string>

#include "physics/fields/volume_drawing.hpp"
#include "src/output/snapshot.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/options.hpp"

namespace solenoid {

/// What was drawn where the values are, and what they span.
struct PaintedVolume {
  FieldImage image;
  ValueExtent extent;
  AxisScale scale;
};

/// Draws a field of a grid in three directions for a picture in that file. Throws
/// std::invalid_argument for another grid and for what cannot be drawn.
PaintedVolume paint_volume(const VolumeOfField& volume, const Grid& grid,
                           const std::filesystem::path& file, const PictureOptions& options);

/// The picture with colour bar and heading, as the bytes of its file; `head` needs no fields.
/// Throws OutputError. May be called by several threads.
std::string volume_picture(const Snapshot& head, const std::string& name,
                           const PaintedVolume& volume, const PictureOptions& options,
                           PictureFormat format);

}  // namespace solenoid
