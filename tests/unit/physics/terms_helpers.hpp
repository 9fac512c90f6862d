#pragma once
/// \file
/// Terms for tests, compiled in (terms_helpers.cpp).

#include <map>
#include <string>
#include <vector>

#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

/// All that diffuses, so strongly that a step takes many stages.
TermsSettings strong_terms(Precision precision);

/// A term that carries the mass of a gas along x, as fast as a box of length 1 is crossed in a unit
/// of time.
TermsSettings drifting_terms(Precision precision);

/// Of a density wave in hydrodynamics that a term carries round the box, in a unit of time and many
/// times as fast as sound is. start(grid, wave, terms) makes a solver in double precision.
template <class Start>
double error_of_drift(int cells, const Start& start) {
  const TermsSettings terms = drifting_terms(Precision::double_precision);
  const InitialState wave = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1 + 0.1 * std::sin(2 * pi * x);
    return name == "pressure" ? 1e-6 : 0.0;
  };
  const auto solver = start(Grid{{cells, 1, 1}}, wave, terms);
  const FieldValues before = solver->field("density");
  EXPECT_GT(solver->stable_step(), 5);
  solver->advance(0, 1);
  double worst = 0;
  for (std::size_t i = 0; i < before.size(); ++i)
    worst = std::max(worst, std::abs(solver->field("density")[i] - before[i]));
  return worst;
}

/// Of the amplitude of a standing wave of sound after a period, relative to what it began with, in
/// a gas of this speed of sound with viscosity: v = exp(-damping t) (cos - damping/frequency
/// sin)(frequency t) sin(k x). terms_with(uniforms) makes the terms.
template <class Terms>
double error_of_damped_sound(const Scheme& scheme, MusclHancockSettings settings, double speed,
                             int cells, const Terms& terms_with) {
  constexpr double shear = 0.01, bulk = 0.02;
  const double damping = (4 * shear / 3 + bulk) * 4 * pi * pi / 2;
  const double frequency = std::sqrt(4 * pi * pi * speed * speed - damping * damping);
  settings.terms =
      terms_with(std::map<std::string, double>{{"viscosity", shear}, {"bulk_viscosity", bulk}});
  const InitialState wave = [](const std::string& name, double x, double, double) {
    if (name == "velocity_x") return 1e-6 * std::sin(2 * pi * x);
    return name == "density" || name == "pressure" ? 1.0 : 0.0;
  };
  const Grid line{{cells, 1, 1}};
  const auto solver = start(scheme, line, all_periodic, wave, settings);
  const double period = 2 * pi / frequency;
  run_to(*solver, period);
  const FieldValues velocity = solver->field("velocity_x");
  double amplitude = 0;
  for (int i = 0; i < cells; ++i)
    amplitude += 2e6 / cells * velocity[std::size_t(i)] * std::sin(2 * pi * line.centre(0, i));
  return std::abs(amplitude - std::exp(-damping * period));
}

/// Terms of a gas whose magnetic field they read and leave as it is.
TermsSettings gas_terms(Precision precision, const std::map<std::string, double>& uniforms);

/// All of them, so strongly that a step takes many stages.
TermsSettings strong_gas_terms(Precision precision);

/// Terms of an isothermal gas.
TermsSettings isothermal_terms(Precision precision, const std::map<std::string, double>& uniforms);

/// All of them, so strongly that a step takes many stages.
TermsSettings strong_isothermal_terms(Precision precision);

/// Terms of a tabulated gas, so strong that a step takes many stages.
TermsSettings strong_tabulated_terms(Precision precision,
                                     const CaloricTable& table = ionising_table());

/// Those of a gas without a field that reach further than the next cell, behind edges, too.
TermsSettings far_terms(Precision precision);

/// Settings of a scheme with terms, one for each splitting.
inline std::vector<MusclHancockSettings> with_every_splitting(const Scheme& scheme,
                                                              const TermsSettings& terms) {
  std::vector<MusclHancockSettings> all;
  for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric}) {
    all.push_back(scheme.settings());
    all.back().splitting = splitting;
    all.back().terms = terms;
  }
  return all;
}

/// Expects terms whose uniforms are all 0, but the one of the gas, to leave the bits of the scheme.
inline void expect_no_terms_without_strength(const Scheme& scheme, const TermsSettings& terms,
                                             const std::string& of_gas) {
  for (MusclHancockSettings settings : with_every_splitting(scheme, terms)) {
    for (auto& [name, value] : settings.terms.numbers.uniforms)
      if (name != of_gas) value = 0;
    const auto with = start(scheme, Grid{{16, 12, 1}}, all_periodic, smooth, settings);
    settings.terms = {};
    const auto without = start(scheme, Grid{{16, 12, 1}}, all_periodic, smooth, settings);
    take_steps(*with, 5);
    take_steps(*without, 5);
    expect_same_state(*with, *without, scheme);
  }
}

/// Expects terms to keep the sums of mass, momentum, magnetic field and, where there is one, energy
/// to `rounding`, and to take of the energy of the flow and the field. make(settings) makes a
/// solver.
template <class Make>
void expect_sums_kept_and_motion_damped(const Scheme& scheme, MusclHancockSettings settings,
                                        double rounding, const Make& make) {
  const std::unique_ptr<Solver> damped = make(settings);
  settings.terms = {};
  const std::unique_ptr<Solver> free = make(settings);
  std::vector<std::string> conserved = stored_fields(scheme);
  conserved.pop_back();
  std::vector<double> before;
  for (const std::string& name : conserved) before.push_back(sum(damped->field(name)));
  take_steps(*damped, 6);
  take_steps(*free, 6);
  for (std::size_t f = 0; f < conserved.size(); ++f)
    EXPECT_NEAR(sum(damped->field(conserved[f])), before[f], rounding) << conserved[f];
  for (const char* energy : {"kinetic_energy", "magnetic_pressure"})
    EXPECT_LT(sum(damped->field(energy)), 0.98 * sum(free->field(energy))) << energy;
  if (scheme.has_energy()) {
    EXPECT_GT(sum(damped->field("pressure")), 1.001 * sum(free->field("pressure")));
  }
}

/// Expects a run to go on from the middle of a pair of steps and from its end bit for bit.
template <class Make>
void expect_to_go_on(const Scheme& scheme, const MusclHancockSettings& settings, const Make& make) {
  for (const int steps : {3, 4}) {
    const std::unique_ptr<Solver> solver = make(settings);
    const double time = take_steps(*solver, steps);
    const std::unique_ptr<Solver> other = make(settings);
    other->restore(solver->save(), time);
    take_steps(*solver, 3, time);
    take_steps(*other, 3, time);
    expect_same_state(*solver, *other, scheme);
  }
}

}  // namespace solenoid::testing_physics
