#include "src/parallel/part_measurements.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <variant>
#include <vector>

namespace solenoid {
namespace {

/// 3 f g + t, and what a table gives at that: whose value, or whose integral.
Formula formula(CubicTable::Kind kind) {
  const auto table = std::make_shared<CubicTable>(std::vector<double>{0, 1, 4, 90},
                                                  std::vector<double>{1, 3, 3.5, -2}, kind);
  FormulaBuilder builder;
  const auto product =
      builder.apply(FormulaOperation::multiply, builder.field("f"), builder.field("g"));
  const auto sum = builder.apply(
      FormulaOperation::add, builder.apply(FormulaOperation::multiply, builder.number(3), product),
      builder.time());
  return builder.formula(builder.apply(FormulaOperation::add, sum, builder.tabulated(table, sum)));
}

/// What arrives of a measurement with such a request and two fields by formula.
template <class Request>
Request arrived(const Request& request) {
  const std::vector<DefinedField> fields{{"a", formula(CubicTable::Kind::value)},
                                         {"b", formula(CubicTable::Kind::integral)}};
  const FieldMeasurement there = measurement_of(bytes_of({DefinedFields(fields), 0.75, request}));
  EXPECT_EQ(there.time, 0.75);
  EXPECT_EQ(there.fields.names(), (std::vector<std::string>{"a", "b"}));
  for (std::size_t n = 0; n < 2; ++n) {
    const Formula& own = there.fields.defined()[n].formula;
    EXPECT_EQ(own.fields, fields[n].formula.fields);
    for (const double f : {0.5, 2.25, 7.0})
      EXPECT_EQ(own.of_numbers({f, 1.5}, 0.1), fields[n].formula.of_numbers({f, 1.5}, 0.1));
  }
  return std::get<Request>(there.request);
}

TEST(PartMeasurements, ArriveAsTheyAre) {
  const DistributionRequest pdf = arrived(DistributionRequest{
      {"a", "density"}, {{7, true, {{0.5, 3}}}, {9, false, std::nullopt}}, "b"});
  EXPECT_EQ(pdf.fields, (std::vector<std::string>{"a", "density"}));
  EXPECT_EQ(pdf.weight, "b");
  ASSERT_EQ(pdf.scales.size(), 2);
  EXPECT_EQ(pdf.scales[0].bins, 7);
  EXPECT_TRUE(pdf.scales[0].logarithmic);
  EXPECT_EQ(pdf.scales[0].range, (std::array<double, 2>{0.5, 3}));
  EXPECT_FALSE(pdf.scales[1].range);

  const ProfileRequest profile = arrived(
      ProfileRequest{axis_z, {"b"}, "density", {PlaneStatistic::rms, PlaneStatistic::maximum}});
  EXPECT_EQ(profile.axis, axis_z);
  EXPECT_EQ(profile.fields, std::vector<std::string>{"b"});
  EXPECT_EQ(profile.weight, "density");
  EXPECT_EQ(profile.statistics, (std::vector{PlaneStatistic::rms, PlaneStatistic::maximum}));

  const SpectrumRequest spectrum =
      arrived(SpectrumRequest{{"velocity_x", "a"}, Precision::single_precision});
  EXPECT_EQ(spectrum.fields, (std::vector<std::string>{"velocity_x", "a"}));
  EXPECT_EQ(spectrum.precision, Precision::single_precision);

  const Formula f = formula(CubicTable::Kind::value);
  const auto reductions =
      arrived(std::vector<FieldReduction>{{FieldReduction::Kind::maximum, f}, {}});
  ASSERT_EQ(reductions.size(), 2);
  EXPECT_EQ(reductions[0].kind, FieldReduction::Kind::maximum);
  EXPECT_EQ(reductions[0].formula.of_numbers({1, 2}, 3), f.of_numbers({1, 2}, 3));
  EXPECT_EQ(reductions[1].kind, FieldReduction::Kind::sum);
}

}  // namespace
}  // namespace solenoid
