// [fields]: formulas against muParser, and what is wrong with them.

#include "physics/fields/defined_fields.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "src/deck/deck.hpp"
#include "src/deck/expression_rows.hpp"
#include "src/deck/formula_parser.hpp"
#include "src/driver/start.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

constexpr const char* head = R"deck(
[run]
end_time = 1

[grid]
cells = [24, 12, 6]

[constants]
mass = 2

[functions]
lane = "x + 2*y"

[initial]
density = "1 + 0.3*sin(2*pi*x)*cos(2*pi*y)"
velocity_x = "0.2*sin(2*pi*y)"
velocity_y = "0.1*cos(2*pi*z)"
pressure = "1 + 0.2*cos(2*pi*(x - z))"
magnetic_field_x = 0.3
magnetic_field_y = 0.4

)deck";

std::string problems_of(const std::string& rest) {
  try {
    Deck::parse(head + rest, "test.toml");
  } catch (const DeckError& error) {
    return error.what();
  }
  return {};
}

/// Random texts of all operators and of functions that are defined everywhere.
class RandomText {
 public:
  explicit RandomText(unsigned seed) : random_(seed) {}
  std::string operator()(int depth) {
    if (depth == 0) return leaf();
    const auto next = [&] { return (*this)(depth - 1); };
    switch (random_() % 9) {
      case 0:
        return fmt::format("({} {} {})", next(), pick({"+", "-", "*"}), next());
      case 1:
        return fmt::format("{} {} {}", next(), pick({"+", "-", "*"}), next());
      case 2:
        return fmt::format("({})/(1.5 + ({})^2)", next(), next());
      case 3:
        return fmt::format("({} {} {})", next(), pick({"<", ">", "<=", ">=", "==", "!="}), next());
      case 4:
        return fmt::format("({} > 0 && {} < 1 || {} > 2 ? {} : {})", next(), next(), next(), next(),
                           next());
      case 5:
        return fmt::format("-{}^{}", leaf(), pick({"2", "3", "0.5", "-1"}));
      case 6:
        return fmt::format(
            "{}({})",
            pick({"sin", "cos", "atan", "tanh", "abs", "sign", "step", "floor", "ceil", "rint"}),
            next());
      case 7:
        return fmt::format("{}({}, {})", pick({"min", "max", "sum", "avg", "hypot", "atan2"}),
                           next(), next());
      default:
        return fmt::format("{}(1 + abs({}))", pick({"sqrt", "log", "log10", "log2", "exp"}),
                           leaf());
    }
  }

 private:
  std::string pick(const std::vector<std::string>& from) { return from[random_() % from.size()]; }
  std::string leaf() { return pick({"u", "v", "w", "1.25", "3", "pi", ".5"}); }

  std::mt19937 random_;
};

TEST(Formulas, SayWhatMuParserSays) {
  const std::vector<double> u{0.3, -1.7, 2.0, 0.0}, v{1.0, 0.5, -0.25, 3.0}, w{-2.0, 0.1, 0.7, 1.0};
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::string text = RandomText(seed)(3);
    const std::vector<double> expected =
        evaluate_rows(text, {{"u", &u}, {"v", &v}, {"w", &w}}, u.size());
    FormulaBuilder builder;
    const auto field = [&](const std::string& name) {
      return name.size() == 1 ? std::optional(builder.field(name)) : std::nullopt;
    };
    const Formula formula =
        builder.formula(parse_formula(text, builder, {Constants{}, TableFunctions{}, {}, field}));
    for (std::size_t row = 0; row < u.size(); ++row) {
      std::vector<double> values;
      for (const std::string& name : formula.fields)
        values.push_back(name == "u" ? u[row] : name == "v" ? v[row] : w[row]);
      const double found = formula.of_numbers(values, 0);
      if (!std::isfinite(expected[row]))
        EXPECT_TRUE(found == expected[row] || (std::isnan(found) && std::isnan(expected[row])))
            << text;
      else
        EXPECT_NEAR(found, expected[row], 1e-11 * std::max(1.0, std::abs(expected[row]))) << text;
    }
  }
}

TEST(Formulas, RememberNoMoreThanTheyNeed) {
  FormulaBuilder builder;
  const auto u = builder.field("u");
  auto sum = u;
  for (int n = 1; n < 200; ++n)
    sum = builder.apply(FormulaOperation::add, sum,
                        builder.apply(FormulaOperation::multiply, u, builder.number(n)));
  EXPECT_LE(builder.formula(sum).places, 3);
}

