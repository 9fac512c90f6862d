#include "src/deck/choices.hpp"
#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec gas_table[] = {
    {.section = "physics",
     .key = "equation_of_state",
     .type = KeyType::choice,
     .default_value = "\"ideal\"",
     .choices = names_of<EquationOfState>,
     .meanings = meanings_of<EquationOfState>,
     .schemes = fluid_schemes,
     .description = "The gas, with relaxing-tvd always `ideal`."},
    {.section = "physics",
     .key = "gamma",
     .default_value = "\"5/3\"",
     .range = {.lower = 1.0, .lower_excluded = true},
     .schemes = fluid_schemes,
     .gases = {EquationOfState::ideal},
     .description = "Ratio of specific heats of the ideal gas."},
    {.section = "physics",
     .key = "sound_speed",
     .default_value = "1",
     .range = {.lower = 0.0, .lower_excluded = true},
     .unit = "length/time",
     .schemes = schemes_of(EquationOfState::isothermal),
     .gases = {EquationOfState::isothermal},
     .description = "Speed of sound c of the isothermal gas, whose pressure is c^2 rho."},
    {.section = "physics",
     .key = "caloric_table",
     .type = KeyType::text,
     .schemes = schemes_of(EquationOfState::tabulated),
     .gases = {EquationOfState::tabulated},
     .description = "A text file beside the deck with two columns, the temperature p/rho and the "
                    "internal energy over mass, both in the deck's units, velocity squared: the "
                    "energy is linear between two rows (docs/schemes.md). `#` begins a comment."},
    {.section = "physics",
     .key = "caloric_temperature",
     .type = KeyType::numbers,
     .unit = "length^2/time^2",
     .schemes = schemes_of(EquationOfState::tabulated),
     .gases = {EquationOfState::tabulated},
     .description = "In place of `caloric_table`, increasing temperatures p/rho, two or more."},
    {.section = "physics",
     .key = "caloric_energy",
     .type = KeyType::numbers,
     .unit = "length^2/time^2",
     .schemes = schemes_of(EquationOfState::tabulated),
     .gases = {EquationOfState::tabulated},
     .description = "Internal energy over mass at each of these, increasing."},
    {.section = "physics",
     .key = "scalars",
     .type = KeyType::names,
     .description =
         "Passive scalars: concentrations, mass of something over mass of gas, that the "
         "gas carries along (docs/schemes.md). Each name is a key of [initial], where it "
         "has to be given, and of [boundary]; outputs, [fields] and `numbers` know it as "
         "any field, and histories have its mass as `NAME_mass`. Only with scheme = "
         "\"muscl-hancock\"."},
};

}  // namespace

std::span<const KeySpec> gas_keys() { return gas_table; }

}  // namespace solenoid
