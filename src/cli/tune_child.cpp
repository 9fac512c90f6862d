#include "src/cli/tune_child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <iostream>
#include <limits>
#include <mutex>
#include <sstream>
#include <thread>

#include "src/cli/timing.hpp"
#include "src/machine/host_memory.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/program/shapes.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr double compile_limit = 900;  ///< seconds for a shape
constexpr double first_limit = 900;    ///< seconds until the first shape is measured
constexpr const char* result_word = "result";
constexpr const char* failure_word = "failure";

/// A number that follows from all bits of a state.
std::uint64_t digest(const SolverState& state) {
  std::uint64_t sum = 0x9e3779b97f4a7c15U;
  for (const auto& [name, bytes] : state.arrays)
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, &bytes[i], std::min(sizeof word, bytes.size() - i));
      sum = (sum ^ word) * 0xff51afd7ed558ccdU;
      sum ^= sum >> 32;
    }
  return sum;
}

/// The shortest of a few measurements: ns per vertex and step.
double nanoseconds_of(Solver& solver, double& time, double vertices) {
  const long steps = steps_for(0.15, timed_steps(solver, time, 2));
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < 3; ++turn)
    least = std::min(least, timed_steps(solver, time, steps) / double(steps));
  return 1e9 * least / vertices;
}

/// What a process said of a shape.
struct ChildAnswer {
  double nanoseconds = 0;
  std::string bits;     ///< follows from the state that it reached
  std::string problem;  ///< or why it did not
};

/// Waits for the next answer.
ChildAnswer next_answer(Child& child, double limit) {
  std::string last = "it ended without a word";
  while (const std::optional<std::string> line = child.line(limit)) {
    std::istringstream words(*line);
    std::string word;
    words >> word;
    ChildAnswer answer;
    if (word == result_word && words >> answer.nanoseconds >> answer.bits) return answer;
    if (word == failure_word && std::getline(words >> std::ws, answer.problem)) return answer;
    if (!line->empty()) last = *line;
  }
  return {0, {}, child.ended() ? "fails: " + last : fmt::format("no answer in {:.0f} s", limit)};
}

/// Processes that compile at a time: a compiler takes a core and some memory.
std::size_t compilers() {
  constexpr std::size_t memory = std::size_t(3) << 29;
  return std::clamp<std::size_t>(free_host_memory() / memory, 1, std::size_t(available_threads()));
}

/// Why a shape does not compile, or nothing.
std::string compile_problem(std::vector<std::string> words, const PassShape& shape) {
  words.insert(words.end(), {"--compile", shape_word(shape)});
  Child child(std::move(words));
  std::string last;
  while (const std::optional<std::string> line = child.line(compile_limit))
    if (line->find("error") != std::string::npos || last.empty()) last = *line;
  if (!child.ended()) return fmt::format("does not compile in {:.0f} s", compile_limit);
  return child.code() == exit_good ? "" : "does not compile: " + last;
}

}  // namespace

void compile_shape(const Deck& deck, Device device, const PassShape& shape) {
  compile_module(*deck.program(), precision_of(deck), device, shape);
}

void measure_shapes(const Deck& deck, const MachineChoice& arguments,
                    const std::vector<PassShape>& shapes) {
  const Machine machine(arguments);
  const FieldMap fields = initial_fields(deck);
  const double vertices = double(deck.grid().cell_count());
  for (const PassShape& shape : shapes) {
    try {
      const std::unique_ptr<Solver> solver = make_program_solver(deck, machine.device(), shape);
      double time = deck.number("run", "start_time");
      solver->set_primitive(fields, time);
      timed_steps(*solver, time, 4);
      const std::uint64_t bits = digest(solver->save());
      std::cout << fmt::format("{} {:.6g} {:016x}\n", result_word,
                               nanoseconds_of(*solver, time, vertices), bits)
                << std::flush;
    } catch (const std::runtime_error& error) {
      const std::string text = error.what();
      std::cout << failure_word << " fails: " << text.substr(0, text.find('\n')) << std::endl;
    }
  }
}

std::vector<PassShape> compiled_shapes(const std::vector<std::string>& command,
                                       const std::vector<PassShape>& shapes,
                                       const ShapeReport& report,
                                       const std::function<void(const std::string&)>& progress) {
  std::vector<std::string> problems(shapes.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex telling;
  const auto compile = [&] {
    for (std::size_t i = next++; i < shapes.size(); i = next++) {
      try {
        problems[i] = compile_problem(command, shapes[i]);
      } catch (const std::runtime_error& error) {
        problems[i] = error.what();
      }
      const std::lock_guard<std::mutex> lock(telling);
      progress(fmt::format("compiled {} of {}: {}", ++done, shapes.size(), shape_text(shapes[i])));
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < std::min(compilers(), shapes.size()); ++t)
    threads.emplace_back(compile);
  for (std::thread& thread : threads) thread.join();
  std::vector<PassShape> good;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (problems[i].empty())
      good.push_back(shapes[i]);
    else
      report({shapes[i], 0, problems[i]});
  }
  return good;
}

std::vector<ShapeResult> measured_shapes(const std::vector<std::string>& command,
                                         const std::vector<PassShape>& shapes,
                                         const ShapeReport& report) {
  using Clock = std::chrono::steady_clock;
  std::vector<ShapeResult> results;
  std::string bits;  // of the first shape
  while (results.size() < shapes.size()) {
    std::vector<std::string> words = command;
    words.emplace_back("--measure");
    for (std::size_t i = results.size(); i < shapes.size(); ++i)
      words.push_back(shape_word(shapes[i]));
    Child child(std::move(words));
    double limit = first_limit;
    bool alive = true;
    while (alive && results.size() < shapes.size()) {
      const auto begin = Clock::now();
      const ChildAnswer answer = next_answer(child, limit);
      // Far more than a shape may take: the first answer waits for the initial fields, too.
      limit = 20 + 5 * std::chrono::duration<double>(Clock::now() - begin).count();
      if (results.empty() && !answer.problem.empty())
        throw OutputError("the stencil program cannot be measured: it " + answer.problem);
      if (results.empty()) bits = answer.bits;
      ShapeResult result{shapes[results.size()], answer.nanoseconds, answer.problem};
      alive = result.problem.empty() || answer.problem.rfind("fails: ", 0) == 0;
      if (result.problem.empty() && answer.bits != bits)
        result.problem = "differs from the first shape in the bits of its results";
      results.push_back(result);
      report(result);
      alive = alive && !child.ended();
    }
  }
  return results;
}

}  // namespace solenoid
