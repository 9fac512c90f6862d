#pragma once
/// \file
/// A deck: a whole problem, read from TOML, checked against the table of keys (src/deck/keys.hpp)
/// and resolved: every key has a value, given or default.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/cells_between.hpp"
#include "numerics/grid/grid.hpp"
#include "numerics/lanes/table_pieces.hpp"
#include "physics/fields/distributions.hpp"
#include "physics/fields/field_numbers.hpp"
#include "physics/fields/profiles.hpp"
#include "src/deck/expression.hpp"
#include "src/deck/output_type.hpp"
#include "src/deck/outside_functions.hpp"
#include "src/deck/schemes.hpp"
#include "src/picture/options.hpp"

namespace solenoid {

/// One thing wrong with a deck or an override.
struct DeckProblem {
  std::string file;  ///< the deck, or "--set section.key=value" for an override
  int line = 0;      ///< 0 where there is none
  std::string message;
};

/// All that is wrong with a deck; what() is one line a problem: file:line: message.
class DeckError : public std::runtime_error {
 public:
  explicit DeckError(std::vector<DeckProblem> problems);
  [[nodiscard]] const std::vector<DeckProblem>& problems() const { return problems_; }

 private:
  std::vector<DeckProblem> problems_;
};

struct StencilProgram;

/// One [[output]] block.
struct OutputSettings {
  OutputType type = OutputType::hdf5;
  std::string name;                  ///< identifies the block in file names; unique
  std::optional<double> every_time;  ///< in the deck's time unit
  std::optional<long> every_steps;
  std::optional<double> every_wall_time;  ///< seconds
  std::vector<std::string>
      fields;  ///< empty: the solver's primitive fields; of a spectrum: energies
  std::optional<Axis> slice_axis;                 ///< a plane normal to this axis, or the whole box
  double slice_position = 0.0;                    ///< coordinate of that plane
  std::array<std::optional<Interval>, 3> crop{};  ///< what is left of axes, or all
  int coarsen = 1;                                ///< cells that become one, along each axis; hdf5
  FilePrecision precision = FilePrecision::of_run;  ///< hdf5
  bool compression = false;                         ///< hdf5
  int ghost_layers = 2;                             ///< sac, smaug
  NumbersOfFields numbers{};                        ///< history: more columns
  ProfileRequest profile{};                         ///< profile
  DistributionRequest distribution{};               ///< pdf, histogram
  PictureOptions picture;                           ///< png; of a spectrum: the sheet
  PictureFormat format = PictureFormat::png;  ///< png, spectrum, tables: of the picture's file
};

/// The file of [initial].
struct StateFileSettings {
  std::string path;
  std::optional<long> snapshot;  ///< without it the last
  int ghost_layers = 2;          ///< on each side of SAC's and SMAUG's arrays
};

/// The curve of [cooling] as it is written: rates at increasing temperatures; empty without one.
struct CoolingLists {
  std::vector<double> temperature, rate;
};

/// One line: file:line: message (without a line where there is none).
std::string format(const DeckProblem& problem);

/// A validated, resolved deck. Getters take section and key exactly as in the key table (an
/// output's section is "output.0", "output.1", ...) and throw std::logic_error for a key that the
/// table does not have, that has no value, or that has another type.
class Deck {
 public:
  /// Reads and checks `path`, with `section.key=value` overrides on top (values in TOML syntax; a
  /// bare word is taken as a string). Throws DeckError with every problem found.
  static Deck load(const std::string& path, const std::vector<std::string>& overrides = {});
  /// The same from text; `name` stands for the file in messages.
  static Deck parse(const std::string& text, const std::string& name,
                    const std::vector<std::string>& overrides = {});

  [[nodiscard]] double number(const std::string& section, const std::string& key) const;
  [[nodiscard]] long integer(const std::string& section, const std::string& key) const;
  [[nodiscard]] bool flag(const std::string& section, const std::string& key) const;
  [[nodiscard]] std::string text(const std::string& section, const std::string& key) const;
  [[nodiscard]] std::array<double, 3> vector(const std::string& section,
                                             const std::string& key) const;
  /// The two ends of an interval.
  [[nodiscard]] std::array<double, 2> interval(const std::string& section,
                                               const std::string& key) const;
  /// Whether the deck itself (or an override) gives the key, rather than a default.
  [[nodiscard]] bool given(const std::string& section, const std::string& key) const;

