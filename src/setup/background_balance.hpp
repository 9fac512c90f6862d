#pragma once
/// \file
/// How well the background of a stratified deck balances.

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "src/deck/deck.hpp"

namespace solenoid {

/// What is left of the forces of pressure, magnetic field and gravity at a vertex, by the
/// differences of the scheme.
struct BackgroundResidual {
  double part = 0;  ///< |sum of the forces| / sum of their magnitudes, where that is largest
  std::array<double, 3> position{};
  std::size_t vertices = 0;  ///< at so many it was computed
};

/// The largest residual of the background in [initial], at about a thousand vertices spread evenly
/// over the grid or at all if they are fewer; none for a deck whose program has no background in
/// the names of physics/equations/stratified.stencil, or takes it from a file.
std::optional<BackgroundResidual> background_residual(const Deck& deck);

/// That as a line of text, or nothing.
std::string background_text(const Deck& deck);

}  // namespace solenoid
