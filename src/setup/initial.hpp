#pragma once
/// \file
/// The initial state of a deck: from expressions to a solver, slab by slab.

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// Sets the state of the deck's solver at start_time: expressions where the scheme's fields stand
/// (state_fields()), or the curl of the vector potential there. Threads share the work, and the
/// host holds a slab of the fields at a time. Of a solver that computes a part of the grid it is
/// the part's state, and looked at there. Throws DeckError where a value is not finite, or not
/// positive where it has to be, in the box or behind a fixed face, with the first such cell and
/// position of each field, and where a field on faces has more divergence than the deck permits.
void set_initial_state(const Deck& deck, Solver& solver);

/// Throws as set_initial_state does, which needs no solver.
void check_initial_state(const Deck& deck);

/// The same fields as whole arrays, for grids that are small or states that are set several times;
/// evaluated in slabs of `most` cells.
FieldMap initial_fields(const Deck& deck, std::size_t most = state_slab_values);

}  // namespace solenoid
