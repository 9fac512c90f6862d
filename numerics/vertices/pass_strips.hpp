#pragma once
/// \file
/// Passes of a substep on a CPU in strips: all of them go through some rows of a plane before they
/// go through the next ones, so that a cache still holds what one has written when others read it.

#include <algorithm>
#include <array>
#include <cstddef>

#include "numerics/vertices/stencil_program.hpp"

namespace solenoid {

/// Rows of a strip, by thread: few enough for the last cache level, many beside those that are read
/// around a strip.
inline constexpr int rows_of_strip = 32;

/// Which rows a pass takes of strips. It reads rows beside its own, so it stays behind the passes
/// that write them. Ghosts of those may stand for rows at the other end, so it leaves out rows at
/// both ends until all others have been written.
struct StripPass {
  int ghosts;  ///< rows that it computes beyond both ends
  int left;    ///< rows that it leaves out there, less than 0 where it computes ghosts
  int behind;  ///< how far it is behind the first pass

  /// The rows [first, end()) of a box of so many.
  [[nodiscard]] constexpr int first() const { return -ghosts; }
  [[nodiscard]] constexpr int end(int rows) const { return rows + ghosts; }
  /// Where it is when strips have come to row `reached`.
  [[nodiscard]] constexpr int progress(int reached, int rows) const {
    return reached >= rows ? rows - left : std::clamp(reached - behind, left, rows - left);
  }
};

/// Those of a program's passes.
template <class Program, class... Pass>
constexpr auto strip_passes(ProgramPasses<Pass...>) {
  std::array<StripPass, sizeof...(Pass)> all{};
  std::array<const StripPass*, std::size_t(Program::field_count)> writer{};
  std::size_t next = 0;
  const auto add = [&]<class Q>() {
    StripPass& pass = all[next++];
    pass.ghosts = is_pointwise<Program, Q>() ? Program::radius : 0;
    pass.left = -pass.ghosts;
    for (const int field : Q::read)
      if (const StripPass* const before = writer[std::size_t(field)]; before != nullptr) {
        const int reach = Q::reach[std::size_t(field)][1];
        pass.left = std::max(pass.left, before->left + reach);
        pass.behind = std::max(pass.behind, before->behind + reach);
      }
    for (const int field : Q::written)
      if (Program::fields[std::size_t(field)].auxiliary) writer[std::size_t(field)] = &pass;
  };
  (add.template operator()<Pass>(), ...);
  return all;
}

}  // namespace solenoid
