#pragma once
/// \file
/// The seam between the parts of a grid: what a part asks of those beside it. Who carries values
/// from part to part (threads, processes, devices) implements it.

#include <array>
#include <cstddef>
#include <vector>

#include "numerics/device/part_reductions.hpp"
#include "numerics/grid/grid.hpp"

namespace solenoid {

/// Every part calls the same functions in the same order, all of them from the host.
class Exchange : public PartReductions {
 public:
  /// What goes to the neighbours behind the faces normal to an axis and comes from them, by side,
  /// in the memory of the part's space; null where there is no neighbour. What one part sends
  /// beyond its upper face is what the next one receives from beyond its lower face.
  struct Slabs {
    std::array<void*, 2> send{};
    std::array<void*, 2> receive{};
    std::size_t bytes = 0;  ///< of one slab
  };
  /// Called before values are packed into `slabs`: the exchange may put memory of its own in their
  /// place, such that what is packed is where it is to arrive. It is good until the swap after next
  /// along the axis, and may be written once before each.
  virtual void lend(Axis, Slabs&) {}
  /// Exchanges slabs: behind the work that is queued on the default instance of the part's space,
  /// and before what is queued there next.
  virtual void swap(Axis axis, const Slabs& slabs) = 0;

  /// Layers of cells normal to an axis that are pieces of memory, one of a field, as neighbours
  /// have them, too: behind which of the part's faces there are some, and by field and side what
  /// goes to them and where what they send is to be.
  struct Layers {
    std::size_t bytes = 0;  ///< of a piece
    std::array<bool, 2> meets{};
    std::vector<std::array<const void*, 2>> send{};
    std::vector<std::array<void*, 2>> receive{};
  };
  /// Whether layers go from memory to memory, beside the work that is queued after begin_layers().
  [[nodiscard]] virtual bool takes_layers() const { return false; }
  /// Exchanges layers as swap() does slabs, but in two parts, one exchange at a time along an axis:
  /// what is sent may be changed, and what is received be read, only by what is queued behind the
  /// second one. Only where it takes layers.
  virtual void begin_layers(Axis, const Layers&) {}
  virtual void end_layers(Axis, const Layers&) {}
  /// Whether layers go from memory to memory at once, which moves them one time where slabs are
  /// packed, moved and taken out.
  [[nodiscard]] virtual bool swaps_layers() const { return false; }
  /// Exchanges layers as swap() does slabs. Only where it swaps layers.
  virtual void swap_layers(Axis, const Layers&) {}

  /// Values for another part, and room for those of one, by the number of the part
  /// (numerics/grid/grid_cuts.hpp), in the memory of the part's space.
  struct Sent {
    int to = 0;
    const void* values = nullptr;
    std::size_t bytes = 0;
  };
  struct Received {
    int from = 0;
    void* values = nullptr;
    std::size_t bytes = 0;
  };
  /// Sends values to any other parts and receives theirs, at most one message from one part to
  /// another, of more than no bytes; both know how many: behind and before the work as swap() is.
  virtual void trade(const std::vector<Sent>& sent, const std::vector<Received>& received) = 0;
};

}  // namespace solenoid
