#include "src/driver/run.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <sstream>

#include "physics/solvers/transfers.hpp"
#include "src/setup/boundary_values.hpp"
#include "tests/unit/driver/driver_run.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

TEST_F(DriverRun, EndsExactlyAtEndTime) {
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::finished) << result.message;
  EXPECT_EQ(result.time, 1.0);
  EXPECT_EQ(result.step, 100);
  EXPECT_EQ(exit_code(result), 0);
}

TEST_F(DriverRun, WritesEachBlockAtItsTimes) {
  run_fresh();
  const std::vector<double> times{0, 0.25, 0.5, 0.75, 1.0};
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Snapshot snapshot = read_athdf(file("fields.0000" + std::to_string(i) + ".athdf"));
    EXPECT_NEAR(snapshot.time, times[i], 1e-12);
  }
  EXPECT_FALSE(fs::exists(file("fields.00005.athdf")));
  EXPECT_TRUE(fs::exists(file("fields.xdmf")));
  const std::string history = text_of(file("hst"));
  // Two lines of header, the start, and every tenth step.
  EXPECT_EQ(std::count(history.begin(), history.end(), '\n'), 2 + 1 + 10);
}

TEST_F(DriverRun, WithoutBlocksWritesStartEndHistoryAndPicture) {
  run_fresh(problem);
  for (const char* name : {"fields.00000.athdf", "fields.00001.athdf", "hst", "checkpoint.h5",
                           "picture.density.png", "picture.density.00001.png"}) {
    EXPECT_TRUE(fs::exists(file(name))) << name;
  }
}

/// Bytes that a run without steps brings to the host for one output, and for its checkpoint.
TEST_F(DriverRun, BringsToTheHostWhatFilesAndPicturesHold) {
  const auto bytes_of = [&](const std::string& cells, const std::string& block) {
    options_.max_steps = 0;
    const std::size_t before = bytes_brought_to_host();
    run_fresh("[run]\nend_time = 1.0\n[grid]\ncells = " + cells +
              "\n[initial]\ndensity = 1.0\npressure = 1.0\n[[output]]\nname = \"one\"\n" + block);
    return bytes_brought_to_host() - before;
  };
  const std::size_t cells = std::size_t(24) * 20 * 16, checkpoint = cells * sizeof(double);
  EXPECT_EQ(bytes_of("[24, 20, 16]", "type = \"history\"\n"), checkpoint);
  EXPECT_EQ(bytes_of("[24, 20, 16]", "type = \"hdf5\"\nfields = [\"density\"]\n"),
            checkpoint + cells * sizeof(double));
  const std::string picture = "type = \"png\"\nfields = [\"density\"]\n";
  // A plane is brought, of the middle or of the slice; of a large one no more than its pixels.
  EXPECT_EQ(bytes_of("[24, 20, 16]", picture), checkpoint + 24 * 20 * sizeof(double));
  EXPECT_EQ(bytes_of("[24, 20, 16]", picture + "slice = { y = 0.5 }\n"),
            checkpoint + 24 * 16 * sizeof(double));
  EXPECT_EQ(bytes_of("[1380, 1380]", picture),
            1380 * 1380 * sizeof(double) + 690 * 690 * sizeof(double));
  options_.provenance.precision = "single";
  EXPECT_EQ(bytes_of("[24, 20, 16]", "type = \"hdf5\"\nfields = [\"density\"]\n"),
            checkpoint + cells * sizeof(float));
}

TEST_F(DriverRun, WithoutOutputsWritesOnlyTheCheckpoint) {
  options_.outputs = false;
  run_fresh();
  EXPECT_EQ(files(), (std::set<std::string>{"wave.checkpoint.h5"}));
}

TEST_F(DriverRun, RestartIsBitForBit) {
  run_fresh();
  const Snapshot whole = read_athdf(file("fields.00004.athdf"));
  const std::string whole_history = text_of(file("hst"));
  fs::remove_all(folder_);

  configure_ = [](FakeSolver& solver) {
    solver.on_step = [count = 0]() mutable {
      if (++count == 37) raise(SIGTERM);
    };
  };
  const RunResult stopped = run_fresh();
  ASSERT_EQ(stopped.ending, Ending::stopped);
  EXPECT_EQ(stopped.step, 37);
  const RunResult finished = go_on();
  EXPECT_EQ(finished.ending, Ending::finished);
  EXPECT_EQ(finished.step, 100);
  const Snapshot parts = read_athdf(file("fields.00004.athdf"));
  EXPECT_EQ(whole.time, parts.time);
  EXPECT_EQ(whole.step, parts.step);
  EXPECT_EQ(whole.fields.at(0).values, parts.fields.at(0).values);
  EXPECT_EQ(text_of(file("hst")), whole_history);
  EXPECT_FALSE(fs::exists(file("fields.00005.athdf")));
}

