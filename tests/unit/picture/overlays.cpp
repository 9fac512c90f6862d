/// \file
/// Arrows, field lines and contours over a plane.

#include "src/picture/overlays.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "src/picture/contours.hpp"
#include "src/picture/vector_plane.hpp"

namespace solenoid {
namespace {

using Function = std::function<double(double x, double y)>;

/// Values at the centres of square cells of a plane from -1 to 1.
Plane plane_with(int cells, const Function& value) {
  Plane plane;
  plane.columns = plane.rows = cells;
  plane.left = plane.bottom = -1;
  for (int j = 0; j < cells; ++j)
    for (int i = 0; i < cells; ++i)
      plane.values.push_back(value(-1 + 2 * (i + 0.5) / cells, -1 + 2 * (j + 0.5) / cells));
  return plane;
}

/// Vectors on a sheet of 200 by 200.
VectorPlane vectors(const Function& x, const Function& y) {
  return {plane_with(64, x), plane_with(64, y), 200, 200};
}

double radius(Point point) { return std::hypot(point.x - 100, point.y - 100); }
double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(FieldLines, OfAVortexAreClosedCircles) {
  const auto vortex =
      vectors([](double, double y) { return -y; }, [](double x, double) { return x; });
  const auto lines = field_lines(vortex, 20);
  int closed = 0;
  for (const std::vector<Point>& line : lines) {
    for (const Point& point : line) EXPECT_NEAR(radius(point), radius(line.front()), 0.5);
    if (radius(line.front()) > 95) continue;  // the edges cut it
    EXPECT_EQ(distance(line.front(), line.back()), 0);
    ++closed;
  }
  EXPECT_GE(closed, 3);
}

TEST(FieldLines, PointAlongTheVectorsOnTheSheet) {
  const auto up = vectors([](double, double) { return 0.0; }, [](double, double) { return 2.0; });
  const auto lines = field_lines(up, 20);
  ASSERT_GE(lines.size(), 8U);
  for (const std::vector<Point>& line : lines) {
    EXPECT_GT(line.front().y, line.back().y);  // y is down on a sheet
    EXPECT_NEAR(line.front().x, line.back().x, 1e-9);
    EXPECT_GT(distance(line.front(), line.back()), 190);
  }
}

TEST(FieldLines, KeepTheirDistanceAndLeaveNoGap) {
  const auto wavy =
      vectors([](double, double) { return 1.0; }, [](double x, double) { return std::sin(4 * x); });
  const auto lines = field_lines(wavy, 16);
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = a + 1; b < lines.size(); ++b)
      for (const Point& p : lines[a])
        for (const Point& q : lines[b]) ASSERT_GE(distance(p, q), 0.45 * 16);
  for (double x = 10; x < 200; x += 20) {
    for (double y = 10; y < 200; y += 20) {
      double nearest = 1e9;
      for (const std::vector<Point>& line : lines)
        for (const Point& p : line) nearest = std::min(nearest, distance(p, {x, y}));
      EXPECT_LT(nearest, 1.6 * 16) << x << " " << y;
    }
  }
}

TEST(FieldLines, EndWhereThereIsNoDirection) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(
      field_lines(vectors([](double, double) { return 0.0; }, [](double, double) { return 0.0; }),
                  20)
          .empty());
  const auto half = vectors([undefined](double x, double) { return x > 0 ? undefined : 1.0; },
                            [](double, double) { return 0.0; });
  const auto lines = field_lines(half, 20);
  ASSERT_FALSE(lines.empty());
  for (const std::vector<Point>& line : lines)
    for (const Point& point : line) EXPECT_LT(point.x, 102);
}

TEST(Contours, OfAConeAreClosedCircles) {
  const Plane cone = plane_with(64, [](double x, double y) { return std::hypot(x, y); });
  const auto lines = contour_lines(cone, 0.5);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(distance(lines[0].front(), lines[0].back()), 0);
  EXPECT_GT(lines[0].size(), 60U);
  for (const Point& point : lines[0]) EXPECT_NEAR(std::hypot(point.x - 32, point.y - 32), 16, 0.02);
}

