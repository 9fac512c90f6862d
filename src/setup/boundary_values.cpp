#include "src/setup/boundary_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "physics/solvers/fixed_values.hpp"
#include "src/deck/keys.hpp"
#include "src/setup/function_behind_face.hpp"
#include "src/setup/initial_file.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

using Point = std::array<double, 3>;

/// A face with expressions of what stands behind it: a fixed one, or one behind which the
/// background of a program goes on.
struct FixedFace {
  Axis axis;
  Side side;
  Expressions fields;
  bool fixed;
  bool of_program;  ///< whose fields mean what it says, be they called density or otherwise
  /// In place of expressions, by field.
  std::map<std::string, std::shared_ptr<FunctionBehindFace>> functions{};

  [[nodiscard]] std::string name() const { return face_name(axis, side); }
};

/// The fields of the deck's program that stay as they start.
Expressions background_of(const Deck& deck) {
  Expressions background;
  if (deck.program() == nullptr) return background;
  for (const stencil::Field& field : deck.program()->kernels.fields)
    if (const auto given = deck.initial().find(field.name);
        field.background && given != deck.initial().end())
      background.emplace(*given);
  return background;
}

bool has_background(const Deck& deck) {
  return deck.program() != nullptr &&
         std::ranges::any_of(deck.program()->kernels.fields,
                             [](const stencil::Field& field) { return field.background; });
}

/// Whether a field of the deck's program is fixed behind a face that may be of another kind.
bool some_field_fixed(const Deck& deck, Axis axis, Side side) {
  return std::ranges::any_of(deck.field_boundaries(), [&](const auto& own) {
    return own.second.kind[axis][side] == BoundaryKind::fixed;
  });
}

std::vector<FixedFace> fixed_faces(const Deck& deck) {
  const Boundaries boundaries = deck.boundaries();
  const Expressions background = background_of(deck);
  std::vector<FixedFace> faces;
  for (const Axis axis : {axis_x, axis_y, axis_z})
    for (const Side side : {side_lower, side_upper}) {
      const BoundaryKind kind = boundaries.kind[axis][side];
      if (kind == BoundaryKind::periodic || !deck.grid().active(axis)) continue;
      const bool fixed = kind == BoundaryKind::fixed || some_field_fixed(deck, axis, side);
      Expressions fields = deck.boundary_values(axis, side);
      fields.insert(background.begin(), background.end());
      if (fixed || !fields.empty() || (deck.state_file() && has_background(deck)))
        faces.push_back({axis, side, fields, fixed, deck.program() != nullptr});
    }
  return faces;
}

/// What is wrong with a value behind a face, or nothing.
std::optional<std::string> complaint(const FixedFace& face, const std::string& field, double value,
                                     const Point& point, double time) {
  const bool finite = std::isfinite(value);
  const bool positive = !face.of_program && (field == "density" || field == "pressure");
  if (finite && (!positive || value > 0)) return std::nullopt;
  return fmt::format(
      "{} behind the {}face {} is {:g} at ({:g}, {:g}, {:g}), t = {:g}: expected a {} number",
      field, face.fixed ? "fixed " : "", face.name(), value, point[0], point[1], point[2], time,
      finite ? "positive" : "finite");
}

/// What the file of [initial] gives in the cells at faces behind which something stands: what no
/// expression says there is the nearest value of the initial state.
class NearestInFile {
 public:
  /// Of those of a part, with as many cells around it as its scheme asks for ghosts beside it.
  NearestInFile(const Deck& deck, const Subdomain& part, const std::vector<FixedFace>& faces)
      : grid_(deck.grid()) {
    InitialFile file(deck);
    const GhostExtent ghosts = ghosts_of(deck);
    const int around = ghosts.layers + ghosts.margin + 1;  // 1, as points on faces may round
    for (const FixedFace& face : faces) {
      Box cells;
      for (std::size_t d = 0; d < 3; ++d) {
        cells.begin[d] = std::max(part.first[d] - around, 0);
        cells.count[d] =
            std::min(part.first[d] + part.cells[d] + around, grid_.cells[d]) - cells.begin[d];
      }
      const auto normal = std::size_t(face.axis);
      const int layer = face.side == side_lower ? 0 : grid_.cells[normal] - 1;
      const int own = face.side == side_lower ? part.first[normal]
                                              : part.first[normal] + part.cells[normal] - 1;
      if (own != layer) continue;  // another part is at this face
      cells.begin[normal] = layer;
      cells.count[normal] = 1;
      layers_.push_back(file.read(cells));
    }
    for (const StateField& field : state_fields(deck))
      if (file.gives(field.name)) fields_.insert(field.name);
  }

  [[nodiscard]] bool gives(const std::string& field) const { return fields_.contains(field); }
  /// The value in the cell that is nearest to a point behind a face.
  [[nodiscard]] double operator()(const std::string& field, const Point& point) const {
    std::array<int, 3> cell{};
    for (int axis = 0; axis < 3; ++axis) {
      const double place =
          std::floor((point[std::size_t(axis)] - grid_.lower[axis]) / grid_.spacing(axis));
      cell[std::size_t(axis)] = int(std::clamp(place, 0.0, double(grid_.cells[axis] - 1)));
    }
    for (const CellsOfFile& layer : layers_)
      if (layer.contains(cell)) return layer.at(field, cell);
    throw std::logic_error("a boundary value was asked for that no cell at the face is near to");
  }

