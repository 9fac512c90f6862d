#pragma once
/// \file
/// What the functions of solenoid.h have in common.

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "src/library/c_options.hpp"
#include "src/library/include/solenoid/simulation.hpp"
#include "src/library/include/solenoid/solenoid.h"

/// A simulation, and what was given to the caller to look at.
struct solenoid_simulation {
  explicit solenoid_simulation(solenoid::Simulation&& made)
      : simulation(std::move(made)),
        deck(simulation.deck()),
        precision(simulation.precision()),
        device(simulation.device()),
        fields(simulation.fields()) {
    for (const solenoid::Problem& problem : simulation.warnings())
      warnings += problem.file + ":" + std::to_string(problem.line) + ": " + problem.message + "\n";
  }

  solenoid::Simulation simulation;
  std::string deck, precision, device, warnings, picture;
  std::vector<solenoid::FieldInfo> fields;
  std::vector<std::string> labels{};
};

namespace solenoid::c {

/// Of the last call of this thread that failed.
inline std::string& message() {
  thread_local std::string text;
  return text;
}

/// What a call returns that does this.
template <class Work>
int status_of(const Work& work) noexcept {
  try {
    work();
    return SOLENOID_OK;
  } catch (const Error& error) {
    message() = error.what();
    return int(error.kind());
  } catch (const std::exception& error) {
    message() = error.what();
    return SOLENOID_INTERNAL;
  }
}

inline Simulation& known(solenoid_simulation* simulation) {
  if (simulation == nullptr) refuse("there is no simulation");
  return simulation->simulation;
}

/// A box that has to be given.
inline FieldBox given_box(const solenoid_box* box) {
  if (box == nullptr) refuse("the box is missing");
  return {{box->begin[0], box->begin[1], box->begin[2]},
          {box->count[0], box->count[1], box->count[2]},
          box->own != 0};
}

/// Calls use(box) with the box, or use() for all of the field.
template <class Use>
void with_box(const solenoid_box* box, const Use& use) {
  if (box == nullptr) return use();
  use(given_box(box));
}

}  // namespace solenoid::c
