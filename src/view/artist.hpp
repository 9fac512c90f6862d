#pragma once
/// \file
/// Draws what pages ask for, from the fields of a scene.

#include <functional>
#include <map>
#include <string>

#include "physics/fields/field_painter.hpp"
#include "src/view/automatic_range.hpp"
#include "src/view/settings.hpp"

namespace solenoid {

/// An image and what there is to say about it.
struct Frame {
  FieldImage image;
  std::string about;  ///< JSON: time, step, ends of the scale and of the data, place of the edges
};

/// Called by the thread that the fields belong to. Calls throw std::invalid_argument for what
/// cannot be drawn, and what the device throws that is out of memory.
class Artist {
 public:
  explicit Artist(Device device) : painter_(device) {}

  /// Images that would take longer are made of fewer pixels, down to a sixteenth, and so is the
  /// first one of a plane or a volume, of which nobody knows what it takes; 0: of all.
  void set_most_seconds(double seconds) { most_seconds_ = seconds; }
  /// What each pixel takes besides, of the same seconds, after it is drawn.
  void set_seconds_elsewhere(double per_pixel) { elsewhere_per_pixel_ = per_pixel; }
  /// Of all images until now.
  [[nodiscard]] double pixels_drawn() const { return pixels_drawn_; }
  Frame frame(const Scene& scene, const FrameSettings& settings);
  /// JSON: x and for each field values at the pixels of a line, or the least and the greatest value
  /// of the cells under each, and the ends of a scale that follows them.
  std::string line(const Scene& scene, const LineSettings& settings);
  /// JSON: the value of a field in a cell, and where that is.
  std::string probe(const Scene& scene, const ProbeSettings& settings);

 private:
  struct Drawn;
  Drawn draw_plane(const Scene& scene, const FrameSettings& settings, double shrink);
  Drawn draw_volume(const Scene& scene, const FrameSettings& settings, double shrink);
  ColourScale scale_for(const ValueExtent& extent, const FrameSettings& settings);
  ValueRange followed(const std::string& key, const ValueRange& data, bool logarithmic);
  [[nodiscard]] double shrink_for(PictureView view, double pixels) const;

  FieldPainter painter_;
  double most_seconds_ = 0, elsewhere_per_pixel_ = 0;
  double pixels_drawn_ = 0;
  std::map<std::string, AutomaticRange> ranges_;
  std::map<PictureView, double> seconds_per_pixel_;  // as measured last
};

}  // namespace solenoid
