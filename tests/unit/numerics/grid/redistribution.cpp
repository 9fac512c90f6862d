/// Values on their way between parts: each arrives where it is wanted, and nothing else is touched.

#include "numerics/grid/redistribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "tests/part_threads.hpp"

namespace solenoid {
namespace {

using Moves = Redistribution<double, HostSpace>;
constexpr double poison = -7;

double value_of(const std::array<int, 3>& at) { return at[0] + 100 * at[1] + 10000 * at[2]; }

/// An array of a box with room around it and between its rows, all of it poisoned.
struct Array {
  explicit Array(const Box& box, int padding = 3) : of(box) {
    const std::ptrdiff_t row = box.count[0] + padding, plane = row * (box.count[1] + 1);
    values.assign(std::size_t(plane * (box.count[2] + 1) + 2 * padding), poison);
    there = {values.data() + padding, {1, row, plane}, box.begin};
  }
  [[nodiscard]] double at(const std::array<int, 3>& indices) const { return *there.at(indices); }
  /// Calls it for the indices of all values of the box.
  template <class Body>
  void for_each(const Body& body) const {
    for (std::size_t n = 0; n < of.values(); ++n) body(of.at(n));
  }
  [[nodiscard]] ArrayInSpace<const double> constant() const {
    return {there.values, there.stride, there.begin};
  }

  Box of;
  std::vector<double> values;
  ArrayInSpace<double> there;
};

/// Room for so many values, and whether what is behind it was left alone.
struct Room {
  explicit Room(std::size_t count) : values(count + 8, poison) {}
  [[nodiscard]] bool is_kept() const {
    return std::all_of(values.end() - 8, values.end(), [](double v) { return v == poison; });
  }
  std::vector<double> values;
};

/// Boxes of parts, and boxes that they want.
struct Case {
  std::vector<Box> held, results;
  std::vector<std::vector<WantedBox>> wanted;
};

Case any_case(unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&](int most) { return int(random() % unsigned(most)); };
  Case any;
  const std::array<int, 3> all{1 + number(9), 1 + number(6), 1 + number(5)};
  const std::size_t axis = random() % 3;
  const int parts = 1 + number(5);
  std::vector<int> begins{0};
  for (int part = 1; part < parts; ++part) begins.push_back(number(all[axis] + 1));
  std::sort(begins.begin(), begins.end());
  for (int part = 0; part < parts; ++part) {
    Box held{{0, 0, 0}, all};
    held.begin[axis] = begins[std::size_t(part)];
    held.count[axis] =
        (part + 1 < parts ? begins[std::size_t(part) + 1] : all[axis]) - held.begin[axis];
    any.held.push_back(held);
    // Two boxes one behind the other, of values from anywhere, that may be the same, and some that
    // nobody holds.
    std::vector<WantedBox> wanted;
    const Box result{{number(5), -number(3), number(2)},
                     {2 + number(7), 1 + number(4), 1 + number(3)}};
    const int first = 1 + number(result.count[0] - 1);
    for (const bool second : {false, true}) {
      WantedBox want{{{number(all[0]), number(all[1]), number(all[2])}, result.count},
                     result.begin};
      want.box.count[0] = second ? result.count[0] - first : first;
      if (second) want.at[0] += first;
      wanted.push_back(want);
    }
    any.wanted.push_back(wanted);
    any.results.push_back(result);
  }
  return any;
}

/// What a part has in the end at these indices.
double expected(const Case& of, std::size_t part, const std::array<int, 3>& at) {
  for (const WantedBox& want : of.wanted[part]) {
    std::array<int, 3> from{};
    bool is_here = true, is_held = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int step = at[axis] - want.at[axis];
      is_here = is_here && step >= 0 && step < want.box.count[axis];
      from[axis] = want.box.begin[axis] + step;
    }
    for (const Box& held : of.held)
      is_held = is_held || common_box(held, {from, {1, 1, 1}}).values() == 1;
    if (is_here && is_held) return value_of(from);
  }
  return poison;
}

