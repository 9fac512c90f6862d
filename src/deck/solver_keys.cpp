#include "physics/solvers/muscl_hancock.hpp"
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
     .description = "The numerical scheme. `muscl-hancock`: second-order Godunov with Riemann "
                    "solvers; the magnetic field is at cell centres and its divergence is cleaned. "
                    "`relaxing-tvd`: relaxing TVD with constrained transport; the magnetic field "
                    "is on faces and its divergence stays zero to rounding. `finite-difference`: "
                    "central differences of high order and a Runge-Kutta scheme, for equations in "
                    "the stencil language and flows without shocks."},
    {.section = "solver",
     .key = "cfl",
     .default_value = "0.8",
     .other_default = {{Scheme::relaxing_tvd}, "0.7"},
     .range = {.lower = 0.0, .upper = 1.0, .lower_excluded = true},
     .description = "Courant number: the part of a cell that the fastest wave crosses in a step; "
                    "with finite-difference, of the length 1 / |(1/dx, 1/dy, 1/dz)|."},
    {.section = "solver",
     .key = "diffusive_cfl",
     .default_value = "0.25",
     .range = {.lower = 0.0, .upper = 1.0, .lower_excluded = true},
     .schemes = program_schemes,
     .description =
         "The same for diffusion: the largest diffusivity times the step over the square "
         "of that length. 0.2 with the integrators `euler` and `rk2`."},
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
     .choices = integrator_names,
     .schemes = program_schemes,
     .description = "How a step is made. `euler`: of first order in time; `rk2`: of second order, "
                    "the midpoint rule; `rk3`: of third order (Williamson 1980); `rk4`: of fourth "
                    "order, the classical scheme, which needs three copies of the fields, the "
                    "others two. `euler` and `rk2` amplify waves that nothing damps."},
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
     .schemes = {Scheme::muscl_hancock},
     .description = "Riemann solver: `hlld` (only mhd, its default), `hllc` (only hydrodynamics, "
                    "its default), `hll` (more diffusive, cheaper) or `hll-bard-dorelli` (only "
                    "mhd; HLL exactly as in Bard & Dorelli 2014)."},
    {.section = "solver",
     .key = "limiter",
     .type = KeyType::choice,
     .default_value = "\"monotonised-central\"",
     .other_default = {{Scheme::relaxing_tvd}, "\"van-leer\""},
     .choices = names_of<Limiter>,
     .schemes = fluid_schemes,
     .description = "Slope limiter, from the sharpest to the most diffusive."},
    {.section = "solver",
     .key = "reconstruction",
     .type = KeyType::choice,
     .default_value = "\"primitive\"",
     .choices = names_of<Reconstruction>,
     .schemes = {Scheme::muscl_hancock},
     .description = "Variables whose slopes are limited."},
    {.section = "solver",
     .key = "splitting",
     .type = KeyType::choice,
     .default_value = "\"strang\"",
     .choices = names_of<Splitting>,
     .schemes = {Scheme::muscl_hancock},
     .description = "How a step is made of sweeps. `strang`: x y z in one step, z y x in the next "
                    "with the same time step; `symmetric`: the mean over all orders, which treats "
                    "the directions alike at several times the cost."},
    {.section = "solver",
     .key = "divergence_damping",
     .type = KeyType::choice,
     .default_value = "\"dedner\"",
     .choices = names_of<DivergenceDamping>,
     .schemes = {Scheme::muscl_hancock},
     .equations = {EquationSet::mhd},
     .description = "Damping rate of the divergence-cleaning field psi, with L the "
                    "`divergence_damping_length` and c_h the cleaning speed. `dedner`: c_h / L "
                    "(Dedner et al. 2002, c_p^2 = L c_h), once a step; `listing`: the same after "
                    "every sweep, as in the listing of Bard & Dorelli (2014); `paper`: 1 / L^2 per "
                    "unit of time after every sweep, their ratio c_p / c_h = L taken literally; "
                    "`none`: no damping."},
    {.section = "solver",
     .key = "divergence_damping_length",
     .default_value = "0.18",
     .range = positive,
     .unit = "length",
     .schemes = {Scheme::muscl_hancock},
     .equations = {EquationSet::mhd},
     .description = "Dedner's c_r = c_p^2 / c_h, or the paper's ratio c_p / c_h."},
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
