#include "src/parallel/processes.hpp"

#include <cstdlib>
#include <stdexcept>

namespace solenoid {

namespace {

class Alone final : public Processes {
 public:
  void send(const void*, std::size_t, int) override { nobody(); }
  void receive(void*, std::size_t, int) override { nobody(); }
  void swap(const std::vector<Swap>&, std::size_t) override { nobody(); }
  void trade(const std::vector<Exchange::Sent>&, const std::vector<Exchange::Received>&) override {
    nobody();
  }
  [[noreturn]] void end_all(int code) override { std::exit(code); }

 private:
  [[noreturn]] static void nobody() { throw std::logic_error("there is no other process"); }
};

}  // namespace

std::unique_ptr<Processes> process_alone() { return std::make_unique<Alone>(); }

int launched_processes() {
  // Open MPI; MPICH, Intel MPI and others by their process manager; Cray; Slurm without one.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PALS_SIZE", "SLURM_STEP_NUM_TASKS"})
    if (const char* value = std::getenv(name); value != nullptr && std::atoi(value) > 0)
      return std::atoi(value);
  return 1;
}

}  // namespace solenoid
