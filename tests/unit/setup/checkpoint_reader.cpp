/// \file
/// Checkpoints as files of states: any box has the state that its run shows at the end of the step.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "physics/solvers/compiled_precisions.hpp"
#include "src/output/files.hpp"
#include "src/setup/checkpoint_reader.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/output/helpers.hpp"
#include "tests/unit/setup/chance.hpp"

namespace solenoid {
namespace {

using testing_files::TemporaryFolder;

using Keys = std::vector<std::string>;

std::string one_of(Chance& chance, const Keys& choices) {
  return choices[std::size_t(any_of(chance, 0, int(choices.size()) - 1))];
}

constexpr const char* stopped_text =
    "[run]\nend_time = 10\n[initial]\n"
    "density = \"1 + 0.4*sin(2*pi*(x + y))*cos(2*pi*z) + 0.1*random(x, y, z, 1)\"\n"
    "velocity_x = \"0.7*sin(2*pi*(y - z))\"\nvelocity_y = \"0.3*cos(2*pi*x)\"\n"
    "velocity_z = \"cos(2*pi*(x + y + z))\"\n";
constexpr const char* positive_pressure = "initial.pressure=\"0.3 + 0.2*cos(2*pi*(x - z))\"";

/// A state that a scheme has after some steps, and its checkpoint.
class StoppedRun {
 public:
  StoppedRun(const Keys& keys, int steps)
      : deck_(Deck::parse(stopped_text, "run.toml", keys)),
        solver_(make_solver(deck_, Device::cpu)) {
    set_initial_state(deck_, *solver_);
    double time = 0;
    for (int step = 0; step < steps; ++step) {
      const double dt = solver_->stable_step();
      solver_->advance(time, dt);
      time += dt;
    }
    CheckpointHead head;
    head.grid = deck_.grid();
    head.time = time;
    head.step = steps;
    head.provenance = {"test", deck_.resolved(), "cpu", "double"};
    write_checkpoint(file(), head, state_of(*solver_));
  }

  [[nodiscard]] const Deck& deck() const { return deck_; }
  [[nodiscard]] Solver& solver() { return *solver_; }
  [[nodiscard]] std::filesystem::path file() const { return folder_ / "a.checkpoint.h5"; }

  /// How many values of the file are read for a box, in which they have to be those of the run.
  std::size_t compare(const Box& box) {
    const std::unique_ptr<StateReader> reader = open_checkpoint(file());
    EXPECT_EQ(reader->values_read(), 0U);
    const FileState state = reader->read(box);
    EXPECT_EQ(state.snapshot.fields.size(), solver_->primitive_names().size());
    for (const NamedField& field : state.snapshot.fields) {
      FieldValues expected(box.values());
      solver_->get_field(field.name, box, {Precision::double_precision, expected.data()});
      EXPECT_EQ(field.values, expected) << field.name;
    }
    auto faces = state.faces.begin();
    for (const StateField& field : solver_->state_fields(StateForm::stored)) {
      if (normal_of(field.placement) < 0) continue;
      const Box there = part_of_field(deck_.grid(), box, field.placement);
      FieldValues expected(there.values());
      solver_->get_part(field.name, there, {Precision::double_precision, expected.data()});
      EXPECT_EQ(*faces++, expected) << field.name;
    }
    EXPECT_EQ(faces, state.faces.end());
    return reader->values_read();
  }

