#pragma once
/// \file
/// The fields that a deck may name: what each is, and which equations have it.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/deck/schemes.hpp"

namespace solenoid {

struct FieldSpec {
  std::string_view name;
  bool magnetic = false;   ///< only with equations = "mhd"
  bool primitive = false;  ///< among those that define a state and that outputs hold unasked
  std::string_view meaning;
  ChoiceSet<Scheme> schemes{};         ///< those that have it; empty: all
  ChoiceSet<EquationOfState> gases{};  ///< those that have it; empty: all
  bool of_gravity = false;             ///< only with [gravity]
};

/// All fields that outputs may hold, primitive ones first.
std::span<const FieldSpec> field_table();
const FieldSpec* find_field(std::string_view name);
/// Names of the fields of one set of equations and a gas with any scheme, or with one, which has
/// those of [gravity] or not.
std::vector<std::string> field_names(EquationSet equations,
                                     std::optional<Scheme> scheme = std::nullopt,
                                     EquationOfState gas = EquationOfState::ideal,
                                     bool gravity = false);

}  // namespace solenoid
