/// \file
/// Parts of an initial state from a file: the same values as in the whole, read alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/formats/gdf.hpp"
#include "src/formats/sac_file.hpp"
#include "src/output/files.hpp"
#include "src/setup/file_on_grid.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/initial_file.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"
#include "src/setup/state_file.hpp"
#include "tests/unit/output/helpers.hpp"
#include "tests/unit/setup/chance.hpp"

namespace solenoid {
namespace {

using testing_files::TemporaryFolder;

/// A grid of one to three dimensions.
Grid any_grid(Chance& chance) {
  Grid grid;
  const int dimensions = any_of(chance, 1, 3);
  for (int d = 0; d < dimensions; ++d) grid.cells[std::size_t(d)] = any_of(chance, 2, 5);
  return grid;
}

/// One with a multiple or a whole part of its cells along each axis.
Grid any_finer_or_coarser(Chance& chance, Grid& grid) {
  Grid other = grid;
  for (std::size_t d = 0; d < 3; ++d) {
    const int factor = any_of(chance, 1, 3);
    (any_of(chance, 0, 1) == 0 ? other : grid).cells[d] *= factor;
  }
  return other;
}

FieldValues any_values(Chance& chance, std::size_t count, double lowest, double largest) {
  FieldValues values(count);
  for (double& value : values)
    value = std::uniform_real_distribution<double>(lowest, largest)(chance);
  return values;
}

/// A fluid whose pressure hardly is positive everywhere, or anything else; with a field on faces.
FileState any_state(Chance& chance, const Grid& grid) {
  FileState state;
  state.snapshot.grid = grid;
  if (any_of(chance, 0, 2) > 0) state.parameters.gamma = 1.4;
  for (const char* name : {"density", "pressure"})
    state.snapshot.fields.push_back({name, any_values(chance, grid.cell_count(), 0.01, 1)});
  for (const char c : {'x', 'y', 'z'})
    for (const char* vector : {"velocity_", "magnetic_field_"})
      state.snapshot.fields.push_back(
          {std::string(vector) + c, any_values(chance, grid.cell_count(), -1, 1)});
  for (int axis = 0; axis < 3; ++axis)
    state.faces.push_back(
        any_values(chance, whole_field(grid, faces_normal_to(axis)).values(), -1, 1));
  return state;
}

/// Of a box of `to`, the cells of `from` that it may need: all that it overlaps and, where `to` is
/// finer, those beside these.
std::size_t most_needed(const Box& box, const Grid& from, const Grid& to) {
  std::size_t cells = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const int end = box.begin[d] + box.count[d];
    const bool finer = to.cells[d] > from.cells[d];
    const int factor = finer ? to.cells[d] / from.cells[d] : from.cells[d] / to.cells[d];
    const int parents = finer ? (end - 1) / factor - box.begin[d] / factor + 1 : box.count[d];
    cells *= std::size_t(finer ? std::min(parents + 2, from.cells[d]) : parents * factor);
  }
  return cells;
}

TEST(InitialFileParts, AreThoseOfTheWholeOnAnyGrid) {
  Chance chance(20261127);
  for (int number = 0; number < 200; ++number) {
    Grid from = any_grid(chance);
    const Grid to = any_finer_or_coarser(chance, from);
    const FileState state = any_state(chance, from);
    StateInMemory all(state), some(state);
    const Box whole = whole_field(to, Placement::cells), box = any_box(chance, to);
    const FileState expected = on_grid(all, to, whole), found = on_grid(some, to, box);
    for (const char* name : {"density", "pressure", "velocity_y", "magnetic_field_z"})
      EXPECT_EQ(field_of(found, name), cut_out(field_of(expected, name), whole, box)) << name;
    std::size_t most = 8 * most_needed(box, from, to);
    for (int axis = 0; axis < 3; ++axis) {
      const Placement place = faces_normal_to(axis);
      EXPECT_EQ(found.faces[std::size_t(axis)],
                cut_out(expected.faces[std::size_t(axis)], whole_field(to, place),
                        part_of_field(to, box, place)));
      most += 2 * most_needed(box, from, to);  // at most twice as many faces as cells
    }
    EXPECT_LE(some.values_read(), most);
  }
}

/// A fluid in files of all formats.
class InitialFilePartsOfFiles : public testing::Test {
 protected:
  InitialFilePartsOfFiles() {
    const Deck deck = Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [10, 8, 5]\n[initial]\n"
        "density = \"1 + 0.4*sin(2*pi*x)*cos(2*pi*y)\"\npressure = \"1 + 0.2*cos(2*pi*z)\"\n"
        "velocity_x = \"0.7*sin(2*pi*x)\"\nvelocity_y = 0.3\nvelocity_z = \"cos(2*pi*z)\"\n"
        "vector_potential_z = \"cos(2*pi*x)*cos(2*pi*y)/9\"\nmagnetic_field_z = 0.25\n",
        "fluid.toml", {});
    FileState state;
    Snapshot& snapshot = state.snapshot;
    snapshot.grid = deck.grid();
    snapshot.provenance = {"test", deck.resolved(), "cpu", "double"};
    for (const auto& [name, values] : initial_fields(deck))
      snapshot.fields.push_back({name, values});
    state.parameters.gamma = 5.0 / 3.0;
    write_athdf(folder_ / "double.athdf", snapshot);
    snapshot.compressed = true;
    snapshot.precision = Precision::single_precision;
    write_athdf(folder_ / "compressed.athdf", snapshot);
    write_gdf(folder_ / "a.gdf", state);
    const sac::Snapshot sac = sac_snapshot(state, "test", sac::Writer::sac, 2);
    write_sac_file(folder_ / "records.out", sac, sac::Encoding::records);
    write_sac_file(folder_ / "single.out", sac, sac::Encoding::single_records);
    write_sac_file(folder_ / "stream.out", sac, sac::Encoding::stream);
    write_sac_file(folder_ / "text.out", sac, sac::Encoding::text);
    write_stopped_run(deck);
  }