TEST(Contours, EndAtTheEdgesAndAtWhatIsNotFinite) {
  const double undefined = std::numeric_limits<double>::quiet_NaN();
  const Plane slope = plane_with(8, [](double x, double) { return x; });
  const auto lines = contour_lines(slope, 0.1);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].size(), 8U);
  for (const Point& point : lines[0]) EXPECT_NEAR(point.x, 4.4, 1e-12);
  Plane broken = slope;
  broken.values[8 * 4 + 4] = undefined;
  EXPECT_EQ(contour_lines(broken, 0.1).size(), 2U);
  EXPECT_TRUE(contour_lines(slope, 7).empty());
}

TEST(Contours, ASaddleIsCutByItsMean) {
  const auto saddle = [](double middle) {
    Plane plane;
    plane.columns = plane.rows = 2;
    plane.values = {0, 1, 1, 4 * middle - 2};
    return plane;
  };
  // Both have two lines, around other corners.
  const auto high = contour_lines(saddle(0.55), 0.5), low = contour_lines(saddle(0.45), 0.5);
  ASSERT_EQ(high.size(), 2U);
  ASSERT_EQ(low.size(), 2U);
  const auto hugs = [](const std::vector<Point>& line, Point corner) {
    return std::max(distance(line[0], corner), distance(line[1], corner)) < 0.9;
  };
  const Point lower_left{0.5, 0.5}, lower_right{1.5, 0.5};
  EXPECT_TRUE(hugs(high[0], lower_left) || hugs(high[1], lower_left));
  EXPECT_TRUE(hugs(low[0], lower_right) || hugs(low[1], lower_right));
}

Snapshot snapshot_with(const std::vector<std::string>& names) {
  Snapshot snapshot;
  snapshot.grid.cells = {16, 16, 1};
  for (const std::string& name : names) {
    NamedField field{name, {}};
    for (int n = 0; n < 256; ++n) field.values.push_back(std::sin(0.1 * n) + double(name.back()));
    snapshot.fields.push_back(field);
  }
  return snapshot;
}

TEST(Overlays, SayWhatTheyAre) {
  const Snapshot snapshot = snapshot_with(
      {"density", "velocity_x", "velocity_y", "magnetic_field_x", "magnetic_field_y"});
  PictureOptions options;
  options.vectors = "velocity";
  options.field_lines = "magnetic_field";
  options.contours = "density";
  options.levels = {120.5, 121, 121.5};
  EXPECT_EQ(overlay_fields(options, snapshot.grid).size(), 5U);
  const Overlays overlays(snapshot, options, 300, 300);
  ASSERT_EQ(overlays.notes().size(), 3U);
  EXPECT_EQ(overlays.notes()[0], "contours (dotted): density, 120.5 to 121.5 by 0.5");
  EXPECT_EQ(overlays.notes()[1], "lines along the magnetic field");
  EXPECT_EQ(overlays.notes()[2].find("arrows: velocity, the longest 17"), 0U)
      << overlays.notes()[2];
}

TEST(Overlays, HaveAboutTenContours) {
  Snapshot snapshot = snapshot_with({"density"});
  PictureOptions options;
  options.contours = "density";
  for (const double range : {1.0, 1.9, 2.1, 2.6, 4.9, 5.1, 5.94, 9.9}) {
    for (std::size_t n = 0; n < 256; ++n)
      snapshot.fields[0].values[n] = range * (double(n) / 255 - 1) - 0.03;
    const std::string note = Overlays(snapshot, options, 300, 300).notes().at(0);
    double first = 0, last = 0, step = 0;
    std::string plain = note;  // with the sign that has a place on keyboards
    for (std::size_t at = plain.find("\u2212"); at != std::string::npos; at = plain.find("\u2212"))
      plain.replace(at, 3, "-");
    ASSERT_EQ(
        std::sscanf(plain.c_str(), "contours: density, %lf to %lf by %lf", &first, &last, &step), 3)
        << note;
    const double count = (last - first) / step + 1;
    EXPECT_GE(count, 6.5) << note;
    EXPECT_LE(count, 14.5) << note;
  }
}

TEST(Overlays, NeedTheComponentsInThePlane) {
  PictureOptions options;
  options.vectors = "velocity";
  const Grid cut{{1, 8, 8}, {0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ(overlay_fields(options, cut), (std::vector<std::string>{"velocity_y", "velocity_z"}));
  EXPECT_THROW(Overlays(snapshot_with({"density", "velocity_x"}), options, 300, 300),
               std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
