#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec boundary_table[] = {
    {.section = "boundary",
     .key = "density",
     .type = KeyType::expression,
     .unit = "mass/length^3",
     .description = "Density behind a fixed face; without it, the expression of [initial]."},
    {.section = "boundary",
     .key = "velocity_x",
     .type = KeyType::expression,
     .unit = "length/time",
     .description = "Velocity behind a fixed face; without it, the expression of [initial]."},
    {.section = "boundary",
     .key = "velocity_y",
     .type = KeyType::expression,
     .unit = "length/time",
     .description = "The same, y component."},
    {.section = "boundary",
     .key = "velocity_z",
     .type = KeyType::expression,
     .unit = "length/time",
     .description = "The same, z component."},
    {.section = "boundary",
     .key = "pressure",
     .type = KeyType::expression,
     .unit = "energy/length^3",
     .gases = gases_with_energy,
     .description = "Gas pressure behind a fixed face; without it, the expression of [initial]."},
    {.section = "boundary",
     .key = "magnetic_field_x",
     .type = KeyType::expression,
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "Magnetic field behind a fixed face; without it, the expression of [initial]. "
                    "Required where [initial] gives a vector potential."},
    {.section = "boundary",
     .key = "magnetic_field_y",
     .type = KeyType::expression,
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "The same, y component."},
    {.section = "boundary",
     .key = "magnetic_field_z",
     .type = KeyType::expression,
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "The same, z component."},
};

constexpr KeySpec initial_table[] = {
    {.section = "initial",
     .key = "file",
     .type = KeyType::text,
     .description =
         "A file with the state, relative to the deck: a checkpoint or an .athdf file of Solenoid, "
         "GDF, or a snapshot of SAC or SMAUG. Fields that have an expression in [initial] are not "
         "taken from it. Keys of [grid] that are not given are those of the file; its cells may "
         "be a whole part or a multiple of the deck's."},
    {.section = "initial",
     .key = "snapshot",
     .type = KeyType::integer,
     .range = not_negative,
     .description = "Which snapshot of several in a file of SAC, counted from 0; without it the "
                    "last. Only with `file`."},
    {.section = "initial",
     .key = "ghost_layers",
     .type = KeyType::integer,
     .range = {.lower = 0.0, .upper = 100.0},
     .description = "Layers of ghost cells on each side of the arrays in a file of SAC or SMAUG, "
                    "which are left out; without it 2. Only with `file`."},
    {.section = "initial",
     .key = "density",
     .type = KeyType::expression,
     .required = true,
     .unit = "mass/length^3",
     .description = "Density; positive everywhere."},
    {.section = "initial",
     .key = "velocity_x",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "length/time",
     .description = "Velocity, x component."},
    {.section = "initial",
     .key = "velocity_y",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "length/time",
     .description = "Velocity, y component."},
    {.section = "initial",
     .key = "velocity_z",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "length/time",
     .description = "Velocity, z component."},
    {.section = "initial",
     .key = "pressure",
     .type = KeyType::expression,
     .required = true,
     .unit = "energy/length^3",
     .gases = gases_with_energy,
     .description = "Gas pressure; positive everywhere."},
    {.section = "initial",
     .key = "magnetic_field_x",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "Magnetic field, x component. Where a vector potential is given, this is added "
                    "to its curl."},
    {.section = "initial",
     .key = "magnetic_field_y",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "The same, y component."},
    {.section = "initial",
     .key = "magnetic_field_z",
     .type = KeyType::expression,
     .default_value = "0",
     .unit = "sqrt(pressure)",
     .equations = {EquationSet::mhd},
     .description = "The same, z component."},
    {.section = "initial",
     .key = "vector_potential_x",
     .type = KeyType::expression,
     .unit = "sqrt(pressure) length",
     .equations = {EquationSet::mhd},
     .description =
         "Vector potential A, x component: the magnetic field is curl A, of fourth order at cell "
         "centres where A is smooth, and on faces (relaxing-tvd) free of divergence, plus "
         "magnetic_field_x, _y and _z."},
    {.section = "initial",
     .key = "vector_potential_y",
     .type = KeyType::expression,
     .unit = "sqrt(pressure) length",
     .equations = {EquationSet::mhd},
     .description = "The same, y component."},
    {.section = "initial",
     .key = "vector_potential_z",
     .type = KeyType::expression,
     .unit = "sqrt(pressure) length",
     .equations = {EquationSet::mhd},
     .description = "The same, z component."},
};

constexpr KeySpec atmosphere_table[] = {
    {.section = "atmosphere",
     .key = "temperature",
     .type = KeyType::expression,
     .unit = "pressure/density",
     .schemes = program_schemes,
     .description = "Pressure over density, as an expression in the coordinate along gravity. "
                    "Either this or density is given."},
    {.section = "atmosphere",
     .key = "density",
     .type = KeyType::expression,
     .unit = "density",
     .schemes = program_schemes,
     .description = "Density, as an expression in that coordinate."},
    {.section = "atmosphere",
     .key = "pressure",
     .type = KeyType::number,
     .default_value = "1",
     .range = positive,
     .unit = "pressure",
     .schemes = program_schemes,
     .description = "The pressure at `at`, but for what the differences change."},
    {.section = "atmosphere",
     .key = "at",
     .type = KeyType::number,
     .unit = "length",
     .schemes = program_schemes,
     .description =
         "The coordinate along gravity where the pressure is given; the lower end of the "
         "box if it is left out."},
};

constexpr KeySpec source_table[] = {
    {.section = "source",
     .key = "acceleration_x",
     .type = KeyType::expression,
     .unit = "length/time^2",
     .schemes = fluid_schemes,
     .description = "Acceleration by a force from outside, x component. The energy grows by what "
                    "it does to the kinetic energy."},
    {.section = "source",
     .key = "acceleration_y",
     .type = KeyType::expression,
     .unit = "length/time^2",
     .schemes = fluid_schemes,
     .description = "The same, y component."},
    {.section = "source",
     .key = "acceleration_z",
     .type = KeyType::expression,
     .unit = "length/time^2",
     .schemes = fluid_schemes,
     .description = "The same, z component."},
    {.section = "source",
     .key = "heating",
     .type = KeyType::expression,
     .unit = "energy/(time length^3)",
     .schemes = fluid_schemes,
     .gases = gases_with_energy,
     .description = "Heat that a unit of volume gets in a unit of time, or, where it is negative, "
                    "loses."},
};

}  // namespace

std::span<const KeySpec> atmosphere_keys() { return atmosphere_table; }

std::span<const KeySpec> source_keys() { return source_table; }

std::span<const KeySpec> boundary_keys() { return boundary_table; }

std::span<const KeySpec> initial_keys() { return initial_table; }

}  // namespace solenoid
