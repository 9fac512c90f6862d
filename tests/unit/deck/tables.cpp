/// [tables]: columns of files as functions in expressions.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "src/deck/deck.hpp"
#include "src/deck/tables.hpp"
#include "src/setup/initial.hpp"
#include "tests/source_folder.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

/// A scratch folder with tables, gone afterwards.
class DeckTables : public testing::Test {
 protected:
  DeckTables() { fs::create_directories(folder_); }
  ~DeckTables() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  [[nodiscard]] Deck deck(const std::string& density, const std::string& more = {}) const {
    return Deck::parse("[run]\nend_time = 1\n[grid]\ncells = [8]\n[tables]\nair = \"air.dat\"\n" +
                           more + "[initial]\npressure = 1\ndensity = \"" + density + "\"\n",
                       (folder_ / "d.toml").string());
  }
  [[nodiscard]] std::string complaint(const std::string& density,
                                      const std::string& more = {}) const {
    try {
      check_initial_state(deck(density, more));
      return "none";
    } catch (const DeckError& error) {
      std::string text = error.what();
      for (std::size_t at; (at = text.find(folder_.string() + "/")) != std::string::npos;)
        text.erase(at, folder_.string().size() + 1);
      return text;
    }
  }
  [[nodiscard]] std::string complaint_of_file(const std::string& text) const {
    write("air.dat", text);
    return complaint("air(x)");
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("solenoid-tables-" +
                      std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(DeckTables, MeetTheirRowsAndRiseAndFallWithThem) {
  const auto functions =
      read_table("f", write("f.dat", "3, 5\n2 5\n\n1 1 # a comment\n0 0\n-1 1\n"));
  ASSERT_EQ(functions.size(), 2U);
  const TableFunction& f = *functions.at("f");
  EXPECT_EQ(f(-1), 1);
  EXPECT_EQ(f(0), 0);
  EXPECT_EQ(f(1), 1);
  EXPECT_EQ(f(2), 5);
  EXPECT_EQ(f(3), 5);
  for (double x = 0; x < 3; x += 0.01) EXPECT_LE(f(x), f(std::min(x + 0.01, 3.0)) + 1e-14) << x;
  EXPECT_EQ(f(2.5), 5);
  EXPECT_FALSE(f.outside());
  EXPECT_TRUE(std::isnan(f(3.5)));
  EXPECT_TRUE(f.outside());
}

TEST_F(DeckTables, AreOfSecondOrderAtLeastWhereSmooth) {
  const auto error = [&](int n) {
    std::string rows;
    for (int i = 0; i <= n; ++i)
      rows += std::to_string(double(i) / n) + " " + std::to_string(std::exp(-double(i) / n)) + "\n";
    const auto functions = read_table("f", write("f.dat", rows));
    double largest = 0;
    for (double x = 0.1; x < 0.9; x += 0.003)
      largest = std::max(largest, std::abs((*functions.at("f"))(x)-std::exp(-x)));
    return largest;
  };
  EXPECT_LT(error(20), error(10) / 4);
}

TEST_F(DeckTables, HaveIntegrals) {
  const auto functions = read_table("f", write("f.dat", "1 4\n2 1\n4 0.5\n4.5 3\n"));
  const TableFunction& f = *functions.at("f");
  const TableFunction& integral = *functions.at("f_integral");
  EXPECT_EQ(integral(1), 0);
  double sum = 0;  // by Simpson's rule, exact for cubics
  for (double x = 1; x < 4.5; x += 0.125) {
    EXPECT_NEAR(integral(x), sum, 1e-14);
    sum += (f(x) + 4 * f(x + 0.0625) + f(x + 0.125)) * 0.125 / 6;
  }
  EXPECT_NEAR(integral(4.5), sum, 1e-14);
  EXPECT_TRUE(std::isnan(integral(0.5)));
}

TEST_F(DeckTables, NameTheirColumnsByTheLastCommentAboveThem) {
  const std::string rows = "0 1 2\n1 3 4\n";
  EXPECT_TRUE(read_table("f", write("a", "# words\n# z rho T\n" + rows)).contains("f_rho"));
  EXPECT_TRUE(
      read_table("f", write("b", "# some words that say what it is\n" + rows)).contains("f_2"));
  EXPECT_TRUE(read_table("f", write("c", rows)).contains("f_3"));
}

TEST_F(DeckTables, AreFunctionsOfAllExpressions) {
  write("air.dat", "# height rho T\n0 2 10\n1 1 20\n");
  const Deck with_constant =
      deck("rho0*air_rho(x) + 0*air_T(0.5)", "[constants]\nrho0 = \"air_T(1)/20\"\n");
  EXPECT_EQ(with_constant.constants().at("rho0"), 1);
  EXPECT_DOUBLE_EQ((*with_constant.initial().at("density"))(0.25, 0, 0, 0), 1.75);
  const Deck again = Deck::parse(with_constant.resolved(), (folder_ / "d.toml").string());
  EXPECT_EQ(again.resolved(), with_constant.resolved());
}

TEST_F(DeckTables, SayWhereTheyEnd) {
  write("air.dat", "0.2 2\n1 1\n");
  const std::string where = "outside of the table air.dat, which goes from 0.2 to 1";
  EXPECT_EQ(complaint("max(1, air(x))"),
            "d.toml:9: 'density' in [initial]: air(0.0625) is " + where);
  EXPECT_EQ(complaint("x < 0.2 ? 1 : air(x)"), "none");
  EXPECT_EQ(complaint("air(2)"),
            "d.toml:9: 'density' in [initial]: in \"air(2)\": air(2) is " + where);
  EXPECT_EQ(complaint("1", "[constants]\nc = \"air(3)\"\n"),
            "d.toml:8: constant 'c': air(3) is " + where);
}

TEST_F(DeckTables, ExplainWhatIsWrongWithThem) {
  EXPECT_EQ(complaint("air(x)").substr(0, 57),
            "d.toml:6: table 'air': air.dat: cannot read the table: No");
  EXPECT_NE(complaint_of_file("0 1\n").find("air.dat: expected a table of two or more rows"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("0 1\n1 2 3\n").find("air.dat:2: expected 2 numbers as in the first"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("0 1\n1 2\n1 3\n").find("air.dat:3: the first column has to"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("0 1\n1 nan\n").find("air.dat:2: expected a finite number"),
            std::string::npos);
  EXPECT_NE(complaint_of_file("0 1\n1 2x\n").find("found '2x'"), std::string::npos);
  write("air.dat", "0 1\n1 2\n");
  EXPECT_NE(complaint("airs(x)").find("did you mean 'air'?"), std::string::npos);
  EXPECT_NE(complaint("air*x").find("function 'air' needs its arguments"), std::string::npos);
  EXPECT_NE(complaint("1", "sin = \"air.dat\"\n").find("expressions already know 'sin'"),
            std::string::npos);
  EXPECT_NE(complaint("1", "[constants]\nair = 1\n").find("constant 'air' would hide"),
            std::string::npos);
}

TEST_F(DeckTables, StandInDefinedFunctions) {
  write("air.dat", "0 1\n1 3\n");
  const Deck with = deck("-1 + twice^2",
                         "[functions]\nonce = \"air(x) - t\"\n"
                         "twice = \"2*once\"\n");
  const Expression& density = *with.initial().at("density");
  EXPECT_EQ(density(0.5, 0, 0, 1), 3);
  EXPECT_TRUE(density.depends_on_time());
  EXPECT_FALSE(density.depends_on(axis_y));
  EXPECT_EQ(Deck::parse(with.resolved(), (folder_ / "d.toml").string()).resolved(),
            with.resolved());
  EXPECT_EQ(complaint("f + ", "[functions]\nf = \"x + y\"\n"),
            "d.toml:11: 'density' in [initial]: in \"f + \": the expression ends where a value is "
            "expected (column 5)");
  EXPECT_EQ(complaint("f", "[functions]\nf = \"x + why\"\n"),
            "d.toml:8: function 'f': in \"x + why\": unknown name 'why' (column 5)");
  EXPECT_EQ(complaint("f", "[functions]\nair = \"x\"\nf = 1\n"),
            "d.toml:8: function 'air': expressions already know 'air', choose another name\n"
            "d.toml:9: function 'f': expected an expression in quotes, found 1\n"
            "d.toml:12: 'density' in [initial]: in \"f\": unknown name 'f' (column 1)");
}

TEST_F(DeckTables, ShipTheQuietSun) {
  const auto sun = read_table("sun", (source_folder() / "inputs/val-iiic.dat").string());
  const auto of = [&](const std::string& column, double height) {
    return (*sun.at("sun_" + column))(height);
  };
  // At the temperature minimum, with helium as a tenth of hydrogen by number.
  const double mean_mass = 1.4 / 1.1 * 1.6726e-24;
  const double gas_pressure = of("density", 515) / mean_mass * 1.3807e-16 * of("temperature", 515);
  EXPECT_NEAR(of("gas_fraction", 515) * of("total_pressure", 515) / gas_pressure, 1, 0.02);
  EXPECT_EQ(of("temperature", 2543), 447000);
}

}  // namespace
}  // namespace solenoid
