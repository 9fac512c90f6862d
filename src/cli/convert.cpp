// solenoid convert

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>

#include "src/cli/command.hpp"
#include "src/deck/fields.hpp"
#include "src/formats/formats.hpp"
#include "src/formats/gdf.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/setup/state_file.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  std::string from, to, format;
  std::optional<double> gamma;
  FileSelection selection;
};

/// What B is written as: --format, or what its name ends in.
struct Target {
  const char *format, *ending;
  /// What writes a state, which may change it; SAC's and SMAUG's are written in an encoding.
  void (*write)(const std::string& file, FileState& state) = nullptr;
  std::optional<sac::Encoding> encoding{};
};
void write_athdf_of_state(const std::string& file, FileState& state);
void write_gdf_of_state(const std::string& file, FileState& state) { write_gdf(file, state); }
const Target targets[] = {{"athdf", ".athdf", write_athdf_of_state},
                          {"gdf", ".gdf", write_gdf_of_state},
                          {"sac", ".out", nullptr, sac::Encoding::records},
                          {"sac-single", "", nullptr, sac::Encoding::single_records},
                          {"sac-text", ".ini", nullptr, sac::Encoding::text},
                          {"smaug", "", nullptr, sac::Encoding::stream}};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Target& target : targets) names.emplace_back(target.format);
  return names;
}

const Target& target_of(const ConvertArguments& arguments) {
  const std::string ending = fs::path(arguments.to).extension().string();
  for (const Target& target : targets)
    if (arguments.format.empty() ? !ending.empty() && ending == target.ending
                                 : arguments.format == target.format)
      return target;
  if (ending == ".h5")
    throw UsageError(fmt::format(
        "cannot write {}: a checkpoint belongs to a run; start one from the file, by 'file' in "
        "[initial] of its deck",
        arguments.to));
  throw UsageError(
      fmt::format("B: the name {} tells no format, expected one that ends in .athdf, .gdf, .out "
                  "(SAC) or .ini (SAC as text), or --format with one of {}",
                  arguments.to, quoted_list(format_names())));
}

sac::Writer writer_of(sac::Encoding encoding) {
  return encoding == sac::Encoding::stream ? sac::Writer::smaug : sac::Writer::sac;
}

/// From one encoding to another: arrays stay as they are, ghosts among them; the names and the
/// order of the parameters are those of the code that it is for.
void convert_snapshot(const ConvertArguments& arguments, sac::Encoding encoding) {
  sac::Snapshot snapshot = read_sac_file(arguments.from, arguments.selection);
  const sac::Contents contents = read_sac_contents(arguments.from);
  const sac::Writer writer = writer_of(encoding);
  if (writer_of(contents.encoding) != writer) {
    sac::Parameters parameters = sac::parameters_of(snapshot);
    parameters.gamma = arguments.gamma.value_or(parameters.gamma);
    snapshot.parameters = sac::parameter_list(parameters, snapshot.dimensions, writer);
    snapshot.names = sac::names_line(snapshot.dimensions, snapshot.components(), writer);
  }
  write_sac_file(arguments.to, snapshot, encoding);
}

/// A fluid's whole state beside perturbations, for what reads .athdf files.
void add_whole_state(FileState& state) {
  std::vector<std::string> names{"density", "pressure"};
  for (const char c : {'x', 'y', 'z'}) {
    names.push_back(std::string("velocity_") + c);
    names.push_back(std::string("magnetic_field_") + c);
  }
  // All from what the file holds: beside one component of a vector those missing would be 0.
  std::vector<NamedField> whole;
  for (const std::string& name : names) {
    if (std::ranges::find(state.snapshot.fields, name, &NamedField::name) ==
        state.snapshot.fields.end())
      whole.push_back({name, field_of(state, name)});
  }
  std::ranges::move(whole, std::back_inserter(state.snapshot.fields));
}

void write_athdf_of_state(const std::string& file, FileState& state) {
  if (holds_perturbations(state)) add_whole_state(state);
  write_athdf(file, state.snapshot);
}