  /// What a key of type choice names. Throws std::logic_error where it names none.
  template <class Choice>
  [[nodiscard]] Choice choice(const std::string& section, const std::string& key) const {
    const auto named = choice_named<Choice>(text(section, key));
    if (!named) throw std::logic_error("'" + key + "' in [" + section + "] names no such choice");
    return *named;
  }
  /// The entry of the deck's scheme in the table of schemes.
  [[nodiscard]] const SchemeSpec& scheme() const {
    return spec_of(choice<Scheme>("solver", "scheme"));
  }

  [[nodiscard]] const std::string& name() const;  ///< file name without folder and suffix
  [[nodiscard]] Grid grid() const;
  [[nodiscard]] Boundaries boundaries() const;
  /// Those of fields of a program that the deck gives kinds of their own, by name.
  [[nodiscard]] const std::map<std::string, Boundaries>& field_boundaries() const;
  [[nodiscard]] const Constants& constants() const;
  [[nodiscard]] const std::vector<OutputSettings>& outputs() const;
  /// Initial fields by name ([initial]): primitive fields and `vector_potential_x` ..., those that
  /// the deck gives where there is a file.
  [[nodiscard]] const Expressions& initial() const;
  /// What acts from outside ([source]), by name.
  [[nodiscard]] const Expressions& source() const;
  /// The table of a tabulated gas.
  [[nodiscard]] const CaloricTable& caloric_table() const;
  /// The tables of a program of this deck, by name.
  [[nodiscard]] std::map<std::string, TablePieces> tables_of(const StencilProgram& program) const;
  /// The curve of [cooling].
  [[nodiscard]] const CoolingLists& cooling() const;
  /// The potential from outside ([gravity]), by its name, or nothing.
  [[nodiscard]] const Expressions& gravity() const;
  /// What of the sources a function gives in place of the expression, by name.
  [[nodiscard]] const std::map<std::string, SourceFunction>& source_functions() const {
    return source_functions_;
  }
  void set_source_function(const std::string& name, SourceFunction function) {
    source_functions_[name] = std::move(function);
  }
  /// The file that fields without an expression there are taken from.
  [[nodiscard]] const std::optional<StateFileSettings>& state_file() const;
  /// Values behind a face of the fields that are fixed there, by primitive field name or that of
  /// the program; a field that the deck does not give there takes its [initial] expression.
  [[nodiscard]] const Expressions& boundary_values(Axis axis, Side side) const;
  /// What of that a function gives in place of the expression, by face and field:
  /// "lower_x.density".
  [[nodiscard]] const std::map<std::string, PointsFunction>& boundary_functions() const {
    return boundary_functions_;
  }
  void set_boundary_function(const std::string& name, PointsFunction function) {
    boundary_functions_[name] = std::move(function);
  }
  /// Of several processes that agree on what fails of these; null where nobody waits.
  [[nodiscard]] const std::shared_ptr<StepAgreement>& agreement() const { return agreement_; }
  void set_agreement(std::shared_ptr<StepAgreement> agreement) {
    agreement_ = std::move(agreement);
  }
  /// The fields that the deck defines by formulas ([fields]).
  [[nodiscard]] const DefinedFields& defined_fields() const;
  /// The stencil program that the scheme finite-difference runs; null with other schemes.
  [[nodiscard]] const StencilProgram* program() const;
  /// The stencil program whose terms are added to the equations of a fluid; null without one.
  [[nodiscard]] const StencilProgram* terms() const;
  /// The names of passive scalars.
  [[nodiscard]] const std::vector<std::string>& scalars() const;
  /// What looks wrong and may be meant, in the order of the deck.
  [[nodiscard]] const std::vector<DeckProblem>& warnings() const;
  /// The resolved deck as TOML, with defaults; parsing it again gives the same deck.
  [[nodiscard]] std::string resolved() const;
  /// Where a key stands, for messages of later checks: file and line (line 0: a default).
  [[nodiscard]] DeckProblem problem(const std::string& section, const std::string& key,
                                    const std::string& message) const;

 private:
  struct Contents;
  std::shared_ptr<const Contents> contents_;
  std::map<std::string, SourceFunction> source_functions_;
  std::map<std::string, PointsFunction> boundary_functions_;
  std::shared_ptr<StepAgreement> agreement_;
};

}  // namespace solenoid
