/// \file
/// Initial states from files of all formats, on the same, a finer and a coarser grid.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "src/formats/gdf.hpp"
#include "src/formats/sac_file.hpp"
#include "src/output/files.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/file_on_grid.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/setup/state_file.hpp"
#include "tests/unit/formats/helpers.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using testing_files::TemporaryFolder;

/// A fluid with everything in it, as a deck.
constexpr const char* fluid_text =
    "[run]\nend_time = 1\n[grid]\ncells = [8, 6]\nupper = [2, 1.5]\n[initial]\n"
    "density = \"1 + 0.4*sin(pi*x)*cos(4*pi*y/3)\"\npressure = \"0.02 + 0.01*cos(pi*x)\"\n"
    "velocity_x = \"0.7*sin(pi*x)\"\nvelocity_y = 0.3\nvelocity_z = \"cos(pi*x)\"\n"
    "vector_potential_z = \"cos(pi*x)*cos(4*pi*y/3)\"\nmagnetic_field_z = 0.25\n";

Deck fluid_deck(const std::string& scheme) {
  return Deck::parse(fluid_text, "fluid.toml", {"solver.scheme=" + scheme});
}

/// A deck that takes its state from a file.
Deck deck_from(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return Deck::parse(
      "[run]\nend_time = 1\n[initial]\nfile = \"" + file.filename().string() + "\"\n",
      (file.parent_path() / "deck.toml").string(), overrides);
}

/// A solver with the state of a deck after some steps, and its checkpoint.
std::unique_ptr<Solver> run_some(const Deck& deck, const std::filesystem::path& checkpoint) {
  auto solver = make_solver(deck, Device::cpu);
  set_initial_state(deck, *solver);
  for (int step = 0; step < 3; ++step) solver->advance(0.001 * step, 0.001);
  CheckpointHead head;
  head.grid = deck.grid();
  head.time = 0.003;
  head.step = 3;
  head.provenance = {"test", deck.resolved(), "cpu", "double"};
  write_checkpoint(checkpoint, head, state_of(*solver));
  solver->complete_step();
  return solver;
}

Snapshot snapshot_of_solver(Solver& solver, const Deck& deck) {
  Snapshot snapshot;
  snapshot.grid = deck.grid();
  snapshot.time = 0.003;
  for (const std::string& name : solver.primitive_names())
    snapshot.fields.push_back({name, solver.field(name)});
  snapshot.provenance = {"test", deck.resolved(), "cpu", "double"};
  return snapshot;
}

FileState whole_on(const FileState& state, const Grid& grid) {
  StateInMemory memory(state);
  return on_grid(memory, grid, whole_field(grid, Placement::cells));
}

