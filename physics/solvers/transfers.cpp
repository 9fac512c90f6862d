#include "physics/solvers/transfers.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "numerics/device/on_all_threads.hpp"
#include "numerics/device/passage.hpp"
#include "numerics/grid/field_parts.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

namespace {

std::atomic<std::size_t> bytes_brought = 0;

#if SOLENOID_HAS_DEVICE

/// Copies on all threads, which share the first touch of new memory, too.
void copy_on_all_threads(void* to, const void* from, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t(1) << 18;
  on_all_threads("from the passage", int((bytes + piece - 1) / piece), [&](int n) {
    const std::size_t first = std::size_t(n) * piece;
    std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first,
                std::min(piece, bytes - first));
  });
}

static_assert(transfer_values * sizeof(double) <= Passage::bytes);

void bring_from_gpu(const Gather& gather, const Box& box, const MutableValues& values) {
  const DeviceSpace space;
  const Passage& passage = Passage::of_process();
  const std::size_t bytes = bytes_of_value(values.precision);
  const std::vector<Box> slabs = transfer_pieces(box);
  if (is_page_locked(values.data, box.values() * bytes)) {
    auto* to = static_cast<char*>(values.data);
    for (std::size_t n = 0; n < slabs.size(); ++n) {
      gather(slabs[n], {values.precision, passage.there(n)});
      bring(space, to, passage.there(n), slabs[n].values() * bytes);
      to += slabs[n].values() * bytes;
    }
    return space.fence();
  }
  const auto send = [&](std::size_t n) {
    if (n == slabs.size()) return;
    gather(slabs[n], {values.precision, passage.there(n)});
    bring(space, passage.here(n), passage.there(n), slabs[n].values() * bytes);
  };
  send(0);
  auto* to = static_cast<char*>(values.data);
  for (std::size_t n = 0; n < slabs.size(); ++n) {
    space.fence();
    send(n + 1);
    copy_on_all_threads(to, passage.here(n), slabs[n].values() * bytes);
    to += slabs[n].values() * bytes;
  }
}

#endif

}  // namespace

void bring_to_host(Device device, const Gather& gather, const Box& box,
                   const MutableValues& values) {
  note_brought_to_host(box.values() * bytes_of_value(values.precision));
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu && values.precision == Precision::extended_precision) {
    std::vector<double> doubles(box.values());
    bring_from_gpu(gather, box, {Precision::double_precision, doubles.data()});
    std::copy(doubles.begin(), doubles.end(), static_cast<Extended*>(values.data));
    return;
  }
  if (device == Device::gpu) return bring_from_gpu(gather, box, values);
#endif
  static_cast<void>(device);
  gather(box, values);
  HostSpace().fence();
}

std::size_t bytes_brought_to_host() { return bytes_brought; }
void note_brought_to_host(std::size_t bytes) { bytes_brought += bytes; }

}  // namespace solenoid
