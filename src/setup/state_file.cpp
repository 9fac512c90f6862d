#include "src/setup/state_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "src/formats/formats.hpp"
#include "src/formats/gdf.hpp"
#include "src/output/athdf_file.hpp"
#include "src/output/files.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// The number that a uniform of a program has, if it has one of this name.
std::optional<double> uniform_of(const Deck& deck, const std::string& name) {
  for (const stencil::Uniform& uniform : deck.program()->kernels.uniforms)
    if (uniform.name == name && uniform.reduction < 0) return deck.number("physics", name);
  return std::nullopt;
}

/// The deck in a file: a program of its own, which it names relative to where it was, is looked for
/// beside the file and in the current folder.
std::optional<Deck> deck_in(const fs::path& file, const Provenance& provenance,
                            std::string& problem) {
  problem = "it holds no deck";
  if (provenance.deck.empty()) return std::nullopt;
  for (const std::string& place : {file.string(), file.filename().string()}) {
    try {
      return Deck::parse(provenance.deck, place);
    } catch (const DeckError& error) {
      problem = error.problems().front().message;
    }
  }
  return std::nullopt;
}

FileState state_in_checkpoint(const fs::path& path) {
  CheckpointFile file(path);
  const CheckpointHead& head = file.head();
  std::string problem;
  const std::optional<Deck> deck = deck_in(path, head.provenance, problem);
  if (!deck)
    throw OutputError(fmt::format("cannot read {}: the deck in it cannot be used here: {}",
                                  path.string(), problem));
  FileState state;
  state.snapshot.grid = head.grid;
  state.snapshot.time = head.time;
  state.snapshot.step = head.step;
  state.snapshot.precision = file.precision() == Precision::single_precision
                                 ? Precision::single_precision
                                 : Precision::double_precision;
  state.snapshot.provenance = head.provenance;
  state.format = "checkpoint";
  state.parameters = file_parameters(*deck);
  state.boundaries = deck->boundaries();
  const std::unique_ptr<Solver> solver = make_solver(*deck, Device::cpu);
  try {
    solver->restore(file, head.time);
  } catch (const std::invalid_argument& error) {
    throw OutputError(fmt::format("cannot read {}: {}", path.string(), error.what()));
  }
  solver->complete_step();
  for (const std::string& name : solver->primitive_names())
    state.snapshot.fields.push_back({name, solver->field(name)});
  for (const StateField& field : solver->state_fields(StateForm::stored)) {
    if (normal_of(field.placement) < 0) continue;
    const Box box = whole_field(head.grid, field.placement);
    solver->get_part(field.name, box,
                     {Precision::double_precision, state.faces.emplace_back(box.values()).data()});
  }
  return state;
}

/// An .athdf file, whose deck, if it has one, says what its constants are.
class AthdfReader final : public StateReader {
 public:
  explicit AthdfReader(const fs::path& path) : AthdfReader(path, AthdfFile(path)) {}

 protected:
  void fill(FileState& state, const Box& cells) override {
    for (std::size_t f = 0; f < state.snapshot.fields.size(); ++f) {
      state.snapshot.fields[f].values = file_.read(f, cells);
      count_values(cells.values());
    }
  }

 private:
  AthdfReader(const fs::path& path, AthdfFile file)
      : StateReader(head_of(path, file)), file_(std::move(file)) {}

  static FileState head_of(const fs::path& path, const AthdfFile& file) {
    FileState state;
    state.snapshot = file.head();
    state.format = ".athdf";
    std::string problem;
    if (const std::optional<Deck> deck = deck_in(path, state.snapshot.provenance, problem)) {
      state.parameters = file_parameters(*deck);
      state.boundaries = deck->boundaries();
    }
    return state;
  }

  AthdfFile file_;
};

}  // namespace

FileParameters file_parameters(const Deck& deck) {
  FileParameters parameters;
  if (deck.program() == nullptr) {
    if (deck.choice<EquationOfState>("physics", "equation_of_state") == EquationOfState::ideal)
      parameters.gamma = deck.number("physics", "gamma");
    parameters.gravity = deck.vector("physics", "gravity");
    return parameters;
  }
  parameters.gamma = uniform_of(deck, "gamma");
  parameters.resistivity = uniform_of(deck, "resistivity").value_or(0);
  parameters.viscosity = uniform_of(deck, "viscosity").value_or(0);
  for (std::size_t d = 0; d < 3; ++d)
    parameters.gravity[d] = uniform_of(deck, std::string("gravity_") + "xyz"[d]).value_or(0);
  return parameters;
}

std::unique_ptr<StateReader> open_state_file(const fs::path& path, const FileSelection& selection) {
  const FileFormat format = format_of_file(path);
  if (format != FileFormat::sac && selection.snapshot.value_or(0) != 0)
    throw OutputError(fmt::format("cannot read {}: it has no snapshot {}, only one, number 0",
                                  path.string(), *selection.snapshot));
  switch (format) {
    case FileFormat::checkpoint:
      return std::make_unique<StateInMemory>(state_in_checkpoint(path));
    case FileFormat::athdf:
      return std::make_unique<AthdfReader>(path);
    case FileFormat::gdf:
      return open_gdf(path);
    case FileFormat::sac:
      return open_sac_state(path, selection);
  }
  throw std::logic_error("a file of no format");
}

FileState read_state_file(const fs::path& path, const FileSelection& selection) {
  return open_state_file(path, selection)->read_all();
}

}  // namespace solenoid
