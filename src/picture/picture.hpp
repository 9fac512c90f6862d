#pragma once
/// \file
/// Pictures of fields: line plots of 1D data, coloured slices of 2D data, with axes, labels,
/// title and colour bar. Drawn with cairo, written as PNG beside the target, then renamed.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"

namespace solenoid {

struct PictureOptions {
  std::optional<std::array<double, 2>> range;  ///< ends of the scale; from the data when absent
  std::string colours = "viridis";             ///< viridis, inferno, grey, or balance (diverging)
  bool logarithmic = false;
  int width = 900;  ///< pixels at most; a plane takes what keeps its cells whole pixels
};

/// Draws field `name` of `snapshot`: a line for a grid with one active direction, a coloured plane
/// for two; three active directions are cut at the middle of z (slice first for another plane).
/// Throws OutputError when the file cannot be written, std::invalid_argument for an unknown name.
void draw_field(const std::filesystem::path& file, const Snapshot& snapshot,
                const std::string& name, const PictureOptions& options);

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
};
/// Draws curves in one frame with a legend.
void draw_curves(const std::filesystem::path& file, const std::vector<Curve>& curves,
                 const PlotLabels& labels);

/// Names of the colour maps that `PictureOptions::colours` accepts.
std::vector<std::string> colour_map_names();

}  // namespace solenoid
