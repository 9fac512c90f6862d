#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec cooling_table[] = {
    {.section = "cooling",
     .key = "table",
     .type = KeyType::text,
     .schemes = fluid_schemes,
     .description = "A text file beside the deck with two columns, temperature and rate Lambda, "
                    "which is a power law between two rows. `#` begins a comment."},
    {.section = "cooling",
     .key = "temperature",
     .type = KeyType::numbers,
     .unit = "temperature_unit",
     .schemes = fluid_schemes,
     .description = "In place of `table`, increasing temperatures, two or more."},
    {.section = "cooling",
     .key = "rate",
     .type = KeyType::numbers,
     .unit = "rate_unit",
     .schemes = fluid_schemes,
     .description = "Lambda at each of these."},
    {.section = "cooling",
     .key = "logarithmic",
     .type = KeyType::flag,
     .default_value = "false",
     .schemes = fluid_schemes,
     .description = "Whether the curve is written in decimal logarithms."},
    {.section = "cooling",
     .key = "temperature_unit",
     .default_value = "1",
     .range = positive,
     .schemes = fluid_schemes,
     .description = "The temperature of the curve is this times p/rho: with a curve in kelvin "
                    "mu m_p/k times the square of the deck's unit of velocity."},
    {.section = "cooling",
     .key = "rate_unit",
     .default_value = "1",
     .range = positive,
     .schemes = fluid_schemes,
     .description = "Lambda of rho^2 Lambda, in the deck's units, is this times the rate of the "
                    "curve."},
    {.section = "cooling",
     .key = "lowest_temperature",
     .default_value = "0",
     .range = not_negative,
     .unit = "temperature_unit",
     .schemes = fluid_schemes,
     .description = "Gas cools down to this temperature or the lowest one of the curve, whichever "
                    "is higher."},
    {.section = "cooling",
     .key = "cfl_cooling",
     .default_value = "0.5",
     .range = {.lower = 0.0, .upper = 0.99},
     .schemes = fluid_schemes,
     .description = "The part of its thermal energy that no cell loses much more than in a step: "
                    "steps are no longer than this times the shortest thermal time, p/((gamma - 1) "
                    "rho^2 Lambda), of gas that has so much to lose before it is at the lowest "
                    "temperature. 0: cooling does not limit them."},
};

}  // namespace

std::span<const KeySpec> cooling_keys() { return cooling_table; }

}  // namespace solenoid
