#include "src/cli/file_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "physics/fields/from_primitive.hpp"
#include "src/cli/plot_arguments.hpp"
#include "src/deck/deck.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

Snapshot read_snapshot(const std::string& file) {
  try {
    return read_athdf(file);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  }
}

/// The deck in a file; nothing where there is none, or one that this version does not take. A
/// program of its own, which it names relative to where it was, is looked for beside the file and
/// in the current folder. `problem` says why there is none.
std::optional<Deck> deck_of(const std::string& file, const Provenance& provenance,
                            std::string& problem) {
  if (provenance.deck.empty()) return std::nullopt;
  const std::string here = std::filesystem::path(file).filename().string();
  for (const std::string& place : {file, here}) {
    try {
      return Deck::parse(provenance.deck, place);
    } catch (const DeckError& error) {
      problem = error.problems().front().message;
    }
  }
  return std::nullopt;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

/// The stencil program of a run, from whose state outputs follow.
struct FileFields::Program {
  Deck deck;
  std::unique_ptr<Solver> solver{};
};

FileFields::FileFields(std::string file, const std::optional<Cut>& cut)
    : file_(std::move(file)), cut_(cut), snapshot_(read_snapshot(file_)) {
  if (cut_) {
    const double lower = snapshot_.grid.lower[cut_->axis];
    const double upper = snapshot_.grid.upper[cut_->axis];
    if (cut_->position < lower || cut_->position > upper) {
      throw UsageError(fmt::format("--slice: {} lies outside {}, which reaches from {} to {}",
                                   cut_->position, file_, lower, upper));
    }
  }
  const std::optional<Deck> deck = deck_of(file_, snapshot_.provenance, no_deck_);
  if (!deck) return;
  boundaries_ = deck->boundaries();
  const auto gas = deck->choice<EquationOfState>("physics", "equation_of_state");
  // What a tabulated gas is asked needs its table, which a solver has.
  if (deck->program() != nullptr || gas == EquationOfState::tabulated) {
    program_ = std::unique_ptr<Program>(new Program{*deck});
    return;
  }
  if (gas == EquationOfState::isothermal)
    sound_speed_ = deck->number("physics", "sound_speed");
  else
    gamma_ = deck->number("physics", "gamma");
  magnetised_ = deck->choice<EquationSet>("physics", "equations") == EquationSet::mhd;
  staggered_ = deck->scheme().field_on_faces;
}

FileFields::~FileFields() = default;
FileFields::FileFields(FileFields&&) noexcept = default;

Snapshot FileFields::frame() const {
  Snapshot frame{snapshot_.grid,       snapshot_.time, snapshot_.step, snapshot_.precision, {},
                 snapshot_.provenance, snapshot_.whole};
  return cut_ ? slice(frame, cut_->axis, cut_->position) : frame;
}

std::vector<std::string> FileFields::held() const {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot_.fields) names.push_back(field.name);
  return names;
}

bool FileFields::holds(const std::string& name) const { return contains(held(), name); }

bool FileFields::follows(const std::string& name) const {
  const auto needs = needs_of_derived(name, sound_speed_.has_value());
  if (!needs || (needs->gamma && !gamma_)) return false;
  // With a field on faces it is that of the faces, which are not in the file.
  if (staggered_ && name == "divergence_b") return false;
  const bool fields = std::ranges::all_of(needs->fields, [&](const std::string& field) {
    return holds(field) || (!magnetised_ && name == "total_energy" && field.starts_with("mag"));
  });
  if (!fields || !needs->neighbours || !snapshot_.whole) return fields;
  // A plane has no neighbours across it, which only the normal component of a curl does without.
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_cut = !snapshot_.grid.active(axis) && snapshot_.whole->active(axis);
    const bool normal = name == std::string("vorticity_") + "xyz"[axis] ||
                        name == std::string("current_density_") + "xyz"[axis];
    if (is_cut && !normal) return false;
  }
  return true;
}

