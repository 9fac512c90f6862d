#include <algorithm>
#include <array>
#include <exception>
#include <stdexcept>
#include <utility>

#include "numerics/device/peer_memory.hpp"
#include "numerics/device/slab_staging.hpp"
#include "numerics/device/stream_clock.hpp"
#include "src/parallel/gpu_links.hpp"

namespace solenoid {

namespace {

constexpr Side opposite(Side side) { return side == side_lower ? side_upper : side_lower; }

/// Where slabs of one axis arrive: two for each side, of which every other swap takes the same, and
/// a flag for each side that says how many have arrived. Neighbours write both.
///
/// Two are enough: who writes the slab of swap n + 2 has waited for swap n + 1 of this part, which
/// comes behind all that reads the slab of swap n.
class Landing {
 public:
  Landing() = default;
  explicit Landing(std::size_t slab_bytes)
      : room_((slab_bytes + grain - 1) / grain * grain),
        own_(std::make_unique<PeerMemory>(grain + 4 * room_)) {}

  [[nodiscard]] std::size_t room() const { return room_; }
  [[nodiscard]] PeerMemoryName name() const { return own_->name(); }

  /// Opens the landings of neighbours, which have as much room.
  void open(const std::array<PeerMemoryName, 2>& names) {
    of_others_[side_lower] = open_peer_memory(names[side_lower]);
    // Both neighbours may be one process: its memory is opened once.
    of_others_[side_upper] = names[side_upper] == names[side_lower]
                                 ? of_others_[side_lower]
                                 : open_peer_memory(names[side_upper]);
  }
  void close() { of_others_ = {}; }

  /// Where the slab that goes beyond a side is to be written, and where that from there arrives.
  [[nodiscard]] void* out(Side side, long swap) const {
    return of_others_[side].get() + place(opposite(side), swap);
  }
  [[nodiscard]] void* in(Side side, long swap) const { return own_->data() + place(side, swap); }
  [[nodiscard]] std::uint64_t* flag_out(Side side) const {
    return reinterpret_cast<std::uint64_t*>(of_others_[side].get()) + opposite(side);
  }
  [[nodiscard]] const std::uint64_t* flag_in(Side side) const {
    return reinterpret_cast<const std::uint64_t*>(own_->data()) + side;
  }

 private:
  static constexpr std::size_t grain = 256;

  [[nodiscard]] std::size_t place(Side side, long swap) const {
    return grain + (2 * std::size_t(side) + std::size_t(swap % 2)) * room_;
  }

