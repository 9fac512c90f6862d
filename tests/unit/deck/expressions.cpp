#include "src/deck/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <thread>
#include <vector>

#include "src/text/suggest.hpp"
#include "src/text/utf8.hpp"

namespace solenoid {
namespace {

const Constants some_constants = {{"B0", 2.0}, {"gamma", 1.4}};

double value_at(const std::string& text, double x, double y, double z, double t) {
  return Expression::compile(text, some_constants)(x, y, z, t);
}

std::string error_of(const std::string& text) {
  try {
    const Expression expression = Expression::compile(text, some_constants);
    return "no error";
  } catch (const ExpressionError& error) {
    return error.what();
  }
}

TEST(Expression, EvaluatesVariablesConstantsAndFunctions) {
  EXPECT_DOUBLE_EQ(value_at("x + 10*y + 100*z + 1000*t", 1, 2, 3, 4), 4321);
  EXPECT_DOUBLE_EQ(value_at("r", 1, 2, 2, 0), 3);
  EXPECT_DOUBLE_EQ(value_at("B0*x", 3, 0, 0, 0), 6);
  EXPECT_DOUBLE_EQ(value_at("25/(36*pi)", 0, 0, 0, 0), 25 / (36 * std::numbers::pi));
  EXPECT_DOUBLE_EQ(value_at("log(e)", 0, 0, 0, 0), 1);
  EXPECT_DOUBLE_EQ(value_at("ln(x)", 10, 0, 0, 0), std::log(10.0));
  EXPECT_DOUBLE_EQ(value_at("atan2(y, x)", 0, 2, 0, 0), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(value_at("erf(x)", 0.3, 0, 0, 0), std::erf(0.3));
  EXPECT_DOUBLE_EQ(value_at("mod(x, 1)", -0.25, 0, 0, 0), 0.75);
  EXPECT_DOUBLE_EQ(value_at("step(x) + floor(y) + ceil(y)", 0, 1.5, 0, 0), 4);
  EXPECT_DOUBLE_EQ(value_at("rint(x)", 2.5, 0, 0, 0), 3);
}

TEST(Expression, MeasuresTheRadiusInTheGivenAxes) {
  const MeasuredAxes x_and_z{true, false, true};
  const Expression plane = Expression::compile("r", {}, x_and_z);
  EXPECT_EQ(plane(3, 100, 4, 0), 5);
  const Expression copy(plane);
  EXPECT_EQ(copy(3, 100, 4, 0), 5);
  EXPECT_EQ(Expression::compile("r", {}, {true, false, false})(-3, 100, 4, 0), 3);
}

TEST(Expression, FollowsTheUsualPrecedence) {
  EXPECT_DOUBLE_EQ(value_at("-x^2", 3, 0, 0, 0), -9);
  EXPECT_DOUBLE_EQ(value_at("2^3^2", 0, 0, 0, 0), 512);
  EXPECT_DOUBLE_EQ(value_at("r < 0.1 ? 10 : 0.1", 0.05, 0, 0, 0), 10);
  EXPECT_DOUBLE_EQ(value_at("r < 0.1 ? 10 : 0.1", 0.5, 0, 0, 0), 0.1);
  EXPECT_DOUBLE_EQ(value_at("0 < x && x < 1 || y > 5", 2, 6, 0, 0), 1);
  EXPECT_DOUBLE_EQ(value_at("(0 < x) != (x < 1)", 0.5, 0, 0, 0), 0);
}

TEST(Expression, EveryDocumentedFunctionIsKnown) {
  for (const ExpressionName& function : expression_functions()) {
    std::string call = function.name;
    for (const auto& [from, to] : std::array<std::pair<std::string, std::string>, 4>{
             {{", ...", ""}, {"(a", "(0.5"}, {"b)", "0.5)"}, {"y,", "0.5,"}}}) {
      const std::size_t at = call.find(from);
      if (at != std::string::npos) call.replace(at, from.size(), to);
    }
    EXPECT_NO_THROW(value_at(call, 0.5, 0, 0, 0)) << call;
  }
  for (const ExpressionName& variable : expression_variables()) {
    EXPECT_NO_THROW(value_at(variable.name, 0.5, 0, 0, 0)) << variable.name;
  }
}

TEST(Expression, RandomNumbersFollowFromTheirArguments) {
  const Expression random = Expression::compile("random(x, y, z, 1)", {});
  EXPECT_EQ(random(0.5, 1, 2, 0), random(0.5, 1, 2, 3));
  EXPECT_EQ(random(0.0, 1, 2, 0), random(-0.0, 1, 2, 0));
  EXPECT_NE(random(0.5, 1, 2, 0), random(1, 0.5, 2, 0));
  EXPECT_NE(random(0.5, 1, 2, 0), value_at("random(x, y, z, 2)", 0.5, 1, 2, 0));
  // Mean, variance, and no correlation of neighbours.
  double sum = 0, squares = 0, products = 0, before = 0;
  const int count = 10000;
  for (int i = 0; i < count; ++i) {
    const double value = random(i, 0, 0, 0);
    EXPECT_GE(value, 0);
    EXPECT_LT(value, 1);
    sum += value;
    squares += (value - 0.5) * (value - 0.5);
    products += (value - 0.5) * before;
    before = value - 0.5;
  }
  EXPECT_NEAR(sum / count, 0.5, 0.015);  // five standard deviations, as those below
  EXPECT_NEAR(squares / count, 1.0 / 12, 0.004);
  EXPECT_NEAR(products / count, 0, 0.0045);
}

TEST(Expression, RowGivesTheValuesOfEachPoint) {
  const std::vector<double> x = {-1, 0, 0.5, 2};
  for (const char* text : {"sin(x)*y + z*t", "y + t", "3", "r", "x < 0 ? y : r"}) {
    const Expression expression = Expression::compile(text, some_constants);
    std::vector<double> row(x.size());
    expression.row(x.data(), x.size(), 0.3, 0.7, 2.0, row.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(row[i], expression(x[i], 0.3, 0.7, 2.0)) << text << " at " << x[i];
    }
  }
}

TEST(Expression, AnEmptyRowIsLeftAlone) {
  Expression::compile("x", {}).row(nullptr, 0, 0, 0, 0, nullptr);
}

TEST(Expression, CopiesAreIndependentAndKeepTheirText) {
  const Expression original = Expression::compile("x*B0 + t", some_constants);
  const Expression copy = original;  // NOLINT: the copy is what is tested
  Expression assigned(7.0);
  assigned = original;
  EXPECT_EQ(original(2, 0, 0, 0), 4);
  EXPECT_EQ(copy(3, 0, 0, 1), 7);
  EXPECT_EQ(assigned(1, 0, 0, 0), 2);
  EXPECT_EQ(copy.text(), "x*B0 + t");
  const Expression moved = std::move(assigned);
  EXPECT_EQ(moved(5, 0, 0, 0), 10);
}

/// All that is known of a text goes with it: only threads that evaluate a copy parse it again.
TEST(Expression, CopiesAreNotCompiled) {
  const Expression original =
      Expression::compile("r < B0 ? t : y", {{"B0", 2}}, {true, false, true});
  const long before = Expression::times_compiled();
  const Expression first = original;  // NOLINT: the copy is what is tested
  const Expression second(first);
  EXPECT_EQ(second(1, 9, 1, 5), 5);
  EXPECT_EQ(second(1, 9, 2, 5), 9);
  EXPECT_TRUE(second.depends_on_time());
  EXPECT_FALSE(second.is_constant());
  EXPECT_EQ(Expression(Expression(4.5))(1, 2, 3, 4), 4.5);
  EXPECT_EQ(Expression::times_compiled(), before);
}

TEST(Expression, CopiesMayBeEvaluatedByThreads) {
  const Expression original = Expression::compile("sin(x)*cos(y) + r*t", some_constants);
  std::array<double, 4> sums{};
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < sums.size(); ++thread) {
    threads.emplace_back([&sums, thread, copy = original] {
      for (int i = 0; i < 2000; ++i) sums[thread] += copy(i * 1e-3, 0.5, 0.25, 2.0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const double sum : sums) EXPECT_EQ(sum, sums[0]);
}

TEST(Expression, KnowsWhatItDependsOn) {
  EXPECT_TRUE(Expression::compile("x + t", {}).depends_on_time());
  EXPECT_FALSE(Expression::compile("tan(x)", {}).depends_on_time());
  EXPECT_TRUE(Expression::compile("2*pi", {}).is_constant());
  EXPECT_FALSE(Expression::compile("2*x", {}).is_constant());
  EXPECT_TRUE(Expression(3.5).is_constant());
  EXPECT_EQ(Expression(3.5)(1, 2, 3, 4), 3.5);
  EXPECT_EQ(Expression(0.1).text(), "0.1");
}

TEST(Expression, ConstantsEvaluateWithoutAPosition) {
  EXPECT_DOUBLE_EQ(evaluate_constant("5/3", {}), 5.0 / 3.0);
  EXPECT_DOUBLE_EQ(evaluate_constant("B0^2", some_constants), 4);
  EXPECT_EQ(evaluate_constant("1e-3", {}), 1e-3);
  EXPECT_THROW(evaluate_constant("x", {}), ExpressionError);
  EXPECT_THROW(evaluate_constant("2*t", {}), ExpressionError);
}

TEST(Expression, CannotHaveAnyLength) {
  std::string text = "1";
  while (text.size() < 30000) text += "+x";
  EXPECT_EQ(error_of(text),
            "with the [functions] put in it has 30001 characters, more than can be read: what has "
            "many terms can stand in a file of [tables]");
}

struct BadExpression {
  const char* text;
  const char* message;
};
class BadExpressions : public testing::TestWithParam<BadExpression> {};

TEST_P(BadExpressions, AreExplained) {
  EXPECT_EQ(error_of(GetParam().text), GetParam().message) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Expression, BadExpressions,
    testing::Values(
        BadExpression{"sine(x)", "unknown name 'sine', did you mean 'sin'? (column 1)"},
        BadExpression{"2*B_0", "unknown name 'B_0', did you mean 'B0'? (column 3)"},
        BadExpression{"PI", "unknown name 'PI', did you mean 'pi'? (column 1)"},
        BadExpression{"wobble + 1", "unknown name 'wobble' (column 1)"},
        BadExpression{"1/forcing_amplitude",
                      "unknown name 'forcing_amplitude', keys are no names here: put the value "
                      "into [constants] "
                      "under another name and write that in both places (column 3)"},
        BadExpression{"sin(x", "unbalanced bracket: '(' without ')' (column 4)"},
        BadExpression{"x + 1)", "unbalanced bracket: ')' without '(' (column 6)"},
        BadExpression{"", "the expression is empty"},
        BadExpression{" \t", "the expression is empty"},
        BadExpression{"1, 2", "unexpected ',': one value is expected"},
        BadExpression{"0.5s", "unexpected 's' after a number (column 4)"},
        BadExpression{"2e", "'2e' is not a number (column 1)"},
        BadExpression{"2 x",
                      "unexpected 'x': an operator such as * is missing before it (column 3)"},
        BadExpression{"3 4",
                      "unexpected '4': an operator such as * is missing before it (column 3)"},
        BadExpression{"x +", "the expression ends where a value is expected (column 4)"},
        BadExpression{"*3", "unexpected '*' (column 1)"},
        BadExpression{"x = 3", "unexpected '=', write == to compare (column 3)"},
        BadExpression{"x**2", "unexpected '**', write ^ for a power (column 2)"},
        BadExpression{"0 < x < 1",
                      "comparisons cannot be chained, write a < x && x < b (column 7)"},
        BadExpression{"sin x", "function 'sin' needs its arguments in brackets (column 1)"},
        BadExpression{"sin()", "function 'sin' has too few arguments (column 5)"},
        BadExpression{"sin(1, 2)", "function 'sin' has too many arguments (column 9)"},
        BadExpression{"x ? 1", "'?' without ':' (write condition ? value : other value)"},
        BadExpression{"x @ y", "unexpected '@' (column 3)"},
        BadExpression{
            "if(x < 0, 1, 2)",
            "there is no function 'if': write condition ? value : other value (column 1)"},
        BadExpression{"arctan2(y, x)", "unknown name 'arctan2', did you mean 'atan2'? (column 1)"},
        // Characters of several bytes are shown whole, and columns count characters.
        BadExpression{"2 + é", "unexpected 'é' (column 5)"},
        BadExpression{"x é", "unexpected 'é' (column 3)"},
        BadExpression{"€ < 1 ? x : §", "unexpected '€' (column 1)"},
        BadExpression{"1 + (x)) + €", "unbalanced bracket: ')' without '(' (column 8)"}));

TEST(Suggest, CountsEdits) {
  EXPECT_EQ(edit_distance("gamma", "gamma"), 0U);
  EXPECT_EQ(edit_distance("gama", "gamma"), 1U);
  EXPECT_EQ(edit_distance("gmama", "gamma"), 1U);
  EXPECT_EQ(edit_distance("GAMMA", "gamma"), 0U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Suggest, FindsTheNearestButNothingFar) {
  EXPECT_EQ(nearest("limter", {"riemann", "limiter"}), "limiter");
  EXPECT_EQ(nearest("zzz", {"riemann", "limiter"}), std::nullopt);
  EXPECT_EQ(nearest("q", {"x", "y"}), std::nullopt);
  EXPECT_EQ(nearest("any", {}), std::nullopt);
}

TEST(Suggest, KnowsAbbreviationsAndOtherNames) {
  const std::vector<std::string> fields = {"velocity_x", "velocity_magnitude", "magnetic_pressure"};
  EXPECT_EQ(nearest("velocity_mag", fields), "velocity_magnitude");
  EXPECT_EQ(nearest("Mag_press", fields), "magnetic_pressure");
  EXPECT_EQ(nearest("vel_x", fields), "velocity_x");
  EXPECT_EQ(nearest("ma_pr", fields), std::nullopt);
  const Synonyms synonyms = {{"speed", "velocity"}, {"speed", "velocity_magnitude"}};
  EXPECT_EQ(nearest("Speed", fields, synonyms), "velocity_magnitude");
  EXPECT_EQ(nearest("speed", {"spend"}, synonyms), "spend");
}

TEST(Utf8, TextsAreCutBetweenCharacters) {
  const std::string text = "aé€b";  // of 1, 2, 3 and 1 bytes
  EXPECT_EQ(character_at(text, 2), "é");
  EXPECT_EQ(character_at(text, 5), "€");
  EXPECT_EQ(character_at(text, 7), "");
  EXPECT_EQ(characters_in(text, 3), 2U);
  EXPECT_EQ(characters_in(text, 99), 4U);
  EXPECT_EQ(byte_of_character(text, 2), 3U);
  EXPECT_EQ(byte_of_character(text, 4), text.size());
  EXPECT_TRUE(is_ascii("ab"));
  EXPECT_FALSE(is_ascii(text));
}

}  // namespace
}  // namespace solenoid
