#pragma once
/// \file
/// Terms of tests from programs that are compiled with them.

#include "physics/solvers/compiled_precisions.hpp"
#include "physics/solvers/program_terms.hpp"

namespace solenoid::testing_physics {

template <class Program, class Real>
AnyTerms* make_terms(const TermsArguments& arguments) {
  return new ProgramTerms<Program, Real, HostSpace>(arguments);
}

template <class Program>
MakeTerms terms_maker(Precision precision) {
  // What is not compiled of solvers has no terms.
  if constexpr (is_compiled(Precision::single_precision))
    if (precision == Precision::single_precision) return make_terms<Program, float>;
  return make_terms<Program, double>;
}

}  // namespace solenoid::testing_physics
