#include "src/setup/remedies.hpp"

#include <fmt/format.h>

namespace solenoid {

std::string remedies(const Deck& deck) {
  const SchemeSpec& scheme = deck.scheme();
  std::string steps;
  if (scheme.programs && deck.given("solver", "time_step")) {
    steps = fmt::format("a smaller solver.time_step than {:g}", deck.number("solver", "time_step"));
  } else {
    steps = fmt::format("a smaller solver.cfl than {:g}", deck.number("solver", "cfl"));
    if (scheme.programs)
      steps += fmt::format(" or diffusive_cfl than {:g}", deck.number("solver", "diffusive_cfl"));
  }
  return fmt::format("{}, {}", steps, scheme.remedies);
}

}  // namespace solenoid
