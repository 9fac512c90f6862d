#pragma once
/// \file
/// The fields of an .athdf file: those that it holds, and those that follow from them.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/column_formula.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid {

/// A plane through a box.
struct Cut {
  Axis axis;
  double position;
};

/// Derived fields are those of outputs: of a fluid computed by the same code from the primitive
/// fields, with the boundaries and the gas of the deck in the file; of the scheme
/// finite-difference by the run's own program. A file of another program has no deck: there values
/// are extrapolated behind the faces, and what needs gamma is not known. Kokkos has to be
/// initialised.
class FileFields {
 public:
  /// Throws UsageError for a file that cannot be read and a plane that misses it.
  FileFields(std::string file, const std::optional<Cut>& cut);
  ~FileFields();
  FileFields(FileFields&&) noexcept;

  [[nodiscard]] const std::string& file() const { return file_; }
  /// Without fields; of the plane, if there is one.
  [[nodiscard]] Snapshot frame() const;
  /// The fields in the file.
  [[nodiscard]] std::vector<std::string> held() const;
  /// Those that can be computed from them.
  [[nodiscard]] std::vector<std::string> derived();
  /// Throws UsageError, naming them all, where formulas have names of fields that are not there.
  void require(const std::vector<std::string>& formulas);
  /// The values of a formula of fields, in the plane if there is one.
  [[nodiscard]] NamedField field(const std::string& formula, const std::string& option);
  /// The name of the field that a formula is, or the formula itself.
  [[nodiscard]] std::string name_of(const std::string& formula);

 private:
  struct Program;
  [[nodiscard]] bool holds(const std::string& name) const;
  [[nodiscard]] bool follows(const std::string& name) const;
  [[nodiscard]] FieldValues whole_values(const std::string& name);
  [[nodiscard]] NamedField in_plane(NamedField field) const;
  [[nodiscard]] Columns columns();
  void prepare_program();

  std::string file_;
  std::optional<Cut> cut_;
  Snapshot snapshot_;
  std::string no_deck_;                        ///< why there is no deck, where there is none
  std::optional<double> gamma_, sound_speed_;  ///< of an ideal or an isothermal gas
  std::optional<Boundaries> boundaries_;
  bool magnetised_ = true, staggered_ = false;
  std::unique_ptr<Program> program_;
};

}  // namespace solenoid
