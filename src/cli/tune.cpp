// solenoid tune

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/tune_child.hpp"
#include "src/cli/tune_report.hpp"
#include "src/deck/choices.hpp"
#include "src/driver/memory.hpp"
#include "src/machine/machine.hpp"
#include "src/output/replace.hpp"
#include "src/program/shapes.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

struct TuneArguments {
  DeckArguments deck;
  MachineChoice device;
  std::vector<std::string> shapes;
  std::string json;
  std::string compile;               ///< what a process of its own is to do
  std::vector<std::string> measure;  ///< likewise
};

std::vector<PassShape> shapes_of(const std::vector<std::string>& words, Device device) {
  std::vector<PassShape> shapes;
  for (const std::string& word : words) {
    const std::optional<PassShape> shape = shape_of_word(word);
    if (!shape || (shape->form == PassForm::blocks) != (device == Device::cpu))
      throw UsageError(fmt::format(
          "'{}' is no shape for a {}; expected one such as {}", word,
          device == Device::cpu ? "CPU" : "GPU",
          device == Device::cpu ? "blocks:64x16x32" : "tiles:16x8x4:1:5 or plain:32x4x1:2"));
    shapes.push_back(*shape);
  }
  return shapes;
}

/// Throws UsageError for a deck that has nothing to tune.
void check_deck(const Deck& deck) {
  if (deck.program() == nullptr)
    throw UsageError(fmt::format("only the scheme {} is tuned, the deck {} has {}",
                                 alternatives(names_of(program_schemes)), deck.name(),
                                 deck.scheme().name));
  if (deck.choice<Precision>("run", "precision") == Precision::extended_precision)
    throw UsageError("extended precision is a reference on one thread and is not tuned");
}

/// This command again, for a process that compiles or measures.
std::vector<std::string> command_again(const TuneArguments& arguments, Device device) {
  std::vector<std::string> words{program_name(), "tune", arguments.deck.path};
  for (const std::string& text : arguments.deck.overrides)
    words.insert(words.end(), {"--set", text});
  words.insert(words.end(), {"--device", device == Device::cpu ? "cpu" : "gpu"});
  if (arguments.device.threads)
    words.insert(words.end(), {"--threads", std::to_string(*arguments.device.threads)});
  return words;
}

/// The shapes to measure: the reference, the default, and those asked for or all that fit.
std::vector<PassShape> shapes_to_try(const TuneArguments& arguments, const Deck& deck,
                                     Device device) {
  const Precision precision = precision_of(deck);
  if (arguments.shapes.empty())
    return candidate_shapes(deck.program()->kernels, precision, device, deck.grid().cells);
  std::vector<PassShape> shapes{reference_shape(device)};
  std::vector<PassShape> more = shapes_of(arguments.shapes, device);
  more.insert(more.begin(), default_shape(precision, device, deck.grid().cells));
  for (const PassShape& shape : more)
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
  return shapes;
}

/// Compiles and measures shapes, and says how it goes.
std::vector<ShapeResult> try_shapes(const TuneArguments& arguments, const Deck& deck,
                                    Device device) {
  const std::vector<PassShape> shapes = shapes_to_try(arguments, deck, device);
  const std::vector<std::string> command = command_again(arguments, device);
  std::vector<ShapeResult> results;
  std::vector<ShapeResult> failures;
  const std::vector<PassShape> good = compiled_shapes(
      command, shapes, [&](const ShapeResult& failure) { failures.push_back(failure); },
      [](const std::string& text) { std::cout << text << std::endl; });
  if (good.empty() || good.front() != shapes.front())
    throw ModuleError("the stencil program " + failures.front().problem);
  std::cout << tune_heading() << std::flush;
  const PassShape standard = default_shape(precision_of(deck), device, deck.grid().cells);
  double of_default = 0;
  results = measured_shapes(command, good, [&](const ShapeResult& result) {
    if (result.shape == standard) of_default = result.nanoseconds;
    std::cout << tune_line(result, of_default) << std::flush;
  });
  for (const ShapeResult& failure : failures) {
    std::cout << tune_line(failure, 0);
    results.push_back(failure);
  }
  return results;
}

