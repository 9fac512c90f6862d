#include "src/parallel/transport_choice.hpp"

#include <fmt/format.h>

#include "src/parallel/gpu_links.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

bool best(const std::string& name) { return name.empty() || name == "auto"; }

}  // namespace

void require_transport(const std::string& name, Device device, const Processes& processes,
                       const char* nccl) {
  const bool on_cpu = device == Device::cpu;
  if (best(name)) return;
  if (name == "mpi") {
    if (!on_cpu && !processes.takes_device_memory())
      throw UsageError(
          "--transport mpi: this MPI does not take memory of a GPU (Open MPI: built with CUDA); "
          "expected peer, nccl or staged");
  } else if (name == "peer" || name == "nccl" || name == "staged") {
    if (on_cpu)
      throw UsageError(fmt::format("--transport {} is for GPUs; on CPUs slabs go by mpi", name));
    if (name == "nccl" && nccl == nullptr)
      throw UsageError(
          "--transport nccl: this program was built without NCCL; install it (NVIDIA's package "
          "libnccl-dev) and build again, or take peer or staged");
  } else {
    throw UsageError(
        fmt::format("--transport: expected auto, peer, nccl, mpi or staged, found '{}'", name));
  }
}

TransportChoice choose_transport(const std::string& name, Device device, const Processes& processes,
                                 const std::function<std::string(Transport)>& link) {
  if (name == "mpi" || device == Device::cpu) return {Transport::mpi, ""};
  if (name == "staged") return {Transport::staged, ""};
  std::string why;
  for (const auto& [way, its_name] :
       {std::pair{Transport::peer, "peer"}, std::pair{Transport::nccl, "nccl"}}) {
    if (!best(name) && name != its_name) continue;
    const std::string no_link = link(way);
    if (no_link.empty()) return {way, why};
    why += fmt::format("{}{}: {}", why.empty() ? "" : "; ", its_name, no_link);
  }
  if (!best(name)) throw UsageError("--transport " + why);
  if (processes.takes_device_memory()) return {Transport::mpi, why};
  return {Transport::staged, why + "; mpi: takes no memory of GPUs"};
}

std::string text_of(const TransportChoice& choice, Device device) {
  if (device == Device::cpu) return "messages by MPI";
  const auto way = [&]() -> std::string {
    switch (choice.transport) {
      case Transport::peer:
        return "written to the memory of other GPUs";
      case Transport::nccl:
        return fmt::format("{} from GPU to GPU", nccl_name());
      case Transport::mpi:
        return "messages by MPI from GPU to GPU";
      case Transport::staged:
        break;
    }
    return "messages by MPI through the memory of hosts";
  };
  return choice.why.empty() ? way() : fmt::format("{} ({})", way(), choice.why);
}

}  // namespace solenoid
