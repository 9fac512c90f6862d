#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tests/unit/library/simulations.hpp"

namespace solenoid {
namespace {

std::vector<double> halved(std::vector<double> values) {
  for (double& value : values) value /= 2;
  return values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(SimulationFields, AreGivenWholeAndInParts) {
  Simulation simulation = vortex({"run.precision=double"});
  simulation.step(3);
  const std::vector<double> all = simulation.get("velocity_x");
  ASSERT_EQ(all.size(), 24u * 16);
  const FieldBox part{{3, 5, 0}, {4, 2, 1}};
  std::vector<double> values(8);
  simulation.get("velocity_x", part, values.data());
  std::vector<float> singles(8);
  simulation.get("velocity_x", part, singles.data());
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 4; ++i) {
      const double expected = all[std::size_t(3 + i + 24 * (5 + j))];
      EXPECT_EQ(values[std::size_t(i + 4 * j)], expected);
      EXPECT_EQ(singles[std::size_t(i + 4 * j)], float(expected));
    }
  const FieldNumbers numbers = simulation.numbers("velocity_x", part);
  EXPECT_EQ(numbers.maximum, *std::max_element(values.begin(), values.end()));
  EXPECT_EQ(numbers.minimum, *std::min_element(values.begin(), values.end()));
  double sum = 0, squares = 0;
  for (const double value : values) sum += value, squares += value * value;
  EXPECT_NEAR(numbers.sum, sum, 1e-14);
  EXPECT_NEAR(numbers.rms, std::sqrt(squares / 8), 1e-14);
}

TEST(SimulationFields, AreSetAndStepped) {
  Simulation simulation = vortex();
  simulation.step(3);
  const std::vector<double> pressure = simulation.get("pressure");
  const std::vector<double> density = simulation.get("density");
  const std::vector<double> field = simulation.get("magnetic_field_x");
  simulation.set("pressure", halved(pressure).data());
  const std::vector<float> single(8, 0.25F);
  simulation.set("density", {{3, 5, 0}, {4, 2, 1}}, single.data());
  EXPECT_LT(largest_difference(simulation.get("pressure"), halved(pressure)), 1e-15);
  std::vector<double> expected = density;
  for (int j = 5; j < 7; ++j) std::fill_n(&expected[std::size_t(3 + 24 * j)], 4, 0.25);
  EXPECT_EQ(simulation.get("density"), expected);
  EXPECT_EQ(simulation.get("magnetic_field_x"), field);
  EXPECT_EQ(simulation.steps(), 3);
  simulation.step(2);
  EXPECT_EQ(simulation.steps(), 5);
  EXPECT_GT(largest_difference(simulation.get("density"), expected), 1e-4);
}

TEST(SimulationFields, ThatAreSetAsTheyWereChangeNothing) {
  // A program's state is that of its fields: no bit changes.
  if (built_in_solvers().empty()) GTEST_SKIP() << "built without programs";
  const std::string deck = vortex_by("finite-difference");
  Simulation one = simulation_of(deck), other = simulation_of(deck);
  one.step(3);
  other.step(3);
  const std::string name = other.fields()[0].name;
  other.set(name, other.get(name).data());
  one.step(2);
  other.step(2);
  EXPECT_TRUE(checkpoint_of(one).state.arrays == checkpoint_of(other).state.arrays);
}

TEST(SimulationFields, OnFacesAreSetThere) {
  Simulation simulation = simulation_of(vortex_by("relaxing-tvd"));
  simulation.step(2);
  const FieldInfo info = simulation.field("magnetic_field_face_x");
  EXPECT_TRUE(info.is_state);
  EXPECT_EQ(info.shape, (std::array<int, 3>{25, 16, 1}));
  EXPECT_FALSE(simulation.field("magnetic_field_x").is_state);
  const std::vector<double> faces = simulation.get("magnetic_field_face_x");
  const std::vector<double> centres = simulation.get("magnetic_field_x");
  simulation.set("magnetic_field_face_x", halved(faces).data());
  EXPECT_LT(largest_difference(simulation.get("magnetic_field_x"), halved(centres)), 1e-15);
  EXPECT_THROW(simulation.set("magnetic_field_x", centres.data()), Error);
}

TEST(SimulationFields, ThatNoStateMayHaveAreRefused) {
  Simulation simulation = vortex();
  std::vector<double> density = simulation.get("density");
  const std::vector<double> before = density;
  density[24 * 2 + 5] = -1;
  try {
    simulation.set("density", density.data());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(int(error.kind()), int(ErrorKind::argument));
    EXPECT_EQ(std::string(error.what()).substr(0, 34), "density is -1 in cell (5, 2, 0) at");
  }
  EXPECT_EQ(simulation.get("density"), before);
  EXPECT_THROW(simulation.set("mach_number", density.data()), Error);
}

TEST(SimulationFields, ThatAreRefusedLeaveEarlierChanges) {
  Simulation simulation = vortex();
  const std::vector<double> before = simulation.get("density");
  const std::vector<double> pressure = halved(simulation.get("pressure"));
  std::vector<double> bad = before;
  bad[24 * 2 + 5] = -1;
  const FieldBox part{{3, 2, 0}, {4, 2, 1}};
  const std::vector<double> bad_part(8, -1);
  const auto refuse_both = [&] {
    EXPECT_THROW(simulation.set("density", bad.data()), Error);
    EXPECT_THROW(simulation.set("density", part, bad_part.data()), Error);
  };
  simulation.set("pressure", pressure.data());
  refuse_both();
  EXPECT_EQ(simulation.get("density"), before);
  EXPECT_LT(largest_difference(simulation.get("pressure"), pressure), 1e-15);
  const std::vector<double> changed = halved(before);
  simulation.set("density", changed.data());
  refuse_both();
  EXPECT_EQ(simulation.get("density"), changed);
  simulation.set("density", part, changed.data());
  refuse_both();
  EXPECT_EQ(simulation.get("density")[24 * 2 + 3], changed[0]);
}

TEST(SimulationFields, AreThoseOfTheOnlyProcessInItsPart) {
  Simulation simulation = vortex({"solver.scheme=relaxing-tvd"});
  EXPECT_EQ(simulation.part().count, simulation.cells());
  EXPECT_TRUE(simulation.part().own);
  const std::string on_faces = "magnetic_field_face_x";
  FieldBox box = simulation.part(on_faces);
  EXPECT_EQ(box.count, simulation.field(on_faces).shape);
  std::vector<double> own(simulation.get(on_faces).size());
  simulation.get(on_faces, box, own.data());
  EXPECT_EQ(own, simulation.get(on_faces));
  box.count[0] = 0;
  simulation.set(on_faces, box, static_cast<const double*>(nullptr));
  EXPECT_EQ(own, simulation.get(on_faces));
  box = simulation.part();
  box.begin[1] = 1;
  std::string complaint;
  try {
    simulation.get("density", box, own.data());
  } catch (const Error& error) {
    complaint = error.what();
  }
  EXPECT_EQ(complaint,
            "along y the box of density has 16 values from number 1 on; the part of this process "
            "has 16 from number 0 on");
  EXPECT_THROW(simulation.fail_in_all("there is nothing to set"), Error);
}

TEST(SimulationFields, MendAStateThatCannotGoOn) {
  // So cold and fast that the pressure is lost at once.
  Simulation simulation =
      vortex({"solver.scheme=relaxing-tvd", "solver.cfl=0.9", "solver.first_order_fallback=false"});
  const std::vector<double> pressure = simulation.get("pressure");
  std::vector<double> cold(pressure.size(), 1e-12), fast = simulation.get("velocity_x");
  for (double& value : fast) value *= 1000;
  simulation.set("pressure", cold.data());
  simulation.set("velocity_x", fast.data());
  ErrorKind kind = ErrorKind::internal;
  try {
    simulation.step(200);
  } catch (const Error& error) {
    kind = error.kind();
  }
  ASSERT_EQ(int(kind), int(ErrorKind::state));
  EXPECT_THROW(simulation.step(), Error);  // and stays so
  Simulation healthy = vortex({"solver.scheme=relaxing-tvd"});
  for (const FieldInfo& field : healthy.fields())
    if (field.is_state) simulation.set(field.name, healthy.get(field.name).data());
  simulation.step(2);
  EXPECT_GT(simulation.numbers("pressure").minimum, 0);
}

}  // namespace
}  // namespace solenoid
