#pragma once
/// \file
/// What memory runs of a deck need.

#include <cstddef>

#include "numerics/grid/grid_cuts.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// Memory that a run of this deck needs.
struct MemoryNeed {
  /// Where the state lives, and spectra are computed: of all parts, shared evenly among them.
  std::size_t device_bytes = 0;
  std::size_t host_bytes = 0;  ///< for initial fields and for outputs that are being written
  double bytes_per_cell = 0;   ///< of the state
};
/// Throws DeckError for a grid of more cells than a device can address.
MemoryNeed memory_need(const Deck& deck);
/// In parts.
MemoryNeed memory_need(const Deck& deck, const GridCuts& cuts);

}  // namespace solenoid
