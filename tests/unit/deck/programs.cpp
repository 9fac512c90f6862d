/// Decks of the scheme finite-difference: keys that come from a stencil program, and what is said
/// where program and deck do not fit, or the program cannot be compiled.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "numerics/vertices/runge_kutta.hpp"
#include "src/deck/program_keys.hpp"
#include "src/program/module.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/remedies.hpp"
#include "src/setup/solvers.hpp"
#include "tests/source_folder.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

constexpr const char* isothermal =
    "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
    "[physics]\nequations = \"isothermal\"\nviscosity = \"1/50\"\n"
    "[grid]\ncells = [16, 8]\n[initial]\nvelocity_x = \"sin(2*pi*y)\"\n"
    "[[output]]\ntype = \"png\"\nfields = [\"vorticity_magnitude\"]\n";

Deck deck_with(const std::vector<std::string>& overrides) {
  return Deck::parse(isothermal, "isothermal.toml", overrides);
}

std::string complaint_about(const std::vector<std::string>& overrides) {
  try {
    deck_with(overrides);
  } catch (const DeckError& error) {
    return error.what();
  }
  return "none";
}

void expect_complaint(const std::vector<std::string>& overrides, const std::string& part) {
  const std::string complaint = complaint_about(overrides);
  EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
}

/// A scratch folder, gone afterwards.
class DeckPrograms : public testing::Test {
 protected:
  DeckPrograms() { fs::create_directories(folder_); }
  ~DeckPrograms() override { fs::remove_all(folder_); }

  /// A deck beside a program of this text.
  Deck deck_of_program(const std::string& program, const std::string& physics = {},
                       const std::vector<std::string>& overrides = {}) {
    std::ofstream(folder_ / "own.stencil") << program;
    return Deck::parse(
        "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
        "[grid]\ncells = [8]\n[physics]\nprogram = \"own.stencil\"\n" +
            physics,
        (folder_ / "own.toml").string(), overrides);
  }