TEST_F(DriverRun, SpectraAreTablesThatARestartContinues) {
  const std::string deck =
      problem + "[[output]]\ntype = \"spectrum\"\nfields = [\"density\"]\n" + "every_steps = 10\n";
  run_fresh(deck);
  EXPECT_TRUE(fs::exists(file("spectrum.png")));
  const std::string whole = text_of(file("spectrum.density.hst"));
  std::istringstream lines(whole);
  std::string header, labels;
  std::getline(lines, header);
  std::getline(lines, labels);
  EXPECT_NE(labels.find("[11]=k=8"), std::string::npos) << labels;
  double time = 0, dt = 0, mean = 0, wave = 0;
  lines >> time >> dt >> mean >> wave;
  EXPECT_NEAR(mean, 1, 1e-14);
  EXPECT_NEAR(wave, 0.5 * 0.3 * 0.3, 1e-14);
  fs::remove_all(folder_);

  options_.max_steps = 40;  // a row falls on this step
  run_fresh(deck);
  options_.max_steps.reset();
  go_on(deck);
  EXPECT_EQ(text_of(file("spectrum.density.hst")), whole);
}

TEST_F(DriverRun, RestartKeepsTheHistoryRowOfTheCheckpoint) {
  options_.max_steps = 20;  // a row falls on this step
  run_fresh();
  const std::string before = text_of(file("hst"));
  options_.max_steps = 20;
  go_on();
  EXPECT_EQ(text_of(file("hst")), before);
}

TEST_F(DriverRun, StopSaysHowToGoOnAndExitsWithZero) {
  configure_ = [](FakeSolver& solver) { solver.on_step = [] { raise(SIGINT); }; };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_EQ(result.step, 1);
  EXPECT_EQ(exit_code(result), 0);
  EXPECT_NE(result.message.find("Ctrl-C"), std::string::npos);
  EXPECT_NE(
      result.message.find("solenoid run wave.toml --restart " + file("checkpoint.h5").string()),
      std::string::npos)
      << result.message;
  EXPECT_TRUE(fs::exists(file("checkpoint.h5")));
}

TEST_F(DriverRun, UserSignalWritesACheckpointAndGoesOn) {
  configure_ = [](FakeSolver& solver) {
    solver.on_step = [count = 0]() mutable {
      if (++count == 5) raise(SIGUSR1);
    };
  };
  EXPECT_EQ(run_fresh().step, 100);
  EXPECT_NE(out_.str().find("checkpoint at step 5"), std::string::npos) << out_.str();
  EXPECT_EQ(read_checkpoint(file("checkpoint.previous.h5")).step, 5);
}

TEST_F(DriverRun, StopFileStopsAndIsRemoved) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "STOP") << "\n";
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_EQ(result.step, 0);
  EXPECT_FALSE(fs::exists(folder_ / "STOP"));
}

TEST_F(DriverRun, WallTimeLimitStopsWithACheckpoint) {
  options_.wall_time = 0.3;
  configure_ = [](FakeSolver& solver) { solver.on_step = [] { usleep(20'000); }; };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_LT(result.step, 20);
  EXPECT_TRUE(fs::exists(file("checkpoint.h5")));
}

TEST_F(DriverRun, CheckpointIntervalIsKept) {
  options_.checkpoint_interval = every_step;
  run_fresh();
  EXPECT_EQ(read_checkpoint(file("checkpoint.previous.h5")).step, 99);
  EXPECT_EQ(read_checkpoint(file("checkpoint.h5")).step, 100);
}

TEST_F(DriverRun, CheckpointIntervalOfZeroLeavesTheOneAtTheEnd) {
  options_.checkpoint_interval = 0;
  run_fresh();
  EXPECT_FALSE(fs::exists(file("checkpoint.previous.h5")));
  EXPECT_EQ(read_checkpoint(file("checkpoint.h5")).step, 100);
}

TEST_F(DriverRun, UnphysicalStateIsReportedAndTheCheckpointKept) {
  options_.checkpoint_interval = every_step;
  configure_ = [](FakeSolver& solver) { solver.fail_at_step = 7; };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::unphysical);
  EXPECT_EQ(exit_code(result), 3);
  for (const char* part :
       {"cell (3, 0, 0)", "(0.21875, 0, 0)", "step 7", "time 0.07", "density = -1",
        "wave.emergency.athdf", "wave.checkpoint.h5", "a smaller solver.cfl than 0.8"}) {
    EXPECT_NE(result.message.find(part), std::string::npos) << part << " in " << result.message;
  }
  EXPECT_EQ(read_checkpoint(file("checkpoint.h5")).step, 6);
  EXPECT_EQ(read_athdf(file("emergency.athdf")).fields.at(0).values.at(3), -1);
}

TEST_F(DriverRun, AnUnphysicalEndOfAStepIsReportedAndNotWritten) {
  configure_ = [](FakeSolver& solver) { solver.unphysical_in_outputs = 20; };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::unphysical);
  for (const char* part : {"cell (3, 0, 0)", "step 20", "time 0.2", "density = -1"})
    EXPECT_NE(result.message.find(part), std::string::npos) << part << " in " << result.message;
  EXPECT_EQ(text_of(file("hst")).find("2.0000000"), std::string::npos) << text_of(file("hst"));
  configure_ = [](FakeSolver& solver) { solver.unphysical_in_outputs = 100; };
  EXPECT_EQ(run_fresh().step, 100);
  EXPECT_FALSE(fs::exists(file("fields.00004.athdf")));
}

TEST_F(DriverRun, BoundaryValueThatCannotBeEndsTheRun) {
  options_.checkpoint_interval = every_step;
  configure_ = [](FakeSolver& solver) {
    solver.on_step = [count = 0]() mutable {
      if (++count == 7) throw BoundaryValueError("pressure is -1");
    };
  };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::unphysical);
  EXPECT_EQ(exit_code(result), 3);
  for (const char* part : {"pressure is -1", "within step 7, from time 0.06", "checkpoint.h5"}) {
    EXPECT_NE(result.message.find(part), std::string::npos) << part << " in " << result.message;
  }
  EXPECT_EQ(read_checkpoint(file("checkpoint.h5")).step, 6);
}

