#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/library/simulations.hpp"

namespace solenoid {
namespace {

const std::string plasma = vortex_by("finite-difference");
constexpr int nx = 24, ny = 16;

std::string complaint_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

class SimulationSubsteps : public testing::Test {
 protected:
  void SetUp() override {
    if (built_in_solvers().empty()) GTEST_SKIP() << "built without programs";
  }
};

TEST_F(SimulationSubsteps, MakeUpTheStepsOfARun) {
  Simulation whole = simulation_of(plasma);
  Simulation parts = simulation_of(plasma);
  EXPECT_EQ(parts.substeps(), 3);
  whole.step(2);
  while (parts.steps() < 2) {
    const double dt = parts.stable_dt();
    for (int s = 0; s < parts.substeps(); ++s) {
      parts.substep(dt);
      parts.set("velocity_x", parts.get("velocity_x").data());  // which changes nothing
    }
  }
  EXPECT_EQ(parts.time(), whole.time());
  for (const FieldInfo& field : whole.fields())
    EXPECT_EQ(parts.get(field.name), whole.get(field.name)) << field.name;
}

TEST_F(SimulationSubsteps, LetTheStateAloneBeTouchedBetweenThem) {
  Simulation simulation = simulation_of(plasma);
  simulation.substep(1e-3);
  const auto refused = [&](const std::function<void()>& work) {
    EXPECT_NE(complaint_of(work).find("has taken 1 of 3 substeps"), std::string::npos)
        << complaint_of(work);
  };
  refused([&] { simulation.step(); });
  refused([&] { static_cast<void>(simulation.get("velocity_magnitude")); });
  refused([&] { static_cast<void>(simulation.history()); });
  std::vector<double> rate(nx * ny);
  refused([&] { simulation.get_rate("velocity_x", rate.data()); });
  EXPECT_NE(complaint_of([&] { simulation.substep(2e-3); }).find("have one dt, which is 0.001"),
            std::string::npos);
  simulation.substep(1e-3);
  simulation.substep(1e-3);
  EXPECT_EQ(simulation.time(), 1e-3);
  simulation.step();
}

TEST_F(SimulationSubsteps, AreNotToBeHadOfOtherSchemes) {
  Simulation simulation = vortex();
  EXPECT_EQ(simulation.substeps(), 0);
  EXPECT_NE(complaint_of([&] { simulation.substep(1e-3); }).find("muscl-hancock takes whole steps"),
            std::string::npos);
}

TEST_F(SimulationSubsteps, AreOfTheRightHandSideThatIsGivenAlone) {
  Simulation euler = simulation_of(plasma, {"solver.integrator=euler", "solver.time_step=1e-3"});
  Simulation other = simulation_of(plasma, {"solver.integrator=euler", "solver.time_step=1e-3"});
  std::vector<double> rate(nx * ny), corner(4);
  const std::vector<double> before = euler.get("velocity_x");
  euler.get_rate("velocity_x", rate.data());
  euler.get_rate("velocity_x", {{3, 2, 0}, {2, 2, 1}}, corner.data());
  EXPECT_EQ(corner[3], rate[4 + 3 * nx]);
  EXPECT_EQ(euler.get("velocity_x"), before);
  // What is derived is computed where rates are kept, and other states have others.
  std::vector<double> again(nx * ny);
  static_cast<void>(euler.get("velocity_magnitude"));
  euler.get_rate("velocity_x", again.data());
  EXPECT_EQ(again, rate);
  const std::vector<double> still(nx * ny, 0.0);
  euler.set("velocity_x", still.data());
  euler.get_rate("velocity_x", again.data());
  EXPECT_NE(again, rate);
  euler.set("velocity_x", before.data());
  euler.step();
  other.step();
  const std::vector<double> after = euler.get("velocity_x");
  EXPECT_EQ(after, other.get("velocity_x")) << "rates change the state";
  double largest = 0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    largest = std::max(largest, std::abs(rate[i]));
    EXPECT_NEAR(before[i] + 1e-3 * rate[i], after[i], 1e-15) << i;
  }
  EXPECT_GT(largest, 1);
  EXPECT_NE(complaint_of([&] {
              euler.get_rate("velocity_magnitude", rate.data());
            }).find("is derived from the state"),
            std::string::npos);
}

TEST_F(SimulationSubsteps, StartFromGhostsThatAreGivenAlone) {
  Simulation simulation = simulation_of(plasma);
  const int layers = simulation.ghost_layers();
  EXPECT_EQ(layers, 3);
  const int row = nx + 2 * layers;
  std::vector<double> all(std::size_t(row * (ny + 2 * layers)));
  simulation.step();
  simulation.get_with_ghosts("velocity_y", layers, all.data());
  const std::vector<double> inside = simulation.get("velocity_y");
  for (int j = -layers; j < ny + layers; ++j)
    for (int i = -layers; i < nx + layers; ++i)
      ASSERT_EQ(all[std::size_t(i + layers + row * (j + layers))],
                inside[std::size_t((i + nx) % nx + nx * ((j + ny) % ny))])
          << i << ", " << j;
  // A box within has its neighbours around it, also as an own one.
  for (const bool own : {false, true}) {
    const FieldBox box{{0, ny - 2, 0}, {nx, 2, 1}, own};
    std::vector<double> around(std::size_t(nx + 2) * 4);
    simulation.get_with_ghosts("velocity_y", box, 1, around.data());
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < nx + 2; ++i)
        ASSERT_EQ(around[std::size_t(i + (nx + 2) * j)],
                  all[std::size_t(i + layers - 1 + row * (j + layers + ny - 3))])
            << i << ", " << j;
  }
  EXPECT_NE(complaint_of([&] {
              simulation.get_with_ghosts("velocity_y", {{0, 0, 0}, {nx + 1, 1, 1}}, 1, all.data());
            }).find("along x the part of velocity_y has 25 values"),
            std::string::npos);
  EXPECT_NE(complaint_of([&] {
              simulation.get_with_ghosts("velocity_y", 4, all.data());
            }).find("3 layers of ghosts"),
            std::string::npos);
}

