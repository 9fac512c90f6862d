#pragma once
/// \file
/// The fields of a state that a deck takes from a file.

#include <array>
#include <map>
#include <string>

#include "src/deck/deck.hpp"
#include "src/formats/file_state.hpp"

namespace solenoid {

/// The fields that the deck's [initial] leaves to its file, on the deck's grid.
class InitialFile {
 public:
  /// Throws DeckError where the file cannot be read, does not fit the deck, or lacks a field.
  explicit InitialFile(const Deck& deck);

  /// Whether a field is taken from the file.
  [[nodiscard]] bool gives(const std::string& field) const { return centred_.contains(field); }
  /// All its values where they stand.
  [[nodiscard]] FieldValues values(const StateField& field) const;
  /// The value in the cell that is nearest to a point.
  [[nodiscard]] double nearest(const std::string& field, const std::array<double, 3>& point) const;

 private:
  Grid grid_;
  Boundaries boundaries_;
  std::map<std::string, FieldValues> centred_;  ///< at the centres of cells
  std::vector<FieldValues> faces_;              ///< of a file with a magnetic field on faces
};

}  // namespace solenoid
