#include "src/setup/boundary_values.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "src/deck/keys.hpp"

namespace solenoid {

namespace {

/// Layers of ghost cells whose values are looked at before the start.
constexpr int checked_layers = 2;

using Point = std::array<double, 3>;

/// One fixed face and its expressions.
struct FixedFace {
  Axis axis;
  Side side;
  std::map<std::string, Expression> fields;
  bool of_program;  ///< whose fields mean what it says, be they called density or otherwise

  [[nodiscard]] std::string name() const { return face_name(axis, side); }
};

std::vector<FixedFace> fixed_faces(const Deck& deck) {
  const Boundaries boundaries = deck.boundaries();
  std::vector<FixedFace> faces;
  for (const Axis axis : {axis_x, axis_y, axis_z})
    for (const Side side : {side_lower, side_upper})
      if (boundaries.kind[axis][side] == BoundaryKind::fixed)
        faces.push_back({axis, side, deck.boundary_values(axis, side), deck.program() != nullptr});
  return faces;
}

/// What is wrong with a value behind a face, or nothing.
std::optional<std::string> complaint(const FixedFace& face, const std::string& field, double value,
                                     const Point& point, double time) {
  const bool finite = std::isfinite(value);
  const bool positive = !face.of_program && (field == "density" || field == "pressure");
  if (finite && (!positive || value > 0)) return std::nullopt;
  return fmt::format(
      "{} behind the fixed face {} is {:g} at ({:g}, {:g}, {:g}), t = {:g}: expected a {} number",
      field, face.name(), value, point[0], point[1], point[2], time,
      finite ? "positive" : "finite");
}

/// Calls body(point) for the centres of the ghost cells behind a face, until it returns true.
template <class Body>
void visit_ghosts(const Grid& grid, const FixedFace& face, const Body& body) {
  std::array<int, 3> begin{0, 0, 0};
  std::array<int, 3> end = grid.cells;
  begin[face.axis] = face.side == side_lower ? -checked_layers : grid.cells[face.axis];
  end[face.axis] = begin[face.axis] + checked_layers;
  for (int k = begin[2]; k < end[2]; ++k)
    for (int j = begin[1]; j < end[1]; ++j)
      for (int i = begin[0]; i < end[0]; ++i)
        if (body(Point{grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)})) return;
}

}  // namespace

FixedBoundary fixed_boundary(const Deck& deck) {
  FixedBoundary fixed;
  const std::vector<FixedFace> faces = fixed_faces(deck);
  for (const FixedFace& face : faces)
    for (const auto& [name, expression] : face.fields)
      fixed.depends_on_time = fixed.depends_on_time || expression.depends_on_time();
  // Which face a point lies behind follows from its place.
  fixed.values = [grid = deck.grid(), faces](const std::string& field, double x, double y, double z,
                                             double t) {
    const Point point{x, y, z};
    for (const FixedFace& face : faces) {
      const bool behind = face.side == side_lower ? point[face.axis] < grid.lower[face.axis]
                                                  : point[face.axis] > grid.upper[face.axis];
      if (!behind) continue;
      const auto found = face.fields.find(field);
      const double value = found == face.fields.end() ? 0.0 : found->second(x, y, z, t);
      if (const auto wrong = complaint(face, field, value, point, t))
        throw BoundaryValueError(*wrong);
      return value;
    }
    throw std::logic_error("a boundary value was asked for inside the grid");
  };
  return fixed;
}

std::vector<DeckProblem> boundary_problems(const Deck& deck) {
  const Grid grid = deck.grid();
  const double time = deck.number("run", "start_time");
  std::vector<DeckProblem> problems;
  for (const FixedFace& face : fixed_faces(deck)) {
    const std::string section = "boundary." + face.name();
    for (const auto& [field, expression] : face.fields) {
      visit_ghosts(grid, face, [&, &field = field, &expression = expression](const Point& point) {
        const double value = expression(point[0], point[1], point[2], time);
        const auto wrong = complaint(face, field, value, point, time);
        const bool own = deck.given(section, field);
        if (wrong) problems.push_back(deck.problem(own ? section : "initial", field, *wrong));
        return wrong.has_value();
      });
    }
  }
  return problems;
}

}  // namespace solenoid
