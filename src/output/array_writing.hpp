#pragma once
/// \file
/// Writing such arrays at their places, and having several threads do it.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "src/output/array_in_file.hpp"
#include "src/output/placed_file.hpp"

namespace solenoid {

/// The boxes, at most five, whose arrays one after the other are the values from number `first`
/// to number `last` (without that) of the array of a box.
std::vector<Box> boxes_of_range(const Box& whole, std::size_t first, std::size_t last);

/// How many values of an array stand in front of one of its pieces.
std::size_t values_before(const ArrayInFile& array, std::size_t piece);

/// Writes `count` pieces of an array from number `first` on, with their checksums if they have
/// some. `values` holds as many whole pieces; where the last of the array has fewer values, zeros
/// fill it up.
void write_pieces(PlacedFile& file, const ArrayInFile& array, std::size_t first, std::size_t count,
                  const char* values);

/// Has several threads write, each some pieces at a time: one that makes checksums and copies
/// memory keeps up with no disk. `read` gives what fills an array with boxes of a field, which
/// several threads call.
WriteArrays by_threads(int threads, std::function<Gather(const std::string& field)> read);

}  // namespace solenoid