/// Whether a field belongs to a fluid, perturbed or not, rather than to a deck.
bool is_of_fluids(const std::string& name) {
  return find_field(name) != nullptr || name.starts_with("background_") ||
         name.find("_perturbation") != std::string::npos;
}

/// Says which fields the files of SAC and SMAUG have no place for: scalars, and fields by formula.
void tell_what_sac_lacks(const FileState& state) {
  std::vector<std::string> lacking;
  for (const NamedField& field : state.snapshot.fields)
    if (!is_of_fluids(field.name)) lacking.push_back(field.name);
  if (!lacking.empty())
    std::cout << fmt::format("left out {}: the format has no place for it\n", quoted_list(lacking));
}

void convert_state(const ConvertArguments& arguments, const Target& target) {
  FileState state = read_state_file(arguments.from, arguments.selection);
  if (arguments.gamma) state.parameters.gamma = arguments.gamma;
  if (state.snapshot.provenance.version.empty())
    state.snapshot.provenance = {version_text(), "", "unknown", name_of(state.snapshot.precision)};
  if (!target.encoding) return target.write(arguments.to, state);
  const std::string name = fs::path(arguments.to).stem().string().substr(0, 60);
  write_sac_file(
      arguments.to,
      sac_snapshot(state, name, writer_of(*target.encoding), arguments.selection.ghost_layers),
      *target.encoding);
  tell_what_sac_lacks(state);
}

int convert(const ConvertArguments& arguments) {
  const Target& target = target_of(arguments);
  const Machine machine(MachineChoice{"cpu", std::nullopt});
  // What cannot be converted is a bad argument here, not a stopped run.
  try {
    if (target.encoding && format_of_file(arguments.from) == FileFormat::sac)
      convert_snapshot(arguments, *target.encoding);
    else
      convert_state(arguments, target);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  } catch (const sac::FormatError& error) {
    throw UsageError(
        fmt::format("cannot convert {} to {}: {}", arguments.from, arguments.to, error.what()));
  } catch (const MissingField& error) {
    throw UsageError(fmt::format("cannot convert {} to {}: it lacks {}{}", arguments.from,
                                 arguments.to, error.what(),
                                 arguments.gamma ? "" : " (--gamma gives gamma)"));
  }
  std::cout << fmt::format("wrote {} ({})\n", arguments.to, target.format);
  return exit_good;
}

}  // namespace

Action add_convert(CLI::App& command) {
  const auto arguments = std::make_shared<ConvertArguments>();
  command
      .add_option("A", arguments->from,
                  "a checkpoint, an .athdf file, GDF, or a snapshot of SAC or SMAUG")
      ->required();
  command.add_option("B", arguments->to, "the file to write")->required();
  command
      .add_option(
          "--format", arguments->format,
          "of B: athdf, gdf, sac (Fortran records), sac-single, sac-text or smaug (default: "
          "by the name of B: .athdf, .gdf, .out for sac, .ini for sac-text)")
      ->check(CLI::IsMember(format_names()));
  expect_whole_number(*command.add_option("--snapshot", arguments->selection.snapshot,
                                          "which one of several in a file of SAC, from 0 "
                                          "(default: the last)"),
                      0);
  expect_whole_number(*command.add_option("--ghost-layers", arguments->selection.ghost_layers,
                                          "layers of ghost cells at each side of SAC's and SMAUG's "
                                          "arrays (default: 2)"),
                      0);
  command.add_option("--gamma", arguments->gamma,
                     "ratio of specific heats, where A does not tell it");
  command.footer(
      "What A holds and B can is converted exactly; pressure and energy follow from one another.\n"
      "Between files of SAC and SMAUG, arrays stay as they are, with their ghost cells.\n"
      "Examples:\n"
      "  solenoid convert zero1_ot_asc.ini ot.athdf\n"
      "  solenoid convert runs/tube/tube.fields.00010.athdf tube.out\n"
      "  solenoid convert runs/tube/tube.checkpoint.h5 tube_100.out --format smaug");
  return [arguments] { return convert(*arguments); };
}

}  // namespace solenoid
