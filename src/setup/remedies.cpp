#include "src/setup/remedies.hpp"

#include <fmt/format.h>

#include "numerics/schemes/reconstruction.hpp"

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
  const bool has_parabolas =
      scheme.scheme == Scheme::muscl_hancock &&
      deck.choice<Reconstruction>("solver", "reconstruction") == Reconstruction::weno_z;
  if (has_parabolas)
    steps += fmt::format(", solver.reconstruction = \"{}\"", name_of(Reconstruction::primitive));
  return fmt::format("{}, {}", steps, scheme.remedies);
}

}  // namespace solenoid
