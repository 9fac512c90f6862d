#pragma once
/// \file
/// Where a run begins, and what its checkpoints remember of that.

#include <map>
#include <string>
#include <vector>

#include "src/driver/checkpoints.hpp"
#include "src/driver/outputs.hpp"

namespace solenoid {

/// Where a run begins whose state is the deck's initial one.
StartingPoint start_of(const Deck& deck);
/// Sets the solver's state from the deck.
StartingPoint start_afresh(const Deck& deck, Solver& solver);

/// Sets it from a checkpoint of such a deck. `changes`: what has changed in the deck since, as
/// deck_changes(). Throws UsageError for a file that cannot be read, and RestartError.
StartingPoint start_from(const std::string& checkpoint, const Deck& deck, Solver& solver,
                         std::vector<std::string>& changes);

/// The moment of a start.
Moment moment_of(const StartingPoint& start);

/// The conserved totals of the solver's state at the very start of the run, by label: those that
/// `start` remembers, or those of now.
std::map<std::string, double> totals_at_start(Solver& solver, const StartingPoint& start);

/// What a checkpoint of that moment holds beside the state. `outputs` is null where none are
/// written.
CheckpointHead checkpoint_head(const Grid& grid, const Moment& moment, const Provenance& provenance,
                               const Outputs* outputs,
                               const std::map<std::string, double>& start_totals);

}  // namespace solenoid
