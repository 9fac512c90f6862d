/// \file
/// Derived fields from primitive ones of a file are those of the solver that wrote it.

#include "physics/fields/from_primitive.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "physics/fields/derived.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

const Grid crooked_box{{12, 10, 8}, {0, 0, 0}, {1, 1, 1}};

/// A state without any symmetry or period.
double crooked(const std::string& name, double x, double y, double z) {
  const double shift = double(name.back()) + double(name[0]);
  return 2 + 0.5 * std::sin(3 * x + shift) * std::cos(2 * y - shift) + 0.3 * z * x;
}

class FromPrimitive : public testing::TestWithParam<BoundaryKind> {};
INSTANTIATE_TEST_SUITE_P(Boundaries, FromPrimitive,
                         testing::Values(BoundaryKind::periodic, BoundaryKind::outflow,
                                         BoundaryKind::reflecting));

TEST_P(FromPrimitive, EqualsTheFieldsOfTheSolver) {
  const Boundaries boundaries = everywhere(GetParam());
  auto settings = both_equations()[1].settings();
  settings.gamma = 1.4;
  const auto solver = start(both_equations()[1], crooked_box, boundaries, crooked, settings);
  PrimitiveCells cells{crooked_box, {}, 1.4, boundaries};
  for (const std::string& name : solver->primitive_names())
    cells.fields[name] = solver->field(name);
  const std::vector<std::string> names = names_from_primitive();
  EXPECT_GT(names.size(), 15U);
  for (const std::string& name : names) {
    const FieldValues expected = solver->field(name);
    const FieldValues values = derived_from_primitive(name, cells);
    ASSERT_EQ(values.size(), expected.size()) << name;
    for (std::size_t n = 0; n < values.size(); ++n)
      ASSERT_NEAR(values[n], expected[n], 1e-12 * (1 + std::abs(expected[n]))) << name << " " << n;
  }
}

TEST(FromPrimitiveFields, NeedNoMoreThanTheirFormulas) {
  EXPECT_EQ(needs_of_derived("magnetic_pressure")->fields,
            (std::vector<std::string>{"magnetic_field_x", "magnetic_field_y", "magnetic_field_z"}));
  EXPECT_FALSE(needs_of_derived("magnetic_pressure")->gamma);
  EXPECT_TRUE(needs_of_derived("mach_number")->gamma);
  EXPECT_TRUE(needs_of_derived("vorticity_z")->neighbours);
  for (const char* name : {"density", "psi", "magnetic_field_face_x", "nothing"})
    EXPECT_FALSE(needs_of_derived(name)) << name;
  EXPECT_THROW(derived_from_primitive("magnetic_pressure", {crooked_box, {}}),
               std::invalid_argument);
}

TEST(FromPrimitiveFields, AreAllThatOutputsDerive) {
  for (const auto& [name, field] : derived_fields(true, false)) {
    const bool given = field <= DerivedField::pressure || name == "psi" ||
                       (name.starts_with("magnetic_field_") && name != "magnetic_field_magnitude");
    EXPECT_NE(needs_of_derived(name).has_value(), given) << name;
  }
}

TEST(FromPrimitiveFields, AreExtrapolatedWhereNoBoundaryIsKnown) {
  const Grid line{{8, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  PrimitiveCells cells{line, {}};
  for (const char* name : {"velocity_x", "velocity_y", "velocity_z"}) {
    for (int i = 0; i < 8; ++i) cells.fields[name].push_back(3 * line.centre(0, i));
  }
  for (const double value : derived_from_primitive("velocity_divergence", cells))
    EXPECT_NEAR(value, 3, 1e-12);
}

}  // namespace
}  // namespace solenoid