/// The values of a field of a deck's initial state.
FieldValues values_of(const std::string& rest, const std::string& name,
                      Device device = Device::cpu) {
  const Deck deck = Deck::parse(head + rest, "test.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, device);
  start_afresh(deck, *solver);
  FieldValues values(solver->part().cell_count());
  deck.defined_fields().read(*solver, name, 0.5, whole_field(solver->part(), Placement::cells),
                             {Precision::double_precision, values.data()});
  return values;
}

TEST(DefinedFields, AreWhatTheirFormulasSay) {
  const std::string fields = R"deck(
[fields]
later = "2*beta + lane*t"
beta = "2*pressure/magnetic_field_magnitude^2"
twist = "mass*vorticity_z + current_density_z - vorticity_magnitude*r"
)deck";
  for (const char* scheme : {"muscl-hancock", "relaxing-tvd"}) {
    const std::string rest = fields + fmt::format("[solver]\nscheme = \"{}\"\n", scheme);
    const auto of = [&](const char* name) { return values_of(rest, name); };
    const FieldValues beta = of("beta"), later = of("later"), twist = of("twist"),
                      p = of("pressure"), b = of("magnetic_field_magnitude"), w = of("vorticity_z"),
                      j = of("current_density_z"), size = of("vorticity_magnitude");
    for (std::size_t n = 0; n < p.size(); ++n) {
      const double x = (double(n % 24) + 0.5) / 24, y = (double(n / 24 % 12) + 0.5) / 12,
                   z = (double(n / 24 / 12) + 0.5) / 6;
      EXPECT_EQ(beta[n], 2 * p[n] / (b[n] * b[n]));
      EXPECT_NEAR(later[n], 2 * beta[n] + (x + 2 * y) * 0.5, 1e-14 * later[n]);
      EXPECT_NEAR(twist[n], 2 * w[n] + j[n] - size[n] * std::sqrt(x * x + y * y + z * z), 1e-13);
    }
  }
}

/// (B2 was unknown.)
TEST(DefinedFields, KnowTheSquaresOfFieldAndVelocity) {
  const std::string rest = "[fields]\nbeta = \"2*pressure/B2\"\nram = \"density*v2\"\n";
  const auto of = [&](const char* name) { return values_of(rest, name); };
  const FieldValues beta = of("beta"), ram = of("ram"), p = of("pressure"), rho = of("density"),
                    magnetic = of("magnetic_pressure"), v = of("velocity_magnitude"),
                    x = of("magnetic_field_x"), y = of("magnetic_field_y"),
                    z = of("magnetic_field_z");
  for (std::size_t n = 0; n < p.size(); ++n) {
    EXPECT_DOUBLE_EQ(beta[n], 2 * p[n] / (x[n] * x[n] + y[n] * y[n] + z[n] * z[n]));
    EXPECT_NEAR(beta[n], p[n] / magnetic[n], 1e-13 * beta[n]);
    EXPECT_NEAR(ram[n], rho[n] * v[n] * v[n], 1e-13 * ram[n]);
  }
  // What a deck calls so is what it says.
  for (const double value : values_of("[fields]\nB2 = \"7\"\nbeta = \"2*B2\"\n", "beta"))
    EXPECT_EQ(value, 14);
}

TEST(DefinedFields, SayWhereThereIsNoMagneticField) {
  try {
    Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [8]\n[physics]\nequations = \"hydrodynamics\"\n"
        "[initial]\ndensity = 1\npressure = 1\n[fields]\nbeta = \"2*pressure/B2\"\n",
        "test.toml");
    FAIL() << "B2 was taken";
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("B2 is the square of the magnetic field, and there is "
                        "none"),
              std::string::npos)
        << error.what();
  }
}

