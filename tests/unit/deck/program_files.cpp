/// Programs of several files: lists of them in decks, what they include, and what is said where a
/// file is missing or does not fit.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "src/deck/built_in_programs.hpp"
#include "src/deck/deck.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

/// A scratch folder with files of programs, gone afterwards.
class DeckProgramFiles : public testing::Test {
 protected:
  DeckProgramFiles() {
    write("parts/diffusion.stencil",
          "field Scalar c;\nuniform Scalar rate = 1;\nd_t c = rate * laplacian(c);\n"
          "reduction diffusivity = max(rate);\n");
    write("decay.stencil", "uniform Scalar decay = 2;\nd_t c += -decay * c;\n");
    write("main.stencil", "include \"parts/diffusion.stencil\";\ninclude \"decay.stencil\";\n");
  }
  ~DeckProgramFiles() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  /// `program` is TOML.
  Deck deck(const std::string& program, const std::string& physics = {}) const {
    return Deck::parse(
        "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
        "[grid]\ncells = [8]\n[physics]\nprogram = " +
            program + "\n" + physics,
        (folder_ / "own.toml").string());
  }
  [[nodiscard]] std::string complaint(const std::string& program,
                                      const std::string& physics = {}) const {
    try {
      deck(program, physics);
      return "none";
    } catch (const DeckError& error) {
      return error.what();
    }
  }
  void expect_complaint(const std::string& program, const std::string& part) const {
    const std::string found = complaint(program);
    EXPECT_NE(found.find(part), std::string::npos) << found << "\ninstead of\n" << part;
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("solenoid-program-files-" +
                      std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

std::vector<std::string> texts_of(const Deck& deck) {
  std::vector<std::string> texts;
  for (const stencil::SourceFile& file : deck.program()->files) texts.push_back(file.text);
  return texts;
}

TEST_F(DeckProgramFiles, HaveTheTablesOfTheDeck) {
  write("cooling.stencil",
        "field Scalar c;\nuniform Table rate, hot_loss;\nd_t c = -rate(c) - slope(hot_loss, c);\n"
        "reduction signal_speed = max(abs(c));\n");
  write("rate.dat", "0 0\n2 6\n");
  write("hot.dat", "# T gain loss\n0 1 2\n1 2 3\n");
  const std::string tables = "[tables]\nrate = \"rate.dat\"\nhot = \"hot.dat\"\n";
  const Deck given = deck("\"cooling.stencil\"", tables);
  const auto found = given.tables_of(*given.program());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.at("rate").starts, (std::vector<double>{0}));
  EXPECT_EQ(found.at("rate").coefficients[0], (std::array<double, 5>{0, 3}));
  EXPECT_EQ(found.at("rate").end, 2);
  EXPECT_EQ(found.at("hot_loss").coefficients[0], (std::array<double, 5>{2, 1}));
  EXPECT_NE(complaint("\"cooling.stencil\"", "[tables]\nrates = \"rate.dat\"\n")
                .find(":8: the program cooling needs the table 'rate': expected a function of "
                      "[tables] with that name, as rate = \"FILE\" makes it of a file of two "
                      "columns, did you mean 'rates'?"),
            std::string::npos)
      << complaint("\"cooling.stencil\"", "[tables]\nrates = \"rate.dat\"\n");
}

TEST_F(DeckProgramFiles, OfAListAreOneProgram) {
  const Deck list = deck(R"(["parts/diffusion.stencil", "decay.stencil"])", "decay = 3\n");
  EXPECT_EQ(list.program()->name, "decay");
  EXPECT_EQ(list.number("physics", "decay"), 3);
  EXPECT_EQ(list.number("physics", "rate"), 1);
  EXPECT_NE(list.resolved().find(R"(program = ["parts/diffusion.stencil", "decay.stencil"])"),
            std::string::npos)
      << list.resolved();
  const Deck again = Deck::parse(list.resolved(), (folder_ / "own.toml").string());
  EXPECT_EQ(again.resolved(), list.resolved());
  EXPECT_EQ(texts_of(again), texts_of(list));
  const Deck included = deck("\"main.stencil\"");
  EXPECT_EQ(included.program()->files.size(), 3U);
  EXPECT_EQ(included.number("physics", "decay"), 2);
  EXPECT_EQ(included.program()->kernels.reductions.size(), 1U);
}

TEST_F(DeckProgramFiles, MayComeWithSolenoid) {
  write("coriolis.stencil",
        "uniform Scalar rotation = 1;\n"
        "d_t velocity += 2 * rotation * Vector(velocity.y, -velocity.x, 0);\n");
  write("rotating.stencil", "include <mhd.stencil>;\ninclude \"coriolis.stencil\";\n");
  const Deck list = deck(R"(["<mhd.stencil>", "coriolis.stencil"])");
  EXPECT_EQ(list.number("physics", "rotation"), 1);
  EXPECT_EQ(list.program()->state_fields(), deck("\"<mhd.stencil>\"").program()->state_fields());
  const Deck included = deck("\"rotating.stencil\"");
  EXPECT_EQ(texts_of(included).front(), built_in_program_text("mhd.stencil"));
  EXPECT_EQ(included.number("physics", "rotation"), 1);
}

TEST_F(DeckProgramFiles, CanBeForced) {
  for (const std::string wave : {"wave", "helical_wave"}) {
    const std::string forcing = wave == "wave" ? "random" : "helical";
    write("forced.stencil", "include <isothermal.stencil>;\ninclude <forcing/" + wave +
                                ".stencil>;\nd_t velocity += -0.1 * velocity;\n");
    const Deck forced = deck("\"forced.stencil\"", "forcing = \"" + forcing + "\"\n");
    EXPECT_TRUE(forced.program()->forced);
    EXPECT_EQ(forced.resolved().find("forcing_phase"), std::string::npos) << forced.resolved();
  }
  const std::string found = complaint("\"main.stencil\"", "forcing = \"helical\"\n");
  EXPECT_NE(found.find("the program main has no uniform 'forcing_phase'; write 'include "
                       "<forcing/helical_wave.stencil>;' and 'd_t velocity += body_force();'"),
            std::string::npos)
      << found;
}

TEST_F(DeckProgramFiles, BuiltInEquationsAreForcedToo) {
  const auto uniforms = [](const std::string& physics) {
    const Deck deck = Deck::parse(
        "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n[grid]\n"
        "cells = [8, 8, 8]\n[physics]\n" +
            physics,
        "here.toml");
    return deck.program()->kernels.uniforms.size();
  };
  const std::size_t plain = uniforms("equations = \"mhd\"\n");
  EXPECT_EQ(uniforms("equations = \"mhd\"\nforcing = \"random\"\n"), plain + 7);
  EXPECT_EQ(uniforms("equations = \"mhd\"\nforcing = \"helical\"\n"), plain + 10);
  EXPECT_EQ(uniforms("equations = \"isothermal\"\nforcing = \"helical\"\n"), 2U + 10U);
}

TEST_F(DeckProgramFiles, ThatAreMissingAreNamed) {
  const std::string own = (folder_ / "own.toml").string() + ":8: 'program' in [physics]: ";
  expect_complaint(R"(["main.stencil", "none.stencil"])",
                   own + "cannot read '" + (folder_ / "none.stencil").string() +
                       "', expected a file of the stencil language, named relative to the deck");
  expect_complaint("\"<mdh.stencil>\"", own +
                                            "no file <mdh.stencil> comes with Solenoid, did you "
                                            "mean 'mhd.stencil'?");
  expect_complaint(R"(["main.stencil", 3])",
                   "expected the name of a file in quotes, or a list of them, found 3");
  expect_complaint("[]", "'program' in [physics]");
  expect_complaint("3", "expected the name of a file in quotes, or a list of them, found 3");
  write("main.stencil", "\ninclude \"parts/none.stencil\";\n");
  const std::string main = (folder_ / "main.stencil").string();
  expect_complaint("\"main.stencil\"", main + ":2:1: cannot read '" +
                                           (folder_ / "parts/none.stencil").string() +
                                           "', expected a file of the stencil language");
  write("main.stencil", "include <forcing/waves.stencil>;\n");
  expect_complaint("\"main.stencil\"", main +
                                           ":1:1: no file <forcing/waves.stencil> comes with "
                                           "Solenoid, did you mean 'forcing/wave.stencil'?");
}

TEST_F(DeckProgramFiles, MistakesInThemNameTheirFileAndLine) {
  write("decay.stencil", "\nd_t c += -dekay;\n");
  expect_complaint("\"main.stencil\"", (folder_ / "decay.stencil").string() + ":2:");
  write("decay.stencil", "d_t c = -c;\n");
  expect_complaint("\"main.stencil\"", (folder_ / "decay.stencil").string() +
                                           ":1:5: 'c' has an equation already, in " +
                                           (folder_ / "parts/diffusion.stencil").string() +
                                           ":3; write 'd_t c += ...;' to add to it");
  write("decay.stencil", "include \"main.stencil\";\n");
  expect_complaint("\"main.stencil\"", (folder_ / "decay.stencil").string() +
                                           ":1:1: " + (folder_ / "main.stencil").string() +
                                           " includes itself, by way of " +
                                           (folder_ / "decay.stencil").string());
}

}  // namespace
}  // namespace solenoid
