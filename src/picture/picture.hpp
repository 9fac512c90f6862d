#pragma once
/// \file
/// Pictures of fields: line plots of 1D data, coloured slices of 2D data, with axes, labels,
/// title and colour bar. Drawn with cairo, written beside the target in the format that its ending
/// names (PNG for any other), then renamed.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"
#include "src/picture/options.hpp"

namespace solenoid {

/// A picture of field `name` of `snapshot`, as the bytes of its file: a line for a grid with one
/// active direction, a coloured plane for two; three active directions are cut at the middle of z
/// (slice first for another plane). What is drawn over a plane is in `snapshot`, too
/// (overlay_fields()). Throws OutputError when drawing fails, std::invalid_argument for an unknown
/// name and for what cannot be drawn. May be called by several threads.
std::string field_picture(const Snapshot& snapshot, const std::string& name,
                          const PictureOptions& options, PictureFormat format);

/// The same into a file. Throws OutputError when the file cannot be written, too.
void draw_field(const std::filesystem::path& file, const Snapshot& snapshot,
                const std::string& name, const PictureOptions& options);

/// The pixels of a picture of the fields of `head`, which has none yet, where there are fewer than
/// cells and their number is known before the values are: fields may then have their means over
/// these in place of values (Solver::get_means), but for what is drawn over the plane.
std::optional<PlanePixels> pixels_of_plane(const std::filesystem::path& file, const Snapshot& head,
                                           const PictureOptions& options);

/// One curve of a line plot.
struct Curve {
  std::string label;
  std::vector<double> x, y;
  bool points = false;  ///< markers instead of a line
};
/// A vertical line with a label, where something is to be found.
struct PlotMark {
  double x = 0;
  std::string label;
};
struct PlotLabels {
  std::string title, x, y;
  bool logarithmic_x = false, logarithmic_y = false;
  bool mark_points = false;  ///< markers on lines
  std::vector<PlotMark> marks{};
  Sheet sheet{};
};
/// Draws curves in one frame, with a legend that hides none of them.
void draw_curves(const std::filesystem::path& file, const std::vector<Curve>& curves,
                 const PlotLabels& labels);

}  // namespace solenoid
