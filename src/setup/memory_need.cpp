#include "src/setup/memory_need.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "physics/fields/power_spectrum.hpp"
#include "src/formats/formats.hpp"
#include "src/setup/gravity.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// Cells of a device have numbers of 31 bits.
constexpr double most_cells = std::numeric_limits<std::int32_t>::max();

[[noreturn]] void throw_too_many_cells(const Deck& deck) {
  throw DeckError({deck.problem(
      "grid", "cells",
      fmt::format("'cells' in [grid]: expected at most {:.0f} cells (2^31 - 1) with their ghost "
                  "cells, which is what one device can address, found {}; use fewer",
                  most_cells, cells_text(deck.grid().cells)))});
}

/// What the gravity of a gas in parts needs beside that of one part.
std::size_t gravity_bytes_of_cuts(const Deck& deck, const GridCuts& cuts) {
  if (cuts.count() == 1 || !deck.flag("gravity", "self_gravity")) return 0;
  const GravitySettings settings = gravity_settings(deck);
  const auto bytes = [&](const GridCuts& of) {
    return std::size_t(of.count()) *
           self_gravity_bytes(deck.grid(), of, settings, precision_of(deck));
  };
  return bytes(cuts) - bytes(Subdomain(deck.grid()).cuts);
}

/// What reading the state in the deck's file needs.
std::size_t state_file_bytes(const Deck& deck) {
  if (!deck.state_file()) return 0;
  const std::size_t cells = deck.grid().cell_count();
  const std::size_t bytes = sizeof(double) * state_fields(deck).size();
  // A slab: as it is in the file, on the deck's grid, and twice between these; of a checkpoint also
  // as a solver has it that ends the step.
  const int copies = is_checkpoint(deck.state_file()->path) ? 6 : 4;
  return std::size_t(copies) * std::min(cells, state_slab_values) * bytes;
}

/// What outputs may keep while they are written: all fields, or the state of a run that went wrong,
/// in double precision; of small grids enough for what two moments write.
std::size_t output_bytes(const Deck& deck) {
  constexpr std::size_t most_outputs = 4, little = std::size_t(256) << 20;
  const std::size_t one =
      deck.grid().cell_count() * sizeof(double) * (state_fields(deck).size() + 1);
  return one * std::clamp<std::size_t>(little / one, 1, most_outputs);
}

/// Of the state. Throws DeckError for a grid of too many cells.
std::size_t bytes_of_state(const Deck& deck) {
  double cells = 1;
  for (const int count : deck.grid().cells) cells *= count;
  if (cells > most_cells) throw_too_many_cells(deck);
  try {
    return state_bytes(deck);
  } catch (const std::length_error&) {
    throw_too_many_cells(deck);  // but for the ghost cells it would have fitted
  }
}

}  // namespace

MemoryNeed memory_need(const Deck& deck) { return memory_need(deck, Subdomain(deck.grid()).cuts); }

MemoryNeed memory_need(const Deck& deck, const GridCuts& cuts) {
  MemoryNeed need;
  need.device_bytes = bytes_of_state(deck) + gravity_bytes_of_cuts(deck, cuts);
  const std::size_t cells = deck.grid().cell_count();
  need.bytes_per_cell = double(need.device_bytes) / double(cells);
  const bool transforms = std::ranges::any_of(deck.outputs(), [](const OutputSettings& output) {
    return output.type == OutputType::spectrum;
  });
  if (transforms) need.device_bytes += spectrum_bytes(deck.grid(), cuts, precision_of(deck));
  need.host_bytes = output_bytes(deck) + state_file_bytes(deck);
  return need;
}

}  // namespace solenoid
