// solenoid compile

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "src/cli/command.hpp"
#include "src/machine/devices.hpp"
#include "src/program/shapes.hpp"
#include "src/program/tuned.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

struct CompileArguments {
  DeckArguments deck;
  std::string device;
};

/// What a run of the deck may ask for: the default shape of passes, and those that were found for
/// its program, on whichever device: this machine need not have one.
std::vector<std::optional<PassShape>> shapes_of(const Deck& deck, Device device) {
  const Precision precision = precision_of(deck);
  if (precision == Precision::extended_precision) return {std::nullopt};
  const std::array<int, 3> cells = deck.grid().cells;
  std::vector<std::optional<PassShape>> shapes{default_shape(precision, device, cells)};
  for (const TunedShape& tuned : tuned_for(*deck.program(), precision, module_folder())) {
    if ((tuned.shape.form == PassForm::blocks) != (device == Device::cpu)) continue;
    const PassShape shape = shape_for(tuned.shape, precision, cells);
    if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(shape);
  }
  return shapes;
}

Device device_of(const CompileArguments& arguments, const Deck& deck) {
  if (arguments.device == "gpu" && !has_gpu_support())
    throw UsageError("--device gpu: this program was built without GPU support");
  const bool wanted = arguments.device == "gpu" || (arguments.device.empty() && gpu_available());
  if (wanted && deck.program() != nullptr && precision_of(deck) == Precision::extended_precision) {
    if (arguments.device.empty()) return Device::cpu;
    throw UsageError("--device gpu: extended precision exists on CPUs only");
  }
  return wanted ? Device::gpu : Device::cpu;
}

int compile(const CompileArguments& arguments) {
  const Deck deck = arguments.deck.load();
  const Device device = device_of(arguments, deck);
  const Announce announce = [](const std::string& text) { std::cout << text << std::endl; };
  if (deck.terms() != nullptr) {
    const std::filesystem::path file =
        compile_module(*deck.terms(), precision_of(deck), device, {}, announce);
    std::cout << fmt::format("compiled: {}\n", file.string());
    return exit_good;
  }
  if (deck.program() == nullptr) {
    std::cout << fmt::format("nothing to compile: the scheme {} of {} is a part of the program\n",
                             deck.text("solver", "scheme"), deck.name());
    return exit_good;
  }
  for (const std::optional<PassShape>& shape : shapes_of(deck, device)) {
    const std::filesystem::path file =
        compile_module(*deck.program(), precision_of(deck), device, shape, announce);
    if (file.empty()) {
      std::cout << fmt::format("nothing to compile: {} is built in\n", deck.program()->name);
    } else {
      std::cout << fmt::format("compiled: {}\n", file.string());
    }
  }
  return exit_good;
}

}  // namespace

Action add_compile(CLI::App& command) {
  auto arguments = std::make_shared<CompileArguments>();
  add_deck_arguments(command, arguments->deck);
  command
      .add_option("--device", arguments->device,
                  "the device that it will run on (default: the GPU where there is one)")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  command.footer(
      "Compiles the stencil program of a deck and does not run it: for clusters whose compute "
      "nodes have no compiler. A later run finds it where this program keeps them: "
      "$SOLENOID_CACHE, or ~/.cache/solenoid. No device is needed.");
  return [arguments] { return compile(*arguments); };
}

}  // namespace solenoid