  [[nodiscard]] std::vector<std::string> files() const {
    return {"double.athdf", "compressed.athdf", "a.gdf",    "records.out",
            "single.out",   "stream.out",       "text.out", checkpoint};
  }
  static constexpr const char* checkpoint = "a.checkpoint.h5";
  [[nodiscard]] Deck deck_from(const std::string& file, const std::string& scheme,
                               std::vector<std::string> keys) const {
    keys.push_back("solver.scheme=" + scheme);
    if (scheme == "relaxing-tvd") keys.emplace_back("solver.divergence_tolerance=100");
    return Deck::parse("[run]\nend_time = 1\n[initial]\nfile = \"" + file + "\"\n",
                       (folder_ / "deck.toml").string(), keys);
  }

 private:
  /// After a step, which lacks half a sweep along x.
  void write_stopped_run(const Deck& deck) const {
    const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
    set_initial_state(deck, *solver);
    solver->advance(0, 0.001);
    CheckpointHead head;
    head.grid = deck.grid();
    head.provenance = {"test", deck.resolved(), "cpu", "double"};
    write_checkpoint(folder_ / checkpoint, head, state_of(*solver));
  }

  TemporaryFolder folder_;
};

TEST_F(InitialFilePartsOfFiles, AreThoseOfTheWhole) {
  Chance chance(20261127);
  for (const std::string& file : files())
    for (const char* scheme : {"muscl-hancock", "relaxing-tvd"})
      for (const char* boundary : {"periodic", "outflow"})
        for (const char* cells :
             {"[10,8,5]", "[20,8,5]", "[5,16,5]", "[10,4,10]", "[10,8]", "[30]"}) {
          std::vector<std::string> keys{std::string("grid.cells=") + cells};
          const std::string text = cells;
          for (long axis = 0; axis <= std::ranges::count(text, ','); ++axis)
            keys.push_back(std::string("grid.boundary_") + "xyz"[axis] + "=" + boundary);
          const Deck deck = deck_from(file, scheme, keys);
          const FieldMap expected = initial_fields(deck);
          InitialFile parts(deck);
          const Box box = any_box(chance, deck.grid());
          parts.load(box);
          for (const StateField& field : state_fields(deck)) {
            const Box part = part_of_field(deck.grid(), box, field.placement);
            EXPECT_EQ(
                parts.values(field, part),
                cut_out(expected.at(field.name), whole_field(deck.grid(), field.placement), part))
                << field.name << " of " << file << ", " << scheme << ", " << boundary << ", "
                << cells;
          }
        }
}

TEST_F(InitialFilePartsOfFiles, AreReadAlone) {
  for (const std::string& file : files()) {
    const Deck deck = deck_from(file, "muscl-hancock", {});
    InitialFile parts(deck);
    if (file == checkpoint) continue;  // of which more is read
    const std::size_t fields = file.ends_with(".out") ? 13 : 8;
    EXPECT_EQ(parts.values_read(), 0U) << file;  // of heads alone it is known what is there
    const Box box{{2, 1, 3}, {4, 3, 2}};
    parts.load(box);
    EXPECT_EQ(parts.values_read(), fields * box.values()) << file;
    // Two finer cells in one: its neighbours along x, too.
    const Deck finer = deck_from(file, "muscl-hancock", {"grid.cells=[20,8,5]"});
    InitialFile of_finer(finer);
    of_finer.load({{4, 1, 3}, {2, 3, 2}});
    EXPECT_EQ(of_finer.values_read(), fields * 3 * 3 * 2) << file;
    // On faces means of both sides; behind the lowest ones are the uppermost cells.
    const Deck on_faces = deck_from(file, "relaxing-tvd", {});
    InitialFile of_faces(on_faces);
    of_faces.load({{0, 2, 2}, {4, 2, 2}});
    EXPECT_EQ(of_faces.values_read(), fields * (5 * 4 * 4 + 2 * 2)) << file;
  }
}

TEST_F(InitialFilePartsOfFiles, NeedMemoryForASlab) {
  const auto host_bytes = [&](const char* cells) {
    return memory_need(deck_from("a.gdf", "muscl-hancock", {cells})).host_bytes;
  };
  // Eight fields in four copies, and an output of all, with a field more: of so few cells four.
  const std::size_t bytes = sizeof(double), small = 10 * 8 * 5, large = 1000L * 800 * 500;
  EXPECT_EQ(host_bytes("grid.cells=[10,8,5]"), bytes * small * (4 * 9 + 4 * 8));
  EXPECT_EQ(host_bytes("grid.cells=[1000,800,500]"),
            bytes * (9 * large + 4 * 8 * state_slab_values));
  // And as a solver has it.
  EXPECT_EQ(memory_need(deck_from(checkpoint, "muscl-hancock", {})).host_bytes,
            bytes * small * (4 * 9 + 6 * 8));
}

}  // namespace
}  // namespace solenoid