TEST(SimulationSteps, HaveTheLengthThatIsAsked) {
  for (const std::string& scheme : schemes()) {
    SCOPED_TRACE(scheme);
    Simulation run = simulation_of(vortex_by(scheme));
    Simulation asked = simulation_of(vortex_by(scheme));
    run.step(3);
    while (asked.steps() < 3) asked.step_by(asked.stable_dt());
    EXPECT_EQ(asked.time(), run.time());
    EXPECT_EQ(asked.get("velocity_x"), run.get("velocity_x"));
    asked.step_by(1e-4);
    EXPECT_EQ(asked.last_dt(), 1e-4);
    EXPECT_NE(complaint_of([&] { asked.step_by(-1); }).find("greater than 0"), std::string::npos);
  }
}

TEST(SimulationSources, AreFunctionsInPlaceOfExpressions) {
  const std::string force = "t*sin(2*pi*x)";
  Simulation by_deck = vortex({"source.acceleration_x=\"" + force + "\""});
  SimulationOptions options;
  options.sources["acceleration_x"] = [](double time, double* values) {
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) *values++ = time * std::sin(2 * M_PI * (i + 0.5) / nx);
  };
  Simulation by_function = Simulation::from_text(vortex_deck, "vortex.toml", options);
  by_deck.run_until(0.1);
  by_function.run_until(0.1);
  const std::vector<double> expected = by_deck.get("velocity_x");
  const std::vector<double> found = by_function.get("velocity_x");
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << i;
  Simulation alone = vortex();
  alone.run_until(0.1);
  EXPECT_NE(alone.get("velocity_x"), found);
}