TEST(DefinedFields, AreTheSameInBoxesOfAnyPlace) {
  const std::string rest = "[fields]\nf = \"density*sin(x) + y^3 - z*velocity_x\"\n";
  const Deck deck = Deck::parse(head + rest, "test.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
  start_afresh(deck, *solver);
  const FieldValues whole = values_of(rest, "f");
  const Box box{{5, 3, 1}, {7, 4, 3}};
  std::vector<float> part(box.values());
  deck.defined_fields().read(*solver, "f", 0, box, {Precision::single_precision, part.data()});
  const Box all = whole_field(solver->part(), Placement::cells);
  for (std::size_t n = 0; n < part.size(); ++n)
    EXPECT_EQ(part[n], float(whole[all.value_at(box.at(n))]));
}

TEST(DefinedFields, WhatIsWrongWithThemIsSaid) {
  const auto expect = [](const std::string& rest, const std::string& part) {
    EXPECT_NE(problems_of(rest).find(part), std::string::npos) << problems_of(rest);
  };
  expect("[fields]\na = \"b\"\nb = \"2*a\"\n",
         "test.toml:23: field 'a': it is defined by itself: a -> b -> a");
  expect("[fields]\na = \"presure\"\n", "did you mean 'pressure'?");
  expect("[fields]\na = \"2*(density\"\n", "field 'a': in \"2*(density\": unbalanced bracket");
  expect("[fields]\na = \"erf(density)\"\n", "function 'erf' is not there in formulas of fields");
  expect("[fields]\ndensity = \"1\"\n", "outputs already know a field of this name");
  expect("[fields]\nmass = \"1\"\n", "expressions already know 'mass'");
  expect("[fields]\na = 1\n", "expected an expression in quotes, found 1");
  expect("[fields]\na = \"psi\"\n[solver]\nscheme = \"relaxing-tvd\"\n", "unknown name 'psi'");
  expect("[fields]\nbeta = \"1\"\n[[output]]\ntype = \"hdf5\"\nfields = [\"bta\"]\n",
         "did you mean 'beta'?");
  const auto number = [](const std::string& text) {
    return "[[output]]\ntype = \"history\"\nnumbers = { a = \"" + text + "\" }\n";
  };
  expect(number("2*density"), "'density' differs from cell to cell: expected it within mean");
  expect(number("mean(x) + x"), "'x' differs from cell to cell");
  expect(number("integral(density, 2)"), "function 'integral' has too many arguments");
  expect(number("mean(densty)"), "did you mean 'density'?");
  expect(number("mean(max(density))") + "extra = 1\n", "unknown key 'extra'");
  expect("[[output]]\ntype = \"history\"\nnumbers = { \"a b\" = \"1\" }\n",
         "expected a name of letters");
  expect("[[output]]\ntype = \"hdf5\"\nnumbers = { a = \"1\" }\n",
         "applies only to outputs of type history");
  // One problem each, wherever it is used.
  const std::string wrong = problems_of(
      "[fields]\na = \"b\"\nb = \"nothing_there\"\n"
      "[[output]]\ntype = \"hdf5\"\nfields = [\"a\", \"b\"]\n");
  EXPECT_EQ(std::ranges::count(wrong, '\n'), 0) << wrong;
}

TEST(NumbersOfFields, AreThoseOfAllCells) {
  const std::string rest = R"deck(
[fields]
heat = "pressure/density"
[[output]]
type = "history"
numbers = { low = "min(heat)", high = "max(heat*r)", middle = "mean(heat, density) + 2*mean(z)", all = "integral(density)/integral(1)", noise = "rms(velocity_x)", again = "sqrt(mean(velocity_x^2))", none = "max(log(velocity_x))", speed = "mean(v2) - mean(velocity_x^2) - mean(velocity_y^2) - mean(velocity_z^2)" }
)deck";
  const Deck deck = Deck::parse(head + rest, "test.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
  start_afresh(deck, *solver);
  const FieldValues p = solver->field("pressure"), d = solver->field("density"),
                    v = solver->field("velocity_x");
  double low = 1e300, high = 0, pressure = 0, density = 0, square = 0;
  for (std::size_t n = 0; n < p.size(); ++n) {
    const double x = (double(n % 24) + 0.5) / 24, y = (double(n / 24 % 12) + 0.5) / 12,
                 z = (double(n / 24 / 12) + 0.5) / 6;
    low = std::min(low, p[n] / d[n]);
    high = std::max(high, p[n] / d[n] * std::sqrt(x * x + y * y + z * z));
    pressure += p[n];
    density += d[n];
    square += v[n] * v[n];
  }
  const std::vector<double> found = values_of(*solver, deck.outputs().front().numbers, 0);
  ASSERT_EQ(found.size(), 8U);
  EXPECT_EQ(found[0], low);
  EXPECT_NEAR(found[1], high, 1e-15 * high);
  EXPECT_NEAR(found[2], pressure / density + 1, 1e-14);
  EXPECT_NEAR(found[3], density / double(p.size()), 1e-14);
  EXPECT_NEAR(found[4], std::sqrt(square / double(p.size())), 1e-15);
  EXPECT_EQ(found[4], found[5]);
  EXPECT_TRUE(std::isnan(found[6]));
  EXPECT_NEAR(found[7], 0, 1e-15);
}

TEST(NumbersOfFields, OfZerosArePositiveWhicheverComesFirst) {
  const std::string rest = R"deck(
[fields]
falling = "0*(0.4 - x)"
rising = "0*(x - 0.4)"
[[output]]
type = "history"
numbers = { a = "1/min(falling)", b = "1/max(falling)", c = "1/min(rising)", d = "1/max(rising)" }
)deck";
  const Deck deck = Deck::parse(head + rest, "test.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
  start_afresh(deck, *solver);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(values_of(*solver, deck.outputs().front().numbers, 0),
            (std::vector<double>{infinity, infinity, infinity, infinity}));
}

/// A table of a file that is gone afterwards, for decks.
class FieldsOfTables : public testing::Test {
 protected:
  FieldsOfTables() {
    std::ofstream(file_) << "# T lambda\n0.5 1\n0.9 2\n1 4\n1.3 3\n2 0.5\n";
    section_ = "[tables]\nlambda = \"" + file_.string() + "\"\n";
  }
  ~FieldsOfTables() override { std::filesystem::remove(file_); }

  std::filesystem::path file_ =
      std::filesystem::temp_directory_path() /
      (std::string("solenoid-") + testing::UnitTest::GetInstance()->current_test_info()->name() +
       ".dat");
  std::string section_;
};

TEST_F(FieldsOfTables, AreWhatTheTablesSay) {
  const std::string rest = section_ + R"deck(
[fields]
warmth = "pressure/density"
emission = "density^2*lambda(warmth)"
column = "lambda_integral(warmth) - lambda(0.9)*lambda_integral(1.25)"
cold = "lambda(warmth - 0.5)"
[[output]]
type = "history"
numbers = { most = "max(lambda(warmth))", share = "mean(emission)/lambda(mean(warmth))" }
)deck";
  const Deck deck = Deck::parse(head + rest, "test.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
  start_afresh(deck, *solver);
  const TableFunctions tables = read_table("lambda", file_.string());
  const auto lambda = [&](double x) { return (*tables.at("lambda"))(x); };
  const auto integral = [&](double x) { return (*tables.at("lambda_integral"))(x); };
  const FieldValues p = solver->field("pressure"), d = solver->field("density"),
                    emission = values_of(rest, "emission"), column = values_of(rest, "column"),
                    cold = values_of(rest, "cold");
  double most = 0, sum = 0, heat = 0;
  std::size_t without = 0;
  for (std::size_t n = 0; n < p.size(); ++n) {
    const double temperature = p[n] / d[n];
    EXPECT_EQ(emission[n], d[n] * d[n] * lambda(temperature));
    EXPECT_EQ(column[n], integral(temperature) - 2 * integral(1.25));
    EXPECT_EQ(std::isnan(cold[n]), temperature - 0.5 < 0.5);
    without += std::isnan(cold[n]) ? 1 : 0;
    most = std::max(most, lambda(temperature));
    sum += emission[n];
    heat += temperature;
  }
  EXPECT_GT(without, 0U);
  EXPECT_LT(without, p.size());
  const double cells = double(p.size());
  const std::vector<double> found = values_of(*solver, deck.outputs().front().numbers, 0);
  EXPECT_EQ(found[0], most);
  EXPECT_NEAR(found[1], sum / cells / lambda(heat / cells), 1e-14);
}

TEST_F(FieldsOfTables, RefuseNumbersOutsideOfThem) {
  const std::string wrong = problems_of(section_ + "[fields]\na = \"density*lambda(2.5)\"\n");
  EXPECT_NE(
      wrong.find("field 'a': in \"density*lambda(2.5)\": lambda(2.5) is outside of the table"),
      std::string::npos)
      << wrong;
}

TEST(DefinedFields, StandInTheResolvedDeck) {
  const std::string rest = "[fields]\nbeta = \"pressure*mass\"\n";
  const Deck deck = Deck::parse(head + rest, "test.toml");
  EXPECT_NE(deck.resolved().find("[fields]\nbeta = \"pressure*mass\"\n"), std::string::npos);
  EXPECT_EQ(Deck::parse(deck.resolved(), "again.toml").resolved(), deck.resolved());
}

}  // namespace
}  // namespace solenoid
