#pragma once
/// \file
/// The fields of a state that a deck takes from a file.

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/deck/deck.hpp"
#include "src/formats/state_reader.hpp"

namespace solenoid {

/// A box of cells of the deck's grid, and what a file gives there.
struct CellsOfFile {
  Box cells;
  std::map<std::string, FieldValues> centred;  ///< at the centres of cells
  std::vector<FieldValues> faces;              ///< of a file with a magnetic field on faces

  [[nodiscard]] bool contains(const std::array<int, 3>& cell) const;
  [[nodiscard]] double at(const std::string& field, const std::array<int, 3>& cell) const {
    return centred.at(field)[cells.value_at(cell)];
  }
};

/// The fields that the deck's [initial] leaves to its file, on the deck's grid. The file stays
/// open, and the deck has to live as long. Everything throws DeckError where the file cannot be
/// read, does not fit the deck, or lacks a field.
class InitialFile {
 public:
  explicit InitialFile(const Deck& deck);

  /// Whether a field is taken from the file.
  [[nodiscard]] bool gives(const std::string& field) const {
    return std::ranges::find(fields_, field, &StateField::name) != fields_.end();
  }
  /// Reads these fields in a box of cells.
  [[nodiscard]] CellsOfFile read(const Box& cells);

  /// Has the values at and around a box of cells ready, in place of those before.
  void load(const Box& cells);
  /// A field's values in a box, where they stand at or around those cells.
  [[nodiscard]] FieldValues values(const StateField& field, const Box& box) const;

  /// How many values of fields were read from the file.
  [[nodiscard]] std::size_t values_read() const { return file_->values_read(); }

 private:
  /// Whether values on the faces normal to an axis are made of those at centres.
  [[nodiscard]] bool averages_along(int axis) const;
  [[nodiscard]] bool is_periodic(int axis) const;
  /// Values on faces from those on both sides.
  [[nodiscard]] FieldValues averages(const std::string& field, int normal, const Box& faces) const;

  const Deck& deck_;
  Grid grid_;
  Boundaries boundaries_;
  std::unique_ptr<StateReader> file_;
  std::vector<StateField> fields_;   ///< that are taken from the file
  std::vector<CellsOfFile> loaded_;  ///< the cells, and single layers at opposite faces
};

}  // namespace solenoid