TEST_F(DriverRun, StepThatIsNoNumberEndsTheRun) {
  configure_ = [](FakeSolver& solver) { solver.stable = std::numeric_limits<double>::quiet_NaN(); };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::unphysical);
  EXPECT_NE(result.message.find("time step is nan"), std::string::npos) << result.message;
  EXPECT_EQ(result.message.find("what may help"), std::string::npos) << result.message;
}

TEST_F(DriverRun, AStateWithoutAStableStepIsSaidWhereItIsUnphysical) {
  configure_ = [](FakeSolver& solver) {
    solver.on_step = [&solver, count = 0]() mutable {
      if (++count < 7) return;
      const double pressure = -0.25;
      solver.set_part("density", {{5, 0, 0}, {1, 1, 1}}, {Precision::double_precision, &pressure});
      solver.stable = -std::numeric_limits<double>::quiet_NaN();
    };
  };
  const RunResult result = run_fresh();
  EXPECT_EQ(result.ending, Ending::unphysical);
  for (const char* part :
       {"time step is nan after step 7 at time 0.07",
        "density is -0.25 in cell (5, 0, 0) at (0.34375, 0.5, 0.5): expected a positive number",
        "what may help"})
    EXPECT_NE(result.message.find(part), std::string::npos) << part << " in " << result.message;
}

TEST_F(DriverRun, VanishingStepEndsTheRun) {
  const Deck deck = Deck::parse(problem, "wave.toml");
  FakeSolver solver(deck.grid());
  solver.stable = 1e-300;
  StartingPoint start;
  start.time = 0.5;
  const RunResult result = run(deck, solver, start, options_, out_);
  EXPECT_EQ(result.ending, Ending::unphysical);
  EXPECT_NE(result.message.find("no longer advances"), std::string::npos) << result.message;
}

TEST_F(DriverRun, CheckpointOfAnEarlierRunIsSetAside) {
  options_.max_steps = 3;
  run_fresh();
  options_.max_steps = 5;
  run_fresh();
  EXPECT_EQ(read_checkpoint(file("checkpoint.earlier-run.h5")).step, 3);
  EXPECT_EQ(read_checkpoint(file("checkpoint.h5")).step, 5);
  EXPECT_NE(out_.str().find("earlier run"), std::string::npos);
}

TEST_F(DriverRun, SummaryKnowsDriftSinceTheVeryStart) {
  options_.max_steps = 50;
  run_fresh();
  EXPECT_EQ(out_.str().find("% of the bound"), std::string::npos);  // it was short
  options_.max_steps.reset();
  options_.bandwidth_after = 0;
  const RunResult result = go_on();
  ASSERT_EQ(result.summary.totals.size(), 1u);
  EXPECT_NEAR(result.summary.totals[0].start, 1.0, 1e-14);
  EXPECT_NEAR(result.summary.totals[0].now, 1.0, 1e-12);
  EXPECT_TRUE(result.summary.closed_box);
  EXPECT_EQ(result.summary.speed.steps, 50);
  EXPECT_NE(out_.str().find("% of the bound"), std::string::npos);
}

TEST_F(DriverRun, QuietPrintsNothing) {
  options_.quiet = true;
  run_fresh();
  EXPECT_EQ(out_.str(), "");
}

}  // namespace
}  // namespace solenoid
