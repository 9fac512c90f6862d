#pragma once
/// \file
/// Which passes of a stencil program have to be run before something reads its auxiliary fields.

#include <array>
#include <cstddef>

#include "numerics/vertices/stencil_program.hpp"

namespace solenoid {

/// By field of a program.
template <class Program>
using FieldMarks = std::array<bool, std::size_t(Program::field_count)>;

/// Marks the fields of these numbers.
template <class Program, class Numbers>
constexpr FieldMarks<Program> marked(const Numbers& numbers) {
  FieldMarks<Program> all{};
  for (const int field : numbers) all[std::size_t(field)] = true;
  return all;
}

template <class Program, class Pass>
constexpr bool is_auxiliary() {
  return Program::fields[std::size_t(Pass::written[0])].auxiliary;
}

/// By pass.
template <class Passes>
struct MarksOfPasses;
template <class... Pass>
struct MarksOfPasses<ProgramPasses<Pass...>> {
  using Type = std::array<bool, sizeof...(Pass)>;
};
template <class Passes>
using NeededPasses = typename MarksOfPasses<Passes>::Type;

/// By pass: whether it writes an auxiliary field that is wanted, or that another such pass reads.
/// Only for constants, static constexpr ones: in code that GCC 12.2 optimises, what was stored in
/// an argument by value that is changed here could be taken for dead and left out.
template <class Program, class... Pass>
constexpr NeededPasses<ProgramPasses<Pass...>> needed_to_read(ProgramPasses<Pass...>,
                                                              FieldMarks<Program> wanted) {
  using Marks = std::array<FieldMarks<Program>, sizeof...(Pass)>;
  const Marks read = {marked<Program>(Pass::read)...};
  const Marks written = {marked<Program>(Pass::written)...};
  constexpr std::array<bool, sizeof...(Pass)> auxiliary = {is_auxiliary<Program, Pass>()...};
  std::array<bool, sizeof...(Pass)> needed{};
  // A pass comes after those whose fields it reads.
  for (std::size_t pass = sizeof...(Pass); pass-- > 0;) {
    for (std::size_t f = 0; f < wanted.size(); ++f)
      needed[pass] = needed[pass] || (auxiliary[pass] && wanted[f] && written[pass][f]);
    for (std::size_t f = 0; f < wanted.size(); ++f)
      wanted[f] = wanted[f] || (needed[pass] && read[pass][f]);
  }
  return needed;
}

}  // namespace solenoid
