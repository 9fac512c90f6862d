/// What a CPU makes of passes whose vertices make values alike in a plane.

#include "numerics/vertices/vertex_rings.hpp"

#include <gtest/gtest.h>

#include <test_mhd.hpp>
#include <test_places.hpp>
#include <test_stratified.hpp>
#include <test_stratified_6.hpp>
#include <test_stratified_sac.hpp>
#include <test_stratified_sponge.hpp>
#include <vector>

#include "tests/unit/numerics/vertices/box_of_fields.hpp"

namespace solenoid {
namespace {

using Sac = programs::test_stratified_sac;

/// What blocks of rows make of the box: those before row `middle`, then the others. Packs write
/// behind the ends of rows as well; there the box is put back to what it was.
template <class P, class Pass>
std::vector<double> in_rings(const Grid& grid, int middle, int threads) {
  BoxOfFields<P> box(grid);
  const auto fields = box.fields();
  for (const RowRange rows : {RowRange{0, middle}, RowRange{middle, grid.cells[1]}}) {
    const VertexRingsHost<Pass, double, P::field_count> kernel(fields, Pass::prepare(some_run<P>()),
                                                               rows, threads);
    for (int block = 0; block < kernel.blocks.count(); ++block) kernel(block);
  }
  for (int f = 0; f < P::field_count; ++f)
    for (int k = 0; k < grid.cells[2]; ++k)
      for (int j = 0; j < grid.cells[1]; ++j)
        for (int i = grid.cells[0]; i < box.layout.stride[1] - box.layout.ghosts[0]; ++i)
          box.next[std::size_t(f * box.layout.field_stride + box.layout.offset(i, j, k))] = poison;
  return box.next;
}

template <class P, class Pass = typename P::Pass0>
void expect_same_as_single_vertices(const Grid& grid) {
  const std::vector<double> expected = one_by_one<P, Pass>(grid);
  for (const int middle : {1, grid.cells[1] - 2})
    for (const int threads : {1, 4})
      expect_same_bits(in_rings<P, Pass>(grid, middle, threads), expected);
}

const Grid box_grid{{37, 19, 7}, {0, 0, 0}, {1, 1, 1}};
/// Longer than a piece of a row.
const Grid plane_grid{{1501, 11, 1}, {0, 0, 0}, {1, 1, 1}};

TEST(VertexRings, RowsComputeWhatSingleVerticesDo) {
  expect_same_as_single_vertices<programs::test_stratified>(box_grid);
  expect_same_as_single_vertices<programs::test_stratified>(plane_grid);
  expect_same_as_single_vertices<programs::test_stratified_6>(box_grid);
}

TEST(VertexRings, ValuesAreOfSeveralVerticesAndReadAcrossTheAxes) {
  expect_same_as_single_vertices<Sac, Sac::Pass1>(box_grid);
  expect_same_as_single_vertices<Sac, Sac::Pass10>(box_grid);
  expect_same_as_single_vertices<Sac, Sac::Pass10>(plane_grid);
}

TEST(VertexRings, SourcesTimeAndPlacesAreOfTheVertex) {
  expect_same_as_single_vertices<programs::test_stratified_sponge>(box_grid);
  expect_same_as_single_vertices<programs::test_places>(box_grid);
}

TEST(VertexRings, SpareOperations) {
  EXPECT_LT(3 * programs::test_stratified::Pass0::Rows::operations,
            2 * programs::test_stratified::Pass0::operations);
  EXPECT_LT(4 * Sac::Pass10::Rows::operations, 3 * Sac::Pass10::operations);
  EXPECT_FALSE(RingPass<programs::test_mhd::Pass0>);
}

/// Whether no value is made of fields further away than the pass itself reads them.
template <class Pass>
bool stays_within_reach() {
  bool within = true;
  for (const RowGroup& group : Pass::Rows::groups)
    for (std::size_t axis = 0; axis < 2; ++axis)
      within = within && group.before[axis] <= farthest_of<Pass>(axis) &&
               group.after[axis] <= farthest_of<Pass>(axis);
  return within;
}

TEST(VertexRings, ReadersAreWithinReach) {
  EXPECT_TRUE(stays_within_reach<programs::test_stratified::Pass0>());
  EXPECT_TRUE(stays_within_reach<Sac::Pass10>());
}

}  // namespace
}  // namespace solenoid
