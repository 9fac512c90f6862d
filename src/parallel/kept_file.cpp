#include "src/parallel/kept_file.hpp"

#include <algorithm>
#include <cerrno>
#include <new>
#include <stdexcept>
#include <utility>

#include "src/output/array_writing.hpp"
#include "src/output/thread_without_signals.hpp"

namespace solenoid {

void KeptFile::keep(const ArrayInFile& array, KeptPieces pieces) {
  arrays_.push_back({array, std::move(pieces)});
}

void KeptFile::place(const ArrayInFile& array) {
  const auto kept = std::ranges::find_if(
      arrays_, [&](const Kept& known) { return known.array.field == array.field; });
  const auto has_pieces_of = [&](const ArrayInFile& known) {
    return known.pieces.size() == array.pieces.size() &&
           (array.pieces.size() == 1 || known.values_of_piece == array.values_of_piece);
  };
  if (kept == arrays_.end() || kept->array.box != array.box || kept->array.block != array.block ||
      kept->array.precision != array.precision || !has_pieces_of(kept->array))
    throw std::invalid_argument("the array " + array.field +
                                " is not kept as a file is to have it");
  kept->array = array;
}

void KeptFile::begin(const std::filesystem::path& file, bool makes_room) {
  thread_ = thread_without_signals([this, file, makes_room] { write(file, makes_room); });
}

void KeptFile::write(const std::filesystem::path& path, bool makes_room) {
  SharedFile file(path);
  if (makes_room) file.reserve();
  try {
    write_arrays(file);
    file.sync();
    failure_ = file.failure();
  } catch (const std::bad_alloc&) {
    failure_ = ENOMEM;
  }
  done_ = true;
}

void KeptFile::write_arrays(SharedFile& file) {
  // Checksums of some pieces are made while the disk takes those before.
  constexpr std::size_t pieces_at_a_time = 4;
  for (Kept& kept : arrays_) {
    const KeptPieces& pieces = kept.pieces;
    const std::size_t bytes_of_piece =
        kept.array.values_of_piece * bytes_of_value(kept.array.precision);
    for (std::size_t n = 0; n < pieces.count; n += pieces_at_a_time)
      write_pieces(file, kept.array, pieces.first + n, std::min(pieces_at_a_time, pieces.count - n),
                   &pieces.values[n * bytes_of_piece]);
    kept.pieces = {};
  }
}

int KeptFile::finish() {
  if (thread_.joinable()) thread_.join();
  return failure_;
}

}  // namespace solenoid
