#pragma once
/// \file
/// What users are told of what went wrong, whoever tells them: the program or the library.

#include <string>
#include <vector>

#include "src/deck/deck.hpp"

namespace solenoid {

enum class FailureKind {
  deck,      ///< a deck with problems
  argument,  ///< what was asked for cannot be had
  state,     ///< the state cannot go on
  file,      ///< a file could not be written
  program,   ///< a stencil program could not be compiled or loaded
  memory,    ///< there is not enough of it
  internal   ///< a mistake in Solenoid
};

struct Failure {
  FailureKind kind = FailureKind::internal;
  std::string message;                ///< for the user: what is wrong and what to do
  std::vector<DeckProblem> problems;  ///< of a deck
};

/// What the exception that is being handled comes to. Called within a catch block.
Failure present_failure();

}  // namespace solenoid
