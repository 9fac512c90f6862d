#include "numerics/device/banded_teams.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "numerics/vertices/pass_shape.hpp"

namespace solenoid {
namespace {

struct Flat {
  static constexpr PassShape shape{PassForm::plain, 32, 4, 1, 2, 0};
};
struct Box {
  static constexpr PassShape shape{PassForm::plain, 32, 2, 2, 2, 0};
};
struct Small {
  static constexpr PassShape shape{PassForm::plain, 8, 2, 4, 2, 0};
};

/// How often a launch computes each vertex of a box.
template <class Shaped>
std::vector<int> visits(const std::array<int, 3>& cells, int rows) {
  const BandedTeams<Shaped> teams(cells, rows);
  std::vector<int> visits(std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]));
  for (int z = 0; z < teams.launched[2]; ++z)
    for (int y = 0; y < teams.launched[1]; ++y)
      for (int x = 0; x < teams.launched[0]; ++x)
        for (int thread = 0; thread < Shaped::shape.vertices(); ++thread) {
          int at[3];
          teams.vertex(x, y, z, thread, at);
          if (at[0] < cells[0] && at[1] < cells[1] && at[2] < cells[2])
            ++visits[std::size_t(at[0] + cells[0] * (at[1] + cells[1] * at[2]))];
        }
  return visits;
}

TEST(BandedTeams, ComputeEachVertexOnce) {
  std::mt19937 random(1);
  const auto number = [&](int most) { return int(random() % unsigned(most)) + 1; };
  for (int n = 0; n < 100; ++n) {
    const std::array<int, 3> cells{number(70), number(40), number(12)};
    const int rows = number(50);
    const std::vector<int> once(visits<Flat>(cells, rows).size(), 1);
    EXPECT_EQ(visits<Flat>(cells, rows), once);
    EXPECT_EQ(visits<Box>(cells, rows), once);
    EXPECT_EQ(visits<Small>(cells, rows), once);
  }
}

TEST(BandedTeams, AreNoMoreThanALaunchCanHave) {
  for (const std::array<int, 3>& cells :
       {std::array<int, 3>{1, 1 << 20, 1}, {1, 1 << 16, 300}, {1, 40000, 60000}}) {
    const BandedTeams<Flat> teams(cells, 32);
    EXPECT_LE(teams.launched[1], most_teams_along_z);
    EXPECT_LE(teams.launched[2], most_teams_along_z);
    EXPECT_GE(long(teams.band) * teams.launched[2] / teams.planes * Flat::shape.rows, cells[1]);
  }
}

}  // namespace
}  // namespace solenoid
