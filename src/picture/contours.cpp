#include "src/picture/contours.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace solenoid {
namespace {

/// An edge between the centres of two neighbours: twice the number of its lower left one, plus 1
/// for an edge upwards.
using Edge = std::int64_t;

/// What is cut out of one square: which two edges a line joins.
struct Segment {
  Edge from, to;
};

class Squares {
 public:
  Squares(const Plane& plane, double level) : plane_(plane), level_(level) {}

  [[nodiscard]] std::vector<Segment> segments() const {
    std::vector<Segment> found;
    for (int row = 0; row + 1 < plane_.rows; ++row) {
      for (int column = 0; column + 1 < plane_.columns; ++column) add(column, row, found);
    }
    return found;
  }
  [[nodiscard]] Point point_on(Edge edge) const {
    const std::int64_t cell = edge / 2;
    const bool upwards = edge % 2 == 1;
    const int column = int(cell % plane_.columns), row = int(cell / plane_.columns);
    const double a = value(column, row);
    const double b = upwards ? value(column, row + 1) : value(column + 1, row);
    // Halves where the difference would overflow.
    const double part = std::isfinite(b - a) ? (level_ - a) / (b - a)
                                             : (0.5 * level_ - 0.5 * a) / (0.5 * b - 0.5 * a);
    return {column + 0.5 + (upwards ? 0 : part), row + 0.5 + (upwards ? part : 0)};
  }

 private:
  [[nodiscard]] double value(int column, int row) const {
    return plane_.values[std::size_t(row) * std::size_t(plane_.columns) + std::size_t(column)];
  }
  [[nodiscard]] Edge edge(int column, int row, bool upwards) const {
    return 2 * (std::int64_t(row) * plane_.columns + column) + (upwards ? 1 : 0);
  }
  void add(int column, int row, std::vector<Segment>& found) const {
    // Corners and edges anticlockwise from the lower left; edge n leads from corner n to the next.
    const std::array<double, 4> corner{value(column, row), value(column + 1, row),
                                       value(column + 1, row + 1), value(column, row + 1)};
    const std::array<Edge, 4> edges{edge(column, row, false), edge(column + 1, row, true),
                                    edge(column, row + 1, false), edge(column, row, true)};
    std::vector<Edge> cut;
    for (std::size_t n = 0; n < 4; ++n) {
      if (!std::isfinite(corner[n])) return;
      if ((corner[n] < level_) != (corner[(n + 1) % 4] < level_)) cut.push_back(edges[n]);
    }
    if (cut.size() == 2) found.push_back({cut[0], cut[1]});
    if (cut.size() != 4) return;
    // Two opposite corners are below: the mean says whether they are joined.
    const bool low_middle =
        0.25 * corner[0] + 0.25 * corner[1] + 0.25 * corner[2] + 0.25 * corner[3] < level_;
    const bool around_second = low_middle == (corner[0] < level_);
    if (around_second) {
      found.push_back({cut[0], cut[1]});
      found.push_back({cut[2], cut[3]});
    } else {
      found.push_back({cut[3], cut[0]});
      found.push_back({cut[1], cut[2]});
    }
  }

  const Plane& plane_;
  double level_;
};

/// Joins segments that share an edge into chains of edges.
class Chains {
 public:
  explicit Chains(const std::vector<Segment>& segments)
      : segments_(segments), used_(segments.size(), false) {
    for (std::size_t n = 0; n < segments.size(); ++n) {
      at_[segments[n].from].push_back(n);
      at_[segments[n].to].push_back(n);
    }
  }
  [[nodiscard]] std::vector<std::vector<Edge>> all() {
    std::vector<std::vector<Edge>> chains;
    // Open chains from their ends first; what is left is closed.
    for (const bool open : {true, false}) {
      for (std::size_t n = 0; n < segments_.size(); ++n) {
        for (const Edge begin : {segments_[n].from, segments_[n].to}) {
          if (used_[n] || (open && at_[begin].size() != 1)) continue;
          chains.push_back(chain_from(begin, n));
        }
      }
    }
    return chains;
  }

 private:
  std::vector<Edge> chain_from(Edge begin, std::size_t segment) {
    std::vector<Edge> chain{begin};
    for (bool found = true; found;) {
      used_[segment] = true;
      const Segment& last = segments_[segment];
      chain.push_back(last.from == chain.back() ? last.to : last.from);
      found = false;
      for (const std::size_t next : at_[chain.back()]) {
        if (used_[next]) continue;
        segment = next;
        found = true;
        break;
      }
    }
    return chain;
  }

  const std::vector<Segment>& segments_;
  std::vector<bool> used_;
  std::unordered_map<Edge, std::vector<std::size_t>> at_;
};

}  // namespace

std::vector<std::vector<Point>> contour_lines(const Plane& plane, double level) {
  const Squares squares(plane, level);
  const std::vector<Segment> segments = squares.segments();
  std::vector<std::vector<Point>> lines;
  for (const std::vector<Edge>& chain : Chains(segments).all()) {
    std::vector<Point>& line = lines.emplace_back();
    for (const Edge edge : chain) line.push_back(squares.point_on(edge));
  }
  return lines;
}

}  // namespace solenoid
