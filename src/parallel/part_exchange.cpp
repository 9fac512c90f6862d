#include "src/parallel/part_exchange.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

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

void PartExchange::begin_layers(Axis axis, const Layers& layers) {
  for (const bool meets : layers.meets)
    if (meets) record_.bytes_beside += double(layers.bytes * layers.send.size());
  links_->begin_layers(axis, neighbours(axis), layers);
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
  if (staging_)
    swap_staged(axis, slabs);
  else
    swap_messages(axis, slabs);
  record_.seconds += seconds_since(begin);
}

void PartExchange::swap_staged(Axis axis, const Slabs& slabs) {
  Slabs here;
  here.bytes = slabs.bytes;
  for (const Side side : {side_lower, side_upper}) {
    if (slabs.send[side] == nullptr) continue;
    here.send[side] = staging_->bring(side, slabs.send[side], slabs.bytes);
    here.receive[side] = staging_->arrival(side, slabs.bytes);
  }
  wait_for_device();
  swap_messages(axis, here);
  for (const Side side : {side_lower, side_upper})
    if (slabs.send[side] != nullptr) staging_->send(side, slabs.receive[side], slabs.bytes);
}

void PartExchange::link_for_trade() {
  if (linked_for_trade_) return;
  linked_for_trade_ = true;
  wait_for_device();  // for slabs that are on their way otherwise
  if (nccl_name() != nullptr) {
    bool failed = false;
    try {
      trade_links_ = link_by_nccl(processes_);
    } catch (const std::runtime_error&) {
      failed = true;
    }
    if (processes_.largest(failed ? 1 : 0) > 0) trade_links_ = nullptr;
  }
  if (!trade_links_ && !processes_.takes_device_memory())
    staging_ = std::make_unique<SlabStaging>();
}

void PartExchange::trade(const std::vector<Sent>& sent, const std::vector<Received>& received) {
  for (const Sent& message : sent) record_.bytes += double(message.bytes);
  if (links_) {
    if (links_->trade(sent, received)) return;
    link_for_trade();
    if (trade_links_ && trade_links_->trade(sent, received)) return;
  }
  if (device_ == Device::gpu) wait_for_device();
  const auto begin = std::chrono::steady_clock::now();
  if (staging_)
    trade_staged(sent, received);
  else
    processes_.trade(sent, received);
  record_.seconds += seconds_since(begin);
}

void PartExchange::trade_staged(const std::vector<Sent>& sent,
                                const std::vector<Received>& received) {
  // Both ends of a message take it in the same pieces, so that it needs little memory of hosts.
  constexpr std::size_t piece = std::size_t(1) << 24;
  std::size_t longest = 0;
  for (const Sent& message : sent) longest = std::max(longest, message.bytes);
  for (const Received& message : received) longest = std::max(longest, message.bytes);
  for (std::size_t done = 0; done < longest; done += piece) {
    const auto left = [&](std::size_t bytes) { return bytes - std::min(bytes, done); };
    std::vector<Sent> out;
    for (std::size_t n = 0; n < sent.size(); ++n)
      if (const std::size_t some = std::min(piece, left(sent[n].bytes)); some > 0)
        out.push_back({sent[n].to,
                       staging_->bring(n, static_cast<const char*>(sent[n].values) + done, some),
                       some});
    std::vector<Received> in;
    for (std::size_t n = 0; n < received.size(); ++n)
      if (const std::size_t some = std::min(piece, left(received[n].bytes)); some > 0)
        in.push_back({received[n].from, staging_->arrival(n, some), some});
    wait_for_device();
    processes_.trade(out, in);
    for (std::size_t n = 0; n < received.size(); ++n)
      if (const std::size_t some = std::min(piece, left(received[n].bytes)); some > 0)
        staging_->send(n, static_cast<char*>(received[n].values) + done, some);
  }
}

void PartExchange::take_largest(double* values, std::size_t count) {
  const auto begin = std::chrono::steady_clock::now();
  processes_.take_largest(values, count);
  record_.joining += seconds_since(begin);
}

void PartExchange::add_up(double* values, std::size_t count) {
  const auto begin = std::chrono::steady_clock::now();
  processes_.add_up(values, count);
  record_.joining += seconds_since(begin);
}

void PartExchange::swap_messages(Axis axis, const Slabs& slabs) {
  const NeighbourRanks with = neighbours(axis);
  std::vector<Processes::Swap> swaps;
  for (const Side side : {side_lower, side_upper})
    if (slabs.send[side] != nullptr)
      swaps.push_back({side, slabs.send[side], slabs.receive[side], with[side]});
  processes_.swap(swaps, slabs.bytes);
}

void PartExchange::swap_layers(Axis axis, const Layers& layers) {
  const auto begin = std::chrono::steady_clock::now();
  const NeighbourRanks with = neighbours(axis);
  std::vector<Processes::Swap> swaps;
  for (const Side side : {side_lower, side_upper})
    for (std::size_t n = 0; layers.meets[side] && n < layers.send.size(); ++n)
      swaps.push_back({side, layers.send[n][side], layers.receive[n][side], with[side]});
  processes_.swap(swaps, layers.bytes);
  record_.bytes += double(layers.bytes * swaps.size());
  record_.seconds += seconds_since(begin);
}

ExchangeRecord PartExchange::record() const {
  ExchangeRecord all = record_;
  for (const auto& links : {links_.get(), trade_links_.get()})
    if (links != nullptr) all.seconds += links->seconds();
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
