#include "src/parallel/part_exchange.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace solenoid {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Memory of a device for a slab of zeros or of anything.
std::shared_ptr<void> slab_memory(Device device, std::size_t bytes) {
  if (device == Device::gpu) return device_memory(bytes);
  return {new char[bytes](), [](void* of) { delete[] static_cast<char*>(of); }};
}

}  // namespace

void PartExchange::open(Transport transport) {
  links_ = transport == Transport::peer   ? link_by_peer_memory(processes_, layout_)
           : transport == Transport::nccl ? link_by_nccl(processes_)
                                          : nullptr;
  staging_ = transport == Transport::staged ? std::make_unique<SlabStaging>() : nullptr;
}

void PartExchange::swap(Axis axis, const Slabs& slabs) {
  for (const void* sent : slabs.send)
    if (sent != nullptr) record_.bytes += double(slabs.bytes);
  if (links_) {
    links_->swap(axis, neighbours(axis), slabs);
    return;
  }
  // On a device steps are queued far ahead of what is done.
  if (device_ == Device::gpu) wait_for_device();
  const auto begin = std::chrono::steady_clock::now();
  if (staging_) {
    swap_messages(axis, {staging_->bring(slabs.send, slabs.bytes),
                         staging_->arrivals(slabs.receive, slabs.bytes), slabs.bytes});
    staging_->send(slabs.receive, slabs.bytes);
  } else {
    swap_messages(axis, slabs);
  }
  record_.seconds += seconds_since(begin);
}

void PartExchange::swap_messages(Axis axis, const Slabs& slabs) {
  const NeighbourRanks with = neighbours(axis);
  const auto side = [&](Side which) -> Processes::Swap {
    return {slabs.send[which], slabs.receive[which], with[which]};
  };
  processes_.swap(side(side_lower), side(side_upper), slabs.bytes);
}

ExchangeRecord PartExchange::record() const {
  ExchangeRecord all = record_;
  if (links_) all.seconds += links_->seconds();
  return all;
}

double PartExchange::bandwidth(Axis axis, std::size_t bytes) {
  const std::size_t bytes_in_all = std::size_t(1) << (device_ == Device::gpu ? 30 : 26);
  constexpr std::size_t most_swaps = 100, fewest_swaps = 3;
  const std::size_t swaps =
      std::clamp(bytes_in_all / std::max<std::size_t>(bytes, 1), fewest_swaps, most_swaps);
  std::array<std::shared_ptr<void>, 4> memory;
  for (std::shared_ptr<void>& slab : memory) slab = slab_memory(device_, bytes);
  const Slabs slabs{{memory[0].get(), memory[1].get()}, {memory[2].get(), memory[3].get()}, bytes};
  const auto wait = [&] {
    if (device_ == Device::gpu) wait_for_device();
  };
  const auto exchange = [&] {
    Slabs lent = slabs;
    lend(axis, lent);
    for (const Side side : {side_lower, side_upper})
      if (lent.send[side] != slabs.send[side])
        copy_on_device(lent.send[side], slabs.send[side], bytes);
    swap(axis, lent);
  };
  for (std::size_t warm_up = 0; warm_up < 2; ++warm_up) exchange();
  wait();
  static_cast<void>(processes_.largest(0));
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t n = 0; n < swaps; ++n) exchange();
  wait();
  const double longest = processes_.largest(seconds_since(begin));
  return 2 * double(bytes) * double(swaps) / longest;
}

}  // namespace solenoid
