#include "src/output/compare.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

constexpr double infinity = std::numeric_limits<double>::infinity();
const Grid four_cells{{4, 1, 1}, {0, 0, 0}, {1, 1, 1}};

Snapshot of_values(const FieldValues& values, Precision precision = Precision::double_precision) {
  Snapshot snapshot = snapshot_of(four_cells, {"density"});
  snapshot.fields[0].values = values;
  snapshot.precision = precision;
  return snapshot;
}

FieldDifference difference(const FieldValues& a, const FieldValues& b) {
  return compare(of_values(a), of_values(b)).at(0);
}

TEST(Compare, ComputesNorms) {
  const FieldDifference found = difference({1, 2, -8, 4}, {1, 5, -4, 4});
  EXPECT_EQ(found.name, "density");
  EXPECT_DOUBLE_EQ(found.max_abs, 4);
  EXPECT_DOUBLE_EQ(found.l1, 7.0 / 4);
  EXPECT_DOUBLE_EQ(found.l2, 2.5);
  EXPECT_DOUBLE_EQ(found.relative, 0.5);
}

TEST(Compare, FindsNoDifferenceBetweenEquals) {
  const FieldDifference found = difference({1, 0.0, -8, 4}, {1, -0.0, -8, 4});
  EXPECT_EQ(found.max_abs, 0);
  EXPECT_EQ(found.l1, 0);
  EXPECT_EQ(found.l2, 0);
  EXPECT_EQ(found.relative, 0);
  EXPECT_EQ(found.max_ulp, 0);
  EXPECT_EQ(difference({0, 0, 0, 0}, {0, 0, 0, 0}).relative, 0);
  EXPECT_EQ(difference({0, 0, 0, 0}, {0, 1, 0, 0}).relative, infinity);
}

TEST(Compare, CountsUnitsInTheLastPlace) {
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(difference({1, 1, 1, 1}, {1, 1, next, 1}).max_ulp, 1);
  EXPECT_EQ(difference({1, 1, 1, 1}, {1, std::nextafter(next, 2.0), next, 1}).max_ulp, 2);
  EXPECT_EQ(difference({-1, 1, 1, 1}, {std::nextafter(-1.0, 0.0), 1, 1, 1}).max_ulp, 1);
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(difference({tiny, 0, 0, 0}, {-tiny, 0, 0, 0}).max_ulp, 2);
  // 2^62 representable numbers lie between 0 and 2: 1024 exponents of 2^52 each, both signs.
  EXPECT_EQ(difference({2, 0, 0, 0}, {-2, 0, 0, 0}).max_ulp, std::ldexp(1.0, 63));
}

TEST(Compare, CountsInTheCoarserPrecision) {
  const float next = std::nextafter(1.0F, 2.0F);
  const Snapshot single = of_values({1, 1, 1, 1}, Precision::single_precision);
  EXPECT_EQ(compare(single, of_values({1, 1, next, 1})).at(0).max_ulp, 1);
  EXPECT_EQ(compare(of_values({1, 1, next, 1}), single).at(0).max_ulp, 1);
}

TEST(Compare, TakesWhatIsNotFiniteForInfinitelyFar) {
  for (const double bad : {std::nan(""), infinity}) {
    for (const FieldDifference& found :
         {difference({1, bad, 1, 1}, {1, 1, 1, 1}), difference({1, 1, 1, 1}, {1, 1, 1, bad}),
          difference({1, bad, 1, 1}, {1, bad, 1, 1})}) {
      EXPECT_EQ(found.max_abs, infinity);
      EXPECT_EQ(found.l1, infinity);
      EXPECT_EQ(found.l2, infinity);
      EXPECT_EQ(found.relative, infinity);
      EXPECT_EQ(found.max_ulp, infinity);
    }
  }
}

