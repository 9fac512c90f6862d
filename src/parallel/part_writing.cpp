#include "src/parallel/part_writing.hpp"

#include <algorithm>
#include <cstddef>

#include "src/output/array_writing.hpp"

namespace solenoid {

namespace {

/// A few MiB, which stay in a processor's cache until they are written.
constexpr std::size_t values_written_at_a_time = std::size_t(1) << 19;
/// More, so that threads which copy what comes from a GPU meet less often.
constexpr std::size_t values_kept_at_a_time = std::size_t(1) << 23;

std::size_t ceiling(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

}  // namespace

PartWriting::PartWriting(Processes& processes, const Grid& grid, const PartLayout& layout,
                         const ArrayInFile& array, Placement placement, const Gather& gather,
                         int writers, PartWritingMemory& memory)
    : processes_(processes),
      grid_(grid),
      layout_(layout),
      array_(array),
      placement_(placement),
      gather_(gather),
      writers_(std::size_t(writers)),
      value_bytes_(bytes_of_value(array.precision)),
      share_(memory.share),
      portion_(memory.portion) {}

PartWriting::Portion PartWriting::portion_of(int writer, std::size_t from, std::size_t most) const {
  const std::size_t pieces = array_.pieces.size();
  const std::size_t first = pieces * std::size_t(writer) / writers_ + from;
  const std::size_t behind = pieces * std::size_t(writer + 1) / writers_;
  Portion portion;
  if (first >= behind) return portion;
  portion.first_piece = first;
  portion.pieces = std::min(most, behind - first);
  portion.boxes = boxes_of_range(array_.box, values_before(array_, first),
                                 values_before(array_, first + portion.pieces));
  return portion;
}

std::size_t PartWriting::bytes_of_share(int rank, const Portion& portion) const {
  std::size_t values = 0;
  for (const Box& box : portion.boxes)
    values += share_of_rank(grid_, layout_, rank, box, placement_).values();
  return values * value_bytes_;
}

void PartWriting::send_share(const Portion& portion, int writer) {
  share_.resize(bytes_of_share(processes_.rank(), portion));
  if (share_.empty()) return;
  char* to = share_.data();
  for (const Box& box : portion.boxes) {
    const Box share = share_of_rank(grid_, layout_, processes_.rank(), box, placement_);
    if (share.values() == 0) continue;
    gather_(share, {array_.precision, to});
    to += share.values() * value_bytes_;
  }
  processes_.send(share_.data(), share_.size(), writer);
}

void PartWriting::receive_share(const Portion& portion, int rank, char* to) {
  share_.resize(bytes_of_share(rank, portion));
  if (share_.empty()) return;
  processes_.receive(share_.data(), share_.size(), rank);
  char* from = share_.data();
  char* of_box = to;
  for (const Box& box : portion.boxes) {
    const Box share = share_of_rank(grid_, layout_, rank, box, placement_);
    copy_rows(box, of_box, share, from, value_bytes_, true);
    from += share.values() * value_bytes_;
    of_box += box.values() * value_bytes_;
  }
}

void PartWriting::put_own_share(const Portion& portion, char* to) {
  char* of_box = to;
  for (const Box& box : portion.boxes) {
    const Box share = share_of_rank(grid_, layout_, processes_.rank(), box, placement_);
    if (share.values() == box.values()) {
      gather_(share, {array_.precision, of_box});
    } else if (share.values() > 0) {
      share_.resize(share.values() * value_bytes_);
      gather_(share, {array_.precision, share_.data()});
      copy_rows(box, of_box, share, share_.data(), value_bytes_, true);
    }
    of_box += box.values() * value_bytes_;
  }
}

void PartWriting::collect(const Portion& portion, char* to) {
  const std::size_t values = values_before(array_, portion.first_piece + portion.pieces) -
                             values_before(array_, portion.first_piece);
  std::fill(to + values * value_bytes_, to + portion.pieces * bytes_of_piece(), 0);
  for (int rank = 0; rank < processes_.count(); ++rank)
    if (rank == processes_.rank())
      put_own_share(portion, to);
    else
      receive_share(portion, rank, to);
}

template <class Memory, class Take>
void PartWriting::for_own_portions(std::size_t values_at_a_time, const Memory& memory,
                                   const Take& take) {
  const int own = processes_.rank();
  const std::size_t at_a_time = std::max<std::size_t>(values_at_a_time / array_.values_of_piece, 1);
  const std::size_t most = ceiling(array_.pieces.size(), writers_);
  // Turn by turn, so that no process waits until another one has written all of its own; and in
  // one order for all, so that no two wait for each other.
  for (std::size_t from = 0; from < most; from += at_a_time) {
    Portion mine;
    for (int writer = 0; writer < int(writers_); ++writer) {
      const Portion portion = portion_of(writer, from, at_a_time);
      if (portion.pieces == 0) continue;
      if (writer == own) {
        collect(portion, memory(portion));
        mine = portion;
        continue;
      }
      send_share(portion, writer);
    }
    take(mine);
  }
}

template <class AfterEach>
void PartWriting::write_portions(PlacedFile& file, const AfterEach& after_each) {
  const auto memory = [&](const Portion& portion) {
    portion_.resize(portion.pieces * bytes_of_piece());
    return portion_.data();
  };
  for_own_portions(values_written_at_a_time, memory, [&](const Portion& portion) {
    write_pieces(file, array_, portion.first_piece, portion.pieces, portion_.data());
    after_each();
  });
}

void PartWriting::write(PlacedFile& file) {
  write_portions(file, [] {});
}

void PartWriting::write(CollectiveFile& file) {
  write_portions(file, [&] { file.write_together(); });
}

KeptPieces PartWriting::collect() {
  const int own = processes_.rank();
  const Portion all = portion_of(own, 0, array_.pieces.size());
  KeptPieces kept{all.first_piece, all.pieces, {}};
  // Not initialised: what fills it is the first to touch it.
  kept.values.reset(new char[all.pieces * bytes_of_piece()]);
  const auto memory = [&](const Portion& portion) {
    return &kept.values[(portion.first_piece - all.first_piece) * bytes_of_piece()];
  };
  for_own_portions(values_kept_at_a_time, memory, [](const Portion&) {});
  return kept;
}

}  // namespace solenoid
