#include "src/formats/file_state.hpp"

#include <gtest/gtest.h>

#include "src/formats/gdf.hpp"
#include "src/formats/sac_file.hpp"
#include "src/output/files.hpp"
#include "tests/unit/formats/helpers.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

/// A fluid of four cells in which everything differs.
FileState fluid() {
  FileState state;
  state.snapshot.grid = {{4, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  state.parameters.gamma = 1.4;
  double value = 1;
  for (const char* name : {"density", "velocity_x", "velocity_y", "velocity_z", "pressure",
                           "magnetic_field_x", "magnetic_field_y", "magnetic_field_z"}) {
    state.snapshot.fields.push_back({name, {value, value + 0.25, value + 0.5, value + 1}});
    value += 0.3;
  }
  return state;
}

void expect_near(const FieldValues& a, const FieldValues& b, const std::string& name) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-14) << name;
}

TEST(FileState, AFluidIsItsOwnPerturbation) {
  const FileState state = fluid();
  EXPECT_EQ(field_of(state, "density_perturbation"), field_of(state, "density"));
  EXPECT_EQ(field_of(state, "background_density"), FieldValues(4, 0.0));
  const double rho = 1, m = 1.3 * 1.3 + 1.6 * 1.6 + 1.9 * 1.9, p = 2.2,
               b = 2.5 * 2.5 + 2.8 * 2.8 + 3.1 * 3.1;
  EXPECT_NEAR(field_of(state, "energy_perturbation")[0], p / 0.4 + rho * m / 2 + b / 2, 1e-13);
  EXPECT_THROW(field_of(state, "temperature"), MissingField);
  FileState without = state;
  without.parameters.gamma.reset();
  EXPECT_THROW(field_of(without, "energy_perturbation"), MissingField);
}

TEST(FileState, TheWholeFollowsFromPerturbationsAndBackground) {
  const FileState whole = fluid();
  // A background of half of everything, and the rest as perturbations.
  FileState parts;
  parts.snapshot.grid = whole.snapshot.grid;
  parts.parameters = whole.parameters;
  const auto half = [&](const std::string& name) {
    FieldValues values = field_of(whole, name);
    for (double& v : values) v /= 2;
    return values;
  };
  auto& fields = parts.snapshot.fields;
  fields.push_back({"density_perturbation", half("density")});
  fields.push_back({"background_density", half("density")});
  fields.push_back({"background_pressure", half("pressure")});
  for (const char c : {'x', 'y', 'z'}) {
    const std::string b = std::string("magnetic_field_") + c;
    fields.push_back({std::string("momentum_") + c, field_of(whole, std::string("momentum_") + c)});
    fields.push_back({std::string("background_magnetic_field_") + c, half(b)});
    fields.push_back({std::string("magnetic_field_perturbation_") + c, half(b)});
  }
  FieldValues energy = field_of(whole, "energy_perturbation");
  const FieldValues background = field_of(parts, "background_energy");
  for (std::size_t i = 0; i < energy.size(); ++i) energy[i] -= background[i];
  fields.push_back({"energy_perturbation", energy});
  for (const NamedField& field : whole.snapshot.fields)
    expect_near(field_of(parts, field.name), field.values, field.name);
}

TEST(FileState, ComponentsThatAFileLacksAreZero) {
  const FileState state = state_of(testing_formats::made_up(9, 8), 2);
  EXPECT_EQ(field_of(state, "momentum_z"), FieldValues(20, 0.0));
  EXPECT_EQ(field_of(state, "velocity_z"), FieldValues(20, 0.0));
  EXPECT_EQ(field_of(state, "magnetic_field_z"), FieldValues(20, 0.0));
  const double b0 = field_of(state, "background_magnetic_field_x")[0];
  const double b1 = field_of(state, "background_magnetic_field_y")[0];
  const double e0 = field_of(state, "background_energy")[0];
  EXPECT_DOUBLE_EQ(field_of(state, "background_pressure")[0], 0.4 * (e0 - (b0 * b0 + b1 * b1) / 2));
}

TEST(Gdf, AStateComesBackAsItWas) {
  const testing_files::TemporaryFolder folder;
  for (FileState state : {fluid(), state_of(testing_formats::made_up(9, 8), 2)}) {
    state.snapshot.time = 0.1;
    state.snapshot.step = 12;
    const auto file = folder / "state.gdf";
    write_gdf(file, state);
    EXPECT_TRUE(is_gdf(file));
    const FileState read = read_gdf(file);
    EXPECT_EQ(read.snapshot.grid.cells, state.snapshot.grid.cells);
    EXPECT_EQ(read.snapshot.grid.lower, state.snapshot.grid.lower);
    EXPECT_EQ(read.snapshot.grid.upper, state.snapshot.grid.upper);
    EXPECT_EQ(read.snapshot.time, 0.1);
    EXPECT_EQ(read.snapshot.step, 12);
    EXPECT_EQ(read.parameters.gamma, state.parameters.gamma);
    EXPECT_EQ(read.parameters.gravity, state.parameters.gravity);
    for (const NamedField& field : state.snapshot.fields)
      EXPECT_EQ(field_of(read, field.name), field.values) << field.name;
  }
}

TEST(Gdf, OtherFilesAreRefused) {
  const testing_files::TemporaryFolder folder;
  const auto file = folder / "state.athdf";
  write_athdf(file, fluid().snapshot);
  EXPECT_FALSE(is_gdf(file));
  EXPECT_THROW(read_gdf(file), OutputError);
  EXPECT_THROW(read_gdf(folder / "none"), OutputError);
}

}  // namespace
}  // namespace solenoid