std::string file_error(const std::filesystem::path& file,
                       const std::vector<std::string>& overrides) {
  try {
    initial_fields(deck_from(file, overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.problems().size() == 1 ? error.what() : "several problems";
  }
}

void expect_file_error(const std::string& part, const std::filesystem::path& file,
                       const std::vector<std::string>& overrides = {}) {
  const std::string error = file_error(file, overrides);
  EXPECT_NE(error.find(part), std::string::npos) << error;
}

TEST(InitialFile, TheSameGridGivesTheSameState) {
  const TemporaryFolder folder;
  const Deck deck = fluid_deck("muscl-hancock");
  const auto solver = run_some(deck, folder / "a.checkpoint.h5");
  write_athdf(folder / "a.athdf", snapshot_of_solver(*solver, deck));
  write_gdf(folder / "a.gdf", read_state_file(folder / "a.athdf", {}));
  for (const char* name : {"a.checkpoint.h5", "a.athdf", "a.gdf"}) {
    const Deck from = deck_from(folder / name, {});
    EXPECT_EQ(from.grid().cells, deck.grid().cells);
    EXPECT_EQ(from.grid().upper, deck.grid().upper);
    const FieldMap fields = initial_fields(from, 20);
    for (const std::string& field : solver->primitive_names())
      EXPECT_EQ(fields.at(field), solver->field(field)) << field << " of " << name;
    // What is resolved reads as the same, without a look at the file.
    const Deck again = Deck::parse(from.resolved(), (folder / "b.toml").string());
    EXPECT_EQ(again.resolved(), from.resolved());
    EXPECT_EQ(again.grid().upper, deck.grid().upper);
  }
  const FieldMap fields = initial_fields(deck_from(
      folder / "a.athdf", {"initial.pressure=\"1 + x\"", "initial.vector_potential_z=\"x\""}));
  EXPECT_EQ(fields.at("density"), solver->field("density"));
  EXPECT_EQ(fields.at("pressure")[0], 1.125);
  EXPECT_NEAR(fields.at("magnetic_field_y")[10], -1, 1e-13);
}

TEST(InitialFile, FieldsOnFacesKeepTheirDivergence) {
  const TemporaryFolder folder;
  const Deck deck = fluid_deck("relaxing-tvd");
  const auto solver = run_some(deck, folder / "a.checkpoint.h5");
  for (const int factor : {1, 3}) {
    const auto cells =
        "grid.cells=[" + std::to_string(8 * factor) + "," + std::to_string(6 * factor) + "]";
    // Within rounding, or the deck is refused.
    const Deck from = deck_from(folder / "a.checkpoint.h5", {"solver.scheme=relaxing-tvd", cells,
                                                             "solver.divergence_tolerance=1e-13"});
    const FieldMap fields = initial_fields(from);
    const FieldValues& bx = fields.at("magnetic_field_x");
    ASSERT_EQ(bx.size(), std::size_t((8 * factor + 1) * 6 * factor));
    const Box box = whole_field(deck.grid(), Placement::faces_x);
    FieldValues old(box.values());
    solver->get_part("magnetic_field_face_x", box, {Precision::double_precision, old.data()});
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i <= 8; ++i)
        EXPECT_EQ(bx[std::size_t(i * factor + (8 * factor + 1) * (j * factor + factor / 2))],
                  old[std::size_t(i + 9 * j)]);
  }
  // A multiple of them, coarser again.
  const FileState state = read_state_file(folder / "a.checkpoint.h5", {});
  Grid fine = deck.grid();
  fine.cells = {16, 18, 2};
  const FileState back = whole_on(whole_on(state, fine), deck.grid());
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t v = 0; v < state.faces[c].size(); ++v)
      EXPECT_NEAR(back.faces[c][v], state.faces[c][v], 1e-14);
}

