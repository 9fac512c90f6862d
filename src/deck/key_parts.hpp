#pragma once
/// \file
/// The parts of the table of keys that have files of their own, and what its rows share.

#include <span>

#include "src/deck/keys.hpp"

namespace solenoid {

inline constexpr NumberRange positive = {.lower = 0.0, .lower_excluded = true};
inline constexpr NumberRange not_negative = {.lower = 0.0};

std::span<const KeySpec> boundary_keys();
std::span<const KeySpec> gas_keys();
std::span<const KeySpec> solver_keys();
std::span<const KeySpec> atmosphere_keys();
std::span<const KeySpec> initial_keys();
std::span<const KeySpec> source_keys();
std::span<const KeySpec> driving_keys();
std::span<const KeySpec> cooling_keys();
std::span<const KeySpec> table_output_keys();
std::span<const KeySpec> gravity_keys();
std::span<const KeySpec> shearing_box_keys();

}  // namespace solenoid
