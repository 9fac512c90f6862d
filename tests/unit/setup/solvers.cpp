#include "src/setup/solvers.hpp"
#include "src/setup/memory_need.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "physics/solvers/compiled_precisions.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {
namespace {

Deck deck_in(Precision precision) {
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8, 4]\n[initial]\ndensity = 1\npressure = 1\n",
      "deck.toml", {std::string("run.precision=") + name_of(precision)});
}

TEST(Solvers, AreMadeInThePrecisionsThatAreCompiled) {
  for (const Precision precision : compiled_precisions)
    EXPECT_EQ(make_solver(deck_in(precision), Device::cpu)->save().precision, precision);
}

TEST(Solvers, InSinglePrecisionAreRefusedWhereThereAreNone) {
  if (is_compiled(Precision::single_precision)) GTEST_SKIP() << "single precision is compiled";
  try {
    make_solver(deck_in(Precision::single_precision), Device::cpu);
    FAIL() << "a solver was made";
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what()).find("-DSOLENOID_SINGLE_PRECISION=ON"), std::string::npos)
        << error.what();
  }
}

// A GPU cuts what it has into tiles, in rows that begin where a copy may.
TEST(Solvers, OfProgramsAreCompiledForTheCellsThatTheyHave) {
  const Deck deck = Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [128, 16, 32]\n[physics]\nequations = \"isothermal\"\n"
      "[solver]\nscheme = \"finite-difference\"\n[initial]\nlog_density = 0\n",
      "deck.toml", {});
  for (const auto& [cells, form] : {std::pair{deck.grid().cells, PassForm::tiles},
                                    {{128, 16, 8}, PassForm::tiles},
                                    {{128, 16, 3}, PassForm::plain},
                                    {{128, 2, 32}, PassForm::plain},
                                    {{8, 16, 32}, PassForm::plain},
                                    {{63, 16, 32}, PassForm::plain}})
    EXPECT_EQ(program_shape(deck, Device::gpu, cells)->form, form)
        << cells[0] << " x " << cells[1] << " x " << cells[2];
}

// As much as two moments of a small grid write, and of a large one an output of all fields.
TEST(MemoryNeed, OfOutputsIsAFewOfAllFieldsWhereTheseAreSmall) {
  for (const auto& [cells, outputs] :
       {std::pair{512, 4}, std::pair{1024, 3}, std::pair{2048, 1}, std::pair{4096, 1}}) {
    Deck deck = Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [8, 8]\n[initial]\ndensity = 1\npressure = 1\n",
        "deck.toml", {fmt::format("grid.cells=[{0},{0}]", cells)});
    // Of MHD eight fields, and one more.
    EXPECT_EQ(memory_need(deck).host_bytes,
              std::size_t(outputs) * 9 * sizeof(double) * std::size_t(cells) * std::size_t(cells));
  }
}

}  // namespace
}  // namespace solenoid
