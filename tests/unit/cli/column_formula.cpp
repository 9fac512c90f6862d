/// \file
/// Formulas of columns whose names hold minus signs.

#include "src/cli/column_formula.hpp"

#include <gtest/gtest.h>

#include "src/text/usage_error.hpp"

namespace solenoid {
namespace {

const std::map<std::string, std::vector<double>> table = {
    {"time", {0, 1, 2}}, {"1-ME", {1, 2, 3}},   {"2-ME", {10, 20, 30}}, {"ME", {5, 5, 5}},
    {"x", {2, 4, 8}},    {"x0", {7, 7, 7}},     {"k=1", {1, 1, 2}},     {"tot-E", {9, 8, 7}},
    {"e", {6, 6, 6}},    {"density", {4, 5, 6}}};

Columns columns() {
  Columns result;
  for (const auto& [name, values] : table) result.names.push_back(name);
  result.rows = 3;
  result.values = [](const std::string& name) { return table.at(name); };
  result.alias = [](const std::string& name) { return name == "rho" ? "density" : name; };
  return result;
}

std::vector<double> values(const std::string& formula) {
  EXPECT_TRUE(unknown_names(formula, columns()).empty()) << formula;
  return column_values(formula, columns(), "--field");
}

using Row = std::vector<double>;

TEST(ColumnFormula, TakesTheLongestNameThatFits) {
  EXPECT_EQ(values("1-ME"), (Row{1, 2, 3}));
  EXPECT_EQ(values("1-ME+2-ME"), (Row{11, 22, 33}));
  EXPECT_EQ(values("1 - ME"), (Row{-4, -4, -4}));
  EXPECT_EQ(values("3-1-ME"), (Row{2, 1, 0}));
  EXPECT_EQ(values("tot-E - 1-ME"), (Row{8, 6, 4}));
  EXPECT_EQ(values("x/x0"), (Row{2.0 / 7, 4.0 / 7, 8.0 / 7}));
  EXPECT_EQ(values("2*k=1"), (Row{2, 2, 4}));
  EXPECT_EQ(values("rho"), (Row{4, 5, 6}));
  EXPECT_EQ(values("2*rho"), (Row{8, 10, 12}));
}

TEST(ColumnFormula, KnowsFunctionsNumbersAndRows) {
  EXPECT_EQ(values("1e1*x"), (Row{20, 40, 80}));
  EXPECT_EQ(values("1.5e-1*0 + max(x, 3)"), (Row{3, 4, 8}));
  EXPECT_EQ(values("e*2"), (Row{12, 12, 12}));
  EXPECT_EQ(values("x/first(x)"), (Row{1, 2, 4}));
  EXPECT_EQ(values("x - last(x + 1-ME)"), (Row{-9, -7, -3}));
  EXPECT_EQ(values("x > 3 ? 1 : 0"), (Row{0, 1, 1}));
  EXPECT_EQ(values("3"), (Row{3, 3, 3}));
  EXPECT_NEAR(values("pi")[0], 3.14159265, 1e-8);
}

TEST(ColumnFormula, CollectsWhatItDoesNotKnow) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(unknown_names("1-MEE", columns()), Names{"1-MEE"});
  EXPECT_EQ(unknown_names("1-MEE + sin(foo)*1-ME/first(bar)", columns()),
            (Names{"1-MEE", "foo", "bar"}));
  EXPECT_EQ(unknown_names("x00", columns()), Names{"x00"});
  EXPECT_EQ(unknown_names("t", columns()), Names{"t"});
  EXPECT_EQ(unknown_names("2*-y", columns()), Names{"y"});
}

TEST(ColumnFormula, SaysWhatCannotBeRead) {
  for (const char* formula : {"1-ME+", "(x", "first(x", "x 1-ME", "x,x0", "", "sin"}) {
    EXPECT_THROW(column_values(formula, columns(), "--field"), UsageError) << formula;
  }
  try {
    column_values("1-ME + * x", columns(), "--field");
    FAIL() << "it was read";
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("--field: '1-ME + * x': ", 0), 0U) << error.what();
    EXPECT_NE(std::string(error.what()).find("column 8"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace solenoid
