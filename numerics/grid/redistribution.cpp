#include "numerics/grid/redistribution.hpp"

#include <algorithm>

#include "numerics/device/copies.hpp"
#include "numerics/device/spaces.hpp"

namespace solenoid {

namespace {

/// A copy of a box between two arrays.
template <class Real>
struct CopyBox {
  const Real* from;
  std::array<std::ptrdiff_t, 3> from_stride;
  Real* to;
  std::array<std::ptrdiff_t, 3> to_stride;
  std::array<int, 3> count;
};

/// A row a work item, on a host.
template <class Real>
struct CopyRow {
  CopyBox<Real> copy;
  void operator()(const int row) const {
    const int j = row % copy.count[1], k = row / copy.count[1];
    const Real* const from = copy.from + j * copy.from_stride[1] + k * copy.from_stride[2];
    Real* const to = copy.to + j * copy.to_stride[1] + k * copy.to_stride[2];
    if (copy.from_stride[0] == 1 && copy.to_stride[0] == 1) {
      std::copy_n(from, copy.count[0], to);
      return;
    }
    for (int i = 0; i < copy.count[0]; ++i)
      to[i * copy.to_stride[0]] = from[i * copy.from_stride[0]];
  }
};

/// A value a work item, on a device.
template <class Real>
struct CopyValue {
  CopyBox<Real> copy;
  KOKKOS_FUNCTION void operator()(const int value) const {
    const int row = value / copy.count[0];
    const int i = value - row * copy.count[0];
    const int k = row / copy.count[1], j = row - k * copy.count[1];
    copy.to[i * copy.to_stride[0] + j * copy.to_stride[1] + k * copy.to_stride[2]] =
        copy.from[i * copy.from_stride[0] + j * copy.from_stride[1] + k * copy.from_stride[2]];
  }
};

template <class Space, class Kernel>
void for_each_number(const Space& space, int count, const Kernel& kernel) {
  Kokkos::parallel_for("redistribute",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, count), kernel);
}

template <class Real, class Space>
void copy_box(const Space& space, const CopyBox<Real>& copy) {
  if constexpr (is_host_space<Space>) {
    for_each_number(space, copy.count[1] * copy.count[2], CopyRow<Real>{copy});
  } else {
    // As many planes at a time as an int counts.
    constexpr std::size_t most = std::size_t(1) << 30;
    const std::size_t plane = std::size_t(copy.count[0]) * std::size_t(copy.count[1]);
    const int planes = int(std::max<std::size_t>(1, most / plane));
    for (int k = 0; k < copy.count[2]; k += planes) {
      CopyBox<Real> some = copy;
      some.from += k * copy.from_stride[2];
      some.to += k * copy.to_stride[2];
      some.count[2] = std::min(planes, copy.count[2] - k);
      for_each_number(space, int(plane) * some.count[2], CopyValue<Real>{some});
    }
  }
}

/// An array of a box alone.
template <class Real>
ArrayInSpace<Real> array_of_box(Real* values, const Box& box) {
  return {values, {1, box.count[0], std::ptrdiff_t(box.count[0]) * box.count[1]}, box.begin};
}

/// What of the boxes that a part wants another one holds.
std::vector<WantedBox> held_and_wanted(const Box& held, const std::vector<WantedBox>& wanted) {
  std::vector<WantedBox> found;
  for (const WantedBox& want : wanted) {
    WantedBox part{common_box(held, want.box), want.at};
    if (part.box.values() == 0) continue;
    for (std::size_t axis = 0; axis < 3; ++axis)
      part.at[axis] += part.box.begin[axis] - want.box.begin[axis];
    found.push_back(part);
  }
  return found;
}

}  // namespace

std::vector<std::vector<WantedBox>> wanted_as_held(const std::vector<Box>& boxes) {
  std::vector<std::vector<WantedBox>> wanted;
  for (const Box& box : boxes) wanted.push_back({{box, box.begin}});
  return wanted;
}

template <class R, class S>
std::size_t Redistribution<R, S>::Parcel::values() const {
  std::size_t all = 0;
  for (const WantedBox& want : boxes) all += want.box.values();
  return all;
}

