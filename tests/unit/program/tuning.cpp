/// Shapes of passes: as words, which ones are tried, and how the fastest is kept.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "src/output/files.hpp"
#include "src/program/shapes.hpp"
#include "src/program/tuned.hpp"
#include "src/setup/solvers.hpp"
#include "src/stencil/emit.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

Deck mhd_deck(const std::vector<std::string>& overrides = {}) {
  return Deck::parse(
      "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
      "[physics]\nequations = \"mhd\"\n[grid]\ncells = [64, 64, 64]\n",
      "mhd.toml", overrides);
}

std::vector<PassShape> candidates(Precision precision, Device device,
                                  const std::array<int, 3>& cells) {
  return candidate_shapes(mhd_deck().program()->kernels, precision, device, cells);
}

TEST(PassShapes, WordsAreReadBack) {
  for (const PassShape& shape : {PassShape{PassForm::tiles, 16, 8, 4, 1, 5}, plain_pass_shape,
                                 default_block_shape, PassShape{PassForm::blocks, 64, 8, 16, 0, 0}})
    EXPECT_EQ(shape_of_word(shape_word(shape)), shape) << shape_word(shape);
  EXPECT_EQ(shape_word({PassForm::tiles, 16, 8, 4, 1, 5}), "tiles:16x8x4:1:5");
  EXPECT_EQ(shape_initialiser({PassForm::tiles, 16, 8, 4, 1, 5}),
            "{PassForm::tiles, 16, 8, 4, 1, 5}");
}

TEST(PassShapes, WhatNoDeviceCanRunIsNoShape) {
  for (const char* word :
       {"", "tiles", "tiles:", "tiles:16x8x4", "tiles:16x8x4:1", "tiles:16x8x4:1:5:1",
        "tiles:16x8x0:1:5", "tiles:-16x8x4:1:5", "tiles:1000x1000x1000:1:5", "tiles:17x8x4:1:5",
        "tiles:64x8x4:1:5", "plain:32x4x1", "plain:32x1x1:33", "plain:32x4x1:100",
        "plain:32x4x1:2:5", "plain:99999999999x4x1:2", "blocks:64x0x4", "blocks:64x8x4:1",
        "bricks:8x8x8"})
    EXPECT_FALSE(shape_of_word(word)) << word;
}

TEST(PassShapes, NeedsOfAProgramAreThoseOfItsSteps) {
  const Deck deck = mhd_deck({"solver.order=4"});
  const std::vector<stencil::StepNeeds> needs = stencil::step_needs(deck.program()->kernels);
  ASSERT_EQ(needs.size(), 1U);
  // The neighbours of every field are read.
  EXPECT_EQ(std::size_t(needs[0].steps), deck.program()->state_fields().size());
  EXPECT_EQ(needs[0].reach, (std::array{2, 2, 2}));
  EXPECT_GE(needs[0].previous, 1);
}

TEST(PassShapes, CandidatesFitTheDevice) {
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    const std::vector<PassShape> shapes = candidates(precision, Device::gpu, {64, 64, 64});
    const stencil::StepNeeds needs = stencil::step_needs(mhd_deck().program()->kernels).at(0);
    EXPECT_EQ(shapes[0], plain_pass_shape);
    EXPECT_EQ(shapes[1], default_shape(precision, Device::gpu, {64, 64, 64}));
    EXPECT_EQ(shapes[1].form, PassForm::tiles);
    EXPECT_GT(shapes.size(), 10U);
    EXPECT_LT(shapes.size(), 30U);
    const int bytes = precision == Precision::single_precision ? 4 : 8;
    for (const PassShape& shape : shapes) {
      EXPECT_EQ(std::count(shapes.begin(), shapes.end(), shape), 1);
      EXPECT_EQ(shape_of_word(shape_word(shape)), shape);
      if (shape.form != PassForm::tiles) continue;
      const TileExtents extents(shape, {needs.steps, needs.reach, needs.previous}, bytes);
      EXPECT_TRUE(extents.fits) << shape_word(shape);
      EXPECT_LE((extents.scratch_bytes + 1024) * shape.teams, 228 * 1024) << shape_word(shape);
      EXPECT_LE(shape.vertices() * shape.teams * (bytes == 8 ? 96 : 64), 65536);
    }
  }
}

TEST(PassShapes, GridsWithoutRoomForTilesHaveNone) {
  EXPECT_EQ(default_shape(Precision::double_precision, Device::gpu, {64, 64, 1}), plain_pass_shape);
  for (const PassShape& shape : candidates(Precision::double_precision, Device::gpu, {64, 64, 1}))
    EXPECT_EQ(shape.form, PassForm::plain);
  for (const PassShape& shape : candidates(Precision::double_precision, Device::cpu, {64, 64, 1}))
    EXPECT_EQ(shape.form, PassForm::blocks);
}

