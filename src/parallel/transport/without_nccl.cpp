// A program that was built without NCCL.

#include <stdexcept>

#include "src/parallel/gpu_links.hpp"

namespace solenoid {

const char* gpu_links_name() { return nullptr; }

std::unique_ptr<GpuLinks> link_gpus(Processes&) {
  throw std::logic_error("this program was built without NCCL");
}

}  // namespace solenoid
