#include "src/parallel/transport_choice.hpp"

#include <fmt/format.h>

#include "src/parallel/gpu_links.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

bool best(const std::string& name) { return name.empty() || name == "auto"; }

}  // namespace

void require_transport(const std::string& name, Device device, const Processes& processes,
                       const char* links) {
  const bool on_cpu = device == Device::cpu;
  if (best(name)) return;
  if (name == "mpi") {
    if (!on_cpu && !processes.takes_device_memory())
      throw UsageError(
          "--transport mpi: this MPI does not take memory of a GPU (Open MPI: built with CUDA); "
          "expected nccl or staged");
  } else if (name == "nccl" || name == "staged") {
    if (on_cpu)
      throw UsageError(fmt::format("--transport {} is for GPUs; on CPUs slabs go by mpi", name));
    if (name == "nccl" && links == nullptr)
      throw UsageError(
          "--transport nccl: this program was built without NCCL; install it (Debian and Ubuntu: "
          "libnccl-dev of NVIDIA) and build again, or take staged");
  } else {
    throw UsageError(
        fmt::format("--transport: expected auto, nccl, mpi or staged, found '{}'", name));
  }
}

TransportChoice choose_transport(const std::string& name, Device device, const Processes& processes,
                                 const std::function<std::string()>& link) {
  if (name == "mpi" || device == Device::cpu) return {Transport::mpi, ""};
  if (name == "staged") return {Transport::staged, ""};
  const std::string no_links = link();
  if (no_links.empty()) return {Transport::nccl, ""};
  if (!best(name)) throw UsageError("--transport nccl: " + no_links);
  if (processes.takes_device_memory()) return {Transport::mpi, no_links};
  return {Transport::staged, no_links + "; this MPI takes no memory of GPUs"};
}

std::string text_of(const TransportChoice& choice, Device device) {
  if (device == Device::cpu) return "messages by MPI";
  const auto way = [&]() -> std::string {
    switch (choice.transport) {
      case Transport::nccl:
        return fmt::format("{} from GPU to GPU", gpu_links_name());
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