void FileFields::prepare_program() {
  if (!program_ || program_->solver || snapshot_.whole) return;
  const auto announce = [](const std::string& text) { std::cerr << text << std::endl; };
  FieldMap fields;
  for (const StateField& field : state_fields(program_->deck)) {
    const auto found = std::ranges::find(snapshot_.fields, field.name, &NamedField::name);
    if (found == snapshot_.fields.end()) return;
    fields[field.name] = found->values;
  }
  program_->solver = make_solver(program_->deck, Device::cpu, announce);
  program_->solver->set_primitive(fields, snapshot_.time);
}

std::vector<std::string> FileFields::derived() {
  prepare_program();
  std::vector<std::string> names;
  if (program_ && program_->solver) names = program_->solver->derived_names();
  for (const std::string& name : names_from_primitive(sound_speed_.has_value())) {
    if (follows(name)) names.push_back(name);
  }
  std::erase_if(names, [&](const std::string& name) { return holds(name); });
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

FieldValues FileFields::whole_values(const std::string& name) {
  for (const NamedField& field : snapshot_.fields) {
    if (field.name == name) return field.values;
  }
  prepare_program();
  if (program_ && program_->solver && contains(program_->solver->derived_names(), name)) {
    return program_->solver->field(name);
  }
  PrimitiveCells cells;
  cells.grid = snapshot_.grid;
  cells.gamma = gamma_.value_or(cells.gamma);
  cells.sound_speed = sound_speed_;
  cells.boundaries = boundaries_;
  const DerivedNeeds needs = needs_of_derived(name, sound_speed_.has_value()).value();
  for (const std::string& field : needs.fields) {
    cells.fields[field] =
        holds(field) ? whole_values(field) : FieldValues(snapshot_.grid.cell_count(), 0.0);
  }
  return derived_from_primitive(name, cells);
}

NamedField FileFields::in_plane(NamedField field) const {
  if (!cut_) return field;
  Snapshot one{snapshot_.grid, snapshot_.time, snapshot_.step, snapshot_.precision, {}, {}};
  one.fields.push_back(std::move(field));
  return std::move(slice(one, cut_->axis, cut_->position).fields.front());
}

Columns FileFields::columns() {
  Columns columns;
  columns.names = held();
  columns.rows = frame().grid.cell_count();
  columns.values = [this](const std::string& name) {
    return in_plane({name, whole_values(name)}).values;
  };
  columns.alias = our_name;
  return columns;
}

void FileFields::require(const std::vector<std::string>& formulas) {
  Columns columns = this->columns();
  const auto unknown_in = [&] {
    std::vector<std::string> unknown;
    for (const std::string& formula : formulas) {
      for (const std::string& name : unknown_names(formula, columns)) {
        if (!contains(unknown, name)) unknown.push_back(name);
      }
    }
    return unknown;
  };
  if (unknown_in().empty()) return;
  // Only now: to know what a program computes may take a compiler.
  const std::vector<std::string> more = derived();
  columns.names.insert(columns.names.end(), more.begin(), more.end());
  const std::vector<std::string> unknown = unknown_in();
  if (unknown.empty()) return;
  try {
    refuse_names(file_, unknown, held(), more);
  } catch (const UsageError& error) {
    if (no_deck_.empty() || boundaries_) throw;
    throw UsageError(
        fmt::format("{}; what its program puts out is not known here: {}; call plot in "
                    "the folder of the deck",
                    error.what(), no_deck_));
  }
}

std::string FileFields::name_of(const std::string& formula) {
  if (holds(formula)) return formula;
  const std::string ours = our_name(formula);
  return holds(ours) || contains(derived(), ours) ? ours : formula;
}

NamedField FileFields::field(const std::string& formula, const std::string& option) {
  Columns columns = this->columns();
  if (!unknown_names(formula, columns).empty()) {
    const std::vector<std::string> more = derived();
    columns.names.insert(columns.names.end(), more.begin(), more.end());
  }
  const std::string name = column_named(formula, columns);
  return {name.empty() ? formula : name, column_values(formula, columns, option)};
}

}  // namespace solenoid
