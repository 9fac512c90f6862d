#pragma once
/// \file
/// Arrays whose values others write into a file that has all but these: processes, or threads.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "physics/fields/block_means.hpp"

namespace solenoid {

/// Values of a piece of an array in a file, or all of them where there are fewer.
inline constexpr std::size_t most_values_of_piece = std::size_t(1) << 17;

/// Where the values of an array lie in a file: in pieces, one value after the other in each.
struct ArrayInFile {
  std::string field{};
  bool stored = false;          ///< whether it is a field of the state, not one of outputs
  BlockOfCells block{1, 1, 1};  ///< of cells, whose mean a value is
  Box box{};                    ///< all its values, in the whole grid, counted in blocks
  Precision precision = Precision::double_precision;
  std::size_t values_of_piece = most_values_of_piece;  ///< the last may have fewer
  /// Whether each piece has its checksum (src/output/fletcher32.hpp) behind it, the last being
  /// filled up with zeros.
  bool checksummed = false;
  std::vector<std::uint64_t> pieces{};  ///< the bytes of the file where they begin
};

/// Writes the values of arrays into a file that has all but these. Throws std::runtime_error.
using WriteArrays =
    std::function<void(const std::filesystem::path& file, const std::vector<ArrayInFile>& arrays)>;

}  // namespace solenoid
