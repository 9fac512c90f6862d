#include "src/picture/canvas.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "src/output/files.hpp"
#include "src/picture/png_file.hpp"
#include "src/picture/text_runs.hpp"

namespace solenoid {
namespace {

void require(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) {
    throw OutputError(fmt::format("drawing failed: {}", cairo_status_to_string(status)));
  }
}

struct SurfaceDeleter {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDeleter {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;
using Context = std::unique_ptr<cairo_t, ContextDeleter>;

cairo_status_t append_bytes(void* target, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(target)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

Surface make_pixels(int width, int height) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  require(cairo_surface_status(surface.get()));
  return surface;
}

/// A surface of pixels or points; what files of vectors hold goes to `bytes` while it is drawn.
Surface make_surface(double width, double height, PictureFormat format, std::string* bytes) {
  if (format == PictureFormat::png)
    return make_pixels(int(std::ceil(width)), int(std::ceil(height)));
  Surface surface(format == PictureFormat::pdf
                      ? cairo_pdf_surface_create_for_stream(append_bytes, bytes, width, height)
                      : cairo_svg_surface_create_for_stream(append_bytes, bytes, width, height));
  require(cairo_surface_status(surface.get()));
  return surface;
}

Context make_context(cairo_surface_t* surface) {
  Context context(cairo_create(surface));
  require(cairo_status(context.get()));
  // Unhinted metrics, so that turned text is spaced as upright text is.
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context.get(), options);
  cairo_font_options_destroy(options);
  return context;
}

double advance_of(cairo_t* context, const TextRun& run, double size) {
  select_family(context, run.family);
  cairo_set_font_size(context, size);
  cairo_text_extents_t extents;
  cairo_text_extents(context, run.text.c_str(), &extents);
  return extents.x_advance;
}

double advance_of(cairo_t* context, const std::vector<TextRun>& runs, double size) {
  double sum = 0;
  for (const TextRun& run : runs) sum += advance_of(context, run, size);
  return sum;
}

}  // namespace

struct Canvas::Implementation {
  PictureFormat format;
  std::string bytes;
  Surface surface;
  Context context;

