#include "src/setup/initial_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "src/output/files.hpp"
#include "src/setup/deck_of_file.hpp"
#include "src/setup/file_on_grid.hpp"
#include "src/setup/solvers.hpp"
#include "src/setup/state_file.hpp"

namespace solenoid {

namespace {

/// How far apart two gammas may be that are printed in six digits.
constexpr double gamma_tolerance = 1e-4;

[[noreturn]] void refuse(const Deck& deck, const std::string& why) {
  throw DeckError({deck.problem("initial", "file", fmt::format("'file' in [initial]: {}", why))});
}

/// Energies in the file mean what the deck's gamma makes of them.
void settle_gamma(StateReader& file, const Deck& deck) {
  const std::optional<double> ours = file_parameters(deck).gamma;
  std::optional<double> theirs = file.head().parameters.gamma;
  // Nor does an energy give the pressure of a tabulated gas as it does in the file.
  if (deck.program() == nullptr &&
      deck.choice<EquationOfState>("physics", "equation_of_state") == EquationOfState::tabulated)
    theirs.reset();
  file.set_gamma(ours ? ours : theirs);
  if (!ours) return;
  if (theirs && std::abs(*theirs - *ours) > gamma_tolerance * *ours)
    refuse(deck, fmt::format("gamma is {} in {} and {} in the deck: expected the same 'gamma' in "
                             "[physics]",
                             *theirs, deck.state_file()->path, *ours));
}

bool is_magnetic(const std::string& field) {
  return field.starts_with("magnetic_field_") && field.size() == std::size("magnetic_field_");
}

/// Whether expressions give a field: its own or, of a fluid's magnetic field, a vector potential.
bool given_by_deck(const Deck& deck, const std::string& field) {
  if (deck.given("initial", field)) return true;
  if (deck.program() != nullptr || !is_magnetic(field)) return false;
  return std::ranges::any_of(std::string("xyz"), [&](char c) {
    return deck.given("initial", std::string("vector_potential_") + c);
  });
}

/// What body() returns; what it throws of a file is what is wrong with the deck.
template <class Body>
auto reading(const Deck& deck, const Body& body) {
  const std::string& path = deck.state_file()->path;
  try {
    return body();
  } catch (const OutputError& error) {
    refuse(deck, error.what());
  } catch (const std::invalid_argument& error) {
    refuse(deck, fmt::format("{} does not fit: {}", path, error.what()));
  } catch (const MissingField& error) {
    refuse(deck,
           fmt::format("{} lacks {}; give it by an expression in [initial]", path, error.what()));
  }
}

std::unique_ptr<StateReader> open_file_of(const Deck& deck) {
  const StateFileSettings& file = deck.state_file().value();
  return reading(deck, [&] {
    return open_state_file(file.path, {file.snapshot, file.ghost_layers});
  });
}

}  // namespace

bool CellsOfFile::contains(const std::array<int, 3>& cell) const {
  return common_box(cells, {cell, {1, 1, 1}}).values() > 0;
}

InitialFile::InitialFile(const Deck& deck)
    : deck_(deck), grid_(deck.grid()), boundaries_(deck.boundaries()), file_(open_file_of(deck)) {
  settle_gamma(*file_, deck);
  for (const StateField& field : state_fields(deck))
    if (!given_by_deck(deck, field.name)) fields_.push_back(field);
  const Box none{{0, 0, 0}, {0, 0, 0}};
  (void)read(none);  // says what does not fit
}

CellsOfFile InitialFile::read(const Box& cells) {
  return reading(deck_, [&] {
    FileState state = on_grid(*file_, grid_, cells);
    CellsOfFile found{cells, {}, {}};
    for (const StateField& field : fields_) found.centred[field.name] = field_of(state, field.name);
    found.faces = std::move(state.faces);
    return found;
  });
}

bool InitialFile::averages_along(int axis) const {
  const auto on_faces = [&](const StateField& field) { return normal_of(field.placement) == axis; };
  return file_->head().faces.empty() && grid_.active(axis) &&
         std::ranges::any_of(fields_, on_faces);
}

bool InitialFile::is_periodic(int axis) const {
  return boundaries_.kind[std::size_t(axis)][side_lower] == BoundaryKind::periodic;
}

void InitialFile::load(const Box& cells) {
  Box all = cells;
  std::vector<Box> opposite;
  for (int axis = 0; axis < 3; ++axis) {
    if (!averages_along(axis)) continue;
    const auto d = std::size_t(axis);
    const int count = grid_.cells[d], end = cells.begin[d] + cells.count[d];
    all.begin[d] = std::max(cells.begin[d] - 1, 0);
    all.count[d] = std::min(end + 1, count) - all.begin[d];
    if (!is_periodic(axis)) continue;
    Box layer = cells;
    layer.count[d] = 1;
    layer.begin[d] = count - 1;
    if (cells.begin[d] == 0 && end < count - 1) opposite.push_back(layer);
    layer.begin[d] = 0;
    if (end == count && cells.begin[d] > 1) opposite.push_back(layer);
  }
  loaded_.clear();
  loaded_.push_back(read(all));
  for (const Box& layer : opposite) loaded_.push_back(read(layer));
}

FieldValues InitialFile::values(const StateField& field, const Box& box) const {
  const CellsOfFile& all = loaded_.front();
  const int normal = normal_of(field.placement);
  if (normal < 0) return cut_out(all.centred.at(field.name), all.cells, box);
  if (!all.faces.empty())
    return cut_out(all.faces[std::size_t(normal)], part_of_field(grid_, all.cells, field.placement),
                   box);
  return averages(field.name, normal, box);
}

FieldValues InitialFile::averages(const std::string& field, int normal, const Box& faces) const {
  std::vector<const FieldValues*> centred;
  for (const CellsOfFile& part : loaded_) centred.push_back(&part.centred.at(field));
  const auto at = [&](const std::array<int, 3>& cell) {
    std::size_t part = 0;
    while (!loaded_[part].contains(cell)) ++part;
    return (*centred[part])[loaded_[part].cells.value_at(cell)];
  };
  const auto n = std::size_t(normal);
  const int count = grid_.cells[n];
  const bool periodic = is_periodic(normal);
  FieldValues values(faces.values());
  for (std::size_t v = 0; v < values.size(); ++v) {
    std::array<int, 3> below = faces.at(v), above = below;
    below[n] = periodic ? (below[n] + count - 1) % count : std::max(below[n] - 1, 0);
    above[n] = periodic ? above[n] % count : std::min(above[n], count - 1);
    values[v] = grid_.active(normal) ? 0.5 * (at(below) + at(above)) : at(above);
  }
  return values;
}

}  // namespace solenoid
