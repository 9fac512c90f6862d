#include "src/setup/initial_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/output/files.hpp"
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
void settle_gamma(FileState& state, const Deck& deck) {
  const std::optional<double> ours = file_parameters(deck).gamma;
  std::optional<double>& theirs = state.parameters.gamma;
  // Nor does an energy give the pressure of a tabulated gas as it does in the file.
  if (deck.program() == nullptr &&
      deck.choice<EquationOfState>("physics", "equation_of_state") == EquationOfState::tabulated)
    theirs.reset();
  if (!ours) return;
  if (theirs && std::abs(*theirs - *ours) > gamma_tolerance * *ours)
    refuse(deck, fmt::format("gamma is {} in {} and {} in the deck: expected the same 'gamma' in "
                             "[physics]",
                             *theirs, deck.state_file()->path, *ours));
  theirs = ours;
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

}  // namespace

InitialFile::InitialFile(const Deck& deck) : grid_(deck.grid()), boundaries_(deck.boundaries()) {
  const StateFileSettings& file = deck.state_file().value();
  try {
    FileState state = read_state_file(file.path, {file.snapshot, file.ghost_layers});
    settle_gamma(state, deck);
    state = on_grid(state, grid_);
    for (const StateField& field : state_fields(deck))
      if (!given_by_deck(deck, field.name)) centred_[field.name] = field_of(state, field.name);
    faces_ = std::move(state.faces);
  } catch (const OutputError& error) {
    refuse(deck, error.what());
  } catch (const std::invalid_argument& error) {
    refuse(deck, fmt::format("{} does not fit: {}", file.path, error.what()));
  } catch (const MissingField& error) {
    refuse(deck, fmt::format("{} lacks {}; give it by an expression in [initial]", file.path,
                             error.what()));
  }
}

FieldValues InitialFile::values(const StateField& field) const {
  const FieldValues& centred = centred_.at(field.name);
  const int normal = normal_of(field.placement);
  if (normal < 0) return centred;
  if (!faces_.empty()) return faces_[std::size_t(normal)];
  const Box cells = whole_field(grid_, Placement::cells),
            faces = whole_field(grid_, field.placement);
  const auto n = std::size_t(normal);
  const int count = grid_.cells[n];
  const bool periodic = boundaries_.kind[n][side_lower] == BoundaryKind::periodic;
  FieldValues values(faces.values());
  for (std::size_t v = 0; v < values.size(); ++v) {
    std::array<int, 3> below = faces.at(v), above = below;
    below[n] = periodic ? (below[n] + count - 1) % count : std::max(below[n] - 1, 0);
    above[n] = periodic ? above[n] % count : std::min(above[n], count - 1);
    values[v] = grid_.active(normal)
                    ? 0.5 * (centred[cells.value_at(below)] + centred[cells.value_at(above)])
                    : centred[cells.value_at(above)];
  }
  return values;
}

double InitialFile::nearest(const std::string& field, const std::array<double, 3>& point) const {
  std::array<int, 3> cell{};
  for (int axis = 0; axis < 3; ++axis) {
    const double place =
        std::floor((point[std::size_t(axis)] - grid_.lower[axis]) / grid_.spacing(axis));
    cell[std::size_t(axis)] = int(std::clamp(place, 0.0, double(grid_.cells[axis] - 1)));
  }
  return centred_.at(field)[whole_field(grid_, Placement::cells).value_at(cell)];
}

}  // namespace solenoid
