#pragma once
/// \file
/// Terms for tests, compiled in.

#include <test_drift.hpp>
#include <test_gas_terms.hpp>
#include <test_isothermal_terms.hpp>
#include <test_tabulated_terms.hpp>
#include <test_terms.hpp>
#include <test_warmth_anew.hpp>

#include <map>
#include <string>
#include <vector>

#include "physics/equations/tabulated_law.hpp"
#include "physics/solvers/program_terms.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

template <class Program, class Real>
AnyTerms* make_terms(const TermsArguments& arguments) {
  return new ProgramTerms<Program, Real, HostSpace>(arguments);
}

template <class Program>
MakeTerms terms_maker(Precision precision) {
  return precision == Precision::single_precision ? make_terms<Program, float>
                                                  : make_terms<Program, double>;
}

/// All that diffuses, so strongly that a step takes many stages.
inline TermsSettings strong_terms(Precision precision) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_terms>(precision);
  terms.reach = programs::test_terms::radius;
  terms.numbers.uniforms = {{"gamma", 5.0 / 3},      {"resistivity", 0.02},
                            {"viscosity", 0.03},     {"bulk_viscosity", 0.01},
                            {"conductivity", 0.02},  {"thermal_diffusivity", 0.01},
                            {"warming", 0.01},       {"anomalous_resistivity", 1e-3},
                            {"critical_drift", 0.1}, {"ambipolar", 0.002},
                            {"cooling", 0.01}};
  return terms;
}

/// Of a density wave in hydrodynamics that a term carries round the box, in a unit of time and many
/// times as fast as sound is. start(grid, wave, terms) makes a solver in double precision.
template <class Start>
double error_of_drift(int cells, const Start& start) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_drift>(Precision::double_precision);
  terms.reach = 1;
  terms.numbers.uniforms = {{"gamma", 5.0 / 3}, {"drift", 1.0}};
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

/// Terms of a gas whose magnetic field they read and leave as it is.
inline TermsSettings gas_terms(Precision precision, const std::map<std::string, double>& uniforms) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_gas_terms>(precision);
  terms.reach = programs::test_gas_terms::radius;
  terms.numbers.uniforms = uniforms;
  terms.numbers.uniforms["gamma"] = 5.0 / 3;
  return terms;
}

/// All of them, so strongly that a step takes many stages.
inline TermsSettings strong_gas_terms(Precision precision) {
  return gas_terms(precision, {{"viscosity", 0.03},
                               {"bulk_viscosity", 0.01},
                               {"conductivity", 0.03},
                               {"cross_conductivity", 0.01},
                               {"warming", 0.01},
                               {"cooling", 0.01}});
}

/// Terms of an isothermal gas.
inline TermsSettings isothermal_terms(Precision precision,
                                      const std::map<std::string, double>& uniforms) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_isothermal_terms>(precision);
  terms.reach = programs::test_isothermal_terms::radius;
  terms.numbers.uniforms = uniforms;
  terms.numbers.uniforms["sound_speed"] = Scheme{}.settings().sound_speed;
  return terms;
}

/// All of them, so strongly that a step takes many stages.
inline TermsSettings strong_isothermal_terms(Precision precision) {
  return isothermal_terms(precision, {{"resistivity", 0.02},
                                      {"viscosity", 0.03},
                                      {"bulk_viscosity", 0.01},
                                      {"anomalous_resistivity", 1e-3},
                                      {"critical_drift", 0.1},
                                      {"ambipolar", 0.002},
                                      {"drag", 0.1}});
}

/// Terms of a tabulated gas, so strong that a step takes many stages.
inline TermsSettings strong_tabulated_terms(Precision precision,
                                            const CaloricTable& table = ionising_table()) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_tabulated_terms>(precision);
  terms.reach = programs::test_tabulated_terms::radius;
  terms.numbers.uniforms = {{"resistivity", 0.02},    {"viscosity", 0.03},
                            {"bulk_viscosity", 0.01}, {"anomalous_resistivity", 1e-3},
                            {"critical_drift", 0.1},  {"ambipolar", 0.002},
                            {"conductivity", 0.02},   {"thermal_diffusivity", 0.01},
                            {"cooling", 0.01},        {"cooling_exponent", 0.5}};
  terms.numbers.tables = {{"temperature_of_energy", temperature_by_energy(table)}};
  return terms;
}

/// Those of a gas without a field that reach further than the next cell, behind edges, too.
inline TermsSettings far_terms(Precision precision) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_warmth_anew>(precision);
  terms.reach = programs::test_warmth_anew::radius;
  static_assert(programs::test_warmth_anew::radius > 1);
  terms.numbers.uniforms = {{"gamma", 5.0 / 3}};
  return terms;
}

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
