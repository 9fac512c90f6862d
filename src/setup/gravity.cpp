#include "src/setup/gravity.hpp"

#include "src/setup/boundary_values.hpp"
#include "src/setup/cell_values.hpp"

namespace solenoid {

namespace {

constexpr const char* potential_key = "potential";

CellValues potential_of(const Deck& deck) {
  return {deck.grid(), "'potential' in [gravity]", *deck.gravity().at(potential_key)};
}

}  // namespace

GravitySettings gravity_settings(const Deck& deck) {
  GravitySettings settings;
  settings.self_gravity = deck.flag("gravity", "self_gravity");
  settings.constant = deck.number("gravity", "gravitational_constant");
  settings.boundary = deck.choice<GravityBoundary>("gravity", "boundary");
  if (!deck.gravity().contains(potential_key)) return settings;
  settings.potential_depends_on_time = deck.gravity().at(potential_key)->depends_on_time();
  settings.potential = [evaluate = potential_of(deck)](const Box& cells, double time,
                                                       double* values) {
    if (const auto wrong = evaluate(cells, time, values)) throw BoundaryValueError(*wrong);
  };
  return settings;
}

std::vector<DeckProblem> potential_problems(const Deck& deck) {
  if (!deck.gravity().contains(potential_key)) return {};
  Box all = whole_field(deck.grid(), Placement::cells);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (deck.grid().active(int(axis))) {
      all.begin[axis] -= potential_margin;
      all.count[axis] += 2 * potential_margin;
    }
  std::vector<double> values(all.values());
  if (const auto wrong = potential_of(deck)(all, deck.number("run", "start_time"), values.data()))
    return {deck.problem("gravity", potential_key, *wrong)};
  return {};
}

}  // namespace solenoid
