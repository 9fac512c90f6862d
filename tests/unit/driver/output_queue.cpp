#include "src/driver/output_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/driver/kept_outputs.hpp"

namespace solenoid {
namespace {

/// What a work waits for until it is opened.
class Gate {
 public:
  void open() {
    open_ = true;
    open_.notify_all();
  }
  void pass() const { open_.wait(false); }

 private:
  std::atomic<bool> open_ = false;
};

TEST(OutputQueue, DoesWorksInOrderBesideTheirGiver) {
  Gate gate;
  std::vector<int> done, noted;
  const std::thread::id here = std::this_thread::get_id();
  OutputQueue queue(100);
  for (int n = 0; n < 3; ++n)
    queue.add({[&, n] {
                 gate.pass();
                 EXPECT_NE(std::this_thread::get_id(), here);
                 done.push_back(n);
               },
               1,
               [&, n] {
                 EXPECT_EQ(std::this_thread::get_id(), here);
                 noted.push_back(n);
               }});
  EXPECT_EQ(queue.pending(), 3U);  // one in progress, two wait
  gate.open();
  queue.finish();
  EXPECT_EQ(done, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(noted, done);
  EXPECT_EQ(queue.pending(), 0U);
}

/// Values that note how often they were copied.
struct CountedValues {
  explicit CountedValues(int& count) : copies(&count) {}
  CountedValues(const CountedValues& other) : copies(other.copies) { ++*copies; }
  CountedValues(CountedValues&&) = default;
  int* copies;
};

TEST(OutputQueue, ValuesAreHandedOverAndNotCopied) {
  for (const bool kept : {true, false}) {
    int copies = 0;
    std::string written;
    OutputQueue queue(100);
    ToWrite<CountedValues>{CountedValues(copies), kept}.hand_over(
        queue, [](const CountedValues&) { return std::string("drawn"); },
        [&](const std::string& file) { written = file; });
    ToWrite<CountedValues>{CountedValues(copies), kept}.hand_over(
        queue, [&](const CountedValues&) { written += ", written"; });
    queue.finish();
    EXPECT_EQ(written, "drawn, written");
    EXPECT_EQ(copies, 0);
  }
}

/// Gives works to a queue, before each n-th of them calling before(queue, n), and expects to be
/// held after `most` until the first one is done, and to give the last when `ended` are.
template <class Before>
void expect_to_be_held_after(int most, int works, int ended, const Before& before) {
  Gate gate;
  std::atomic<int> added = 0;
  std::atomic<int> done = 0;
  OutputQueue queue(100);
  std::thread opener([&] {
    while (added < most) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(added, most);
    gate.open();
  });
  for (int n = 0; n < works; ++n) {
    before(queue, n);
    queue.add({[&] {
      gate.pass();
      ++done;
    }});
    ++added;
  }
  EXPECT_GE(done, ended);
  opener.join();
}

TEST(OutputQueue, HoldsItsGiverWhenTwoWait) {
  expect_to_be_held_after(3, 6, 3, [](OutputQueue&, int) {});
}

// One is in progress, three of its moment and four of the next wait; those of a third do not until
// the last of the first moment is in progress, behind three that are done.
TEST(OutputQueue, LetsWorksOfTwoMomentsWait) {
  expect_to_be_held_after(8, 12, 3, [](OutputQueue& queue, int n) {
    if (n % 4 == 0) queue.begin_moment();
  });
}

TEST(OutputQueue, LetsWorksKeepNoMoreThanTheyMay) {
  Gate gate;
  bool first_is_done = false;
  OutputQueue queue(100);
  EXPECT_FALSE(queue.make_room(101));
  EXPECT_TRUE(queue.make_room(60));
  queue.add({[&] {
               gate.pass();
               first_is_done = true;
             },
             60});
  EXPECT_TRUE(queue.make_room(40));
  queue.add({[] {}, 40});
  gate.open();
  EXPECT_TRUE(queue.make_room(70));
  EXPECT_TRUE(first_is_done);
}

TEST(OutputQueue, TellsOfAFailureAndDropsWhatComesBehind) {
  bool dropped = true, noted = false;
  Gate gate;
  OutputQueue queue(100);
  queue.add({[&] {
    gate.pass();
    throw std::runtime_error("the disk is full");
  }});
  queue.add({[&] { dropped = false; }, 0, [&] { noted = true; }});
  gate.open();
  try {
    queue.finish();
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), "the disk is full");
  }
  EXPECT_THROW(queue.collect(), std::runtime_error);
  EXPECT_THROW(queue.add({[] {}}), std::runtime_error);
  EXPECT_TRUE(dropped);
  EXPECT_FALSE(noted);
}

TEST(OutputQueue, DoesWhatWaitsBeforeItEnds) {
  int done = 0;
  {
    OutputQueue queue(100);
    for (int n = 0; n < 3; ++n) queue.add({[&] { ++done; }});
  }
  EXPECT_EQ(done, 3);
}

TEST(OutputQueue, PreparesWorksBesideEachOtherAndWritesThemInOrder) {
  constexpr int works = 5, threads = 3;
  Gate gate;
  std::atomic<int> preparing = 0;
  std::vector<int> written;
  OutputQueue queue(100);
  queue.allow_threads(threads);
  for (int n = 0; n < works; ++n) {
    OutputQueue::Work work;
    work.prepare = [&, n] {
      ++preparing;
      // The first is prepared last.
      if (n == 0) gate.pass();
    };
    work.write = [&, n] { written.push_back(n); };
    queue.add(std::move(work));
  }
  while (preparing < threads) std::this_thread::yield();
  EXPECT_EQ(queue.pending(), std::size_t(works));
  EXPECT_TRUE(written.empty());
  gate.open();
  queue.finish();
  EXPECT_EQ(written, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(OutputQueue, WritesNothingBehindWhatCouldNotBePrepared) {
  Gate gate;
  std::vector<int> written;
  OutputQueue queue(100);
  queue.allow_threads(2);
  OutputQueue::Work failing{[&] { written.push_back(2); }};
  failing.prepare = [&] {
    gate.pass();
    throw std::runtime_error("out of memory");
  };
  queue.add({[&] { written.push_back(1); }});
  queue.add(std::move(failing));
  OutputQueue::Work last{[&] { written.push_back(3); }};
  last.prepare = [&] { gate.open(); };
  queue.add(std::move(last));
  EXPECT_THROW(queue.finish(), std::runtime_error);
  EXPECT_EQ(written, (std::vector<int>{1}));
}

TEST(OutputQueue, DoesAWorkAtOnceBehindThoseBefore) {
  std::vector<int> done;
  OutputQueue queue(100);
  queue.add({[&] { done.push_back(1); }});
  queue.do_now({[&] { done.push_back(2); }, 0, [&] { done.push_back(3); }});
  EXPECT_EQ(done, (std::vector<int>{1, 2, 3}));
}

TEST(OutputQueue, AttendsToWhatWorksNeedWhileItWaits) {
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<int> asked = 0, served = 0;
  const auto attend = [&] {
    EXPECT_EQ(std::this_thread::get_id(), here);
    if (served < asked) ++served;
  };
  const OutputQueue::Work work{[&] {
                                 const int mine = ++asked;
                                 while (served < mine) std::this_thread::yield();
                               },
                               60};
  {
    OutputQueue queue(100);
    queue.attend_by(attend);
    for (int n = 0; n < 5; ++n) queue.add(work);  // waits while two wait
    queue.finish();
    EXPECT_EQ(served, 5);
    queue.add(work);
    EXPECT_TRUE(queue.make_room(50));  // not before that is done
    EXPECT_EQ(served, 6);
    queue.add(work);
    queue.do_now({[&] { EXPECT_EQ(served, 7); }});
    queue.add(work);
  }
  EXPECT_EQ(served, 8) << "what waits is done before it ends";
}

TEST(OutputQueue, DestroysWorksWhereTheyWereMade) {
  struct Witness {
    explicit Witness(bool& on_thread) : elsewhere(on_thread) {}
    ~Witness() { elsewhere = elsewhere || std::this_thread::get_id() != made; }
    std::thread::id made = std::this_thread::get_id();
    bool& elsewhere;
  };
  bool elsewhere = false;
  OutputQueue queue(100);
  for (int n = 0; n < 5; ++n) queue.add({[witness = std::make_shared<Witness>(elsewhere)] {}});
  queue.finish();
  EXPECT_FALSE(elsewhere);
}

}  // namespace
}  // namespace solenoid
