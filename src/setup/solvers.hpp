#pragma once
/// \file
/// From a resolved deck to the solver of its scheme (src/deck/schemes.hpp).

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/solvers/ghost_extent.hpp"
#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/program/module.hpp"
#include "src/program/tuned.hpp"

namespace solenoid {

/// What the deck computes in.
Precision precision_of(const Deck& deck);

/// Creates the solver that the deck asks for, its state not yet set. A stencil program may have to
/// be compiled first, which takes seconds: `announce` is told. It is compiled for the shape
/// that `solenoid tune` found on this device, if it was tuned.
std::unique_ptr<Solver> make_solver(const Deck& deck, Device device, const Announce& announce = {});

/// The same of a part of the deck's grid. Throws std::invalid_argument for what a part cannot have.
std::unique_ptr<Solver> make_solver(const Deck& deck, const Subdomain& part, Device device,
                                    const Announce& announce = {});

/// The same on a CPU for a stored state that is completed and read, but makes no steps: nothing
/// acts on a fluid beside its equations, what would need a program compiled or a whole grid.
std::unique_ptr<Solver> make_solver_to_read(const Deck& deck, const Subdomain& part);

/// Creates the solver of a deck with a stencil program, compiled for a shape.
std::unique_ptr<Solver> make_program_solver(const Deck& deck, Device device, const PassShape& shape,
                                            const Announce& announce = {});

/// What shapes of the deck's program on a device are measured for.
TuningSubject tuning_subject(const Deck& deck, Device device);

/// The shape that the deck's program is compiled for where it has so many vertices, which may be a
/// part of the grid: the tuned one, which is said, or the default; none in extended precision.
std::optional<PassShape> program_shape(const Deck& deck, Device device,
                                       const std::array<int, 3>& cells,
                                       const Announce& announce = {});

/// The primitive fields of the deck's scheme, without a solver.
std::vector<StateField> state_fields(const Deck& deck);

/// The ghosts behind fixed faces that the deck's scheme takes values for.
GhostExtent ghosts_of(const Deck& deck);

/// Bytes of the fields of the deck's solver. Throws std::length_error for more values than a device
/// can address.
std::size_t state_bytes(const Deck& deck);

}  // namespace solenoid
