#include "physics/solvers/gravity_settings.hpp"
#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec gravity_table[] = {
    {.section = "gravity",
     .key = "self_gravity",
     .type = KeyType::flag,
     .default_value = "false",
     .schemes = fluid_schemes,
     .description = "Whether the gas attracts itself."},
    {.section = "gravity",
     .key = "gravitational_constant",
     .default_value = "1",
     .range = positive,
     .unit = "length^3/(mass time^2)",
     .schemes = fluid_schemes,
     .description = "G; only with `self_gravity`."},
    {.section = "gravity",
     .key = "boundary",
     .type = KeyType::choice,
     .default_value = "\"periodic\"",
     .choices = names_of<GravityBoundary>,
     .schemes = fluid_schemes,
     .description =
         "What is around the box for the gravity of the gas: `periodic`: itself again "
         "and again, the mean density having no gravity; `isolated`: nothing. Only with "
         "`self_gravity`; faces of the box have to be periodic, or outflow, diode or fixed."},
    {.section = "gravity",
     .key = "potential",
     .type = KeyType::expression,
     .unit = "length^2/time^2",
     .schemes = fluid_schemes,
     .description = "A potential from outside, whose gradient is added. It is evaluated at cell "
                    "centres, those of one layer around the box included."},
};

}  // namespace

std::span<const KeySpec> gravity_keys() { return gravity_table; }

}  // namespace solenoid
