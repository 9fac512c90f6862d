#include "src/setup/solvers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "numerics/device/huge_pages.hpp"
#include "physics/solvers/compiled_precisions.hpp"
#include "physics/solvers/fluid_fields.hpp"
#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/muscl_hancock.hpp"
#include "physics/solvers/relaxing_tvd.hpp"
#include "src/machine/devices.hpp"
#include "src/program/shapes.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/cooling.hpp"
#include "src/setup/driving.hpp"
#include "src/setup/forcing.hpp"
#include "src/setup/gravity.hpp"
#include "src/setup/sources.hpp"

namespace solenoid {

namespace {

/// How a solver is made.
struct SolverMaking {
  Device device = Device::cpu;
  Announce announce{};
  bool steps = true;  ///< whether it is to make any
};

bool is_magnetised(const Deck& deck) {
  return deck.choice<EquationSet>("physics", "equations") == EquationSet::mhd;
}

EquationOfState gas_in(const Deck& deck) {
  return deck.choice<EquationOfState>("physics", "equation_of_state");
}

RepairSettings<double> repair_settings(const Deck& deck) {
  return {deck.flag("solver", "first_order_fallback"), deck.number("solver", "density_floor"),
          deck.number("solver", "pressure_floor")};
}

ShearingBoxSettings shearing_box_settings(const Deck& deck) {
  if (!deck.given("shearing_box", "angular_velocity")) return {};
  return {deck.number("shearing_box", "angular_velocity"), deck.number("shearing_box", "shear"),
          deck.flag("shearing_box", "vertical_gravity")};
}

/// What the terms of the deck need of the fluid, without what computes them.
TermsSettings terms_needs(const Deck& deck) {
  TermsSettings settings;
  if (deck.terms() == nullptr) return settings;
  const stencil::Kernels& kernels = deck.terms()->kernels;
  settings.reach = kernels.radius;
  settings.numbers.most_stages = int(deck.integer("solver", "term_stages"));
  settings.fields = 1;
  for (const stencil::Field& field : kernels.fields)
    settings.fields += field.auxiliary ? 1 : field.evolved ? 2 : 0;
  for (const stencil::Uniform& uniform : kernels.uniforms) {
    if (uniform.reduction >= 0) continue;
    settings.numbers.uniforms[uniform.name] = uniform.name == background_shear
                                                  ? shearing_box_settings(deck).shear_of_flow()
                                                  : deck.number("physics", uniform.name);
  }
  return settings;
}

/// With what computes them, compiled if need be.
TermsSettings terms_of(const Deck& deck, Device device, const Announce& announce) {
  TermsSettings settings = terms_needs(deck);
  if (deck.terms() == nullptr) return settings;
  settings.numbers.tables = deck.tables_of(*deck.terms());
  settings.make = load_terms(*deck.terms(), precision_of(deck), device, announce);
  return settings;
}

/// What acts on a fluid beside its equations, of either scheme.
template <class Settings>
void set_what_acts(Settings& settings, const Deck& deck) {
  settings.sources = source_terms(deck);
  settings.driving = driving_settings(deck);
  settings.cooling = cooling_settings(deck);
  settings.gravitation = gravity_settings(deck);
  settings.terms = terms_needs(deck);
}

/// Leaves that out, of a solver that makes no steps.
template <class Settings>
void let_nothing_act(Settings& settings) {
  settings.sources = {};
  settings.driving = {};
  settings.cooling = {};
  settings.gravitation = {};
  settings.terms = {};
}

RelaxingTvdSettings relaxing_tvd_settings(const Deck& deck) {
  RelaxingTvdSettings settings{repair_settings(deck)};
  settings.magnetised = is_magnetised(deck);
  settings.limiter = deck.choice<Limiter>("solver", "limiter");
  settings.courant_number = deck.number("solver", "cfl");
  settings.gamma = deck.number("physics", "gamma");
  set_what_acts(settings, deck);
  return settings;
}

MusclHancockSettings muscl_hancock_settings(const Deck& deck) {
  MusclHancockSettings settings{repair_settings(deck)};
  settings.magnetised = is_magnetised(deck);
  settings.riemann = deck.choice<RiemannSolver>("solver", "riemann");
  settings.reconstruction = deck.choice<Reconstruction>("solver", "reconstruction");
  settings.limiter = deck.choice<Limiter>("solver", "limiter");
  settings.courant_number = deck.number("solver", "cfl");
  settings.courant_number_with_shocks = deck.number("solver", "cfl_shocks");
  settings.splitting = deck.choice<Splitting>("solver", "splitting");
  settings.order = deck.choice<SweepOrder>("solver", "sweep_order");
  settings.damping = deck.choice<DivergenceDamping>("solver", "divergence_damping");
  settings.damping_length = deck.number("solver", "divergence_damping_length");
  settings.equation_of_state = gas_in(deck);
  settings.gamma = deck.number("physics", "gamma");
  settings.sound_speed = deck.number("physics", "sound_speed");
  settings.caloric_table = deck.caloric_table();
  settings.gravity = deck.vector("physics", "gravity");
  set_what_acts(settings, deck);
  settings.shearing_box = shearing_box_settings(deck);
  settings.scalars = deck.scalars();
  return settings;
}

Integrator integrator_of(const Deck& deck) {
  return choice_named<Integrator>(deck.text("solver", "integrator")).value();
}

FiniteDifferenceSettings finite_difference_settings(const Deck& deck) {
  FiniteDifferenceSettings settings;
  const std::vector<std::string> varying = deck.program()->forced
                                               ? forcing_uniforms(deck.program()->helical)
                                               : std::vector<std::string>{};
  for (const stencil::Uniform& uniform : deck.program()->kernels.uniforms)
    if (uniform.reduction < 0 &&
        std::find(varying.begin(), varying.end(), uniform.name) == varying.end())
      settings.uniforms[uniform.name] = deck.number("physics", uniform.name);
  settings.tables = deck.tables_of(*deck.program());
  if (deck.program()->forced) {
    const auto sound_speed = settings.uniforms.find("sound_speed");
    settings.varying =
        forcing_of_steps(deck, sound_speed == settings.uniforms.end() ? 1.0 : sound_speed->second);
  }
  settings.sources = field_sources(deck);
  settings.field_boundaries = deck.field_boundaries();
  settings.input_precision = deck.choice<Precision>("solver", "input_precision");
  if (deck.given("solver", "time_step")) settings.time_step = deck.number("solver", "time_step");
  settings.integrator = integrator_of(deck);
  settings.reductions_each_substep = deck.flag("solver", "reductions_each_substep");
  settings.courant_number = deck.number("solver", "cfl");
  settings.diffusive_number = deck.number("solver", "diffusive_cfl");
  return settings;
}

std::unique_ptr<Solver> program_solver(const Deck& deck, const Subdomain& part, Device device,
                                       const std::optional<PassShape>& shape,
                                       const Announce& announce) {
  if (precision_of(deck) == Precision::extended_precision && device == Device::gpu) {
    throw DeckError({deck.problem("run", "precision",
                                  "'precision' in [run]: \"extended\" exists on CPUs only, run it "
                                  "with --device cpu")});
  }
  const MakeProgramSolver make =
      load_module(*deck.program(), precision_of(deck), device, shape, announce);
  return std::unique_ptr<Solver>(make(
      {part, deck.boundaries(), finite_difference_settings(deck), fixed_boundary(deck, part)}));
}

/// The copies of the fields that evolve, and one of the others.
std::size_t finite_difference_bytes(const Deck& deck) {
  int copies = 0;
  for (const stencil::Field& field : deck.program()->kernels.fields)
    copies += field.evolved ? copies_of(integrator_of(deck)) : 1;
  return field_array_bytes(deck.grid(), deck.program()->kernels.radius, copies, precision_of(deck));
}

/// What acts on a fluid in steps or, where it is only read, not.
template <class Settings>
void settle_what_acts(Settings& settings, const Deck& deck, const SolverMaking& making) {
  if (making.steps)
    settings.terms = terms_of(deck, making.device, making.announce);
  else
    let_nothing_act(settings);
}

/// How the solver of a scheme is made, what memory its state needs, and the ghosts behind fixed
/// faces that it takes values for.
struct SchemeMaker {
  Scheme scheme;
  std::unique_ptr<Solver> (*make)(const Deck&, const Subdomain&, const SolverMaking&);
  std::size_t (*state_bytes)(const Deck&);
  GhostExtent (*ghosts)(const Deck&);
};

constexpr SchemeMaker makers[] = {
    {Scheme::muscl_hancock,
     [](const Deck& deck, const Subdomain& part, const SolverMaking& making) {
       MusclHancockSettings settings = muscl_hancock_settings(deck);
       settle_what_acts(settings, deck, making);
       return make_muscl_hancock(part, deck.boundaries(), settings, precision_of(deck),
                                 making.device, fixed_boundary(deck, part));
     },
     [](const Deck& deck) {
       return muscl_hancock_bytes(deck.grid(), muscl_hancock_settings(deck), precision_of(deck));
     },
     [](const Deck& deck) {
       return muscl_hancock_ghosts(deck.choice<Reconstruction>("solver", "reconstruction"),
                                   terms_needs(deck).reach, !deck.scalars().empty());
     }},
    {Scheme::relaxing_tvd,
     [](const Deck& deck, const Subdomain& part, const SolverMaking& making) {
       RelaxingTvdSettings settings = relaxing_tvd_settings(deck);
       settle_what_acts(settings, deck, making);
       return make_relaxing_tvd(part, deck.boundaries(), settings, precision_of(deck),
                                making.device, fixed_boundary(deck, part));
     },
     [](const Deck& deck) {
       return relaxing_tvd_bytes(deck.grid(), relaxing_tvd_settings(deck), precision_of(deck));
     },
     [](const Deck& deck) { return relaxing_tvd_ghosts(terms_needs(deck).reach); }},
    {Scheme::finite_difference,
     [](const Deck& deck, const Subdomain& part, const SolverMaking& making) {
       return program_solver(deck, part, making.device,
                             program_shape(deck, making.device, part.cells, making.announce),
                             making.announce);
     },
     finite_difference_bytes,
     [](const Deck& deck) {
       const int radius = deck.program()->kernels.radius;
       return GhostExtent{radius, radius};
     }},
};

/// Whether the schemes of the table (src/deck/schemes.hpp) and no others are made, in its order.
constexpr bool every_scheme_is_made() {
  return std::ranges::equal(scheme_table, makers, {}, &SchemeSpec::scheme, &SchemeMaker::scheme);
}
static_assert(every_scheme_is_made());

const SchemeMaker& maker_of(const Deck& deck) {
  return *std::ranges::find(makers, deck.scheme().scheme, &SchemeMaker::scheme);
}

}  // namespace

std::vector<StateField> state_fields(const Deck& deck) {
  if (deck.program() == nullptr)
    return fluid_fields(StateForm::primitive, is_magnetised(deck), deck.scheme().field_on_faces,
                        gas_in(deck), deck.scalars());
  std::vector<StateField> fields;
  for (const std::string& name : deck.program()->state_fields())
    fields.push_back({name, Placement::vertices});
  return fields;
}

Precision precision_of(const Deck& deck) { return deck.choice<Precision>("run", "precision"); }

std::unique_ptr<Solver> make_solver(const Deck& deck, Device device, const Announce& announce) {
  return make_solver(deck, deck.grid(), device, announce);
}

namespace {

std::unique_ptr<Solver> make_solver(const Deck& deck, const Subdomain& part,
                                    const SolverMaking& making) {
  if (deck.program() == nullptr && !is_compiled(precision_of(deck))) {
    throw DeckError({deck.problem("run", "precision",
                                  "'precision' in [run]: this build has no solvers in single "
                                  "precision, leave it out or build with "
                                  "-DSOLENOID_SINGLE_PRECISION=ON")});
  }
  const HugePages pages;
  return maker_of(deck).make(deck, part, making);
}

}  // namespace

std::unique_ptr<Solver> make_solver(const Deck& deck, const Subdomain& part, Device device,
                                    const Announce& announce) {
  return make_solver(deck, part, {device, announce});
}

std::unique_ptr<Solver> make_solver_to_read(const Deck& deck, const Subdomain& part) {
  return make_solver(deck, part, {.device = Device::cpu, .steps = false});
}

GhostExtent ghosts_of(const Deck& deck) { return maker_of(deck).ghosts(deck); }

std::unique_ptr<Solver> make_program_solver(const Deck& deck, Device device, const PassShape& shape,
                                            const Announce& announce) {
  const HugePages pages;
  return program_solver(deck, deck.grid(), device, shape, announce);
}

TuningSubject tuning_subject(const Deck& deck, Device device) {
  return {*deck.program(), precision_of(deck), device_name(device)};
}

std::optional<PassShape> program_shape(const Deck& deck, Device device,
                                       const std::array<int, 3>& cells, const Announce& announce) {
  const Precision precision = precision_of(deck);
  if (precision == Precision::extended_precision) return std::nullopt;
  const std::optional<TunedShape> tuned =
      find_tuned(tuning_subject(deck, device), module_folder(), announce);
  if (!tuned) return default_shape(precision, device, cells);
  const PassShape shape = shape_for(tuned->shape, precision, cells);
  if (announce)
    announce(fmt::format("the stencil program {} runs as tuned for {}: {}", tuned->subject.program,
                         tuned->subject.device, shape_text(shape)));
  return shape;
}

std::size_t state_bytes(const Deck& deck) { return maker_of(deck).state_bytes(deck); }

}  // namespace solenoid
