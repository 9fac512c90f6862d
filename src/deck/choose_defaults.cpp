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

/// Whether more than sweeps acts on a gas, in turns with them: the error of that grows with the
/// step, too.
bool acts_beside_sweeps(const DeckContents& contents) {
  for (const char* section : {"gravity", "source", "cooling", "driving", "shearing_box"})
    if (contents.sections.contains(section)) return true;
  return contents.gives("physics", "terms");
}

struct CourantNumbers {
  double smooth, with_shocks;
};

/// What costs the least time for the same error (docs/accuracy.md). In 3D most of the error of
/// smooth waves is that of splitting a step into sweeps: half the steps of 2D. In 2D shocks, shear
/// and mixing want long steps; waves of MHD by parabolas, whose errors grow with the step's square,
/// want shorter ones.
CourantNumbers best_courant_numbers(const DeckContents& contents, std::ptrdiff_t dimensions) {
  if (dimensions == 3) return {0.4, 0.4};
  if (dimensions != 2) return {0.8, 0.8};
  if (contents.equations() == EquationSet::hydrodynamics) return {0.9, 0.9};
  const auto* reconstruction = contents.find<std::string>("solver", "reconstruction");
  const bool parabolas =
      reconstruction != nullptr && *reconstruction == name_of(Reconstruction::weno_z);
  if (!parabolas || acts_beside_sweeps(contents)) return {0.8, 0.8};
  return {0.7, 0.85};
}

void choose_courant_numbers(DeckContents& contents) {
  const SchemeSpec* scheme = contents.scheme();
  const auto* cells = contents.find<Setting::Numbers>("grid", "cells");
  if (scheme == nullptr || !scheme->riemann_solvers || cells == nullptr) return;
  const CourantNumbers best =
      best_courant_numbers(contents, std::ranges::count_if(*cells, [](double n) { return n > 1; }));
  Setting* smooth = left_to_default(contents, "cfl");
  choose(smooth, best.smooth);
  const auto* number = contents.find<double>("solver", "cfl");
  Setting* with_shocks = left_to_default(contents, "cfl_shocks");
  if (number == nullptr || with_shocks == nullptr) return;
  choose(with_shocks, smooth == nullptr ? *number : best.with_shocks);
  // Where both are the same there is nothing to say of the second.
  with_shocks->applies = std::get<double>(with_shocks->value) != *number;
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
  choose_courant_numbers(contents);
  choose_diffusive_number(contents);
}

}  // namespace solenoid
