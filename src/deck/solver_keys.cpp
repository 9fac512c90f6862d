#include "src/deck/choices.hpp"
#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec solver_table[] = {
    {.section = "solver",
     .key = "scheme",
     .type = KeyType::choice,
     .default_value = "\"muscl-hancock\"",
     .choices = names_of<Scheme>,
     .meanings = meanings_of<Scheme>,
     .description = "The numerical scheme."},
    {.section = "solver",
     .key = "cfl",
     .default_value = "0.8",
     .other_default = {{Scheme::relaxing_tvd}, "0.7"},
     .range = {.lower = 0.0, .upper = 1.0, .lower_excluded = true},
     .description = "Courant number: the part of a cell that the fastest wave crosses in a step; "
                    "with finite-difference, of the length 1 / |(1/dx, 1/dy, 1/dz)|. With "
                    "muscl-hancock without the key, what costs the least time for the same error: "
                    "0.4 in 3D; in 2D 0.9 without a magnetic field, and with one 0.7, but 0.8 with "
                    "limited slopes, or where `[gravity]`, `[source]`, `[cooling]`, `[driving]`, "
                    "`[shearing_box]` or `terms` act beside the sweeps."},
    {.section = "solver",
     .key = "cfl_shocks",
     .default_value = "0.8",
     .range = {.lower = 0.0, .upper = 1.0, .lower_excluded = true},
     .schemes = {Scheme::muscl_hancock},
     .description =
         "The same while there are shocks. A run looks for them every 16 steps, or every "
         "N/8 with N > 128 cells along an axis. Without the key that of `cfl`, but 0.85 "
         "where this is 0.7 by itself."},
    {.section = "solver",
     .key = "diffusive_cfl",
     .default_value = "0.25",
     .range = {.lower = 0.0, .upper = 1.0, .lower_excluded = true},
     .schemes = program_schemes,
     .description =
         "The same for diffusion: the largest diffusivity times the step over the square "
         "of that length. 0.2 with integrators that amplify waves."},
    {.section = "solver",
     .key = "time_step",
     .range = positive,
     .unit = "time",
     .schemes = program_schemes,
     .description = "A fixed time step; without it, the step is as long as `cfl` and "
                    "`diffusive_cfl` permit."},
    {.section = "solver",
     .key = "input_precision",
     .type = KeyType::choice,
     .default_value = "\"double\"",
     .choices = input_precisions,
     .schemes = program_schemes,
     .description = "What initial values, parameters, spacings and steps are rounded to before all "
                    "else: `single` gives a run in a higher precision the very numbers that a run "
                    "in single precision starts from, so that the two differ by arithmetic alone."},
    {.section = "solver",
     .key = "order",
     .type = KeyType::integer,
     .default_value = "6",
     .choices = difference_orders,
     .schemes = program_schemes,
     .description = "Order of the differences."},
    {.section = "solver",
     .key = "integrator",
     .type = KeyType::choice,
     .default_value = "\"rk3\"",
     .choices = names_of<Integrator>,
     .meanings = meanings_of<Integrator>,
     .schemes = program_schemes,
     .description = "How a step is made."},
    {.section = "solver",
     .key = "reductions_each_substep",
     .type = KeyType::flag,
     .default_value = "false",
     .schemes = program_schemes,
     .description =
         "Whether uniforms of a program that are reductions follow the state in each "
         "substep, at the cost of a run over the grid in each; otherwise they have their "
         "values at the begin of a step, and what depends on them is of first order in "
         "time."},
    {.section = "solver",
     .key = "passes",
     .type = KeyType::integer,
     .default_value = "1",
     .choices = pass_counts,
     .schemes = program_schemes,
     .description = "Passes over the grid in a substep. 1: all at once; 2: divergences whose "
                    "gradient is needed in a pass of their own, which reads fewer neighbours."},
    {.section = "solver",
     .key = "riemann",
     .type = KeyType::choice,
     .default_value = "\"hlld\"",
     .choices = names_of<RiemannSolver>,
     .meanings = meanings_of<RiemannSolver>,
     .schemes = {Scheme::muscl_hancock},
     .description = "Riemann solver."},
    {.section = "solver",
     .key = "limiter",
     .type = KeyType::choice,
     .default_value = "\"monotonised-central\"",
     .other_default = {{Scheme::relaxing_tvd}, "\"van-leer\""},
     .choices = names_of<Limiter>,
     .schemes = fluid_schemes,
     .description = "Slope limiter, from the sharpest to the most diffusive. With reconstruction = "
                    "\"weno-z\", of cells whose parabolas leave little density or "
                    "pressure at a face."},
    {.section = "solver",
     .key = "reconstruction",
     .type = KeyType::choice,
     .default_value = "\"weno-z\"",
     .choices = names_of<Reconstruction>,
     .meanings = meanings_of<Reconstruction>,
     .schemes = {Scheme::muscl_hancock},
     .description = "How states at faces are found; in a deck that gives a `limiter` and not this "
                    "key, \"primitive\"."},
    {.section = "solver",
     .key = "splitting",
     .type = KeyType::choice,
     .default_value = "\"merged\"",
     .choices = names_of<Splitting>,
     .meanings = meanings_of<Splitting>,
     .schemes = {Scheme::muscl_hancock},
     .description = "How a step is made of sweeps."},
    {.section = "solver",
     .key = "sweep_order",
     .type = KeyType::choice,
     .default_value = "\"xyz\"",
     .choices = names_of<SweepOrder>,
     .schemes = {Scheme::muscl_hancock},
     .description =
         "The order of the directions in `splitting`, where x y z stands there. Not with "
         "splitting = \"symmetric\", which has all."},
    {.section = "solver",
     .key = "divergence_damping",
     .type = KeyType::choice,
     .default_value = "\"dedner\"",
     .choices = names_of<DivergenceDamping>,
     .meanings = meanings_of<DivergenceDamping>,
     .schemes = {Scheme::muscl_hancock},
     .equations = {EquationSet::mhd},
     .description = "Damping rate of the divergence-cleaning field psi, with L the "
                    "`divergence_damping_length` and c_h the cleaning speed."},
    {.section = "solver",
     .key = "divergence_damping_length",
     .default_value = "0.18",
     .range = positive,
     .unit = "length",
     .schemes = {Scheme::muscl_hancock},
     .equations = {EquationSet::mhd},
     .description = "L, which a wave of psi travels while it loses a factor e: Dedner's c_r = "
                    "c_p^2 / c_h, or the paper's ratio c_p / c_h. A length in the unit of the "
                    "deck, however large the box is, and good for sides near 1: give 0.18 times "
                    "the longest side where that is far from 1. In a box far larger the waves die "
                    "out where they arise and leave max_divB larger, in one far smaller they are "
                    "not damped on their way through it."},
    {.section = "solver",
     .key = "term_stages",
     .type = KeyType::integer,
     .default_value = "15",
     .range = {.lower = 3.0},
     .schemes = terms_schemes,
     .description =
         "The most stages, an odd number, of a super time step in which 'terms' of "
         "[physics] diffuse: s of them go (s^2 + s - 2)/4 times as far as an explicit step, "
         "and with fewer of them edges overshoot less (docs/terms.md)."},
    {.section = "solver",
     .key = "first_order_fallback",
     .type = KeyType::flag,
     .default_value = "false",
     .schemes = fluid_schemes,
     .description = "Drops to first order in cells where a reconstructed or updated state would "
                    "have a density or pressure that is not positive; counted in the history."},
    {.section = "solver",
     .key = "density_floor",
     .default_value = "0",
     .range = not_negative,
     .unit = "mass/length^3",
     .schemes = fluid_schemes,
     .description = "Smaller densities are raised to this; counted in the history; 0: no floor."},
    {.section = "solver",
     .key = "pressure_floor",
     .default_value = "0",
     .range = not_negative,
     .unit = "energy/length^3",
     .schemes = fluid_schemes,
     .gases = gases_with_energy,
     .description = "Smaller pressures are raised to this; counted in the history, with the energy "
                    "that it added; 0: no floor."},
    {.section = "solver",
     .key = "divergence_tolerance",
     .default_value = "1e-10",
     .range = not_negative,
     .unit = "B / cell",
     .schemes = {Scheme::relaxing_tvd},
     .equations = {EquationSet::mhd},
     .description = "An initial magnetic field with a larger divergence is refused. Constrained "
                    "transport keeps whatever divergence a field has."},
};

}  // namespace

std::span<const KeySpec> solver_keys() { return solver_table; }

}  // namespace solenoid