 private:
  TemporaryFolder folder_;
  Deck deck_;
  std::unique_ptr<Solver> solver_;
};

/// What a scheme needs beside the grid.
Keys any_scheme(Chance& chance, bool flat) {
  const bool single = is_compiled(Precision::single_precision) && any_of(chance, 0, 1) == 0;
  Keys keys{single ? "run.precision=single" : "run.precision=double"};
  const bool magnetic = any_of(chance, 0, 1) == 0, sheared = !flat && any_of(chance, 0, 3) == 0;
  keys.emplace_back(magnetic ? "physics.equations=mhd" : "physics.equations=hydrodynamics");
  if (magnetic) keys.emplace_back("initial.vector_potential_z=\"cos(2*pi*x)*cos(2*pi*y)/9\"");
  if (any_of(chance, 0, 1) == 0) keys.emplace_back("solver.first_order_fallback=true");
  if (any_of(chance, 0, 2) == 0) keys.emplace_back("solver.pressure_floor=0.2");
  if (!sheared && any_of(chance, 0, 3) == 0)
    keys.emplace_back("gravity.potential=\"0.1*sin(2*pi*x)\"");
  keys.emplace_back(positive_pressure);
  if (!sheared && any_of(chance, 0, 2) == 0) {
    keys.emplace_back("solver.scheme=relaxing-tvd");
    return keys;
  }
  if (any_of(chance, 0, 2) == 0) keys.emplace_back("solver.reconstruction=weno-z");
  if (any_of(chance, 0, 4) == 0) keys.emplace_back("solver.splitting=strang");
  keys.push_back("solver.sweep_order=" +
                 one_of(chance, {"xyz", "yzx", "zxy", "xzy", "yxz", "zyx"}));
  if (any_of(chance, 0, 2) == 0) {
    keys.emplace_back("physics.scalars=[\"dye\"]");
    keys.emplace_back("initial.dye=\"x*y\"");
  }
  if (sheared) keys.emplace_back("shearing_box.angular_velocity=1");
  return keys;
}

Keys any_run(Chance& chance) {
  const int dimensions = any_of(chance, 1, 3);
  std::string cells;
  for (int d = 0; d < dimensions; ++d)
    cells += (d == 0 ? "" : ",") + std::to_string(any_of(chance, 4, dimensions == 3 ? 14 : 30));
  Keys keys = any_scheme(chance, dimensions == 1);
  keys.push_back("grid.cells=[" + cells + "]");
  const bool sheared = keys[keys.size() - 2].starts_with("shearing_box");
  for (int d = sheared ? 2 : 0; d < dimensions; ++d)
    keys.push_back(std::string("grid.boundary_") + "xyz"[d] + "=" +
                   one_of(chance, {"periodic", "periodic", "outflow", "reflecting"}));
  return keys;
}

std::string listed(const Keys& keys) {
  std::string text;
  for (const std::string& key : keys) text += "\n" + key;
  return text;
}

TEST(CheckpointReader, BoxesAreThoseOfTheRun) {
  Chance chance(20261127);
  for (int number = 0; number < cases_of(60); ++number) {
    const Keys keys = any_run(chance);
    SCOPED_TRACE(listed(keys));
    StoppedRun run(keys, any_of(chance, 1, 4));
    for (int box = 0; box < 4; ++box) run.compare(any_box(chance, run.deck().grid()));
    run.compare(whole_field(run.deck().grid(), Placement::cells));
  }
}

/// Of nine stored fields, those cells that a sweep with three layers of ghosts looks at.
TEST(CheckpointReader, ReadsWhatABoxFollowsFrom) {
  const Box box{{4, 3, 9}, {8, 6, 4}};
  for (const auto& [order, cells] : std::vector<std::pair<std::string, std::size_t>>{
           {"xyz", 20 * 6 * 4}, {"yxz", 20 * (6 + 6) * 4}, {"zyx", 20 * 6 * (4 + 6)}}) {
    StoppedRun run({"grid.cells=[20,18,16]", positive_pressure, "solver.sweep_order=" + order}, 1);
    EXPECT_EQ(run.compare(box), 9 * cells) << order;  // rows are read whole
  }
  // Without a sweep to end it is the box alone.
  StoppedRun run({"grid.cells=[20,18,16]", positive_pressure, "solver.scheme=relaxing-tvd"}, 1);
  EXPECT_EQ(run.compare({{0, 3, 8}, {20, 6, 5}}),
            5U * 20 * 6 * 5 + 21 * 6 * 5 + 20 * 7 * 5 + 20 * 6 * 6);
}

}  // namespace
}  // namespace solenoid