TEST(SimulationSources, EndAStepThatTheyCannotBeGivenFor) {
  Simulation* itself = nullptr;
  int trouble = 0;
  SimulationOptions options;
  options.sources["heating"] = [&](double, double* values) {
    std::fill_n(values, nx * ny, trouble == 2 ? NAN : 0.0);
    if (trouble == 1) throw std::runtime_error("no weather today");
    if (trouble == 3) static_cast<void>(itself->get("density"));
  };
  Simulation simulation = Simulation::from_text(vortex_deck, "vortex.toml", options);
  itself = &simulation;
  const std::vector<std::string> sentences{
      "no weather today", "'heating' in [source] is not finite", "in the middle of a step"};
  for (trouble = 1; trouble <= 3; ++trouble) {
    const std::string& sentence = sentences[std::size_t(trouble - 1)];
    EXPECT_NE(complaint_of([&] { simulation.step(); }).find(sentence), std::string::npos);
    EXPECT_NE(complaint_of([&] { simulation.step(); }).find("was not completed"),
              std::string::npos);
    const int last = trouble;
    trouble = 0;
    for (const FieldInfo& field : simulation.fields())
      if (field.is_state) simulation.set(field.name, vortex().get(field.name).data());
    simulation.step();
    trouble = last;
  }
  options.sources["cooling"] = options.sources["heating"];
  EXPECT_NE(complaint_of([&] {
              Simulation::from_text(vortex_deck, "vortex.toml", options);
            }).find("unknown key 'cooling'"),
            std::string::npos);
}

TEST(SimulationBoundaries, AreFunctionsInPlaceOfExpressions) {
  const std::string wind = "1 + 0.3*sin(9*t)*cos(2*pi*y + x)";
  for (const std::string& scheme : schemes()) {
    SCOPED_TRACE(scheme);
    std::vector<std::string> faces{"grid.boundary_x=[\"fixed\",\"outflow\"]",
                                   "grid.boundary_y=\"fixed\"",
                                   "initial.velocity_x=\"" + wind + "\""};
    if (scheme != "finite-difference") {
      for (const char* const field : {"magnetic_field_x", "magnetic_field_y", "magnetic_field_z"})
        for (const char* const face : {"lower_x", "lower_y", "upper_y"})
          faces.push_back(std::string("boundary.") + face + "." + field + "=0");
    }
    const auto value = [](double time, double x, double y) {
      return 1 + 0.3 * std::sin(9 * time) * std::cos(2 * M_PI * y + x);
    };
    SimulationOptions options;
    options.overrides = faces;
    int calls = 0;
    for (const char* const face : {"lower_x", "lower_y", "upper_y"})
      options.boundaries[std::string(face) + ".velocity_x"] = [&](double time, std::size_t count,
                                                                  const double* x, const double* y,
                                                                  const double*, double* values) {
        ++calls;
        for (std::size_t i = 0; i < count; ++i) values[i] = value(time, x[i], y[i]);
      };
    for (const char* const face : {"lower_x", "lower_y", "upper_y"})
      faces.push_back(std::string("boundary.") + face + ".velocity_x=\"" + wind + "\"");
    Simulation by_deck = simulation_of(vortex_by(scheme), faces);
    Simulation by_function = Simulation::from_text(vortex_by(scheme), "vortex.toml", options);
    by_deck.step(4);
    by_function.step(4);
    const std::vector<double> expected = by_deck.get("velocity_x");
    const std::vector<double> found = by_function.get("velocity_x");
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(found[i], expected[i], 1e-12) << i;
    EXPECT_GT(calls, 3);
    EXPECT_LT(calls, 200);
  }
}

TEST(SimulationBoundaries, AreAskedForAnewWhereTheyWereNoGood) {
  double value = std::nan("");
  SimulationOptions options;
  options.overrides = {"solver.scheme=relaxing-tvd", "grid.boundary_x=[\"fixed\",\"outflow\"]"};
  for (const char* const axis : {"x", "y", "z"})
    options.overrides.push_back(std::string("boundary.lower_x.magnetic_field_") + axis + "=0");
  options.boundaries["lower_x.velocity_x"] = [&](double, std::size_t count, const double*,
                                                 const double*, const double*, double* values) {
    std::fill_n(values, count, value);
  };
  Simulation simulation = Simulation::from_text(vortex_deck, "vortex.toml", options);
  const std::vector<double> density = simulation.get("density");
  EXPECT_THROW(simulation.step(), Error);
  value = 0.5;
  simulation.set("density", density.data());
  simulation.step(2);  // from the same time
  EXPECT_EQ(simulation.steps(), 2);
}

