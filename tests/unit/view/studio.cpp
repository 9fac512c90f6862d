#include "src/view/studio.hpp"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <thread>

#include "src/view/state_feed.hpp"

namespace solenoid {
namespace {

Studio::Question question(const std::string& key, std::atomic<int>& drawn) {
  Studio::Question asked;
  asked.key = key;
  asked.draw = [&drawn, key](const Scene& scene, Artist&, Answer& answer) {
    ++drawn;
    answer.kind = Answer::Kind::text;
    answer.text = key + " at " + std::to_string(scene.step);
  };
  return asked;
}

Scene scene_at(long step) {
  Scene scene;
  scene.step = step;
  return scene;
}

class StudioTest : public testing::Test {
 protected:
  auto ask(const Studio::Question& asked, double seconds = 20) {
    return std::async(std::launch::async,
                      [this, asked, seconds] { return studio_.ask(asked, seconds); });
  }
  void wait_for_question() {
    for (int n = 0; n < 2000 && !studio_.has_questions(); ++n) studio_.wait(0.01);
    ASSERT_TRUE(studio_.has_questions());
  }

  Studio studio_;
  Artist artist_{Device::cpu};
  std::atomic<int> drawn_ = 0;
};

TEST_F(StudioTest, DrawsNothingUnasked) {
  studio_.answer(scene_at(1), artist_);
  EXPECT_FALSE(studio_.has_questions());
  EXPECT_EQ(drawn_, 0);
}

TEST_F(StudioTest, AnswersWhoeverAsksAndDrawsOnce) {
  auto first = ask(question("same", drawn_)), second = ask(question("same", drawn_));
  auto other = ask(question("other", drawn_));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  studio_.answer(scene_at(7), artist_);
  EXPECT_EQ(first.get()->text, "same at 7");
  EXPECT_EQ(other.get()->text, "other at 7");
  studio_.answer(scene_at(7), artist_);  // where the second came later than that
  EXPECT_EQ(second.get()->text, "same at 7");
  EXPECT_LE(drawn_, 3);
  EXPECT_FALSE(studio_.has_questions());
}

TEST_F(StudioTest, WaitsForAnotherStepWhereThatIsAsked) {
  Studio::Question asked = question("next", drawn_);
  asked.not_at = 7;
  auto answer = ask(asked);
  wait_for_question();
  studio_.answer(scene_at(7), artist_);
  EXPECT_TRUE(studio_.has_questions());
  studio_.answer(scene_at(8), artist_);
  EXPECT_EQ(answer.get()->text, "next at 8");
}

TEST_F(StudioTest, AnswersTheMomentThatIsMeant) {
  Studio::Question asked = question("third", drawn_);
  asked.number = 3;
  auto answer = ask(asked);
  wait_for_question();
  EXPECT_EQ(studio_.number_wanted(), 3);
  studio_.answer(scene_at(1), artist_, 2);
  EXPECT_TRUE(studio_.has_questions());
  studio_.fail(3, "the file is gone");
  EXPECT_EQ(answer.get()->kind, Answer::Kind::failed);
}

TEST_F(StudioTest, AnswersWhatIsSmallWithoutWhatIsLarge) {
  Studio::Question value = question("value", drawn_);
  value.cost = Cost::small;
  auto image = ask(question("image", drawn_)), small = ask(value);
  while (!studio_.has_questions(Cost::small) || !studio_.has_questions(Cost::large))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  studio_.answer(scene_at(1), artist_, std::nullopt, Cost::small);
  EXPECT_EQ(small.get()->text, "value at 1");
  EXPECT_FALSE(studio_.has_questions(Cost::small));
  EXPECT_TRUE(studio_.has_questions(Cost::large));
  studio_.answer(scene_at(2), artist_);
  EXPECT_EQ(image.get()->text, "image at 2");
}

TEST_F(StudioTest, ForgetsWhoDoesNotWaitAnyLonger) {
  EXPECT_EQ(studio_.ask(question("late", drawn_), 0.01), nullptr);
  EXPECT_FALSE(studio_.has_questions());
}

TEST_F(StudioTest, SaysWhatCannotBeDrawn) {
  Studio::Question asked;
  asked.key = "wrong";
  asked.draw = [](const Scene&, Artist&, Answer&) { throw std::invalid_argument("no such field"); };
  auto answer = ask(asked);
  wait_for_question();
  studio_.answer(scene_at(1), artist_);
  const auto given = answer.get();
  EXPECT_EQ(given->kind, Answer::Kind::refused);
  EXPECT_EQ(given->text, "no such field");
}

TEST_F(StudioTest, LetsEverybodyGoAtTheEnd) {
  auto answer = ask(question("never", drawn_));
  wait_for_question();
  studio_.close();
  EXPECT_EQ(answer.get(), nullptr);
  EXPECT_EQ(studio_.ask(question("after", drawn_), 20), nullptr);
}

TEST(StateFeed, EveryReaderHasTheLatestOnce) {
  StateFeed feed;
  feed.publish("one");
  feed.publish("two");
  const auto news = feed.newer_than(0, 0);
  ASSERT_TRUE(news);
  EXPECT_EQ(news->text, "two");
  EXPECT_FALSE(feed.newer_than(news->number, 0.01));
  feed.publish("over", true);
  feed.publish("nothing more");
  EXPECT_EQ(feed.newer_than(news->number, 0)->text, "over");
}

TEST(HistoryRows, GoOnFromThoseOfAFileAndStayFew) {
  HistoryRows rows;
  for (int n = 5; n < 10000; ++n) rows.add(n, {{"mass", 1.0}});
  const std::string text = rows.text({"mass"}, {{0, 1}, {1, 1}, {7, 1}});
  EXPECT_EQ(text.find("{\"labels\":[\"mass\"],\"rows\":[[0,1],[1,1],[5,1]"), 0U)
      << text.substr(0, 80);
  EXPECT_LT(text.size(), 12 * 3 * HistoryRows::most_rows);
}

// A deck's own numbers are in the file alone, and rows of both come while someone looks.
TEST(HistoryRows, KeepThePointsOfEachLabelWhereAFileHasOthers) {
  HistoryRows rows;
  rows.add(1, {{"mass", 10}, {"energy", 20}});
  rows.add(3, {{"mass", 12}, {"energy", 22}});
  EXPECT_EQ(rows.text({"mass", "peak"}, {{0, 9, 5}, {2, 11, 6}, {4, 13, 7}}),
            "{\"labels\":[\"mass\",\"peak\",\"energy\"],\"rows\":"
            "[[0,9,5,null],[1,10,null,20],[2,11,6,null],[3,12,null,22],[4,13,7,null]]}");
  EXPECT_EQ(rows.text({}, {}), "{\"labels\":[\"mass\",\"energy\"],\"rows\":[[1,10,20],[3,12,22]]}");
}

TEST(StateText, IsJsonEvenOfWhatIsNoNumber) {
  Progress progress;
  progress.dt = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(state_text(progress, true, "a \"b\"").find("\"dt\":null"), std::string::npos);
  EXPECT_NE(state_text(progress, true, "a \"b\"").find("\"ended\":\"a \\\"b\\\"\""),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
