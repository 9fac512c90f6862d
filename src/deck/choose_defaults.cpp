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

/// In 3D smooth waves reach the same error in a third of the time or less with half the steps of
/// 2D (docs/accuracy.md): most of their error there is that of splitting a step into sweeps.
void choose_courant_number(DeckContents& contents) {
  const SchemeSpec* scheme = contents.scheme();
  const auto* cells = contents.find<Setting::Numbers>("grid", "cells");
  if (scheme == nullptr || scheme->scheme != Scheme::muscl_hancock || cells == nullptr) return;
  if (std::ranges::all_of(*cells, [](double n) { return n > 1; }))
    choose(left_to_default(contents, "cfl"), 0.4);
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