/// A scratch folder, gone afterwards.
class TunedShapes : public testing::Test {
 protected:
  ~TunedShapes() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  /// What is found for a subject, and what is said of it.
  std::optional<TunedShape> find(const TuningSubject& subject) {
    said_.clear();
    return find_tuned(subject, folder_, [&](const std::string& text) { said_ += text; });
  }
  void write(const TuningSubject& subject, const std::string& text) const {
    std::ofstream(tuned_file(subject, folder_)) << text;
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("solenoid-tuned-" +
                      std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::string said_;
  const TuningSubject here_{*mhd_deck().program(), Precision::double_precision, "NVIDIA H200"};
  const TunedShape tuned_{here_, {PassForm::tiles, 16, 8, 4, 1, 5}, {256, 256, 128}, 0.375};
};

TEST_F(TunedShapes, AreFoundAgain) {
  EXPECT_FALSE(find(here_));
  keep_tuned(tuned_, folder_);
  const auto found = find(here_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->shape, tuned_.shape);
  EXPECT_EQ(found->cells, tuned_.cells);
  EXPECT_EQ(found->nanoseconds, 0.375);
  EXPECT_EQ(found->subject.device, "NVIDIA H200");
  EXPECT_EQ(said_, "");
  TunedShape better = tuned_;
  better.shape.entries = 4;
  keep_tuned(better, folder_);
  EXPECT_EQ(find(here_)->shape.entries, 4);
  EXPECT_EQ(all_tuned(folder_).size(), 1U);
}

TEST_F(TunedShapes, OfAProgramAreFoundWithoutItsDevice) {
  keep_tuned(tuned_, folder_);
  TunedShape other = tuned_;
  other.subject = {*mhd_deck().program(), Precision::double_precision, "NVIDIA A100"};
  other.shape.entries = 6;
  keep_tuned(other, folder_);
  EXPECT_EQ(tuned_for(*mhd_deck().program(), Precision::double_precision, folder_).size(), 2U);
  EXPECT_EQ(tuned_for(*mhd_deck().program(), Precision::single_precision, folder_).size(), 0U);
  const Deck fourth = mhd_deck({"solver.order=4"});
  EXPECT_EQ(tuned_for(*fourth.program(), Precision::double_precision, folder_).size(), 0U);
}

TEST_F(TunedShapes, AreThoseOfTheirDeviceProgramOrderAndPrecision) {
  keep_tuned(tuned_, folder_);
  EXPECT_FALSE(find({*mhd_deck().program(), Precision::double_precision, "NVIDIA A100"}));
  EXPECT_FALSE(find({*mhd_deck().program(), Precision::single_precision, "NVIDIA H200"}));
  EXPECT_FALSE(
      find({*mhd_deck({"solver.order=4"}).program(), Precision::double_precision, "NVIDIA H200"}));
  EXPECT_TRUE(find(here_));
  // A file that was copied from another machine.
  const TuningSubject there{*mhd_deck().program(), Precision::double_precision, "NVIDIA A100"};
  fs::copy_file(tuned_file(here_, folder_), tuned_file(there, folder_));
  EXPECT_FALSE(find(there));
  EXPECT_NE(said_.find("it was measured on NVIDIA H200"), std::string::npos) << said_;
}

TEST_F(TunedShapes, DamagedOnesAreNotUsed) {
  keep_tuned(tuned_, folder_);
  std::ifstream stream(tuned_file(here_, folder_));
  const std::string good{std::istreambuf_iterator<char>(stream), {}};
  const auto expect = [&](const std::string& text, const std::string& part) {
    write(here_, text);
    EXPECT_FALSE(find(here_)) << text;
    EXPECT_NE(said_.find(part), std::string::npos) << said_;
    EXPECT_NE(said_.find("'solenoid tune' makes a new one"), std::string::npos) << said_;
    EXPECT_TRUE(all_tuned(folder_).empty());
  };
  expect("", "it cannot be read");
  expect(std::string(100, '\0'), "it cannot be read");
  expect(good.substr(0, good.find("shape")), "'shape' is missing");
  std::string other = good;
  expect(other.replace(good.find("tiles:"), 6, "tales:"), "is no shape of a pass");
  other = good;
  expect(other.replace(good.find("256 256"), 7, "256 2x6"), "'cells' is '256 2x6 128'");
}

TEST_F(TunedShapes, FoldersThatCannotBeWrittenToAreNamed) {
  std::ofstream(folder_.string()) << "a file";
  try {
    keep_tuned(tuned_, folder_ / "inside");
    FAIL();
  } catch (const ModuleError& error) {
    EXPECT_NE(std::string(error.what()).find("set SOLENOID_CACHE"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace solenoid
