#pragma once
/// \file
/// What a deck puts behind fixed faces.

#include <stdexcept>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// Expressions that give a value behind a fixed face with which no step can be taken; the message
/// says which, where and when.
class BoundaryValueError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The deck's expressions behind the fixed faces of a part of its grid. The function takes points
/// behind faces only; it throws BoundaryValueError where a value is not finite, or a density or
/// pressure not positive, or postpones that where processes agree on what fails.
FixedBoundary fixed_boundary(const Deck& deck, const Subdomain& part);

/// What is wrong with them at start_time: for each face and field the first bad value.
std::vector<DeckProblem> boundary_problems(const Deck& deck);

}  // namespace solenoid
