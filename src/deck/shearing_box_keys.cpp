#include "src/deck/key_parts.hpp"

namespace solenoid {

namespace {

constexpr KeySpec shearing_box_table[] = {
    {.section = "shearing_box",
     .key = "angular_velocity",
     .range = positive,
     .unit = "1/time",
     .description = "Omega, with which the box rotates about z."},
    {.section = "shearing_box",
     .key = "shear",
     .default_value = "1.5",
     .description =
         "q = -d ln Omega / d ln r: the gas flows along y with -q Omega x. 1.5 in a disc "
         "about a point mass; 0: the box rotates as a solid body."},
    {.section = "shearing_box",
     .key = "vertical_gravity",
     .type = KeyType::flag,
     .default_value = "false",
     .description = "Whether the gas is pulled to z = 0 with -Omega^2 z."},
};

}  // namespace

std::span<const KeySpec> shearing_box_keys() { return shearing_box_table; }

}  // namespace solenoid
