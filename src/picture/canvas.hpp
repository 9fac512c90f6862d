#pragma once
/// \file
/// A sheet to draw on, in units of the layout (src/picture/sheet.hpp), pixels of an ordinary
/// picture, from its upper left corner; on top of cairo. Every call throws OutputError when cairo
/// fails (out of memory, a size that it cannot hold).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/picture/colour_maps.hpp"
#include "src/picture/sheet.hpp"

namespace solenoid {

/// Of lines and letters.
inline constexpr Colour ink{0.1, 0.1, 0.1};

struct Point {
  double x = 0, y = 0;
};

struct Rectangle {
  double x = 0, y = 0, width = 0, height = 0;  ///< x, y: upper left corner
  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
};

enum class HorizontalAnchor { left, centre, right };
enum class VerticalAnchor { top, middle, baseline };

struct TextStyle {
  double size = 13;  ///< pixels
  HorizontalAnchor horizontal = HorizontalAnchor::left;
  VerticalAnchor vertical = VerticalAnchor::baseline;
  bool upwards = false;  ///< turned by 90 degrees, read from below; anchors turn with it
  Colour colour = ink;
};

/// Width of `text` in pixels.
double text_width(const std::string& text, double size);

/// Pixels as 0xRRGGBB, row by row from the top.
struct PixelImage {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;
};

class Canvas {
 public:
  /// White; `scale` is what a unit is in pixels of a PNG, in points of the other formats.
  Canvas(double width, double height, PictureFormat format = PictureFormat::png, double scale = 1);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  ~Canvas();

  void line(Point from, Point to, double width, Colour colour);
  /// One stroke through all points; `dashes` are lengths of strokes and gaps in turns.
  void path(const std::vector<Point>& points, double width, Colour colour, double opacity = 1.0,
            const std::vector<double>& dashes = {});
  void fill(const std::vector<Point>& corners, Colour colour);
  void fill(const Rectangle& rectangle, Colour colour, double opacity = 1.0);
  void outline(const Rectangle& rectangle, double width, Colour colour);
  void circle(Point centre, double radius, double line_width, Colour colour);
  void text(Point at, const std::string& text, const TextStyle& style);
  /// Fills the rectangle with equal pixels, without blending them. In a PNG of scale 1 a rectangle
  /// of whole numbers and as many pixels shows each as it is.
  void image(const Rectangle& rectangle, const PixelImage& image);
  /// Limits drawing to a rectangle until the matching unclip().
  void clip(const Rectangle& rectangle);
  void unclip();

  /// The sheet as the bytes of a file; nothing can be drawn any more.
  [[nodiscard]] std::string bytes();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace solenoid
