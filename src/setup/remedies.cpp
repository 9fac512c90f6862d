#include "src/setup/remedies.hpp"

#include <fmt/format.h>

#include "numerics/schemes/limiter.hpp"
#include "numerics/schemes/reconstruction.hpp"
#include "physics/equations/riemann/riemann_solver.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {

namespace {

/// What the solver's keys could choose and do not: what saves most runs first.
std::string more_robust_choices(const Deck& deck) {
  if (deck.scheme().programs) return {};
  std::string choices;
  if (!deck.flag("solver", "first_order_fallback"))
    choices += ", solver.first_order_fallback = true";
  if (deck.choice<Limiter>("solver", "limiter") != most_diffusive_limiter)
    choices += fmt::format(", solver.limiter = \"{}\"", name_of(most_diffusive_limiter));
  if (deck.scheme().riemann_solvers &&
      deck.choice<RiemannSolver>("solver", "riemann") != robust_riemann_solver)
    choices += fmt::format(", solver.riemann = \"{}\"", name_of(robust_riemann_solver));
  return choices;
}

/// What to look at where a program reads tables, outside of which there are no numbers.
std::string tables_read(const Deck& deck) {
  std::string names;
  for (const StencilProgram* program : {deck.program(), deck.terms()})
    if (program != nullptr)
      for (const auto& [name, table] : deck.tables_of(*program))
        if (table.end)
          names += fmt::format("{}'{}' from {:g} to {:g}", names.empty() ? "" : " and ", name,
                               table.starts.front(), *table.end);
  return names.empty() ? ""
                       : fmt::format("what the program looks up inside its tables ({}), ", names);
}

}  // namespace

std::string remedies(const Deck& deck) {
  const SchemeSpec& scheme = deck.scheme();
  std::string steps;
  if (scheme.programs && deck.given("solver", "time_step")) {
    steps = fmt::format("a smaller solver.time_step than {:g}", deck.number("solver", "time_step"));
  } else {
    steps = fmt::format("a smaller solver.cfl than {:g}", deck.number("solver", "cfl"));
    if (scheme.programs)
      steps += fmt::format(" or diffusive_cfl than {:g}", deck.number("solver", "diffusive_cfl"));
    // A deck that gives both has to change both.
    if (scheme.riemann_solvers && deck.given("solver", "cfl_shocks"))
      steps += fmt::format(" or cfl_shocks than {:g}", deck.number("solver", "cfl_shocks"));
  }
  const bool has_parabolas =
      scheme.riemann_solvers &&
      deck.choice<Reconstruction>("solver", "reconstruction") == Reconstruction::weno_z;
  if (has_parabolas)
    steps += fmt::format(", solver.reconstruction = \"{}\"", name_of(Reconstruction::primitive));
  return fmt::format("{}{}{}, {}", tables_read(deck), steps, more_robust_choices(deck),
                     scheme.remedies);
}

}  // namespace solenoid