  std::size_t room_ = 0;
  std::unique_ptr<PeerMemory> own_;
  std::array<std::shared_ptr<std::byte>, 2> of_others_;
};

class ByPeerMemory final : public GpuLinks {
 public:
  ByPeerMemory(Processes& processes, const PartLayout& layout) : processes_(processes) {
    constexpr std::size_t some = 1024;
    std::exception_ptr failure;
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      if (layout[std::size_t(axis)] == 1) continue;
      try {
        make_room(axis, neighbours_of_rank(layout, processes.rank(), axis), some);
      } catch (const std::runtime_error&) {
        // The others go on with the next axis, too.
        failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }

  void lend(Axis axis, const NeighbourRanks& with, Exchange::Slabs& slabs) override {
    AxisLink& link = links_[std::size_t(axis)];
    // Neighbours along an axis have slabs of the same size, and come here for the same one.
    if (slabs.bytes > link.landing.room()) make_room(axis, with, slabs.bytes);
    clock_.begin();
    for (const Side side : {side_lower, side_upper}) {
      if (slabs.send[side] == nullptr) continue;
      slabs.send[side] = link.landing.out(side, link.swaps);
      slabs.receive[side] = link.landing.in(side, link.swaps);
    }
  }
  void swap(Axis axis, const NeighbourRanks&, const Exchange::Slabs& slabs) override {
    AxisLink& link = links_[std::size_t(axis)];
    std::array<std::uint64_t*, 2> of_others{};
    std::array<const std::uint64_t*, 2> own{};
    for (const Side side : {side_lower, side_upper}) {
      if (slabs.send[side] == nullptr) continue;
      of_others[side] = link.landing.flag_out(side);
      own[side] = link.landing.flag_in(side);
    }
    raise_and_await(of_others, own, std::uint64_t(++link.swaps));
    clock_.end();
  }
  [[nodiscard]] bool take_layers() const override { return true; }
  void begin_layers(Axis axis, const NeighbourRanks& with,
                    const Exchange::Layers& layers) override {
    AxisLink& link = links_[std::size_t(axis)];
    const std::size_t bytes = layers.bytes * layers.send.size();
    if (bytes > link.landing.room()) make_room(axis, with, bytes);
    for (const Side side : {side_lower, side_upper}) {
      if (!layers.meets[side]) continue;
      PeerCopies& copies = copies_[side];
      copies.begin();
      copies.gather(link.landing.out(side, link.swaps), layers.bytes, of_side(layers.send, side));
      copies.set(link.landing.flag_out(side), std::uint64_t(link.swaps + 1));
    }
    ++link.swaps;
  }
  void end_layers(Axis axis, const Exchange::Layers& layers) override {
    AxisLink& link = links_[std::size_t(axis)];
    clock_.begin();
    std::array<const std::uint64_t*, 2> arrived{};
    for (const Side side : {side_lower, side_upper}) {
      if (!layers.meets[side]) continue;
      copies_[side].end();
      arrived[side] = link.landing.flag_in(side);
    }
    raise_and_await({}, arrived, std::uint64_t(link.swaps));
    for (const Side side : {side_lower, side_upper})
      if (layers.meets[side])
        scatter_pieces(of_side(layers.receive, side), layers.bytes,
                       link.landing.in(side, link.swaps - 1));
    clock_.end();
  }
  [[nodiscard]] double seconds() override { return clock_.seconds(); }

 private:
  struct AxisLink {
    Landing landing;
    long swaps = 0;
  };

  template <class Pointer>
  static std::vector<Pointer> of_side(const std::vector<std::array<Pointer, 2>>& pieces,
                                      Side side) {
    std::vector<Pointer> own;
    for (const auto& piece : pieces) own.push_back(piece[side]);
    return own;
  }

  /// Gives an axis landings for slabs of so many bytes, together with its neighbours.
  void make_room(Axis axis, const NeighbourRanks& with, std::size_t bytes) {
    AxisLink& link = links_[std::size_t(axis)];
    std::exception_ptr failure;
    Landing larger;
    PeerMemoryName name{};
    try {
      larger = Landing(bytes);
      name = larger.name();
    } catch (const std::runtime_error&) {
      failure = std::current_exception();
    }
    // Nobody writes to the old ones any more once all have been here.
    wait_for_device();
    std::array<PeerMemoryName, 2> names{};
    const auto swap = [&](const void* sent, auto& received, std::size_t size) {
      processes_.swap({{side_lower, sent, received[side_lower].data(), with[side_lower]},
                       {side_upper, sent, received[side_upper].data(), with[side_upper]}},
                      size);
    };
    swap(name.data(), names, name.size());
    link.landing.close();
    try {
      if (!failure) larger.open(names);
    } catch (const std::runtime_error&) {
      failure = std::current_exception();
    }
    // Memory may go when all others have let go of it.
    const char token = 0;
    std::array<std::array<char, 1>, 2> tokens{};
    swap(&token, tokens, 1);
    if (failure) std::rethrow_exception(failure);
    link.landing = std::move(larger);
  }

  Processes& processes_;
  std::array<AxisLink, 3> links_;
  std::array<PeerCopies, 2> copies_;  ///< by side
  StreamClock clock_;
};

}  // namespace

std::unique_ptr<GpuLinks> link_by_peer_memory(Processes& processes, const PartLayout& layout) {
  if (processes.on_this_host() < processes.count())
    throw std::runtime_error("GPUs of several hosts");
  return std::make_unique<ByPeerMemory>(processes, layout);
}

}  // namespace solenoid