TEST(Compare, RefusesOtherGridsAndOtherFields) {
  const Snapshot snapshot = of_values({1, 2, 3, 4});
  Snapshot moved = snapshot;
  moved.grid.upper[axis_x] = 1.001;
  EXPECT_THROW(compare(snapshot, moved), std::invalid_argument);
  Snapshot rounded = snapshot;
  rounded.grid.upper[axis_x] = std::nextafter(1.0, 2.0);
  EXPECT_NO_THROW(compare(snapshot, rounded));
  const Grid finer{{8, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  EXPECT_THROW(compare(snapshot, snapshot_of(finer, {"density"})), std::invalid_argument);
  Snapshot renamed = snapshot;
  renamed.fields[0].name = "pressure";
  EXPECT_THROW(compare(snapshot, renamed), std::invalid_argument);
}

TEST(ComparePaths, PairsTheFilesOfTwoFolders) {
  const TemporaryFolder a, b;
  for (const char* name : {"x.00000.athdf", "x.00001.athdf"}) {
    write_athdf(a / name, of_values({1, 2, 3, 4}));
    write_athdf(b / name, of_values({1, 2, 3, 5}));
  }
  write_all(a / "x.hst", "only outputs of fields are compared");
  const std::vector<ComparedFile> compared = compare_paths(a.path(), b.path()).files;
  ASSERT_EQ(compared.size(), 2U);
  EXPECT_EQ(compared[0].name, "x.00000.athdf");
  EXPECT_EQ(compared[1].name, "x.00001.athdf");
  EXPECT_EQ(compared[1].fields.at(0).max_abs, 1);
  EXPECT_EQ(compare_paths(a / "x.00000.athdf", a / "x.00001.athdf").files.at(0).fields.at(0).l1, 0);
}

TEST(ComparePaths, TellsWhatOneSideOnlyHas) {
  const TemporaryFolder folder;
  Snapshot a = of_values({1, 2, 3, 4});
  Snapshot b = a;
  a.fields.push_back({"pressure", {1, 1, 1, 1}});
  b.fields.push_back({"mach_number", {1, 1, 1, 1}});
  b.time = 0.2;
  write_athdf(folder / "a.athdf", a);
  write_athdf(folder / "b.athdf", b);
  const ComparedFile compared = compare_paths(folder / "a.athdf", folder / "b.athdf").files.at(0);
  EXPECT_EQ(compared.only_in_a, std::vector<std::string>{"pressure"});
  EXPECT_EQ(compared.only_in_b, std::vector<std::string>{"mach_number"});
  EXPECT_EQ(compared.time_a, 0.1);
  EXPECT_EQ(compared.time_b, 0.2);
}

/// An output of one block at a time.
void write_output(const TemporaryFolder& folder, const std::string& stem, int number, double time) {
  Snapshot snapshot = of_values({1, 2, 3, time});
  snapshot.time = time;
  write_athdf(folder / fmt::format("{}.{:05}.athdf", stem, number), snapshot);
}

std::vector<std::string> names_of(const std::vector<UnpairedFile>& files) {
  std::vector<std::string> names;
  for (const UnpairedFile& file : files) names.push_back(file.file.filename().string());
  return names;
}

TEST(ComparePaths, PairsOutputsOfAnotherCadenceByTime) {
  const TemporaryFolder a, b;
  for (int n = 0; n < 3; ++n) write_output(a, "x.fields", n, 0.2 * n);
  for (int n = 0; n < 6; ++n) write_output(b, "x.fields", n, 0.1 * n);
  const ComparedPaths compared = compare_paths(a.path(), b.path());
  ASSERT_EQ(compared.files.size(), 3U);
  EXPECT_EQ(compared.files[1].name, "x.fields.00001.athdf and x.fields.00002.athdf");
  for (const ComparedFile& file : compared.files) EXPECT_LT(file.fields.at(0).max_abs, 1e-15);
  EXPECT_TRUE(compared.only_in_a.empty());
  EXPECT_EQ(names_of(compared.only_in_b),
            (std::vector<std::string>{"x.fields.00001.athdf", "x.fields.00003.athdf",
                                      "x.fields.00005.athdf"}));
  EXPECT_FALSE(compared.only_in_b[0].beyond);
  EXPECT_TRUE(compared.only_in_b[2].beyond);
}

TEST(ComparePaths, PairsByNameWhereStepsOfItsOwnLeadOneRunToOtherTimes) {
  const TemporaryFolder a, b;
  for (int n = 0; n < 3; ++n) write_output(a, "x.fields", n, 0.2 * n);
  for (int n = 0; n < 3; ++n) write_output(b, "x.fields", n, 0.27 * n);
  EXPECT_EQ(compare_paths(a.path(), b.path()).files.size(), 3U);
}

TEST(ComparePaths, PairsTimesThatAreNearlyTheSame) {
  const TemporaryFolder a, b;
  for (int n = 0; n < 3; ++n) write_output(a, "x.fields", n, 0.2 * n);
  for (int n = 0; n < 4; ++n) write_output(b, "x.fields", n, 0.2 * n + 0.01);
  const ComparedPaths compared = compare_paths(a.path(), b.path());
  EXPECT_EQ(compared.files.size(), 3U);
  EXPECT_EQ(names_of(compared.only_in_b), std::vector<std::string>{"x.fields.00003.athdf"});
}

TEST(ComparePaths, PairsBlocksOfTheSameNameOfTwoDecks) {
  const TemporaryFolder a, b;
  write_output(a, "kh.fields", 0, 0);
  write_output(b, "kh-fine.fields", 0, 0);
  EXPECT_EQ(compare_paths(a.path(), b.path()).files.size(), 1U);
}

TEST(ComparePaths, NamesWhatCannotBePaired) {
  const TemporaryFolder a, b, empty;
  write_output(a, "x.fields", 0, 0.1);
  write_output(b, "x.fields", 0, 0.1);
  write_output(b, "x.box", 0, 0.1);
  const ComparedPaths compared = compare_paths(a.path(), b.path());
  EXPECT_EQ(names_of(compared.only_in_b), std::vector<std::string>{"x.box.00000.athdf"});
  EXPECT_TRUE(compared.only_in_b.at(0).beyond);
  const auto message = [](const std::filesystem::path& left, const std::filesystem::path& right) {
    return message_of([&] { compare_paths(left, right); });
  };
  EXPECT_NE(message(a.path(), empty.path()).find("holds no .athdf file"), std::string::npos);
  EXPECT_NE(message(a.path(), b / "x.box.00000.athdf").find("a file with a folder"),
            std::string::npos);
  EXPECT_NE(message(a.path(), a / "none").find("none does not exist"), std::string::npos);
  const TemporaryFolder late;
  write_output(late, "x.fields", 3, 0.7);
  const std::string none = message(a.path(), late.path());
  EXPECT_NE(none.find("0.1 there, 0.7 here"), std::string::npos) << none;
}

TEST(ComparePaths, NamesTheFilesThatDoNotFit) {
  const TemporaryFolder folder;
  const Grid finer{{8, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  write_athdf(folder / "a.athdf", of_values({1, 2, 3, 4}));
  write_athdf(folder / "b.athdf", snapshot_of(finer, {"density"}));
  const std::string message =
      message_of([&] { compare_paths(folder / "a.athdf", folder / "b.athdf"); });
  EXPECT_NE(message.find("b.athdf: the grids differ: 4 x 1 x 1"), std::string::npos) << message;
}

TEST(ComparePaths, AveragesTheFinerOneIfAsked) {
  const TemporaryFolder folder;
  Snapshot finer = snapshot_of({{8, 1, 1}, {0, 0, 0}, {1, 1, 1}}, {"density"});
  finer.fields[0].values = {0, 2, 2, 2, 3, 3, 4, 6};
  write_athdf(folder / "a.athdf", of_values({1, 2, 3, 4}));
  write_athdf(folder / "b.athdf", finer);
  for (const auto& [a, b] : {std::pair("a.athdf", "b.athdf"), std::pair("b.athdf", "a.athdf")}) {
    const FieldDifference found =
        compare_paths(folder / a, folder / b, true).files.at(0).fields.at(0);
    EXPECT_DOUBLE_EQ(found.max_abs, 1);
    EXPECT_DOUBLE_EQ(found.l1, 0.25);
  }
}

}  // namespace
}  // namespace solenoid