TEST(SimulationFields, OfVectorsHaveNumbersOfTheirLength) {
  Simulation simulation = vortex();
  const std::vector<double> length = simulation.get("velocity_magnitude");
  double largest = 0;
  for (const double value : length) largest = std::max(largest, value);
  EXPECT_NEAR(simulation.numbers("velocity").maximum, largest, 1e-14);
  EXPECT_NEAR(simulation.numbers("velocity").rms, simulation.numbers("velocity_magnitude").rms,
              1e-14);
  const FieldNumbers part = simulation.numbers("velocity", {{2, 3, 0}, {1, 1, 1}});
  EXPECT_NEAR(part.sum, length[2 + 3 * nx], 1e-14);
  FieldBox own = simulation.part("velocity");
  EXPECT_EQ(simulation.numbers("velocity", own).rms, simulation.numbers("velocity").rms);
  own.count[1] = 0;
  const FieldNumbers none = simulation.numbers("velocity", own);
  EXPECT_EQ(none.minimum, HUGE_VAL);
  EXPECT_EQ(none.maximum, -HUGE_VAL);
  EXPECT_EQ(none.sum, 0);
  EXPECT_EQ(none.rms, 0);
  EXPECT_NE(complaint_of([&] {
              static_cast<void>(simulation.numbers("speed"));
            }).find("there is no field 'speed'"),
            std::string::npos);
}

TEST(SimulationFields, GoToMemoryOfTheDevice) {
  Simulation simulation = vortex({"run.precision=\"double\""});
  ASSERT_FALSE(simulation.on_gpu());
  const FieldBox part{{2, 3, 0}, {5, 4, 1}};
  std::vector<double> here(20), there(20);
  simulation.get("density", part, here.data());
  simulation.get_on_device("density", part, there.data());
  simulation.synchronise();
  EXPECT_EQ(here, there);
  for (double& value : there) value *= 2;
  simulation.set_on_device("density", part, there.data());
  simulation.get("density", part, here.data());
  for (std::size_t i = 0; i < here.size(); ++i) EXPECT_NEAR(here[i], there[i], 1e-15);
}

TEST(SimulationFields, ComeFromMemoryOfTheDeviceAsFromTheHost) {
  for (const char* scheme : {"muscl-hancock", "relaxing-tvd"})
    for (const bool device_first : {true, false}) {
      Simulation there = simulation_of(vortex_by(scheme)), here = simulation_of(vortex_by(scheme));
      for (Simulation* simulation : {&there, &here}) simulation->step(3);
      const FieldBox part{{2, 3, 0}, {5, 4, 1}};
      std::vector<double> density(20, 0.5), pressure = here.get("pressure");
      for (double& value : pressure) value *= 1.25;
      const auto set_density = [&] { there.set_on_device("density", part, density.data()); };
      if (device_first) set_density();
      there.set("pressure", pressure.data());
      if (!device_first) set_density();
      here.set("density", part, density.data());
      here.set("pressure", pressure.data());

      density[7] = -1;  // which was taken already, and is refused now
      EXPECT_NE(complaint_of(set_density).find("density is -1 in cell (4, 4, 0)"),
                std::string::npos)
          << complaint_of(set_density);
      for (Simulation* simulation : {&there, &here}) simulation->step(2);
      for (const FieldInfo& field : here.fields())
        EXPECT_EQ(there.get(field.name), here.get(field.name)) << scheme << ' ' << field.name;
    }
}

TEST(SimulationOfAProgram, NeedsNoDeck) {
  const std::string said = complaint_of([] {
    SimulationOptions options;
    options.overrides = {"physics.colour=1"};
    Simulation::from_program("field Scalar u; d_t u = 0;\n", {{8, 8, 1}, {0, 0, 0}, {1, 1, 1}},
                             options);
  });
  EXPECT_NE(said.find("unknown key 'colour'"), std::string::npos) << said;
}

}  // namespace
}  // namespace solenoid
