#include "src/picture/colour_bar.hpp"

#include <algorithm>
#include <cmath>

#include "src/picture/colour_scale.hpp"

namespace solenoid {

void draw_colour_bar(Canvas& canvas, const Rectangle& bar, const PictureAxis& axis,
                     const ColourMap& map, const ValueRange& data) {
  const int height = int(bar.height);
  PixelImage image{int(bar.width), height, {}};
  for (int row = 0; row < height; ++row) {
    const std::uint32_t code = code_of(map(1 - (row + 0.5) / height));
    image.pixels.insert(image.pixels.end(), std::size_t(image.width), code);
  }
  canvas.image(bar, image);
  draw_frame(canvas, bar);
  const double middle = bar.x + 0.5 * bar.width;
  const auto pointed_end = [&](double base, double tip, const Colour& colour) {
    const std::vector<Point> corners = {
        {bar.x - 0.5, base}, {middle, tip}, {bar.right() + 0.5, base}};
    canvas.fill(corners, colour);
    canvas.path(corners, 1, ink);
  };
  if (data.shown > 0 && data.upper > axis.scale.upper) {
    pointed_end(bar.y - 1, bar.y - bar_end, map(1));
  }
  if (data.shown > 0 && data.lower < axis.scale.lower) {
    pointed_end(bar.bottom() + 1, bar.bottom() + bar_end, map(0));
  }
  draw_right_axis(canvas, bar, axis);
}

std::string title_of(const std::string& name, double time, const PictureOptions& options) {
  return options.title.value_or(field_in_words(name) + "   " + time_in_words(time));
}

int png_pixels(int side, double scale) { return std::max(1, int(std::lround(side * scale))); }

}  // namespace solenoid
