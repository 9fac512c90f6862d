#include "src/deck/spectra.hpp"

#include <gtest/gtest.h>

#include "src/setup/memory_need.hpp"

namespace solenoid {
namespace {

using NameList = std::vector<std::string>;

const NameList fields_of_mhd{"density",          "velocity_x",      "velocity_y",
                             "velocity_z",       "momentum_x",      "magnetic_field_x",
                             "magnetic_field_y", "magnetic_field_z"};

TEST(Spectra, AreOfEnergiesVectorsAndFields) {
  const auto kinetic = find_spectrum("kinetic", fields_of_mhd);
  ASSERT_TRUE(kinetic);
  EXPECT_EQ(kinetic->components, (NameList{"velocity_x", "velocity_y", "velocity_z"}));
  EXPECT_EQ(kinetic->factor, 0.5);
  const auto field = find_spectrum("magnetic_field", fields_of_mhd);
  ASSERT_TRUE(field);
  EXPECT_EQ(field->components.size(), 3U);
  EXPECT_EQ(field->factor, 1);
  EXPECT_EQ(find_spectrum("density", fields_of_mhd)->components, NameList{"density"});
  EXPECT_FALSE(find_spectrum("momentum", fields_of_mhd));
  EXPECT_FALSE(find_spectrum("magnetic", {"density"}));
}

TEST(Spectra, OfEnergiesAreTheDefaultWhereThereAreEnergies) {
  EXPECT_EQ(default_spectra(fields_of_mhd, {"density"}), (NameList{"kinetic", "magnetic"}));
  EXPECT_EQ(default_spectra({"U", "V", "sum"}, {"U", "V"}), (NameList{"U", "V"}));
}

TEST(Spectra, HaveNamesThatAllExist) {
  const NameList names = spectrum_names(fields_of_mhd);
  EXPECT_EQ(names.size(), fields_of_mhd.size() + 4);
  for (const std::string& name : names) EXPECT_TRUE(find_spectrum(name, fields_of_mhd)) << name;
}

TEST(Spectra, NeedAPeriodicBox) {
  const std::string deck =
      "[run]\nend_time = 1\n[grid]\ncells = [16, 16]\nboundary_y = \"outflow\"\n"
      "[initial]\ndensity = 1\npressure = 1\n[[output]]\ntype = \"spectrum\"\n";
  try {
    Deck::parse(deck, "d");
    FAIL() << "no error";
  } catch (const DeckError& error) {
    EXPECT_STREQ(error.what(),
                 "d:10: 'type' in [[output]] 0: a spectrum needs a box that is periodic, found "
                 "boundary_y = \"outflow\" in [grid]");
  }
}

TEST(Spectra, NeedMemoryThatIsCounted) {
  const std::string deck =
      "[run]\nend_time = 1\n[grid]\ncells = [16, 16]\n[initial]\ndensity = 1\npressure = 1\n";
  const MemoryNeed without = memory_need(Deck::parse(deck, "d"));
  const MemoryNeed with = memory_need(Deck::parse(deck + "[[output]]\ntype = \"spectrum\"\n", "d"));
  EXPECT_EQ(with.device_bytes - without.device_bytes, 2U * 16 * 16 * 8);
  EXPECT_EQ(with.bytes_per_cell, without.bytes_per_cell);
}

}  // namespace
}  // namespace solenoid
