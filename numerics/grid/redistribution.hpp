#pragma once
/// \file
/// Values of a field that parts hold in boxes on their way to parts that want other boxes. It knows
/// no transport: an exchange (numerics/grid/exchange.hpp) carries one message from a part to
/// another.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "numerics/grid/box.hpp"
#include "numerics/grid/exchange.hpp"

namespace solenoid {

/// The values of a box, wanted from a place on that may be another one.
struct WantedBox {
  Box box;
  std::array<int, 3> at{0, 0, 0};
};

/// An array of three axes in memory of a device: where the value with these indices stands.
template <class Real>
struct ArrayInSpace {
  Real* values = nullptr;
  std::array<std::ptrdiff_t, 3> stride{1, 0, 0};
  std::array<int, 3> begin{0, 0, 0};  ///< the indices of the value that `values` points to

  [[nodiscard]] Real* at(const std::array<int, 3>& indices) const {
    std::ptrdiff_t place = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
      place += (indices[axis] - begin[axis]) * stride[axis];
    return values + place;
  }
  /// Whether the values of a box stand one behind the other, x fastest.
  [[nodiscard]] bool is_compact(const std::array<int, 3>& count) const {
    std::ptrdiff_t dense = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (count[axis] > 1 && stride[axis] != dense) return false;
      dense *= count[axis];
    }
    return true;
  }
};

/// Boxes that are wanted where they are.
std::vector<std::vector<WantedBox>> wanted_as_held(const std::vector<Box>& boxes);

/// Whether a part's own values go as those of others, from a room to a room, or by keep() alone.
enum class OwnValues { with_others, apart };

template <class Real, class Space>
class Redistribution {
 public:
  /// `held` and `wanted` are those of all parts, by number; `own` is this one. No value is held
  /// twice; a box that is wanted and that nobody holds is left as it is. All parts have the same.
  Redistribution(const std::vector<Box>& held, const std::vector<std::vector<WantedBox>>& wanted,
                 int own, OwnValues own_values);

  /// Values that are on their way from this part and to it, with its own where these go with those
  /// of others.
  [[nodiscard]] std::size_t sent() const { return values_of(sent_); }
  [[nodiscard]] std::size_t received() const { return values_of(received_); }

  /// Memory for what is sent and received, of so many values. Null: each part sends from the array
  /// itself, or receives in it, one box that is compact there.
  struct Rooms {
    Real* send = nullptr;
    Real* receive = nullptr;
  };
  /// Moves the values. The array that they come from, if they go through a room, and that room may
  /// share memory with the one that they go to, or with the room for it. All parts call it
  /// together.
  void move(const Space& space, Exchange& exchange, const ArrayInSpace<const Real>& from,
            const ArrayInSpace<Real>& to, const Rooms& rooms) const;
  /// Copies what this part holds and wants itself, where its own values go apart.
  void keep(const Space& space, const ArrayInSpace<const Real>& from,
            const ArrayInSpace<Real>& to) const;

 private:
  /// What goes from a part to another one, box by box.
  struct Parcel {
    int part = 0;
    std::vector<WantedBox> boxes;
    [[nodiscard]] std::size_t values() const;
    /// Throws std::logic_error where an array does not have its values as they travel.
    template <class Value>
    void require_compact(const ArrayInSpace<Value>& array) const {
      if (boxes.size() != 1 || !array.is_compact(boxes.front().box.count))
        throw std::logic_error("values of an array do not travel as they stand");
    }
  };
  /// Where the values of a parcel begin: in the array, or packed in the room, if there is one, of
  /// which the rest is left.
  const Real* pack(const Space& space, const Parcel& parcel, const ArrayInSpace<const Real>& from,
                   Real*& room) const;
  /// Puts a parcel that has arrived in a room to its place.
  void unpack(const Space& space, const Parcel& parcel, const Real* from,
              const ArrayInSpace<Real>& to) const;
  static std::size_t values_of(const std::vector<Parcel>& parcels);

  int own_;
  std::vector<Parcel> sent_, received_;
  std::vector<WantedBox> kept_;
};

}  // namespace solenoid
