#pragma once
/// \file
/// The state in a file, read box by box: what a part of a grid needs of it, or a slab after the
/// other.

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "src/formats/file_state.hpp"

namespace solenoid {

/// A file that holds a state. Whoever derives from it reads a format. Everything throws
/// OutputError.
class StateReader {
 public:
  /// `head` is the state without values: the names of its fields and, where it has a magnetic field
  /// on faces, three empty arrays for it.
  explicit StateReader(FileState head) : head_(std::move(head)) {}
  virtual ~StateReader() = default;
  StateReader(const StateReader&) = delete;
  StateReader& operator=(const StateReader&) = delete;

  /// The state without values.
  [[nodiscard]] const FileState& head() const { return head_; }
  /// What the state is to have for gamma.
  void set_gamma(std::optional<double> gamma) { head_.parameters.gamma = gamma; }

  /// The state in a box of the grid's cells: its grid has as many, and the coordinates of the
  /// whole. Of a magnetic field on faces it has those around the cells, as part_of_field() says. Of
  /// an empty box it is the head.
  [[nodiscard]] FileState read(const Box& cells);
  /// All of it.
  [[nodiscard]] FileState read_all();

  /// How many values of fields were read from the file.
  [[nodiscard]] std::size_t values_read() const { return values_read_; }

 protected:
  /// Fills the fields of `state`, which have no values, and its fields on faces, with those of a
  /// box of cells that is not empty.
  virtual void fill(FileState& state, const Box& cells) = 0;
  void count_values(std::size_t values) { values_read_ += values; }

 private:
  FileState head_;
  std::size_t values_read_ = 0;
};

/// Where a field in a box of a grid's cells has its values: on faces one more along their normal,
/// if it is active.
Box part_of_field(const Grid& grid, const Box& cells, Placement place);

/// A box of values of an array that has those of another box. Both are of one field.
FieldValues cut_out(const FieldValues& values, const Box& whole, const Box& part);

/// A state that is all in memory.
class StateInMemory final : public StateReader {
 public:
  explicit StateInMemory(FileState state);

 protected:
  void fill(FileState& state, const Box& cells) override;

 private:
  std::vector<FieldValues> fields_, faces_;
};

}  // namespace solenoid
