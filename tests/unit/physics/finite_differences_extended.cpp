/// Extended precision: the reference that others are compared with.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <test_reductions.hpp>
#include <test_waves.hpp>

#include "physics/solvers/finite_difference_solver.hpp"
#include "physics/solvers/kernels/program_fields.hpp"
#include "src/output/rounding.hpp"

namespace solenoid {
namespace {

template <class Real>
using WavesOf = FiniteDifferenceSolver<programs::test_waves, Real, SequentialSpace>;

const Grid wave_box{{16, 8, 1}, {0, 0, 0}, {2, 1, 1}};

/// Neither these values nor the uniforms below are numbers in single precision.
FieldMap inexact_wave() {
  FieldMap fields;
  for (int j = 0; j < wave_box.cells[1]; ++j)
    for (int i = 0; i < wave_box.cells[0]; ++i) {
      fields["u"].push_back(std::cos(std::numbers::pi * wave_box.centre(0, i)));
      fields["w"].push_back(0.1 * std::sin(2 * std::numbers::pi * wave_box.centre(1, j)));
    }
  return fields;
}

template <class Real>
SolverState after_steps(Precision inputs, const FieldMap& fields, double damping, double dt) {
  FiniteDifferenceSettings settings;
  settings.uniforms = {{"damping", damping}};
  settings.input_precision = inputs;
  WavesOf<Real> solver(wave_box, {}, settings);
  solver.set_primitive(fields, 0);
  for (int step = 0; step < 5; ++step) solver.advance(0, dt);
  return solver.save();
}

TEST(ExtendedPrecision, OthersAreOffByTheirRounding) {
  // Second differences magnify what is lost in the last places.
  const auto single = Precision::single_precision, twice = Precision::double_precision;
  const FieldMap start = inexact_wave();
  const auto model = after_steps<Extended>(twice, start, 0.3, 0.01);
  EXPECT_EQ(model.precision, Precision::extended_precision);
  const auto model_of_single = after_steps<Extended>(single, start, 0.3, 0.01);
  for (const auto& [reference, candidate] :
       {std::pair{&model, after_steps<double>(twice, start, 0.3, 0.01)},
        std::pair{&model_of_single, after_steps<float>(twice, start, 0.3, 0.01)}})
    for (const RoundingError& error : rounding_errors(*reference, candidate)) {
      EXPECT_GT(error.ulp_of_largest, 0.1L) << error.name;
      EXPECT_LT(error.ulp_of_largest, 50.0L) << error.name;
    }
  // From other numbers single precision is not compared with its own arithmetic alone.
  EXPECT_NE(model.arrays, model_of_single.arrays);
}

TEST(ExtendedPrecision, InputsAreRoundedOnceAndAlone) {
  FieldMap rounded = inexact_wave();
  for (auto& [name, values] : rounded)
    for (double& value : values) value = double(float(value));
  EXPECT_EQ(after_steps<Extended>(Precision::single_precision, inexact_wave(), 0.3, 0.01).arrays,
            after_steps<Extended>(Precision::double_precision, rounded, double(0.3F), double(0.01F))
                .arrays);
}

TEST(ExtendedPrecision, RestartGoesOnBitForBit) {
  WavesOf<Extended> straight(wave_box, {}, {}), restarted(wave_box, {}, {});
  straight.set_primitive(inexact_wave(), 0);
  straight.advance(0, 0.01);
  restarted.restore(straight.save(), 0.01);
  for (auto* solver : {&straight, &restarted}) solver->advance(0.01, 0.01);
  EXPECT_EQ(straight.save().arrays, restarted.save().arrays);
  EXPECT_EQ(straight.exact_history(), restarted.exact_history());
  WavesOf<double> other(wave_box, {}, {});
  EXPECT_THROW(other.restore(straight.save(), 0), std::invalid_argument);
}

TEST(ExtendedPrecision, ReductionsAreOfThatPrecision) {
  WavesOf<Extended> solver(wave_box, {}, {});
  WavesOf<double> other(wave_box, {}, {});
  const FieldMap start = inexact_wave();
  for (Solver* one : {static_cast<Solver*>(&solver), static_cast<Solver*>(&other)})
    one->set_primitive(start, 0);
  const auto exact = solver.exact_history();
  long double squares = 0;
  for (const double u : start.at("u")) squares += static_cast<long double>(u) * u;
  EXPECT_EQ(exact.at(1).first, "u_rms");
  EXPECT_NEAR(double(exact[1].second / std::sqrt(squares / 128) - 1), 0, 1e-18);
  EXPECT_EQ(solver.history().at(1).second, double(exact[1].second));
  EXPECT_NE(static_cast<long double>(other.history().at(1).second), exact[1].second);
  EXPECT_EQ(other.exact_history().at(0).second, 1);
}

const Grid brick{{33, 16, 8}, {0, 0, 0}, {1, 1, 1}};

/// All reductions of numbers in the precision `inputs`.
template <class Real>
std::vector<std::pair<std::string, long double>> reductions_of_random_numbers(Precision inputs) {
  FiniteDifferenceSettings settings;
  settings.time_step = 1;
  settings.input_precision = inputs;
  FiniteDifferenceSolver<programs::test_reductions, Real, HostSpace> solver(brick, {}, settings);
  std::mt19937 source(1);
  std::uniform_real_distribution<double> numbers(0, 1);
  FieldMap fields;
  for (const std::string& name : solver.primitive_names())
    for (std::size_t i = 0; i < brick.cell_count(); ++i) fields[name].push_back(numbers(source));
  solver.set_primitive(fields, 0);
  return solver.exact_history();
}

/// Against extended precision: what is copied is exact, a length has the errors of six operations,
/// and so has their sum, which rounds once.
template <class Real>
void expect_exact_reductions() {
  const auto precision =
      sizeof(Real) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
  const auto model = reductions_of_random_numbers<Extended>(precision);
  const auto found = reductions_of_random_numbers<Real>(precision);
  ASSERT_EQ(model.size(), 10U);
  for (std::size_t r = 0; r < model.size(); ++r) {
    const std::string& name = model[r].first;
    const auto error = rounding_error(name, {model[r].second}, {found[r].second}, precision);
    const bool copied = name == "smallest" || name == "largest";
    const bool one = copied || name == "shortest" || name == "longest";
    EXPECT_LE(error.ulp, copied ? 0 : 2) << name;
    EXPECT_TRUE(one || error.ulp > 0) << name;
  }
}

TEST(ExtendedPrecision, ReductionsOfTheOthersAreOffByTheirRoundingAlone) {
  expect_exact_reductions<float>();
  expect_exact_reductions<double>();
}

}  // namespace
}  // namespace solenoid