double total(const FileState& state, const std::string& name) {
  const FieldValues values = field_of(state, name);
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

TEST(InitialFile, FinerAndCoarserGridsHoldAsMuch) {
  const Deck deck = fluid_deck("muscl-hancock");
  FileState state;
  state.snapshot.grid = deck.grid();
  state.parameters.gamma = 5.0 / 3.0;
  for (const auto& [name, values] : initial_fields(deck))
    state.snapshot.fields.push_back({name, values});
  Grid fine = deck.grid(), coarse = deck.grid(), mixed = deck.grid();
  fine.cells = {24, 12, 1};
  coarse.cells = {4, 2, 1};
  mixed.cells = {2, 12, 4};
  for (const Grid& grid : {fine, coarse, mixed}) {
    const FileState there = whole_on(state, grid);
    EXPECT_EQ(there.snapshot.grid.cells, grid.cells);
    for (const char* name : {"density", "momentum_x", "momentum_y", "momentum_z",
                             "energy_perturbation", "magnetic_field_x", "magnetic_field_z"})
      EXPECT_NEAR(total(there, name), total(state, name), 1e-14) << name;
    for (const double p : field_of(there, "pressure")) EXPECT_GT(p, 0);
    for (const double rho : field_of(there, "density")) EXPECT_GT(rho, 0);
  }
}

TEST(InitialFile, WhatIsLinearStaysLinear) {
  FileState state;
  state.snapshot.grid = {{6, 4, 1}, {0, 0, 0}, {3, 2, 1}};
  const auto linear = [](const Grid& grid) {
    FieldValues values;
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        values.push_back(2 + 0.5 * grid.centre(0, i) - 0.25 * grid.centre(1, j));
    return values;
  };
  state.snapshot.fields.push_back({"u", linear(state.snapshot.grid)});
  Grid fine = state.snapshot.grid;
  fine.cells = {12, 16, 1};
  const FieldValues found = whole_on(state, fine).snapshot.fields[0].values;
  const FieldValues expected = linear(fine);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
}

TEST(InitialFile, SnapshotsOfSacStartWavesAndFluids) {
  const TemporaryFolder folder;
  const auto file = folder / "start.out";
  sac::Snapshot snapshot = testing_formats::made_up(10, 9);
  for (double& e : snapshot.values[6]) e += 500;  // eb, so that pressures are positive
  write_sac_file(file, snapshot, sac::Encoding::records);
  const FileState state = state_of(snapshot, 2);
  const std::vector<std::string> program{"solver.scheme=finite-difference",
                                         "physics.program=<stratified.stencil>",
                                         "physics.gamma=1.4"};
  const Deck waves = deck_from(file, program);
  EXPECT_EQ(waves.grid().cells, (std::array<int, 3>{6, 5, 1}));
  EXPECT_EQ(waves.grid().upper, (std::array<double, 3>{0.6, 2, 1}));
  const FieldMap fields = initial_fields(waves);
  for (const char* name : {"density_perturbation", "momentum_y", "energy_perturbation",
                           "magnetic_field_perturbation_x", "background_density",
                           "background_pressure", "background_magnetic_field_y"})
    EXPECT_EQ(fields.at(name), field_of(state, name)) << name;
  const FieldMap fluid = initial_fields(deck_from(file, {"physics.gamma=1.4"}));
  EXPECT_EQ(fluid.at("density"), field_of(state, "density"));
  EXPECT_EQ(fluid.at("velocity_z"), FieldValues(30, 0.0));
  std::vector<std::string> with_walls = program;
  with_walls.emplace_back("grid.boundary_x=fixed");
  const Deck walled = deck_from(file, with_walls);
  const FixedBoundary behind = fixed_boundary(walled, walled.grid());
  EXPECT_EQ(behind.values("background_density", -0.05, 1.1, 0.5, 0),
            fields.at("background_density")[0]);
  EXPECT_EQ(behind.values("momentum_x", 0.65, 1.1, 0.5, 0), fields.at("momentum_x")[5]);
  // Of one direction, with means over the other.
  const FieldMap line = initial_fields(deck_from(file, {"physics.gamma=1.4", "grid.cells=[6]"}));
  EXPECT_EQ(line.at("density").size(), 6U);
}

TEST(InitialFile, SaysWhatDoesNotFit) {
  const TemporaryFolder folder;
  const auto file = folder / "start.out";
  sac::Snapshot snapshot = testing_formats::made_up(10, 9);
  for (double& e : snapshot.values[6]) e += 500;
  write_sac_file(file, snapshot, sac::Encoding::records);
  expect_file_error("deck.toml:4: 'file' in [initial]: cannot read", folder / "none.out");
  expect_file_error("gamma is 1.4 in", file);
  const std::string gamma = "physics.gamma=1.4";
  expect_file_error("expected the same number along each axis, a multiple or a whole part", file,
                    {gamma, "grid.cells=[7,5]"});
  expect_file_error("it reaches from 0 to 0.6 in x, and the deck's grid from 0 to 1", file,
                    {gamma, "grid.upper=[1,2]"});
  expect_file_error("has no snapshot 3: expected 0 to 0", file, {gamma, "initial.snapshot=3"});
  expect_file_error("leaves no cells", file, {gamma, "initial.ghost_layers=5"});
  expect_file_error("lacks 'log_density'", file,
                    {gamma, "solver.scheme=finite-difference", "grid.boundary_x=outflow"});
  const auto said = [](const std::vector<std::string>& overrides) {
    try {
      Deck::parse(fluid_text, "fluid.toml", overrides);
      return std::string("nothing");
    } catch (const DeckError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_NE(said({"initial.snapshot=1"}).find("has no effect without 'file'"), std::string::npos);
}

}  // namespace
}  // namespace solenoid
