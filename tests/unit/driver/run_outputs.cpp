#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>

#include "tests/unit/driver/driver_run.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

/// Bytes of all files of a folder, by name.
std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    contents[entry.path().filename().string()] = text.str();
  }
  return contents;
}

TEST_F(DriverRun, OutputsHoldTheStateOfTheirTimeWhereverThereIsRoom) {
  const std::string deck = with_outputs + "[[output]]\ntype = \"png\"\nevery_steps = 20\n";
  options_.checkpoint_interval = every_step;
  run_fresh(deck);
  const auto kept = contents_of(folder_);
  fs::remove_all(folder_);
  options_.output_bytes = 0;  // all is written before the next step
  run_fresh(deck);
  EXPECT_EQ(contents_of(folder_), kept);
}

TEST_F(DriverRun, SlicesHoldThePlaneOfTheirPosition) {
  for (const std::size_t bytes : {std::size_t(1) << 30, std::size_t(0)}) {
    options_.output_bytes = bytes;
    for (const char axis : {'x', 'y', 'z'}) {
      run_fresh(std::string("[run]\nend_time = 0.02\n[grid]\ncells = [6, 5, 4]\n[initial]\n") +
                "density = 1.0\npressure = 1.0\n[[output]]\ntype = \"hdf5\"\nname = \"fields\"\n" +
                "[[output]]\ntype = \"hdf5\"\nname = \"plane\"\nslice = { " + axis + " = 0.7 }\n");
      const Snapshot whole = read_athdf(file("fields.00001.athdf"));
      const Snapshot plane = read_athdf(file("plane.00001.athdf"));
      EXPECT_EQ(plane.fields.at(0).values, slice(whole, Axis(axis - 'x'), 0.7).fields.at(0).values)
          << axis << " " << bytes;
    }
  }
}

TEST_F(DriverRun, StepsAreCompletedWhereOutputsShowThem) {
  const std::string box =
      "[run]\nend_time = 0.02\n[grid]\ncells = [12, 6, 10]\n[initial]\ndensity = 1.0\n"
      "pressure = 1.0\n";
  const Box all{{0, 0, 0}, {12, 6, 10}};
  const std::vector<std::pair<std::string, Box>> blocks{
      {"type = \"hdf5\"\nslice = { y = 0.5 }\n", {{0, 3, 0}, {12, 1, 10}}},
      {"type = \"hdf5\"\n", all},
      {"type = \"hdf5\"\ncoarsen = 2\ncrop = { x = [0.5, 1], z = [0, 0.3] }\n",
       {{6, 0, 0}, {6, 6, 4}}},
      {"type = \"png\"\n", {{0, 0, 5}, {12, 6, 1}}},
      {"type = \"png\"\nslice = { x = 0.01 }\n", {{0, 0, 0}, {1, 6, 10}}},
      {"type = \"png\"\nview = \"volume\"\n", all},
      {"type = \"profile\"\naxis = \"x\"\nfields = [\"density\"]\n", all},
      {"type = \"history\"\n", all}};
  for (const auto& [block, cells] : blocks) {
    // After the first step, not after the second one, with which the run ends.
    std::vector<Box> completed, first;
    configure_ = [&](FakeSolver& solver) {
      solver.on_step = [&, n = 0]() mutable {
        if (n++ == 1) first = completed;
        completed.clear();
      };
      solver.on_complete = [&](const Box& of) { completed.push_back(of); };
    };
    run_fresh(box + "[[output]]\n" + block + "every_steps = 1\n");
    ASSERT_FALSE(first.empty()) << block;
    EXPECT_EQ(first.front(), cells) << block;
  }
}

