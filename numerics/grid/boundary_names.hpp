#pragma once
/// \file
/// What decks call the kinds of boundaries. (Not in grid.hpp: everything includes that.)

#include "numerics/grid/grid.hpp"
#include "numerics/named.hpp"

namespace solenoid {

template <>
struct Names<BoundaryKind> {
  static constexpr Named<BoundaryKind> rows[] = {
      {BoundaryKind::periodic, "periodic"},
      {BoundaryKind::outflow, "outflow"},
      {BoundaryKind::reflecting, "reflecting"},
      {BoundaryKind::fixed, "fixed"},
      {BoundaryKind::symmetric, "symmetric"},
      {BoundaryKind::antisymmetric, "antisymmetric"},
      {BoundaryKind::vertex_symmetric, "vertex-symmetric"},
      {BoundaryKind::diode, "diode"}};
};

/// What a deck has to know of a kind, asked here as its name is compared nowhere.
struct BoundaryTraits {
  bool periodic = false;      ///< joins both sides of the grid: they are of this kind or neither
  bool reads_values = false;  ///< the deck gives what stands behind the face
};

/// (No default: a new kind without a word is a warning of the compiler.)
constexpr BoundaryTraits traits_of(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::periodic:
      return {.periodic = true};
    case BoundaryKind::fixed:
      return {.reads_values = true};
    case BoundaryKind::outflow:
    case BoundaryKind::reflecting:
    case BoundaryKind::symmetric:
    case BoundaryKind::antisymmetric:
    case BoundaryKind::vertex_symmetric:
    case BoundaryKind::diode:
    case BoundaryKind::neighbour:
      return {};
  }
  throw std::logic_error("a boundary of no kind");
}

/// Whether a text of a deck names a kind with such a trait.
constexpr bool is_periodic(std::string_view name) {
  const auto kind = choice_named<BoundaryKind>(name);
  return kind && traits_of(*kind).periodic;
}
constexpr bool reads_values(std::string_view name) {
  const auto kind = choice_named<BoundaryKind>(name);
  return kind && traits_of(*kind).reads_values;
}

}  // namespace solenoid