 private:
  Grid grid_;
  std::set<std::string> fields_;
  std::vector<CellsOfFile> layers_;
};

/// Nothing where no file gives what stands behind a face.
std::shared_ptr<const NearestInFile> file_behind(const Deck& deck, const Subdomain& part,
                                                 const std::vector<FixedFace>& faces) {
  if (!deck.state_file() || faces.empty()) return nullptr;
  return std::make_shared<const NearestInFile>(deck, part, faces);
}

/// A value behind a face, and what is wrong with it.
struct FaceValue {
  const FixedFace* face;
  double value;
  std::optional<std::string> wrong;
};

/// The value of a field at a point. Which face it lies behind follows from its place. `file` may be
/// null.
FaceValue value_behind(const std::vector<FixedFace>& faces, const NearestInFile* file,
                       const Grid& grid, const std::string& field, const Point& point,
                       double time) {
  const FixedFace* without = nullptr;
  for (const FixedFace& face : faces) {
    const bool behind = face.side == side_lower ? point[face.axis] < grid.lower[face.axis]
                                                : point[face.axis] > grid.upper[face.axis];
    if (!behind) continue;
    without = &face;
    const auto found = face.fields.find(field);
    if (found == face.fields.end()) continue;
    const auto function = face.functions.find(field);
    const double value = function != face.functions.end()
                             ? (*function->second)(point, time)
                             : (*found->second)(point[0], point[1], point[2], time);
    std::optional<std::string> wrong = complaint(face, field, value, point, time);
    if (const auto outside = found->second->outside_of_table())
      wrong = fmt::format("{} behind the face {}: {}", field, face.name(), *outside);
    return {&face, value, wrong};
  }
  if (without == nullptr) throw std::logic_error("a boundary value was asked for inside the grid");
  if (file != nullptr && file->gives(field)) {
    const double value = (*file)(field, point);
    return {without, value, complaint(*without, field, value, point, time)};
  }
  return {without, 0.0, std::nullopt};
}

/// Where the values of a field behind faces stand: at the centres of cells, and a magnetic field
/// that the scheme has on faces there, too.
std::vector<int> places_of(const SchemeSpec& scheme, const std::string& field) {
  const std::string vector = "magnetic_field_";
  if (!scheme.field_on_faces || !field.starts_with(vector)) return {cell_centres};
  return {cell_centres, field[vector.size()] - 'x'};
}

}  // namespace

FixedBoundary fixed_boundary(const Deck& deck, const Subdomain& part) {
  FixedBoundary fixed;
  std::vector<FixedFace> faces = fixed_faces(deck);
  for (FixedFace& face : faces)
    for (const auto& [name, expression] : face.fields) {
      const auto function = deck.boundary_functions().find(face.name() + "." + name);
      if (function != deck.boundary_functions().end())
        face.functions[name] = std::make_shared<FunctionBehindFace>(deck, part, face.axis,
                                                                    face.side, function->second);
      fixed.depends_on_time =
          fixed.depends_on_time || face.functions.contains(name) || expression->depends_on_time();
    }
  fixed.values = [grid = deck.grid(), faces, file = file_behind(deck, part, faces),
                  agreement = deck.agreement()](const std::string& field, double x, double y,
                                                double z, double t) {
    const FaceValue found = value_behind(faces, file.get(), grid, field, {x, y, z}, t);
    if (!found.wrong) return found.value;
    for (const auto& function : found.face->functions) function.second->forget();
    const BoundaryValueError error(*found.wrong);
    if (!agreement) throw error;
    agreement->postpone(std::make_exception_ptr(error));
    return 1.0;
  };
  return fixed;
}

std::vector<DeckProblem> boundary_problems(const Deck& deck) {
  const Grid grid = deck.grid();
  const double time = deck.number("run", "start_time");
  const std::vector<FixedFace> faces = fixed_faces(deck);
  const GhostExtent ghosts = ghosts_of(deck);
  const Layout layout = make_layout(grid, ghosts.layers, int(sizeof(double)), 1);
  std::vector<DeckProblem> problems;
  std::set<std::pair<const FixedFace*, std::string>> reported;
  for (const FixedFace& face : faces) {
    const GhostRange range = ghost_range(layout, face.axis, ghosts.layers, ghosts.margin);
    for (const auto& entry : face.fields) {
      const std::string& field = entry.first;
      for_each_ghost(range, [&](int layer, int a, int b) {
        for (const int place : places_of(deck.scheme(), field)) {
          const Point point = ghost_position(grid, face.axis, face.side, layer, a, b, place);
          const FaceValue found = value_behind(faces, nullptr, grid, field, point, time);
          if (!found.wrong || !reported.emplace(found.face, field).second) continue;
          const std::string section = "boundary." + found.face->name();
          const bool own = deck.given(section, field);
          problems.push_back(deck.problem(own ? section : "initial", field, *found.wrong));
        }
      });
    }
  }
  return problems;
}

}  // namespace solenoid
