/// Programs that need no compiler, and what an installed Solenoid compiles the others with.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "src/deck/deck.hpp"
#include "src/machine/devices.hpp"
#include "src/program/built_in_solvers.hpp"
#include "src/program/module_compiler.hpp"
#include "src/program/shapes.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

bool is_built_in(const std::vector<std::string>& overrides,
                 Precision precision = Precision::double_precision, Device device = Device::cpu,
                 const std::optional<PassShape>& shape = default_block_shape) {
  const Deck deck = Deck::parse(
      "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n[grid]\ncells = [8, 8, 8]\n",
      "deck.toml", overrides);
  return find_built_in_solver(*deck.program(), precision, device, shape) != nullptr;
}

TEST(BuiltInSolvers, AreThoseOfTheProgramsThatComeWithSolenoid) {
  if (built_in_solvers().empty()) GTEST_SKIP() << "built without them";
  const std::string isothermal = "physics.equations=\"isothermal\"";
  for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
    EXPECT_TRUE(is_built_in({}, precision));
    EXPECT_TRUE(is_built_in({isothermal}, precision));
    EXPECT_TRUE(is_built_in({isothermal, "physics.forcing=\"random\""}, precision));
  }
  EXPECT_FALSE(is_built_in({}, Precision::extended_precision, Device::cpu, std::nullopt));
  EXPECT_FALSE(is_built_in({"solver.order=4"}));
  EXPECT_FALSE(is_built_in({"solver.passes=2"}));
  PassShape shape = default_block_shape;
  shape.rows = 8;
  EXPECT_FALSE(is_built_in({}, Precision::double_precision, Device::cpu, shape));
}

/// As decks ask for them where nothing was measured, on grids that can be cut into tiles or not.
TEST(BuiltInSolvers, OfGpusAreThoseThatDecksAskForThere) {
  if (built_in_solvers().empty()) GTEST_SKIP() << "built without them";
  const std::string isothermal = "physics.equations=\"isothermal\"";
  for (const std::vector<std::string>& equations :
       {std::vector<std::string>{}, {isothermal}, {isothermal, "physics.forcing=\"random\""}})
    for (const Precision precision : {Precision::single_precision, Precision::double_precision})
      for (const std::array<int, 3>& cells : {std::array{64, 64, 64}, {63, 5, 1}}) {
        const PassShape shape = default_shape(precision, Device::gpu, cells);
        EXPECT_EQ(is_built_in(equations, precision, Device::gpu, shape), has_gpu_support())
            << equations.size() << " " << shape_word(shape);
      }
  PassShape other = plain_pass_shape;
  other.teams = 3;
  EXPECT_FALSE(is_built_in({}, Precision::double_precision, Device::gpu, other));
  EXPECT_FALSE(is_built_in({}, Precision::double_precision, Device::gpu, default_block_shape));
}

TEST(BuiltInSolvers, AreNotThoseOfAProgramOfTheSameName) {
  StencilProgram program;
  program.name = "mhd";
  program.files = built_in_program("mhd", false);
  if (built_in_solvers().empty()) GTEST_SKIP() << "built without them";
  const auto find = [&] {
    return find_built_in_solver(program, Precision::double_precision, Device::cpu, {}) != nullptr;
  };
  EXPECT_TRUE(find());
  program.files[0].text += "// changed\n";
  EXPECT_FALSE(find());
}

TEST(ModuleCompilers, TakeTheHeadersThatAreInstalled) {
  const fs::path prefix = fs::temp_directory_path() / "solenoid it's installed";
  const fs::path headers = prefix / "share/solenoid/modules";
  const RecordedCompiler recorded{{"c++ -I/source", "/source"},
                                  "c++ -I{headers} -isystem {headers}/libraries",
                                  "../share/solenoid/modules",
                                  "../share/solenoid/modules",
                                  ""};
  const fs::path from_program = prefix / "bin" / recorded.headers_from_program;
  fs::remove_all(prefix);
  EXPECT_EQ(compiler_for(from_program, recorded).source, "/source");
  EXPECT_EQ(compiler_for("", recorded).command, "c++ -I/source");
  fs::create_directories((headers / module_source).parent_path());
  std::ofstream(headers / module_source) << "";
  const ModuleCompiler compiler = compiler_for(from_program, recorded);
  const std::string word = "'" + fs::temp_directory_path().string() +
                           "/solenoid it'\\''s installed/share/solenoid/modules'";
  EXPECT_EQ(compiler.source, headers.string());
  EXPECT_EQ(compiler.command, "c++ -I" + word + " -isystem " + word + "/libraries");
  fs::remove_all(prefix);
}

TEST(ModuleCompilers, KnowTheHeadersOfTheirBuild) {
  const fs::path folder = fs::temp_directory_path() / "solenoid's headers";
  fs::remove_all(folder);
  fs::create_directories(folder / "numerics");
  std::ofstream(folder / "numerics/a.hpp") << "1234";
  std::ofstream(folder / "numerics/b.hpp") << "12";
  const std::string recorded = "numerics/a.hpp 4\nnumerics/b.hpp 2\n";
  EXPECT_EQ(changed_header(folder, recorded), "");
  EXPECT_EQ(changed_header(folder, recorded_compiler().headers).substr(0, 9), "numerics/");
  std::ofstream(folder / "numerics/b.hpp") << "123";
  EXPECT_EQ(changed_header(folder, recorded), "numerics/b.hpp");
  fs::remove(folder / "numerics/a.hpp");
  EXPECT_EQ(changed_header(folder, recorded), "numerics/a.hpp");
  fs::remove_all(folder);
}

}  // namespace
}  // namespace solenoid
