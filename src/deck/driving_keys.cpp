#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec driving_table[] = {
    {.section = "driving",
     .key = "correlation_time",
     .range = positive,
     .unit = "time",
     .schemes = fluid_schemes,
     .description = "After which the force has forgotten itself but for a part 1/e: about the "
                    "largest scale over the velocity."},
    {.section = "driving",
     .key = "power",
     .range = positive,
     .unit = "energy/(time length^3)",
     .schemes = fluid_schemes,
     .description = "Energy that the force gives the gas in a unit of time and volume: exactly, in "
                    "each step."},
    {.section = "driving",
     .key = "acceleration",
     .range = positive,
     .unit = "length/time^2",
     .schemes = fluid_schemes,
     .description = "In place of `power`, the root of the mean square of the acceleration over the "
                    "box and over time."},
    {.section = "driving",
     .key = "mach_number",
     .range = positive,
     .schemes = fluid_schemes,
     .gases = {EquationOfState::ideal, EquationOfState::isothermal},
     .description = "In place of `power`, the rms Mach number at which a power keeps the gas that "
                    "is found from step to step. An ideal gas needs [cooling] or `terms` that cool "
                    "it."},
    {.section = "driving",
     .key = "wave_numbers",
     .type = KeyType::interval,
     .default_value = "[1, 3]",
     .range = positive,
     .unit = "2 pi / the longest side",
     .schemes = fluid_schemes,
     .description = "The smallest and the largest wave number of the force."},
    {.section = "driving",
     .key = "spectrum",
     .type = KeyType::choice,
     .default_value = "\"parabola\"",
     .choices = names_of<DrivingSpectrum>,
     .schemes = fluid_schemes,
     .description = "The mean square of the force by wave number: `parabola`, 1 in the middle of "
                    "the range and 0 at both ends, `flat`, or `power-law`, k^exponent."},
    {.section = "driving",
     .key = "exponent",
     .default_value = "-2",
     .schemes = fluid_schemes,
     .description = "Of the power law."},
    {.section = "driving",
     .key = "solenoidal_weight",
     .default_value = "1",
     .range = {.lower = 0.0, .upper = 1.0},
     .schemes = fluid_schemes,
     .description = "zeta of the projection (Federrath et al. 2010, eq. 6): 1: a force without "
                    "divergence; 0: one without curl; 0.5: neither is preferred."},
    {.section = "driving",
     .key = "seed",
     .type = KeyType::integer,
     .default_value = "1",
     .range = not_negative,
     .schemes = fluid_schemes,
     .description = "Another number gives another force."},
};

}  // namespace

std::span<const KeySpec> driving_keys() { return driving_table; }

}  // namespace solenoid