void move_all(const Case& of, OwnValues own_values) {
  const auto table = std::make_shared<MeetingTable>(of.held.size());
  std::vector<std::size_t> sent(of.held.size()), received(of.held.size());
  on_threads(of.held.size(), [&](std::size_t p) {
    const Moves moves(of.held, of.wanted, int(p), own_values);
    Array from(of.held[p]), to(of.results[p]);
    from.for_each([&](const auto& at) { *from.there.at(at) = value_of(at); });
    Room out(moves.sent()), in(moves.received());
    WithOtherThreads exchange(table, p);
    moves.keep(HostSpace(), from.constant(), to.there);
    moves.move(HostSpace(), exchange, from.constant(), to.there,
               {out.values.data(), in.values.data()});
    to.for_each([&](const auto& at) { EXPECT_EQ(to.at(at), expected(of, p, at)) << "part " << p; });
    to.for_each([&](const auto& at) { *to.there.at(at) = poison; });
    EXPECT_EQ(std::count(to.values.begin(), to.values.end(), poison), long(to.values.size()));
    EXPECT_TRUE(out.is_kept() && in.is_kept());
    sent[p] = moves.sent();
    received[p] = moves.received();
  });
  EXPECT_EQ(std::accumulate(sent.begin(), sent.end(), std::size_t(0)),
            std::accumulate(received.begin(), received.end(), std::size_t(0)));
}

TEST(Redistribution, BringsValuesToWhereTheyAreWanted) {
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const OwnValues own : {OwnValues::apart, OwnValues::with_others}) {
      SCOPED_TRACE("case " + std::to_string(seed));
      move_all(any_case(seed), own);
    }
}

/// Slabs become columns and slabs again, in the memory of one array and one room.
TEST(Redistribution, TransposesInPlace) {
  const std::vector<Box> slabs{
      {{0, 0, 0}, {3, 5, 1}}, {{0, 0, 1}, {3, 5, 3}}, {{0, 0, 4}, {3, 5, 0}}};
  const std::vector<Box> columns{
      {{0, 0, 0}, {3, 2, 4}}, {{0, 2, 0}, {3, 1, 4}}, {{0, 3, 0}, {3, 2, 4}}};
  const auto table = std::make_shared<MeetingTable>(3);
  on_threads(3, [&](std::size_t p) {
    const Moves forth(slabs, wanted_as_held(columns), int(p), OwnValues::with_others);
    const Moves back(columns, wanted_as_held(slabs), int(p), OwnValues::with_others);
    std::vector<double> memory(45, poison), room(45, poison);
    const auto array = [&](const Box& box) {
      return ArrayInSpace<double>{
          memory.data(), {1, box.count[0], box.count[0] * box.count[1]}, box.begin};
    };
    const auto constant = [&](const Box& box) {
      return ArrayInSpace<const double>{memory.data(), array(box).stride, box.begin};
    };
    const auto expect_all = [&](const Box& box) {
      for (std::size_t n = 0; n < box.values(); ++n) EXPECT_EQ(memory[n], value_of(box.at(n)));
    };
    for (std::size_t n = 0; n < slabs[p].values(); ++n) memory[n] = value_of(slabs[p].at(n));
    WithOtherThreads exchange(table, p);
    forth.move(HostSpace(), exchange, constant(slabs[p]), array(columns[p]),
               {room.data(), nullptr});
    expect_all(columns[p]);
    back.move(HostSpace(), exchange, constant(columns[p]), array(slabs[p]), {nullptr, room.data()});
    expect_all(slabs[p]);
  });
  // Rows of a plane do not stand one behind the other.
  const Moves moves(columns, wanted_as_held(columns), 0, OwnValues::with_others);
  Array wide(columns[0]);
  WithOtherThreads alone(std::make_shared<MeetingTable>(1), 0);
  EXPECT_THROW(moves.move(HostSpace(), alone, wide.constant(), wide.there, {nullptr, nullptr}),
               std::logic_error);
}

}  // namespace
}  // namespace solenoid
