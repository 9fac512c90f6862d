/// What a program declares as absent: equations for it are left out.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

const std::string terms_folder = "physics/equations/terms/";

Kernels terms_of(const std::string& fluid, const std::vector<std::string>& names) {
  std::vector<std::string> files = {terms_folder + "faces.stencil",
                                    terms_folder + "at-rest.stencil",
                                    terms_folder + fluid + ".stencil"};
  for (const std::string& name : names) files.push_back(terms_folder + name + ".stencil");
  std::vector<SourceFile> read = files_of(files);
  // faces.stencil stands first, and what includes it has it already.
  for (SourceFile& file : read) file.included = true;
  CompilerOptions options;
  options.order = 2;
  options.terms = true;
  return compile(read, options);
}

std::vector<std::string> evolved(const Kernels& kernels) {
  std::vector<std::string> names;
  for (const Field& field : kernels.fields)
    if (field.evolved) names.push_back(field.name);
  return names;
}

/// All fields that both have change as they do with an equation of energy.
TEST(StencilAbsence, LeavesTheOtherEquationsAsTheyAre) {
  const std::vector<std::string> names = {"resistivity", "viscosity", "ambipolar"};
  const Kernels ideal = terms_of("mhd", names), isothermal = terms_of("isothermal-mhd", names);
  const std::vector<std::string> expected = {"momentum_x",       "momentum_y",
                                             "momentum_z",       "magnetic_field_x",
                                             "magnetic_field_y", "magnetic_field_z"};
  EXPECT_EQ(evolved(isothermal), expected);
  EXPECT_EQ(isothermal.source_names.size(), expected.size());
  EXPECT_EQ(isothermal.radius, 1);
  Box<long double> box(8);
  for (long double& density : box.fields[0]) density += 2;
  Box<long double> without_energy = box;
  ASSERT_EQ(ideal.fields[1].name, "total_energy");
  without_energy.fields.erase(without_energy.fields.begin() + 1);
  const std::map<std::string, double> uniforms = {
      {"resistivity", 0.3}, {"anomalous_resistivity", 0.2},
      {"viscosity", 0.4},   {"bulk_viscosity", 0.1},
      {"ambipolar", 0.5},   {"sound_speed", 0.7}};
  const auto found = rates<long double>(isothermal, without_energy, uniforms, 3, 1, 6);
  const auto of_ideal = rates<long double>(ideal, box, uniforms, 3, 1, 6);
  for (const std::string& name : expected) {
    EXPECT_NEAR(double(found.at(name) - of_ideal.at(name)), 0, 1e-16) << name;
    EXPECT_GT(std::abs(double(found.at(name))), 1e-3) << name;
  }
}

/// Pressure is that of the temperature that the gas has everywhere.
TEST(StencilAbsence, LeavesAnIsothermalGasAPressure) {
  for (const std::string fluid : {"isothermal-mhd", "isothermal-hydrodynamics"}) {
    std::vector<SourceFile> files =
        files_of({terms_folder + "faces.stencil", terms_folder + fluid + ".stencil"});
    for (SourceFile& file : files) file.included = true;
    files.push_back({"own",
                     "d_t density += pressure() + 100 * temperature();\n"
                     "d_t total_energy += -gamma * total_energy;\n"
                     "reduction decay_rate += max(1);\n"});
    CompilerOptions options;
    options.terms = true;
    const Kernels kernels = compile(files, options);
    EXPECT_EQ(evolved(kernels), std::vector<std::string>{"density"});
    const Box<long double> box(7);
    const auto found = rates<long double>(kernels, box, {{"sound_speed", 0.5}}, 1, 2, 3);
    EXPECT_NEAR(double(found.at("density")), 0.25 * (double(box.at(0, 1, 2, 3)) + 100), 1e-15);
  }
}

/// In a program of its own, whose equations have to be begun by some file.
TEST(StencilAbsence, NeedsNoEquationThatATermIsAddedTo) {
  const Kernels kernels = compile({{"own",
                                    "field Scalar f; absent field Scalar heat;\n"
                                    "d_t f = laplacian(f); d_t heat += f;\n"}},
                                  {});
  EXPECT_EQ(evolved(kernels), std::vector<std::string>{"f"});
}

TEST(StencilAbsence, IsSaidOfAFileOfWhichNothingIsLeft) {
  for (const std::string name : {"conduction", "conduction-along-field", "cooling"}) {
    try {
      terms_of("isothermal-mhd", {"viscosity", name});
      ADD_FAILURE() << name;
    } catch (const NothingLeftError& error) {
      EXPECT_EQ(error.file, terms_folder + name + ".stencil");
      EXPECT_EQ(error.field, "total_energy");
    }
  }
}

}  // namespace
}  // namespace solenoid::stencil
