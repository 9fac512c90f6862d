/// \file
/// Sizes and formats of pictures, characters that fonts lack, and legends that hide nothing.

#include "src/picture/sheet.hpp"

#include <cairo.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "src/picture/canvas.hpp"
#include "src/picture/legend.hpp"
#include "src/picture/text_runs.hpp"

namespace solenoid {
namespace {

TEST(PictureWidths, ArePixelsOrLengths) {
  EXPECT_EQ(parse_picture_width("640").value, 640);
  EXPECT_FALSE(parse_picture_width("640").points);
  EXPECT_NEAR(parse_picture_width("2.54cm").value, 72, 1e-12);
  EXPECT_NEAR(parse_picture_width("25.4mm").value, 72, 1e-12);
  EXPECT_NEAR(parse_picture_width("3.4in").value, 244.8, 1e-12);
  EXPECT_TRUE(parse_picture_width("244pt").points);
  for (const char* text : {"", "wide", "8.6km", "-3", "0cm", "nan", "8.6 cm x"})
    EXPECT_THROW(parse_picture_width(text), std::invalid_argument) << text;
}

TEST(Sheets, HaveRoomForWhatTheyHold) {
  const auto sheet = [](const char* width, std::optional<double> font = {}) {
    return Sheet{parse_picture_width(width), font};
  };
  EXPECT_NO_THROW(require_drawable(sheet("900")));
  EXPECT_NO_THROW(require_drawable(sheet("8.6cm")));
  EXPECT_NO_THROW(require_drawable(sheet("1800", 26)));
  for (const Sheet& bad : {sheet("100"), sheet("900", 80), sheet("4cm", 12), sheet("900", -1),
                           sheet("9000"), sheet("300cm", 100)})
    EXPECT_THROW(require_drawable(bad), std::invalid_argument);
}

TEST(Sheets, LettersAreAsHighAsAskedFor) {
  const Sheet paper{parse_picture_width("244pt"), 9};
  EXPECT_DOUBLE_EQ(paper.scale(PictureFormat::pdf) * 13, 9);
  EXPECT_DOUBLE_EQ(paper.width() * paper.scale(PictureFormat::pdf), 244);
  EXPECT_NEAR(paper.scale(PictureFormat::png) * paper.width(), 244 * 300.0 / 72, 1e-9);
  EXPECT_EQ(Sheet{}.scale(PictureFormat::png), 1);
  EXPECT_EQ(Sheet{}.width(), 900);
}

TEST(Canvas, WritesEachFormat) {
  for (const auto& [format, begin] :
       {std::pair(PictureFormat::png, "\x89PNG"), std::pair(PictureFormat::pdf, "%PDF-1"),
        std::pair(PictureFormat::svg, "<?xml")}) {
    Canvas canvas(100, 50, format, 0.5);
    canvas.line({0, 0}, {100, 50}, 1, {0, 0, 0});
    canvas.text({10, 30}, "density \u2207 \u03c8", {});
    canvas.image({10, 10, 20, 20}, {2, 1, {0xff0000, 0x00ff00}});
    const std::string bytes = canvas.bytes();
    EXPECT_EQ(bytes.rfind(begin, 0), 0U) << name_of(format);
    EXPECT_GT(bytes.size(), 200U);
  }
}

std::string written(const std::string& text) {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
  cairo_t* context = cairo_create(surface);
  std::string all;
  for (const TextRun& run : text_runs(context, text)) all += run.text;
  cairo_destroy(context);
  cairo_surface_destroy(surface);
  return all;
}

TEST(TextRuns, EscapeWhatNoFontHas) {
  EXPECT_EQ(written("plain text"), "plain text");
  EXPECT_EQ(written("\u03b2\u207b\u00b9 \u00d7 \u2207"), "\u03b2\u207b\u00b9 \u00d7 \u2207");
  EXPECT_EQ(written("a\U000f1234b"), "a\\uf1234b");  // for private use: in no font
  EXPECT_EQ(written("bad \xff\xc3("), "bad \\xff\\xc3(");
  EXPECT_EQ(written("cut \xe2\x82"), "cut \\xe2\\x82");
  EXPECT_EQ(written("a\nb\x1b[0m"), "a b [0m");
}

DrawnCurve drawn(const Curve& curve, const std::vector<Point>& points) {
  return {&curve, {0, 0, 0}, {}, {points}};
}

TEST(Legends, StandWhereNoCurveRuns) {
  const Curve curve{"a curve", {}, {}};
  const Rectangle frame{0, 0, 600, 400}, below{0, 440, 600, 0};
  // A line from corner to corner, of two points only.
  const Legend free({drawn(curve, {{0, 400}, {600, 0}})}, {}, frame, below);
  EXPECT_TRUE(free.is_inside());
  EXPECT_LT(free.box().right(), 300);
  EXPECT_LT(free.box().bottom(), 200);
  // Lines all over.
  std::vector<Point> zigzag;
  for (int n = 0; n <= 60; ++n) zigzag.push_back({10.0 * n, n % 2 == 0 ? 0.0 : 400.0});
  const Legend pushed({drawn(curve, zigzag)}, {}, frame, below);
  EXPECT_FALSE(pushed.is_inside());
  EXPECT_GE(pushed.box().y, 440);
}

TEST(Legends, ThatAreTooLargeStandBelowInColumns) {
  const std::vector<Curve> curves(40, Curve{"a label", {}, {}});
  std::vector<DrawnCurve> all;
  for (const Curve& curve : curves) all.push_back(drawn(curve, {{1, 399}, {2, 399}}));
  const Legend legend(all, {}, {0, 0, 600, 400}, {0, 440, 600, 0});
  EXPECT_FALSE(legend.is_inside());
  EXPECT_LT(legend.bottom(), 440 + 40 * 21);
  EXPECT_LE(legend.box().right(), 600);
}

}  // namespace
}  // namespace solenoid
