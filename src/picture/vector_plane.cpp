#include "src/picture/vector_plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace solenoid {
namespace {

double length(Point v) { return std::hypot(v.x, v.y); }
double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

constexpr double step_length = 1;         // along a line, in units of the layout
constexpr double shortest_line = 1.5;     // in separations
constexpr double nearest_approach = 0.5;  // in separations
constexpr double slowest = 1e-6;          // of the largest vector: below it there is no direction

/// Points of the lines so far, in squares of the separation, so that neighbours are found at once.
class Neighbours {
 public:
  Neighbours(double width, double height, double separation)
      : separation_(separation),
        columns_(int(width / separation) + 1),
        rows_(int(height / separation) + 1),
        squares_(std::size_t(columns_) * std::size_t(rows_)) {}

  void add(const std::vector<Point>& line) {
    for (const Point& point : line) squares_[square(column(point), row(point))].push_back(point);
  }
  /// Whether no point is nearer than `least`, which is at most the separation.
  [[nodiscard]] bool is_free(Point point, double least) const {
    for (int j = std::max(row(point) - 1, 0); j <= std::min(row(point) + 1, rows_ - 1); ++j) {
      for (int i = std::max(column(point) - 1, 0); i <= std::min(column(point) + 1, columns_ - 1);
           ++i) {
        for (const Point& other : squares_[square(i, j)]) {
          if (distance(point, other) < least) return false;
        }
      }
    }
    return true;
  }

 private:
  [[nodiscard]] int column(Point p) const {
    return std::clamp(int(p.x / separation_), 0, columns_ - 1);
  }
  [[nodiscard]] int row(Point p) const { return std::clamp(int(p.y / separation_), 0, rows_ - 1); }
  [[nodiscard]] std::size_t square(int i, int j) const {
    return std::size_t(j) * std::size_t(columns_) + std::size_t(i);
  }

  double separation_;
  int columns_, rows_;
  std::vector<std::vector<Point>> squares_;
};

/// Follows vectors from a seed until they end, leave the plane or meet another line.
class Tracer {
 public:
  Tracer(const VectorPlane& vectors, const Neighbours& neighbours, double separation)
      : vectors_(vectors), neighbours_(neighbours), separation_(separation) {}

  [[nodiscard]] std::vector<Point> line_through(Point seed) const {
    bool closed = false;
    std::vector<Point> line = half(seed, 1, closed);
    if (closed) {
      line.push_back(seed);
      return line;
    }
    std::vector<Point> before = half(seed, -1, closed);
    std::reverse(before.begin(), before.end());
    before.pop_back();  // the seed
    before.insert(before.end(), line.begin(), line.end());
    return before;
  }

 private:
  /// A unit vector, or nothing (0, 0) where there is no direction.
  [[nodiscard]] Point direction(Point at, double sign) const {
    const Point v = vectors_.at(at);
    const double size = length(v);
    if (!(size > slowest * vectors_.largest())) return {0, 0};
    return {sign * v.x / size, sign * v.y / size};
  }
  [[nodiscard]] bool inside(Point p) const {
    return p.x >= 0 && p.y >= 0 && p.x <= vectors_.width() && p.y <= vectors_.height();
  }
  /// Whether the line comes back to an earlier part of itself, as a spiral does. Near its seed it
  /// may, where it is about to close.
  [[nodiscard]] bool meets_itself(const std::vector<Point>& line, Point next) const {
    const auto begin = std::size_t(separation_ / step_length);
    const auto apart = std::size_t(2 * separation_ / step_length);
    for (std::size_t i = begin; i + apart < line.size(); i += 4) {
      if (distance(line[i], next) < nearest_approach * separation_) return true;
    }
    return false;
  }
  [[nodiscard]] std::vector<Point> half(Point seed, double sign, bool& closed) const {
    std::vector<Point> line{seed};
    const auto most = std::size_t(4 * (vectors_.width() + vectors_.height()) / step_length);
    while (line.size() < most) {
      const Point here = line.back();
      const Point first = direction(here, sign);
      const Point middle = direction(
          {here.x + 0.5 * step_length * first.x, here.y + 0.5 * step_length * first.y}, sign);
      const Point next{here.x + step_length * middle.x, here.y + step_length * middle.y};
      if (length(middle) == 0 || !inside(next)) break;
      if (double(line.size()) * step_length > separation_ &&
          distance(next, seed) < 1.5 * step_length) {
        closed = true;
        break;
      }
      if (!neighbours_.is_free(next, nearest_approach * separation_)) break;
      if (meets_itself(line, next)) break;
      line.push_back(next);
    }
    return line;
  }

