/// What a GPU's teams make of passes whose vertices share what they derive.

#include "numerics/vertices/vertex_columns.hpp"

#include <gtest/gtest.h>

#include <test_mhd.hpp>
#include <test_places.hpp>
#include <test_stratified.hpp>
#include <test_stratified_6.hpp>
#include <test_stratified_sac.hpp>
#include <test_stratified_sponge.hpp>
#include <vector>

#include "tests/host_team.hpp"
#include "tests/unit/numerics/vertices/box_of_fields.hpp"

namespace solenoid {
namespace {

template <class P, ColumnShape shape>
std::vector<double> in_columns(const Grid& grid, int teams, TurnOrder turn_order) {
  using Column = VertexColumn<typename P::Pass0, double, shape>;
  static_assert(Column::fits);
  BoxOfFields<P> box(grid);
  const auto fields = box.fields();
  using Kernel = VertexColumnsDevice<Column, P::field_count>;
  const Kernel kernel{fields, P::Pass0::prepare(some_run<P>()),
                      ColumnOrder::of<Column>(fields.cells, teams)};
  run_teams_on_host(TeamLaunch<Kernel>{kernel, teams}, turn_order);
  return box.next;
}

/// Boxes that columns do not divide, with fewer and more teams than pieces.
template <class P, ColumnShape shape>
void expect_same_as_single_vertices() {
  const Grid grid{{37, 19, 7}, {0, 0, 0}, {1, 1, 1}};
  const std::vector<double> expected = one_by_one<P>(grid);
  for (const int teams : {1, 100})
    expect_same_bits(in_columns<P, shape>(grid, teams, TurnOrder::at_random), expected);
  for (const TurnOrder turn_order : turn_orders)
    expect_same_bits(in_columns<P, shape>(grid, 3, turn_order), expected);
}

TEST(VertexColumns, TeamsComputeWhatSingleVerticesDo) {
  expect_same_as_single_vertices<programs::test_stratified, ColumnShape{8, 8, 1}>();
  expect_same_as_single_vertices<programs::test_stratified, ColumnShape{16, 8, 1}>();
  expect_same_as_single_vertices<programs::test_stratified_6, ColumnShape{16, 16, 1}>();
}

TEST(VertexColumns, SourcesTimeAndBackgroundsAreOfTheVertexAlone) {
  expect_same_as_single_vertices<programs::test_stratified_sponge, ColumnShape{16, 8, 1}>();
}

TEST(VertexColumns, SharedValuesAreOfThePlaceWhereTheyAreMade) {
  expect_same_as_single_vertices<programs::test_places, ColumnShape{8, 8, 1}>();
}

TEST(VertexColumns, WhatDoesNotFitRegistersLiesInScratchMemory) {
  using Pass = programs::test_stratified::Pass0;
  using Column = VertexColumn<Pass, double, column_shape(sizeof(double))>;
  EXPECT_TRUE(Column::fits);
  EXPECT_EQ(Pass::Shared::values, (std::array{12, 12, 12}));
  EXPECT_EQ(Column::in_registers, 9);
  EXPECT_EQ(Column::in_scratch, 3);
  using Single = VertexColumn<Pass, float, column_shape(sizeof(float))>;
  EXPECT_TRUE(Single::fits);
  EXPECT_EQ(Single::in_scratch, 0);
}

TEST(VertexColumns, OnlyPassesThatDeriveWhatFieldsMakeTogetherAlongTheAxesShareIt) {
  EXPECT_LT(2 * programs::test_stratified::Pass0::Shared::operations,
            programs::test_stratified::Pass0::operations);
  EXPECT_FALSE(SharingPass<programs::test_mhd::Pass0>);
  // Viscous stress reads neighbours along two axes at once.
  EXPECT_FALSE(SharingPass<programs::test_stratified_sac::Pass10>);
}

TEST(VertexColumns, PiecesCoverTheBoxAndKeepTeamsBusy) {
  using Column = VertexColumn<programs::test_stratified::Pass0, double, ColumnShape{32, 8, 1}>;
  for (const std::array<int, 3>& cells :
       {std::array{256, 256, 256}, std::array{128, 128, 128}, std::array{33, 9, 100},
        std::array{512, 512, 512}, std::array{64, 64, 7}}) {
    const auto order = ColumnOrder::of<Column>(cells.data(), 132);
    EXPECT_GE(order.count[0] * Column::columns, cells[0]);
    EXPECT_GE(order.count[1] * Column::rows, cells[1]);
    EXPECT_GE(order.pieces * order.planes, cells[2]);
    EXPECT_LT((order.pieces - 1) * order.planes, cells[2]);
    EXPECT_GE(order.work<Column>(cells.data(), 132), 1);
  }
  const auto work = [](int n) {
    const std::array cells{n, n, n};
    return ColumnOrder::of<Column>(cells.data(), 132).work<Column>(cells.data(), 132);
  };
  EXPECT_LT(work(128), most_work_of_columns);
  EXPECT_LT(work(256), most_work_of_columns);
  EXPECT_GT(work(32), most_work_of_columns);
}

}  // namespace
}  // namespace solenoid
