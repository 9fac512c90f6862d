#pragma once
/// \file
/// An .athdf file whose fields are read box by box.

#include <filesystem>
#include <memory>

#include "numerics/grid/box.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid {

/// What write_athdf wrote, or Athena++, if it holds one block of a uniform grid. Everything throws
/// OutputError.
class AthdfFile {
 public:
  explicit AthdfFile(const std::filesystem::path& file);
  ~AthdfFile();
  AthdfFile(AthdfFile&&) noexcept;
  /// The snapshot without values: fields by their full names, in the order of the file.
  [[nodiscard]] const Snapshot& head() const;
  /// The values of the field with this number in a box of cells.
  [[nodiscard]] FieldValues read(std::size_t field, const Box& cells);

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};

}  // namespace solenoid