  const VectorPlane& vectors_;
  const Neighbours& neighbours_;
  double separation_;
};

/// Where new lines may begin beside a line: a separation to its left and right.
std::vector<Point> seeds_beside(const std::vector<Point>& line, double separation) {
  std::vector<Point> seeds;
  const auto every = std::max<std::size_t>(1, std::size_t(separation / 2 / step_length));
  for (std::size_t i = 0; i + 1 < line.size(); i += every) {
    const Point along{line[i + 1].x - line[i].x, line[i + 1].y - line[i].y};
    const double size = length(along);
    if (size == 0) continue;
    for (const double side : {separation, -separation}) {
      seeds.push_back({line[i].x - side * along.y / size, line[i].y + side * along.x / size});
    }
  }
  return seeds;
}

}  // namespace

VectorPlane::VectorPlane(const Plane& horizontal, const Plane& vertical, double width,
                         double height)
    : columns_(horizontal.columns),
      rows_(horizontal.rows),
      width_(width),
      height_(height),
      right_(horizontal.values),
      up_(vertical.values) {
  if (vertical.columns != columns_ || vertical.rows != rows_) {
    throw std::invalid_argument(
        fmt::format("the components of a vector have {} x {} and {} x {} cells", columns_, rows_,
                    vertical.columns, vertical.rows));
  }
  for (std::size_t n = 0; n < right_.size(); ++n) {
    const double size = std::hypot(right_[n], up_[n]);
    if (std::isfinite(size)) largest_ = std::max(largest_, size);
  }
  // Directions on the sheet, where a length along y may be drawn longer than one along x. Lengths
  // of vectors are then those along x.
  const double stretch =
      (height / (vertical.top - vertical.bottom)) / (width / (horizontal.right - horizontal.left));
  for (double& value : up_) value *= stretch;
}

Point VectorPlane::cell(int column, int row) const {
  const std::size_t n = std::size_t(std::clamp(row, 0, rows_ - 1)) * std::size_t(columns_) +
                        std::size_t(std::clamp(column, 0, columns_ - 1));
  return {right_[n], -up_[n]};
}

Point VectorPlane::at(Point point) const {
  const double x = point.x / width_ * columns_ - 0.5;
  const double y = (1 - point.y / height_) * rows_ - 0.5;
  const int i = int(std::floor(x)), j = int(std::floor(y));
  const double fx = x - i, fy = y - j;
  const auto mix = [](Point a, Point b, double weight) {
    return Point{a.x + (b.x - a.x) * weight, a.y + (b.y - a.y) * weight};
  };
  return mix(mix(cell(i, j), cell(i + 1, j), fx), mix(cell(i, j + 1), cell(i + 1, j + 1), fx), fy);
}

Point VectorPlane::mean_at(Point centre, double side) const {
  const auto column = [&](double x) { return int(std::floor(x / width_ * columns_)); };
  const auto row = [&](double y) { return int(std::floor((1 - y / height_) * rows_)); };
  const int left = std::max(column(centre.x - 0.5 * side), 0);
  const int right = std::clamp(column(centre.x + 0.5 * side), left, columns_ - 1);
  const int bottom = std::max(row(centre.y + 0.5 * side), 0);
  const int top = std::clamp(row(centre.y - 0.5 * side), bottom, rows_ - 1);
  Point sum;
  for (int j = bottom; j <= top; ++j) {
    for (int i = left; i <= right; ++i) {
      sum.x += cell(i, j).x;
      sum.y += cell(i, j).y;
    }
  }
  const double count = double(right - left + 1) * (top - bottom + 1);
  return {sum.x / count, sum.y / count};
}

std::vector<std::vector<Point>> field_lines(const VectorPlane& vectors, double separation) {
  std::vector<std::vector<Point>> lines;
  if (!(vectors.largest() > 0)) return lines;
  Neighbours neighbours(vectors.width(), vectors.height(), separation);
  const auto try_seed = [&](Point seed) {
    if (seed.x < 0 || seed.y < 0 || seed.x > vectors.width() || seed.y > vectors.height()) return;
    // A seed that a line of the same distance gave is at that distance, but for rounding.
    if (!neighbours.is_free(seed, 0.98 * separation)) return;
    std::vector<Point> line = Tracer(vectors, neighbours, separation).line_through(seed);
    if (double(line.size()) * step_length < shortest_line * separation) return;
    neighbours.add(line);
    lines.push_back(std::move(line));
  };
  std::size_t done = 0;
  const auto fill_around = [&] {
    for (; done < lines.size(); ++done) {
      for (const Point& seed : seeds_beside(lines[done], separation)) try_seed(seed);
    }
  };
  // Regions that lines beside lines do not reach have seeds of their own.
  for (double y = 0.5 * separation; y < vectors.height(); y += separation) {
    for (double x = 0.5 * separation; x < vectors.width(); x += separation) {
      try_seed({x, y});
      fill_around();
    }
  }
  return lines;
}

}  // namespace solenoid
