/// Terms for tests: compiled once for all of them.

#include "tests/unit/physics/terms_helpers.hpp"

#include <test_drift.hpp>
#include <test_gas_terms.hpp>
#include <test_isothermal_terms.hpp>
#include <test_tabulated_terms.hpp>
#include <test_terms.hpp>
#include <test_warmth_anew.hpp>

#include "physics/equations/tabulated_law.hpp"
#include "tests/unit/physics/terms_maker.hpp"

namespace solenoid::testing_physics {

TermsSettings strong_terms(Precision precision) {
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

TermsSettings drifting_terms(Precision precision) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_drift>(precision);
  terms.reach = 1;
  terms.numbers.uniforms = {{"gamma", 5.0 / 3}, {"drift", 1.0}};
  return terms;
}

TermsSettings gas_terms(Precision precision, const std::map<std::string, double>& uniforms) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_gas_terms>(precision);
  terms.reach = programs::test_gas_terms::radius;
  terms.numbers.uniforms = uniforms;
  terms.numbers.uniforms["gamma"] = 5.0 / 3;
  return terms;
}

TermsSettings strong_gas_terms(Precision precision) {
  return gas_terms(precision, {{"viscosity", 0.03},
                               {"bulk_viscosity", 0.01},
                               {"conductivity", 0.03},
                               {"cross_conductivity", 0.01},
                               {"warming", 0.01},
                               {"cooling", 0.01}});
}

TermsSettings isothermal_terms(Precision precision, const std::map<std::string, double>& uniforms) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_isothermal_terms>(precision);
  terms.reach = programs::test_isothermal_terms::radius;
  terms.numbers.uniforms = uniforms;
  terms.numbers.uniforms["sound_speed"] = Scheme{}.settings().sound_speed;
  return terms;
}

TermsSettings strong_isothermal_terms(Precision precision) {
  return isothermal_terms(precision, {{"resistivity", 0.02},
                                      {"viscosity", 0.03},
                                      {"bulk_viscosity", 0.01},
                                      {"anomalous_resistivity", 1e-3},
                                      {"critical_drift", 0.1},
                                      {"ambipolar", 0.002},
                                      {"drag", 0.1}});
}

TermsSettings strong_tabulated_terms(Precision precision, const CaloricTable& table) {
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

TermsSettings far_terms(Precision precision) {
  TermsSettings terms;
  terms.make = terms_maker<programs::test_warmth_anew>(precision);
  terms.reach = programs::test_warmth_anew::radius;
  static_assert(programs::test_warmth_anew::radius > 1);
  terms.numbers.uniforms = {{"gamma", 5.0 / 3}};
  return terms;
}

}  // namespace solenoid::testing_physics
