/// \file
/// [cooling] in decks: curves in files and in lists, units, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "src/deck/deck.hpp"
#include "src/setup/cooling.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

/// A scratch folder with a curve, gone afterwards.
class CoolingDeck : public testing::Test {
 protected:
  CoolingDeck() { fs::create_directories(folder_); }
  ~CoolingDeck() override { fs::remove_all(folder_); }

  void write(const std::string& text) const { std::ofstream(folder_ / "curve.dat") << text; }
  [[nodiscard]] Deck deck(const std::string& cooling,
                          const std::vector<std::string>& overrides = {}) const {
    return Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [16]\n[initial]\ndensity = 2\npressure = 3\n"
        "[constants]\nmost = 100\n[cooling]\n" +
            cooling,
        (folder_ / "d.toml").string(), overrides);
  }
  [[nodiscard]] std::string complaint(const std::string& cooling,
                                      const std::vector<std::string>& overrides = {}) const {
    try {
      static_cast<void>(cooling_settings(deck(cooling, overrides)));
      return "none";
    } catch (const DeckError& error) {
      std::string text = error.what();
      for (std::size_t at; (at = text.find(folder_.string() + "/")) != std::string::npos;)
        text.erase(at, folder_.string().size() + 1);
      return text;
    }
  }
  [[nodiscard]] std::string complaint_of_file(const std::string& text) const {
    write(text);
    return complaint("table = \"curve.dat\"\n");
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("solenoid-cooling-" +
                      std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

const std::string lists = "temperature = [1, 10, \"most\"]\nrate = [2, 4, 1]\n";

TEST_F(CoolingDeck, HasACurveInListsOrInAFile) {
  write("# T Lambda\n100, 1\n10 4\n1 2\n");  // from above, too
  for (const std::string& curve : {lists, std::string("table = \"curve.dat\"\n")}) {
    const Deck read = deck(curve + "temperature_unit = 10\nrate_unit = 3\n");
    const CoolingSettings settings = cooling_settings(read);
    EXPECT_EQ(settings.temperature, (std::vector<double>{0.1, 1, 10}));
    EXPECT_EQ(settings.rate, (std::vector<double>{6, 12, 3}));
    EXPECT_EQ(settings.courant_number, 0.5);
    EXPECT_EQ(settings.lowest_temperature, 0);
    const Deck again = Deck::parse(read.resolved(), (folder_ / "again.toml").string());
    EXPECT_EQ(again.resolved(), read.resolved());
    EXPECT_EQ(cooling_settings(again).rate, settings.rate);
  }
  write("0 -1\n2 1\n");
  for (const std::string curve :
       {"table = \"curve.dat\"\n", "temperature = [0, 2]\nrate = [-1, 1]\n"}) {
    const CoolingSettings settings = cooling_settings(deck(curve + "logarithmic = true\n"));
    EXPECT_EQ(settings.temperature, (std::vector<double>{1, 100}));
    EXPECT_EQ(settings.rate, (std::vector<double>{0.1, 10}));
  }
  EXPECT_EQ(cooling_settings(deck(lists + "lowest_temperature = 50\ntemperature_unit = 10\n"))
                .lowest_temperature,
            5);
}

TEST_F(CoolingDeck, MakesSolversThatCool) {
  for (const char* scheme : {"muscl-hancock", "relaxing-tvd"})
    for (const char* equations : {"mhd", "hydrodynamics"}) {
      const Deck read = deck(lists, {std::string("solver.scheme=") + scheme,
                                     std::string("physics.equations=") + equations});
      const auto solver = make_solver(read, Device::cpu);
      set_initial_state(read, *solver);
      solver->advance(0, solver->stable_step());
      EXPECT_LT(solver->field("pressure")[3], 3) << scheme << equations;
      const auto labels = solver->history_labels();
      EXPECT_NE(std::ranges::find(labels, "radiated_energy"), labels.end());
    }
}

TEST_F(CoolingDeck, SaysWhatIsWrongWithTheDeck) {
  EXPECT_EQ(complaint(lists), "none");
  EXPECT_EQ(complaint(""),
            "d.toml:10: [cooling]: expected a 'table' or 'temperature' and 'rate', found neither");
  EXPECT_EQ(complaint(lists + "table = \"curve.dat\"\n"),
            "d.toml:10: [cooling]: expected a 'table' or 'temperature' and 'rate', found both");
  EXPECT_EQ(complaint("temperature = [1, 2]\n"), "d.toml:10: [cooling]: 'rate' is missing");
  EXPECT_EQ(complaint("rate = [1, 2]\n"), "d.toml:10: [cooling]: 'temperature' is missing");
  EXPECT_EQ(complaint("temperature = [1]\nrate = [1]\n"),
            "d.toml:11: 'temperature' in [cooling]: expected two or more temperatures, found 1");
  EXPECT_EQ(complaint("temperature = [1, 2]\nrate = [1, 2, 3]\n"),
            "d.toml:12: 'rate' in [cooling]: expected 2 rates, one for each temperature, found 3");
  EXPECT_EQ(complaint("temperature = [1, 3, 2]\nrate = [1, 2, 3]\n"),
            "d.toml:11: 'temperature' in [cooling]: expected increasing numbers, found 2 after 3");
  EXPECT_EQ(complaint("temperature = [0, 3]\nrate = [1, 2]\n"),
            "d.toml:11: 'temperature' in [cooling]: expected positive numbers, found 0");
  EXPECT_EQ(complaint("temperature = [1, 3]\nrate = [1, -2]\n"),
            "d.toml:12: 'rate' in [cooling]: expected positive numbers, found -2");
  EXPECT_EQ(complaint(lists + "lowest_temperature = 100\n"),
            "d.toml:13: 'lowest_temperature' in [cooling]: expected less than 100, the highest "
            "temperature of the curve, found 100");
  EXPECT_EQ(complaint("temperature = [1, 400]\nrate = [1, 2]\nlogarithmic = true\n"),
            "d.toml:11: 'temperature' in [cooling]: expected logarithms of what numbers can hold, "
            "found 400");
  EXPECT_NE(complaint(lists + "rate_unit = -1\n").find("d.toml:13: 'rate_unit' in [cooling]"),
            std::string::npos);
  EXPECT_NE(complaint(lists + "rate_unit = 1e-320\n").find("in the deck's units"),
            std::string::npos);
  EXPECT_NE(complaint(lists + "cfl = 0.3\n").find("unknown key 'cfl' in [cooling]"),
            std::string::npos);
}

TEST_F(CoolingDeck, SaysWhatIsWrongWithTheFile) {
  const std::string at = "d.toml:11: 'table' in [cooling]: ";
  EXPECT_EQ(complaint_of_file("1 2\n3 4\n"), "none");
  EXPECT_EQ(complaint_of_file("# T\n1 2\n3 -4\n"),
            at + "curve.dat:3: expected positive numbers, found -4");
  EXPECT_EQ(complaint_of_file("3 2\n0 4\n"),
            at + "curve.dat:2: expected positive numbers, found 0");
  EXPECT_EQ(complaint_of_file("1 2 3\n2 3 4\n"),
            at + "curve.dat:1: expected two columns, temperature and rate, found 3");
  EXPECT_EQ(complaint_of_file("1 2\n"),
            at + "curve.dat: expected a table of two or more rows of numbers");
  EXPECT_NE(complaint_of_file("1 2\n3 4\n2 4\n").find(at + "curve.dat:3: the first column has to"),
            std::string::npos);
  EXPECT_EQ(complaint_of_file("1 2\n3 nan\n"),
            at + "curve.dat:2: expected a finite number, found 'nan'");
  EXPECT_NE(complaint("table = \"none.dat\"\n").find(at + "none.dat: cannot read the table"),
            std::string::npos);
}

TEST_F(CoolingDeck, IsRefusedWhereGasHasNoEnergyOrAProgramSaysHowItCools) {
  EXPECT_NE(complaint(lists, {"physics.equation_of_state=isothermal"})
                .find("d.toml:10: [cooling]: the temperature of an isothermal gas does not change, "
                      "expected equation_of_state = \"ideal\" in [physics]"),
            std::string::npos);
  EXPECT_NE(complaint(lists, {"solver.scheme=finite-difference"})
                .find("d.toml:10: [cooling] needs scheme = \"muscl-hancock\" or \"relaxing-tvd\""),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