TEST_F(DriverRun, PartsHoldTheMeansOfTheirCells) {
  const std::string deck =
      "[run]\nend_time = 0.02\n[grid]\ncells = [12, 6, 10]\n[initial]\ndensity = 1.0\n"
      "pressure = 1.0\n[[output]]\ntype = \"hdf5\"\nname = \"fields\"\n"
      "[[output]]\ntype = \"hdf5\"\nname = \"coarse\"\ncoarsen = 2\n"
      "[[output]]\ntype = \"hdf5\"\nname = \"cropped\"\ncrop = { x = [0.25, 0.74] }\n";
  for (const std::size_t bytes : {std::size_t(1) << 30, std::size_t(0)}) {
    options_.output_bytes = bytes;
    run_fresh(deck);
    const Snapshot whole = read_athdf(file("fields.00001.athdf"));
    const Snapshot coarse = read_athdf(file("coarse.00001.athdf"));
    const Snapshot cropped = read_athdf(file("cropped.00001.athdf"));
    const FieldValues means = coarsened(whole, {6, 3, 5}).fields.at(0).values;
    ASSERT_EQ(coarse.grid.cells, (std::array<int, 3>{6, 3, 5}));
    for (std::size_t n = 0; n < means.size(); ++n)
      EXPECT_NEAR(coarse.fields.at(0).values[n], means[n], 1e-14);
    ASSERT_EQ(cropped.grid.cells, (std::array<int, 3>{6, 6, 10}));
    EXPECT_DOUBLE_EQ(cropped.grid.lower[0], 0.25);
    EXPECT_DOUBLE_EQ(cropped.grid.upper[0], 0.75);
    for (std::size_t n = 0; n < cropped.grid.cell_count(); ++n)
      EXPECT_EQ(cropped.fields.at(0).values[n],
                whole.fields.at(0).values[n % 6 + 3 + 12 * (n / 6)]);
  }
}

TEST_F(DriverRun, PicturesShowACrop) {
  run_fresh(
      "[run]\nend_time = 0.02\n[grid]\ncells = [12, 6, 10]\n[initial]\ndensity = 1.0\n"
      "pressure = 1.0\n[[output]]\ntype = \"png\"\nname = \"whole\"\n"
      "[[output]]\ntype = \"png\"\nname = \"part\"\ncrop = { y = [0, 0.5], z = [0, 0.5] }\n");
  EXPECT_GT(fs::file_size(file("part.density.00001.png")), 0U);
  EXPECT_NE(text_of(file("part.density.00001.png")), text_of(file("whole.density.00001.png")));
}

TEST_F(DriverRun, AskedForByWallTimeOutputsComeAtAnyStep) {
  configure_ = [](FakeSolver& solver) { solver.on_step = [] { usleep(1000); }; };
  run_fresh(problem + "[[output]]\ntype = \"hdf5\"\nname = \"fields\"\nevery_wall_time = 0.03\n");
  // A hundred steps take a tenth of a second at least.
  EXPECT_TRUE(fs::exists(file("fields.00003.athdf")));
  EXPECT_FALSE(fs::exists(file("fields.00050.athdf")));
}

TEST_F(DriverRun, FilesMayBeInSinglePrecisionAndCompressed) {
  const auto written = [&](const std::string& keys) {
    run_fresh(
        "[run]\nend_time = 0.02\n[grid]\ncells = [500, 400]\n[initial]\ndensity = 1.0\n"
        "pressure = 1.0\n[[output]]\ntype = \"hdf5\"\nname = \"fields\"\n" +
        keys);
    return std::pair(read_athdf(file("fields.00001.athdf")),
                     fs::file_size(file("fields.00001.athdf")));
  };
  const auto [whole, bytes] = written("");
  const auto [single, single_bytes] = written("precision = \"single\"\n");
  const auto [compressed, compressed_bytes] = written("compression = true\n");
  EXPECT_EQ(whole.precision, Precision::double_precision);
  EXPECT_EQ(single.precision, Precision::single_precision);
  EXPECT_LT(single_bytes, bytes * 6 / 10 + 100000);
  EXPECT_LT(compressed_bytes, bytes * 9 / 10);
  EXPECT_EQ(compressed.fields.at(0).values, whole.fields.at(0).values);
  for (std::size_t i = 0; i < 200000; i += 997)
    EXPECT_EQ(single.fields.at(0).values[i], double(float(whole.fields.at(0).values[i])));
}

TEST_F(DriverRun, AFailureOfAnOutputEndsTheRun) {
  fs::create_directories(file("fields.00002.athdf"));  // in the way
  configure_ = [this](FakeSolver& solver) {
    solver.on_step = [this, count = 0]() mutable {
      // Slow enough for the output of step 50 to fail before the end.
      if (++count > 50) usleep(2000);
    };
  };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::failed);
  EXPECT_EQ(exit_code(result), 3);
  EXPECT_GE(result.step, 50);
  for (const char* part : {"fields.00002.athdf: it is a folder", "the run stopped after step ",
                           "no checkpoint has been written"})
    EXPECT_NE(result.message.find(part), std::string::npos) << part << " in " << result.message;
  EXPECT_TRUE(fs::exists(file("fields.00001.athdf")));
  EXPECT_FALSE(fs::exists(file("fields.00003.athdf")));
}

}  // namespace
}  // namespace solenoid