ShapeResult fastest_of(const std::vector<ShapeResult>& results) {
  ShapeResult fastest = results.front();
  for (const ShapeResult& result : results)
    if (result.problem.empty() && result.nanoseconds < fastest.nanoseconds) fastest = result;
  return fastest;
}

int tune(const TuneArguments& arguments) {
  const Deck deck = arguments.deck.load();
  check_deck(deck);
  if (!arguments.compile.empty()) {
    const Device device = arguments.device.device == "cpu" ? Device::cpu : Device::gpu;
    compile_shape(deck, device, shapes_of({arguments.compile}, device).front());
    return exit_good;
  }
  if (!arguments.measure.empty()) {
    const Device device = arguments.device.device == "cpu" ? Device::cpu : Device::gpu;
    measure_shapes(deck, arguments.device, shapes_of(arguments.measure, device));
    return exit_good;
  }
  if (!arguments.json.empty()) require_replaceable(arguments.json);
  const Machine machine(arguments.device);
  const Device device = machine.device();
  if (const auto shortage =
          memory_shortage(deck.grid(), memory_need(deck), device, machine.free_memory()))
    throw UsageError(*shortage);
  TunedShape tuned{tuning_subject(deck, device), {}, deck.grid().cells, 0};
  const std::filesystem::path file = tuned_file(tuned.subject, module_folder());
  make_module_folder(module_folder());
  require_replaceable(file);
  std::cout << fmt::format("{}, order {}, {} precision, {} vertices, on {}\n",
                           tuned.subject.program, tuned.subject.order, tuned.subject.precision,
                           cells_text(tuned.cells), tuned.subject.device)
            << std::flush;
  const std::vector<ShapeResult> results = try_shapes(arguments, deck, device);
  const ShapeResult fastest = fastest_of(results);
  tuned.shape = fastest.shape;
  tuned.nanoseconds = fastest.nanoseconds;
  keep_tuned(tuned, module_folder());
  std::cout << fmt::format("fastest: {}, {:.4g} ns per vertex and step; kept in {}\n",
                           shape_text(fastest.shape), fastest.nanoseconds, file.string());
  if (!arguments.json.empty()) replace_file_by_text(arguments.json, tune_json(tuned, results));
  return exit_good;
}

}  // namespace

Action add_tune(CLI::App& command) {
  const auto arguments = std::make_shared<TuneArguments>();
  add_deck_arguments(command, arguments->deck);
  add_device_arguments(command, arguments->device);
  command
      .add_option("--shapes", arguments->shapes,
                  "measure these instead of all that fit: tiles:16x8x4:1:5 (vertices, teams a "
                  "multiprocessor, fields in scratch memory), plain:32x4x1:2, on a CPU "
                  "blocks:64x16x32")
      ->type_name("SHAPE ...");
  command.add_option("--json", arguments->json, "write the figures to this file, too")
      ->type_name("FILE");
  // What the command tells processes of its own.
  command.add_option("--compile", arguments->compile)->group("");
  command.add_option("--measure", arguments->measure)->group("");
  command.footer(
      "Finds out how the stencil program of a deck (scheme finite-difference) is best cut up "
      "among\n"
      "the threads of this device: compiles it for several shapes, as many at a time as there are\n"
      "cores, measures whole steps on the deck's grid, and keeps the fastest one for all later "
      "runs\n"
      "of this program, order and precision on this device. All shapes give the same bits; one "
      "that\n"
      "does not is not used. Takes minutes; 'solenoid info' lists what is tuned.\n"
      "Examples:\n"
      "  solenoid tune inputs/orszag-tang-viscous.toml --set grid.cells=[256,256,256]\n"
      "  solenoid tune inputs/forced-turbulence.toml --set run.precision=single --json tuned.json");
  return [arguments] { return tune(*arguments); };
}

}  // namespace solenoid
