#include "src/parallel/part_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Transport choose_transport(const std::string& name, Device device, const Processes& processes) {
  const bool takes = device == Device::cpu || processes.takes_device_memory();
  if (name.empty() || name == "auto") return takes ? Transport::mpi : Transport::staged;
  if (name == "mpi") {
    if (!takes)
      throw UsageError(
          "--transport mpi: this MPI does not take memory of a GPU (Open MPI: built with CUDA); "
          "expected staged");
    return Transport::mpi;
  }
  if (name != "staged")
    throw UsageError(fmt::format("--transport: expected auto, mpi or staged, found '{}'", name));
  if (device == Device::cpu)
    throw UsageError("--transport staged is for GPUs; on CPUs slabs go by mpi");
  return Transport::staged;
}

std::string text_of(Transport transport, Device device) {
  if (device == Device::cpu) return "messages by MPI";
  return transport == Transport::mpi ? "messages by MPI from GPU to GPU"
                                     : "messages by MPI through the memory of hosts";
}

PartExchange::PartExchange(Processes& processes, const PartLayout& layout, Device device,
                           Transport transport)
    : processes_(processes),
      layout_(layout),
      device_(device),
      staging_(transport == Transport::staged ? std::make_unique<SlabStaging>() : nullptr) {}

void PartExchange::swap(Axis axis, const Slabs& slabs) {
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
  for (const void* sent : slabs.send)
    if (sent != nullptr) record_.bytes += double(slabs.bytes);
  record_.seconds += seconds_since(begin);
}

void PartExchange::swap_messages(Axis axis, const Slabs& slabs) {
  const auto side = [&](Side which) -> Processes::Swap {
    return {slabs.send[which], slabs.receive[which],
            neighbour_of_rank(layout_, processes_.rank(), axis, which)};
  };
  processes_.swap(side(side_lower), side(side_upper), slabs.bytes);
}

double swap_bandwidth(Processes& processes, const PartLayout& layout, Device device,
                      Transport transport, Axis axis, std::size_t bytes) {
  constexpr std::size_t bytes_in_all = std::size_t(1) << 26;
  constexpr std::size_t most_swaps = 100, fewest_swaps = 3;
  const std::size_t swaps =
      std::clamp(bytes_in_all / std::max<std::size_t>(bytes, 1), fewest_swaps, most_swaps);
  std::array<std::shared_ptr<void>, 4> memory;
  for (std::shared_ptr<void>& slab : memory)
    slab = device == Device::gpu ? device_memory(bytes)
                                 : std::shared_ptr<void>(new char[bytes](), [](void* of) {
                                     delete[] static_cast<char*>(of);
                                   });
  PartExchange exchange(processes, layout, device, transport);
  const Exchange::Slabs slabs{
      {memory[0].get(), memory[1].get()}, {memory[2].get(), memory[3].get()}, bytes};
  for (std::size_t warm_up = 0; warm_up < 2; ++warm_up) exchange.swap(axis, slabs);
  static_cast<void>(processes.largest(0));
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t n = 0; n < swaps; ++n) exchange.swap(axis, slabs);
  const double longest = processes.largest(seconds_since(begin));
  return 2 * double(bytes) * double(swaps) / longest;
}

}  // namespace solenoid