  Implementation(double width, double height, PictureFormat kind, double scale)
      : format(kind),
        surface(make_surface(width * scale, height * scale, kind, &bytes)),
        context(make_context(surface.get())) {
    cairo_scale(get(), scale, scale);
  }
  [[nodiscard]] cairo_t* get() const { return context.get(); }
  void use(Colour colour, double opacity = 1.0) const {
    cairo_set_source_rgba(get(), colour.red, colour.green, colour.blue, opacity);
  }
  void trace(const std::vector<Point>& points) const {
    cairo_new_path(get());
    for (const Point& point : points) cairo_line_to(get(), point.x, point.y);
  }
  void stroke(double width, Colour colour, double opacity = 1.0) const {
    use(colour, opacity);
    cairo_set_line_width(get(), width);
    cairo_set_line_join(get(), CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(get());
    require(cairo_status(get()));
  }
};

double text_width(const std::string& text, double size) {
  const Surface surface = make_pixels(1, 1);
  const Context context = make_context(surface.get());
  return advance_of(context.get(), text_runs(context.get(), text), size);
}

Canvas::Canvas(double width, double height, PictureFormat format, double scale)
    : implementation_(std::make_unique<Implementation>(width, height, format, scale)) {
  // A part of a pixel at the edges is white, too.
  fill(Rectangle{0, 0, width + 1, height + 1}, {1, 1, 1});
}

Canvas::~Canvas() = default;

void Canvas::line(Point from, Point to, double width, Colour colour) {
  path({from, to}, width, colour);
}

void Canvas::path(const std::vector<Point>& points, double width, Colour colour, double opacity,
                  const std::vector<double>& dashes) {
  implementation_->trace(points);
  cairo_set_dash(implementation_->get(), dashes.data(), int(dashes.size()), 0);
  implementation_->stroke(width, colour, opacity);
  cairo_set_dash(implementation_->get(), nullptr, 0, 0);
}

void Canvas::fill(const std::vector<Point>& corners, Colour colour) {
  implementation_->trace(corners);
  implementation_->use(colour);
  cairo_fill(implementation_->get());
}

void Canvas::fill(const Rectangle& rectangle, Colour colour, double opacity) {
  implementation_->use(colour, opacity);
  cairo_rectangle(implementation_->get(), rectangle.x, rectangle.y, rectangle.width,
                  rectangle.height);
  cairo_fill(implementation_->get());
}

void Canvas::outline(const Rectangle& rectangle, double width, Colour colour) {
  cairo_rectangle(implementation_->get(), rectangle.x, rectangle.y, rectangle.width,
                  rectangle.height);
  implementation_->stroke(width, colour);
}

void Canvas::circle(Point centre, double radius, double line_width, Colour colour) {
  cairo_new_path(implementation_->get());
  cairo_arc(implementation_->get(), centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  implementation_->stroke(line_width, colour);
}

void Canvas::text(Point at, const std::string& text, const TextStyle& style) {
  cairo_t* context = implementation_->get();
  const std::vector<TextRun> runs = text_runs(context, text);
  const double width = advance_of(context, runs, style.size);
  // Height of capitals and figures in this font: anchors must not depend on the text's letters.
  const double height = 0.729 * style.size;
  double dx = 0;
  if (style.horizontal == HorizontalAnchor::centre) dx = -0.5 * width;
  if (style.horizontal == HorizontalAnchor::right) dx = -width;
  double dy = 0;
  if (style.vertical == VerticalAnchor::middle) dy = 0.5 * height;
  if (style.vertical == VerticalAnchor::top) dy = height;
  cairo_save(context);
  cairo_translate(context, at.x, at.y);
  if (style.upwards) cairo_rotate(context, -0.5 * std::numbers::pi);
  implementation_->use(style.colour);
  for (const TextRun& run : runs) {
    const double advance = advance_of(context, run, style.size);
    cairo_move_to(context, dx, dy);
    cairo_show_text(context, run.text.c_str());
    dx += advance;
  }
  cairo_restore(context);
  require(cairo_status(context));
}

void Canvas::image(const Rectangle& rectangle, const PixelImage& image) {
  const Surface pixels = make_pixels(image.width, image.height);
  unsigned char* data = cairo_image_surface_get_data(pixels.get());
  const int stride = cairo_image_surface_get_stride(pixels.get());
  for (int row = 0; row < image.height; ++row) {
    std::memcpy(data + std::size_t(row) * std::size_t(stride),
                image.pixels.data() + std::size_t(row) * std::size_t(image.width),
                std::size_t(image.width) * sizeof(std::uint32_t));
  }
  cairo_surface_mark_dirty(pixels.get());
  cairo_t* context = implementation_->get();
  cairo_save(context);
  cairo_translate(context, rectangle.x, rectangle.y);
  cairo_scale(context, rectangle.width / image.width, rectangle.height / image.height);
  cairo_set_source_surface(context, pixels.get(), 0, 0);
  cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
  cairo_rectangle(context, 0, 0, image.width, image.height);
  cairo_fill(context);
  cairo_restore(context);
  require(cairo_status(context));
}

void Canvas::clip(const Rectangle& rectangle) {
  cairo_save(implementation_->get());
  cairo_rectangle(implementation_->get(), rectangle.x, rectangle.y, rectangle.width,
                  rectangle.height);
  cairo_clip(implementation_->get());
}

void Canvas::unclip() { cairo_restore(implementation_->get()); }

std::string Canvas::bytes() {
  cairo_surface_t* surface = implementation_->surface.get();
  std::string& bytes = implementation_->bytes;
  if (implementation_->format == PictureFormat::png) {
    cairo_surface_flush(surface);
    bytes =
        png_file({reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface)),
                  cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
                  cairo_image_surface_get_stride(surface) / int(sizeof(std::uint32_t))});
  } else {
    cairo_show_page(implementation_->get());
    require(cairo_status(implementation_->get()));
    cairo_surface_finish(surface);
    require(cairo_surface_status(surface));
  }
  return std::move(bytes);
}

}  // namespace solenoid