template <class R, class S>
std::size_t Redistribution<R, S>::values_of(const std::vector<Parcel>& parcels) {
  std::size_t all = 0;
  for (const Parcel& parcel : parcels) all += parcel.values();
  return all;
}

template <class R, class S>
Redistribution<R, S>::Redistribution(const std::vector<Box>& held,
                                     const std::vector<std::vector<WantedBox>>& wanted, int own,
                                     OwnValues own_values)
    : own_(own) {
  const auto here = std::size_t(own);
  for (std::size_t n = 0; n < held.size(); ++n) {
    if (n == here && own_values == OwnValues::apart) {
      kept_ = held_and_wanted(held[n], wanted[n]);
      continue;
    }
    Parcel out{int(n), held_and_wanted(held[here], wanted[n])};
    if (!out.boxes.empty()) sent_.push_back(std::move(out));
    Parcel in{int(n), held_and_wanted(held[n], wanted[here])};
    if (!in.boxes.empty()) received_.push_back(std::move(in));
  }
}

template <class R, class S>
const R* Redistribution<R, S>::pack(const S& space, const Parcel& parcel,
                                    const ArrayInSpace<const R>& from, R*& room) const {
  if (room == nullptr) {
    parcel.require_compact(from);
    return from.at(parcel.boxes.front().box.begin);
  }
  const R* const begin = room;
  for (const WantedBox& want : parcel.boxes) {
    const Box& box = want.box;
    copy_box<R>(space,
                {from.at(box.begin), from.stride, room, array_of_box(room, box).stride, box.count});
    room += box.values();
  }
  return begin;
}

template <class R, class S>
void Redistribution<R, S>::unpack(const S& space, const Parcel& parcel, const R* from,
                                  const ArrayInSpace<R>& to) const {
  for (const WantedBox& want : parcel.boxes) {
    copy_box<R>(space, {from, array_of_box(from, want.box).stride, to.at(want.at), to.stride,
                        want.box.count});
    from += want.box.values();
  }
}

template <class R, class S>
void Redistribution<R, S>::move(const S& space, Exchange& exchange,
                                const ArrayInSpace<const R>& from, const ArrayInSpace<R>& to,
                                const Rooms& rooms) const {
  std::vector<Exchange::Sent> sent;
  std::vector<Exchange::Received> received;
  Exchange::Sent of_own;
  R* room = rooms.send;
  for (const Parcel& parcel : sent_) {
    const R* const begin = pack(space, parcel, from, room);
    const Exchange::Sent message{parcel.part, begin, parcel.values() * sizeof(R)};
    if (parcel.part == own_)
      of_own = message;
    else
      sent.push_back(message);
  }
  using Memory = typename S::memory_space;
  std::vector<const R*> arrived;
  room = rooms.receive;
  for (const Parcel& parcel : received_) {
    R* begin = room;
    if (room == nullptr) {
      parcel.require_compact(to);
      begin = to.at(parcel.boxes.front().at);
    } else {
      room += parcel.values();
    }
    arrived.push_back(begin);
    if (parcel.part == own_)
      copy_bytes<Memory, Memory>(space, begin, of_own.values, of_own.bytes);
    else
      received.push_back({parcel.part, begin, parcel.values() * sizeof(R)});
  }
  exchange.trade(sent, received);
  if (rooms.receive == nullptr) return;
  for (std::size_t n = 0; n < received_.size(); ++n) unpack(space, received_[n], arrived[n], to);
}

template <class R, class S>
void Redistribution<R, S>::keep(const S& space, const ArrayInSpace<const R>& from,
                                const ArrayInSpace<R>& to) const {
  for (const WantedBox& want : kept_)
    copy_box<R>(space,
                {from.at(want.box.begin), from.stride, to.at(want.at), to.stride, want.box.count});
}

template class Redistribution<float, HostSpace>;
template class Redistribution<double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class Redistribution<float, DeviceSpace>;
template class Redistribution<double, DeviceSpace>;
#endif

}  // namespace solenoid
