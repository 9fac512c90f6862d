#include "src/deck/choose_defaults.hpp"

#include <algorithm>

#include "numerics/schemes/reconstruction.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "src/deck/choices.hpp"

namespace solenoid {

namespace {

/// A key of [solver] that the deck leaves to its default, or nullptr.
Setting* left_to_default(DeckContents& contents, const std::string& key) {
  auto& solver = contents.settings["solver"];
  const auto found = solver.find(key);
  return found == solver.end() || found->second.given ? nullptr : &found->second;
}

template <class Value>
void choose(Setting* setting, const Value& value) {
  if (setting == nullptr) return;
  setting->value = value;
  setting->written.data = value;
}

void choose_riemann_solver(DeckContents& contents) {
  if (const auto equations = contents.equations())
    choose(left_to_default(contents, "riemann"),
           riemann_solver_names(*equations, contents.gas()).front());
}

/// Who gives a limiter wants slopes that it limits, not parabolas that hardly ask it.
void choose_reconstruction(DeckContents& contents) {
  const Setting* limiter = contents.find_setting("solver", "limiter");
  if (limiter != nullptr && limiter->given)
    choose(left_to_default(contents, "reconstruction"),
           std::string(name_of(Reconstruction::primitive)));
}

/// What costs the least time for the same error (docs/accuracy.md). In 3D most of the error of
/// smooth waves is that of splitting a step into sweeps: half the steps of 2D. In 2D shocks, shear
/// and mixing want long steps; waves of MHD, whose errors grow with the step's square, want shorter
/// ones.
void choose_courant_number(DeckContents& contents) {
  const SchemeSpec* scheme = contents.scheme();
  const auto* cells = contents.find<Setting::Numbers>("grid", "cells");
  if (scheme == nullptr || scheme->scheme != Scheme::muscl_hancock || cells == nullptr) return;
  const auto dimensions = std::ranges::count_if(*cells, [](double n) { return n > 1; });
  if (dimensions == 3)
    choose(left_to_default(contents, "cfl"), 0.4);
  else if (dimensions == 2 && contents.equations() == EquationSet::hydrodynamics)
    choose(left_to_default(contents, "cfl"), 0.9);
}

/// Euler's scheme and that of second order are stable up to 4/5 of what the others are.
void choose_diffusive_number(DeckContents& contents) {
  const auto* name = contents.find<std::string>("solver", "integrator");
  const auto integrator = name == nullptr ? std::nullopt : choice_named<Integrator>(*name);
  if (integrator && amplifies_waves(*integrator))
    choose(left_to_default(contents, "diffusive_cfl"), 0.2);
}

}  // namespace

void choose_defaults(DeckContents& contents) {
  choose_riemann_solver(contents);
  choose_reconstruction(contents);
  choose_courant_number(contents);
  choose_diffusive_number(contents);
}

}  // namespace solenoid
