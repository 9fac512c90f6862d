// A program that was built without NCCL.

#include <stdexcept>

#include "src/parallel/gpu_links.hpp"

namespace solenoid {

const char* nccl_name() { return nullptr; }

std::unique_ptr<GpuLinks> link_by_nccl(Processes&) {
  throw std::logic_error("this program was built without NCCL");
}

}  // namespace solenoid
