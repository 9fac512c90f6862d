#include "src/library/runtime.hpp"

#include <cstdlib>

namespace solenoid {

namespace {

/// That which started the runtime. It is ended before the libraries below it are, and not at all
/// where simulations are left that would outlive it.
std::shared_ptr<const Machine>* first_machine = nullptr;

void end_runtime() {
  if (first_machine != nullptr && first_machine->use_count() == 1) delete first_machine;
  first_machine = nullptr;
}

}  // namespace

std::shared_ptr<const Machine> machine_for(const MachineChoice& choice) {
  if (first_machine == nullptr) {
    first_machine = new std::shared_ptr<const Machine>(std::make_shared<const Machine>(choice));
    std::atexit(end_runtime);
    return *first_machine;
  }
  // One that ends with its simulation, and keeps the first.
  return {new Machine(choice),
          [first = *first_machine](const Machine* machine) { delete machine; }};
}

}  // namespace solenoid
