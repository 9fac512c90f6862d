#include "src/formats/sac_file.hpp"

#include <gtest/gtest.h>

#include "src/output/files.hpp"
#include "tests/unit/formats/helpers.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using testing_formats::made_up;
using testing_formats::same;

TEST(SacFile, GhostLayersAreDroppedAndEdgesFound) {
  const sac::Snapshot snapshot = made_up(9, 8);
  const FileState state = state_of(snapshot, 2);
  EXPECT_EQ(state.snapshot.grid.cells, (std::array<int, 3>{5, 4, 1}));
  EXPECT_EQ(state.snapshot.grid.lower, (std::array<double, 3>{0, 1, 0}));
  EXPECT_EQ(state.snapshot.grid.upper, (std::array<double, 3>{0.5, 1.8, 1}));
  EXPECT_EQ(state.snapshot.fields.size(), 10U);
  EXPECT_EQ(state.snapshot.fields[0].name, "density_perturbation");
  EXPECT_EQ(state.snapshot.fields[0].values[0], snapshot.values[0][2 + 9 * 2]);
  EXPECT_EQ(state.snapshot.fields[6].name, "background_energy");
  EXPECT_EQ(state.parameters.gravity[0], -3);
  EXPECT_EQ(state_of(snapshot, 0).snapshot.grid.cells, (std::array<int, 3>{9, 8, 1}));
  EXPECT_THROW(state_of(snapshot, 4), sac::FormatError);
}

TEST(SacFile, AStateComesBackFromAFileAsItWas) {
  const testing_files::TemporaryFolder folder;
  const FileState state = state_of(made_up(9, 8), 2);
  for (const sac::Writer writer : {sac::Writer::sac, sac::Writer::smaug}) {
    const auto encoding =
        writer == sac::Writer::sac ? sac::Encoding::records : sac::Encoding::stream;
    const auto file = folder / "state.out";
    write_sac_file(file, sac_snapshot(state, "test", writer, 2), encoding);
    EXPECT_TRUE(is_sac_file(file));
    EXPECT_EQ(read_sac_contents(file).encoding, encoding);
    const FileState read = state_of(read_sac_file(file, {}), 2);
    EXPECT_EQ(read.snapshot.grid.lower, state.snapshot.grid.lower);
    EXPECT_EQ(read.snapshot.grid.upper, state.snapshot.grid.upper);
    EXPECT_EQ(read.snapshot.time, state.snapshot.time);
    EXPECT_EQ(read.parameters.gravity, state.parameters.gravity);
    ASSERT_EQ(read.snapshot.fields.size(), 10U);
    for (std::size_t f = 0; f < 10; ++f) {
      EXPECT_EQ(read.snapshot.fields[f].name, state.snapshot.fields[f].name);
      EXPECT_EQ(read.snapshot.fields[f].values, state.snapshot.fields[f].values);
    }
  }
}

TEST(SacFile, RefusesGridsThatAreNotUniform) {
  sac::Snapshot stretched = made_up(9, 8);
  stretched.coordinates[0][4 + 9 * 3] += 0.03;
  try {
    state_of(stretched, 2);
    FAIL();
  } catch (const sac::FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("coordinate 1 is"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("expected a uniform"), std::string::npos);
  }
  sac::Snapshot generalised = made_up(9, 8);
  generalised.generalised = true;
  EXPECT_THROW(state_of(generalised, 2), sac::FormatError);
}

TEST(SacFile, ErrorsNameTheFile) {
  const testing_files::TemporaryFolder folder;
  const auto file = folder / "state.out";
  write_sac_file(file, made_up(9, 8), sac::Encoding::records);
  std::filesystem::resize_file(file, 500);
  try {
    read_sac_file(file, {});
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("state.out"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("broken off"), std::string::npos) << error.what();
  }
  write_sac_file(file, made_up(9, 8), sac::Encoding::records);
  EXPECT_THROW(read_sac_file(file, {5, 2}), OutputError);
  EXPECT_THROW(read_sac_file(folder / "none.out", {}), OutputError);
  EXPECT_THROW(read_sac_file(folder.path(), {}), OutputError);
}

}  // namespace
}  // namespace solenoid