  fs::path folder_ = fs::temp_directory_path() /
                     ("solenoid-programs-" +
                      std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

constexpr const char* diffusion =
    "field Scalar c;\nuniform Scalar rate;\nuniform int n = 2;\nd_t c = n * rate * laplacian(c);\n"
    "reduction diffusivity = max(n * rate);\n";

TEST_F(DeckPrograms, UniformsAndFieldsAreKeys) {
  const Deck deck = deck_with({});
  EXPECT_EQ(deck.number("physics", "viscosity"), 0.02);
  EXPECT_EQ(deck.number("physics", "sound_speed"), 1);
  EXPECT_EQ(deck.initial().size(), 4U);
  EXPECT_EQ(deck.program()->state_fields().front(), "log_density");
  EXPECT_EQ(Deck::parse(deck.resolved(), "isothermal.toml").resolved(), deck.resolved());
  const FieldMap fields = initial_fields(deck);
  EXPECT_EQ(fields.size(), 4U);
  EXPECT_EQ(fields.at("log_density"), FieldValues(128, 0.0));
  // Two copies of four fields of 16 x 8 vertices with ghosts.
  EXPECT_GT(memory_need(deck).device_bytes, 8U * 8U * (16 + 6) * (8 + 6));
}

TEST_F(DeckPrograms, WhatDoesNotFitIsExplained) {
  expect_complaint({"physics.viscosty=1"}, "did you mean 'viscosity'?");
  expect_complaint({"physics.viscosity=true"}, "expected a number, found true");
  expect_complaint({"physics.gamma=1.4"}, "scheme = \"muscl-hancock\" or \"relaxing-tvd\"");
  expect_complaint({"physics.equations=hydrodynamics"}, "expected one of \"mhd\", \"isothermal\"");
  expect_complaint({"initial.density=1"}, "did you mean 'log_density'?");
  expect_complaint({"initial.wobble=1"}, "\"ghost_layers\", \"log_density\"");
  expect_complaint({"output.0.fields=[\"psi\"]"}, "unknown field 'psi'");
  expect_complaint({"solver.order=5"}, "expected one of 2, 4, 6, 8, found 5");
  expect_complaint({"solver.limiter=minmod"}, "applies only to");
  expect_complaint({"physics.forcing_seed=2"}, "applies only to forcing = \"random\"");
  expect_complaint({"physics.forcing=random", "physics.forcing_helicity=1"},
                   "applies only to forcing = \"helical\"");
  expect_complaint({"physics.forcing=helical", "physics.forcing_helicity=1.5"},
                   "expected a number >= -1 and <= 1");
  expect_complaint({"grid.cells=[1, 16]"}, "cells in x");
  expect_complaint({"solver.scheme=muscl-hancock", "grid.boundary_x=symmetric"},
                   "only with scheme = \"finite-difference\"");
  // Differences of order 8 reach four vertices, a mirror at a vertex one further.
  EXPECT_EQ(complaint_about({"solver.order=8", "grid.cells=[4, 16]"}), "none");
  expect_complaint({"solver.order=8", "grid.cells=[4, 16]", "grid.boundary_x=vertex-symmetric"},
                   "expected at least 5 cells in x");
}

TEST_F(DeckPrograms, IntegratorsDecideDiffusionAndMemory) {
  const auto deck = [](const std::string& integrator) {
    return deck_with({"solver.integrator=" + integrator});
  };
  EXPECT_EQ(deck_with({}).text("solver", "integrator"), "rk3");
  for (const char* name : {"euler", "rk2"}) {
    EXPECT_EQ(deck(name).number("solver", "diffusive_cfl"), 0.2);
    EXPECT_NE(deck(name).resolved().find("diffusive_cfl = 0.2\n"), std::string::npos);
    EXPECT_EQ(memory_need(deck(name)).device_bytes, memory_need(deck("rk3")).device_bytes);
  }
  for (const char* name : {"rk3", "rk4"})
    EXPECT_EQ(deck(name).number("solver", "diffusive_cfl"), 0.25);
  const Deck given = deck_with({"solver.integrator=euler", "solver.diffusive_cfl=0.1"});
  EXPECT_EQ(given.number("solver", "diffusive_cfl"), 0.1);
  // Three copies of all fields in place of two.
  EXPECT_NEAR(memory_need(deck("rk4")).bytes_per_cell,
              1.5 * memory_need(deck("rk3")).bytes_per_cell, 1);
  expect_complaint({"solver.integrator=rk5"},
                   "expected one of \"euler\", \"rk2\", \"rk3\", \"rk4\"");
}

TEST_F(DeckPrograms, IntegratorsThatAProgramCannotHaveAreRefused) {
  const auto complaint = [&](const std::string& program, const std::vector<std::string>& solver) {
    try {
      deck_of_program(program, {}, solver);
    } catch (const DeckError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const std::string waves = "field Scalar u, w;\nd_t u = w;\nd_t w = laplacian(u);\n";
  const std::string signal = waves + "reduction signal_speed = max(1);\n";
  for (const char* name : {"solver.integrator=euler", "solver.integrator=rk2"}) {
    EXPECT_NE(complaint(signal, {name}).find("amplifies waves however short the time step is"),
              std::string::npos)
        << complaint(signal, {name});
    EXPECT_EQ(complaint(signal, {name, "solver.time_step=0.01"}), "none");
    EXPECT_EQ(complaint(signal + "reduction diffusivity = max(1);\n", {name}), "none");
  }
  EXPECT_EQ(complaint(signal, {"solver.integrator=rk4"}), "none");
  const auto kernel = [](const std::string& function) {
    return "field Scalar c;\nKernel step(Scalar dt) { c = " + function +
           "(c, laplacian(c), dt); }\nreduction diffusivity = max(1);\n";
  };
  EXPECT_EQ(complaint(kernel("rk3"), {}), "none");
  EXPECT_NE(complaint(kernel("rk3"), {"solver.integrator=rk4"}).find("the program own calls rk3()"),
            std::string::npos);
  for (const Integrator integrator : integrators)
    EXPECT_EQ(
        complaint(kernel("advance"), {std::string("solver.integrator=") + name_of(integrator)}),
        "none");
}

/// What is said of a deck beside a program: its problems, or else its warnings.
std::string said_of(const std::function<Deck()>& make) {
  try {
    const Deck deck = make();
    std::string warnings;
    for (const DeckProblem& warning : deck.warnings()) warnings += format(warning) + "\n";
    return warnings.empty() ? "none" : warnings;
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST_F(DeckPrograms, SomethingHasToLimitTheTimeStep) {
  const auto said = [&](const std::string& program, const std::vector<std::string>& overrides) {
    return said_of([&] { return deck_of_program("field Scalar c;\n" + program, {}, overrides); });
  };
  const auto expect = [](const std::string& found, const std::string& part) {
    EXPECT_NE(found.find(part), std::string::npos) << found;
  };
  const std::string decay = "d_t c = -c;\n";
  expect(said(decay, {}),
         "own.toml:8: 'program' in [physics]: nothing limits the time step: the program own "
         "declares neither of the reductions signal_speed and diffusivity; declare one there, such "
         "as 'reduction signal_speed = max(...);', or fix 'time_step' in [solver]");
  EXPECT_EQ(said(decay, {"solver.time_step=0.1"}), "none");
  for (const char* limit : {"signal_speed", "diffusivity", "diffusivity(4)"})
    EXPECT_EQ(said(decay + "reduction " + limit + " = max(1 + c);\n", {}), "none") << limit;
  // Limits that the deck's numbers make 0, or less.
  const std::string spreading =
      "uniform Scalar rate = 0;\nd_t c = rate * laplacian(c);\nreduction diffusivity = "
      "max(max(2 * rate, rate));\n";
  expect(said(spreading, {}),
         "to limit it, signal_speed and diffusivity, is 0 with the numbers in");
  expect(said(spreading, {"physics.rate=-1"}), "diffusivity of the program own is -1 with the");
  EXPECT_EQ(said(spreading, {"physics.rate=1"}), "none");
  EXPECT_EQ(said(spreading, {"solver.time_step=0.1"}), "none");
  // Waves need diffusion with some integrators.
  const std::string waves = spreading + "reduction signal_speed = max(c);\n";
  expect(said(waves, {"solver.integrator=euler"}),
         "\"euler\" amplifies waves however short the time step is, and the diffusivity is 0");
  EXPECT_EQ(said(waves, {"solver.integrator=euler", "physics.rate=1"}), "none");
}

TEST_F(DeckPrograms, WhatNothingLimitsTheStepByIsWarnedOf) {
  const auto said = [&](const std::string& program, const std::vector<std::string>& overrides) {
    return said_of([&] { return deck_of_program("field Scalar c;\n" + program, {}, overrides); });
  };
  const std::string burgers =
      "d_t c = 0.1 * laplacian(c) - c * derx(c);\nreduction diffusivity = max(0.1);\n";
  EXPECT_EQ(said(burgers, {}),
            (folder_ / "own.toml").string() +
                ":8: the program own carries c along, by terms with an odd number of derivatives, "
                "and only diffusivity limits the time step: declare 'reduction signal_speed = "
                "max(...);', the fastest speed, or fix 'time_step' in [solver]\n");
  EXPECT_EQ(said(burgers + "reduction signal_speed = max(abs(c));\n", {}), "none");
  EXPECT_EQ(said(burgers, {"solver.time_step=0.01"}), "none");
  const std::string fourth = "d_t c = -derivative(c, 4, 0, 0);\nreduction diffusivity = max(1);\n";
  EXPECT_NE(said(fourth, {})
                .find("has derivatives of degree 4, which nothing limits the time step "
                      "by: declare 'reduction diffusivity(4) = max(...);'"),
            std::string::npos)
      << said(fourth, {});
  EXPECT_EQ(said(fourth + "reduction diffusivity(4) = max(1);\n", {}), "none");
}

TEST_F(DeckPrograms, ShippedProgramsAreNotWarnedOf) {
  const fs::path inputs = source_folder() / "inputs";
  int programs = 0;
  for (const auto& entry : fs::directory_iterator(inputs)) {
    if (entry.path().extension() != ".toml") continue;
    const Deck deck = Deck::load(entry.path().string());
    if (deck.program() != nullptr) ++programs;
    EXPECT_TRUE(deck.warnings().empty()) << entry.path() << format(deck.warnings().front());
  }
  EXPECT_GE(programs, 6);
}

TEST_F(DeckPrograms, ResolvedDecksAndAdviceHoldWhatTheSchemeHas) {
  const std::string resolved = deck_with({}).resolved();
  for (const char* key : {"floor", "fallback", "limiter", "riemann", "gravity"})
    EXPECT_EQ(resolved.find(key), std::string::npos) << resolved;
  expect_complaint({"solver.density_floor=1e-3"}, "applies only to scheme = \"muscl-hancock\"");
  const std::string advice = remedies(deck_with({}));
  for (const char* word : {"cfl than 0.8", "diffusive_cfl than 0.25", "viscosity", "finer grid"})
    EXPECT_NE(advice.find(word), std::string::npos) << advice;
  for (const char* word : {"limiter", "Riemann", "floor", "fallback", "schemes.md"})
    EXPECT_EQ(advice.find(word), std::string::npos) << advice;
  EXPECT_NE(remedies(deck_with({"solver.time_step=0.5"})).find("time_step than 0.5"),
            std::string::npos);
  const Deck fluid = Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8]\n[initial]\n"
      "density = 1\npressure = 1\n[solver]\nscheme = \"relaxing-tvd\"\n",
      "fluid.toml");
  EXPECT_NE(remedies(fluid).find("solver.first_order_fallback = true, solver.limiter = \"minmod\", "
                                 "density_floor and pressure_floor (see docs/relaxing-tvd.md)"),
            std::string::npos)
      << remedies(fluid);
  EXPECT_EQ(remedies(fluid).find("riemann"), std::string::npos);
}

TEST_F(DeckPrograms, VectorPotentialMayStandBehindFixedFaces) {
  const Deck deck = Deck::parse(
      "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
      "[physics]\nequations = \"mhd\"\n"
      "[grid]\ncells = [16, 8]\nboundary_x = \"fixed\"\n"
      "[initial]\nvector_potential_z = \"0.1*x\"\n"
      "[boundary.lower_x]\nvector_potential_z = -0.1\n",
      "mhd.toml");
  const auto& behind = deck.boundary_values(axis_x, side_lower);
  EXPECT_EQ((*behind.at("vector_potential_z"))(0, 0, 0, 0), -0.1);
}

TEST_F(DeckPrograms, ExtendedPrecisionIsOfCpus) {
  const Deck deck = deck_with({"run.precision=extended"});
  EXPECT_EQ(memory_need(deck).device_bytes % sizeof(long double), 0U);
  EXPECT_GT(memory_need(deck).device_bytes, memory_need(deck_with({})).device_bytes);
  try {
    make_solver(deck, Device::gpu);
    FAIL();
  } catch (const DeckError& error) {
    EXPECT_STREQ(error.what(),
                 "--set run.precision=extended: 'precision' in [run]: \"extended\" exists on CPUs "
                 "only, run it with --device cpu");
  }
}

TEST_F(DeckPrograms, UniformsThatAreReductionsAreNoKeys) {
  const std::string program =
      "field Scalar c;\nuniform Scalar peak = reduction largest;\nd_t c = peak - c;\n"
      "reduction largest = max(c);\nreduction diffusivity = max(1);\n";
  EXPECT_EQ(deck_of_program(program).resolved().find("peak"), std::string::npos);
  try {
    deck_of_program(program, "peak = 2\n");
    FAIL();
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("unknown key 'peak' in [physics]; in the program it "
                        "is the reduction 'largest', remove the key"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(DeckPrograms, ProgramsOfTheirOwnAreReadBesideTheDeck) {
  const Deck deck = deck_of_program(diffusion, "rate = 0.5\n[initial]\nc = \"x\"\n");
  EXPECT_EQ(deck.number("physics", "rate"), 0.5);
  EXPECT_EQ(deck.integer("physics", "n"), 2);
  EXPECT_EQ(deck.resolved().find("equations"), std::string::npos);
}

TEST_F(DeckPrograms, MistakesOfProgramsAreThoseOfTheDeck) {
  const auto complaint = [&](const std::string& program, const std::string& physics) {
    try {
      deck_of_program(program, physics);
    } catch (const DeckError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const auto expect = [&](const std::string& program, const std::string& physics,
                          const std::string& part) {
    const std::string found = complaint(program, physics);
    EXPECT_NE(found.find(part), std::string::npos) << found;
  };
  expect("field Scalar c;\nd_t c = laplacien(c);\n", "", "own.stencil:2:9: there is no function");
  expect(diffusion, "", "'rate' in [physics] is missing");
  expect(diffusion, "rate = 1\nn = 2.5\n", "'n' in [physics]: expected a whole number");
  expect(diffusion, "rate = 1\nequations = \"mhd\"\n", "remove one of them");
  expect("field Scalar c;\nuniform Scalar order, program;\nd_t c = order * program;\n", "order = 1",
         "the uniform 'program' has the name of a key");
  fs::remove(folder_ / "own.stencil");
  try {
    Deck::parse(
        "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n[grid]\n"
        "cells = [8]\n[physics]\nprogram = \"none.stencil\"\n",
        "here.toml");
    FAIL();
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what()).find("here.toml:8: 'program' in [physics]: cannot read"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(DeckPrograms, CompilersThatFailAreExplained) {
  const Deck deck = deck_with({});
  const auto complaint = [&](const ModuleCompiler& compiler) {
    try {
      load_module(*deck.program(), Precision::double_precision, Device::cpu, {}, {}, compiler,
                  folder_);
    } catch (const ModuleError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const std::string source = module_compiler().source;
  EXPECT_NE(
      complaint({"/nowhere/c++", source}).find("the compiler that built Solenoid is not here"),
      std::string::npos);
  const std::string broken = complaint({"echo 'no room' && false", source});
  EXPECT_NE(broken.find("compiling the stencil program isothermal"), std::string::npos) << broken;
  EXPECT_NE(complaint({"true", "/nowhere"}).find("build Solenoid again"), std::string::npos);
  // What a failed compiler leaves is gone.
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_EQ(entry.path().extension(), ".lock") << entry.path();
}

}  // namespace
}  // namespace solenoid
