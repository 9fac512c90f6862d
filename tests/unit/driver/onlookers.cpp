// A run with those who look at it and ask things of it.
#include "src/driver/onlookers.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>
#include <sstream>

#include "src/driver/run.hpp"
#include "tests/unit/driver/fake_solver.hpp"

namespace solenoid {
namespace {

const std::string watched_deck = R"toml(
[run]
end_time = 0.5
[grid]
cells = [16]
[initial]
density = 1.0
pressure = 1.0
[[output]]
type = "hdf5"
name = "fields"
every_time = 0.25
)toml";

/// Looks at every step, and asks for something at some of them.
class Spectator : public Watcher {
 public:
  explicit Spectator(Control& control) : control_(control) {}

  bool wants(bool) override { return true; }
  void show(Solver& solver, const Progress& progress, bool paused) override {
    ++looks;
    static_cast<void>(solver.history());
    static_cast<void>(solver.field("density"));
    if (paused && ++pauses == 3) control_.ask(Request::step);
    if (paused && pauses == 9) control_.ask(Request::go);
    if (progress.step == 5 && pauses == 0) control_.ask(Request::pause);
    if (progress.step == 12 && asked.insert(12).second) control_.ask(Request::output);
    if (progress.step == 14 && asked.insert(14).second) control_.ask(Request::checkpoint);
    if (progress.step == stop_at) control_.ask(Request::stop);
  }
  void ended(const Progress&, const std::string& how) override { last_words = how; }

  int looks = 0, pauses = 0;
  long stop_at = -1;
  std::set<long> asked;
  std::string last_words;

 private:
  Control& control_;
};

class WatchedRun : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("solenoid_watched_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunResult run_watched(FakeSolver& solver, Watcher* watcher, std::shared_ptr<Control> control) {
    const Deck deck = Deck::parse(watched_deck, "wave.toml");
    RunOptions options;
    options.folder = folder_;
    options.command = "solenoid run wave.toml";
    options.provenance = {"test", deck.resolved(), "cpu", "double"};
    options.control = std::move(control);
    options.watcher = watcher;
    return run(deck, solver, {}, options, out_);
  }

  std::filesystem::path folder_;
  std::ostringstream out_;
};

TEST_F(WatchedRun, EndsInTheSameBitsAsOneThatNobodyLooksAt) {
  const Grid grid = Deck::parse(watched_deck, "wave.toml").grid();
  FakeSolver alone(grid), watched(grid);
  const RunResult first = run_watched(alone, nullptr, std::make_shared<Control>());
  const auto control = std::make_shared<Control>();
  Spectator spectator(*control);
  const RunResult second = run_watched(watched, &spectator, control);
  EXPECT_EQ(first.ending, Ending::finished);
  EXPECT_EQ(second.ending, Ending::finished) << second.message;
  EXPECT_EQ(first.step, second.step);
  EXPECT_EQ(alone.save().arrays, watched.save().arrays);
  EXPECT_GE(spectator.pauses, 9);
  EXPECT_EQ(spectator.last_words, "the run is over");
  EXPECT_NE(out_.str().find("paused after step 5"), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("paused after step 6"), std::string::npos);
  EXPECT_NE(out_.str().find("checkpoint at step 15"), std::string::npos);
  // One output more, at step 13, than at start, 0.25 and end.
  EXPECT_TRUE(std::filesystem::exists(folder_ / "wave.fields.00003.athdf"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "wave.fields.00004.athdf"));
}

TEST_F(WatchedRun, StopsWhereItIsAskedTo) {
  FakeSolver solver(Deck::parse(watched_deck, "wave.toml").grid());
  const auto control = std::make_shared<Control>();
  Spectator spectator(*control);
  spectator.stop_at = 8;
  const RunResult result = run_watched(solver, &spectator, control);
  EXPECT_EQ(result.ending, Ending::stopped);
  EXPECT_EQ(result.step, 8);
  EXPECT_NE(spectator.last_words.find("stopped by a request after step 8"), std::string::npos)
      << spectator.last_words;
}

/// A run that goes on from the checkpoint would write over outputs of which this does not know.
TEST_F(WatchedRun, StopsWithACheckpointThatKnowsOfAllOutputsOfItsStep) {
  FakeSolver solver(Deck::parse(watched_deck, "wave.toml").grid());
  const auto control = std::make_shared<Control>(true);
  class Asker : public Watcher {
   public:
    explicit Asker(Control& control) : control_(control) {}
    bool wants(bool) override { return true; }
    void show(Solver&, const Progress& progress, bool paused) override {
      const int asked = paused && progress.step == 0 ? ++looks_ : 0;
      if (asked == 1) control_.ask(Request::step);
      if (paused && progress.step == 1) {
        const Request all[] = {Request::checkpoint, Request::output, Request::stop};
        if (next_ < 3) control_.ask(all[next_++]);
      }
    }
    void ended(const Progress&, const std::string&) override {}

   private:
    Control& control_;
    int looks_ = 0, next_ = 0;
  } asker(*control);
  const RunResult result = run_watched(solver, &asker, control);
  EXPECT_EQ(result.ending, Ending::stopped) << result.message;
  EXPECT_EQ(result.step, 1);
  const Checkpoint checkpoint = read_checkpoint(folder_ / "wave.checkpoint.h5");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "wave.fields.00001.athdf"));
  EXPECT_EQ(checkpoint.driver.at("output.fields.count"), 2);
}

TEST_F(WatchedRun, TakesRequestsFromTheFolderWhileItHolds) {
  FakeSolver solver(Deck::parse(watched_deck, "wave.toml").grid());
  const auto control = std::make_shared<Control>(true);
  class Outside : public Watcher {
   public:
    explicit Outside(const std::filesystem::path& folder) : requests_(folder) {}
    bool wants(bool) override { return true; }
    void show(Solver&, const Progress& progress, bool paused) override {
      if (!paused || progress.step > 3) return;
      // Three steps at once, of which none is lost, and then the rest.
      const int asked = progress.step == 0 ? (++looks_ == 2 ? 3 : 0) : int(progress.step == 3);
      for (int n = 0; n < asked; ++n)
        static_cast<void>(requests_.put(progress.step == 0 ? Request::step : Request::go));
    }
    void ended(const Progress&, const std::string&) override {}

   private:
    ControlFolder requests_;
    int looks_ = 0;
  } outside(folder_);
  const RunResult result = run_watched(solver, &outside, control);
  EXPECT_EQ(result.ending, Ending::finished) << result.message;
  EXPECT_NE(out_.str().find("paused after step 0"), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("paused after step 3"), std::string::npos) << out_.str();
  EXPECT_EQ(out_.str().find("paused after step 1"), std::string::npos) << out_.str();
}

}  // namespace
}  // namespace solenoid
