#include "src/python/native/simulation.hpp"

namespace solenoid::python {

OpenSimulation::OpenSimulation(SimulationOptions options, const py::object& functions,
                               const Make& make)
    : functions_(functions) {
  options.sources = functions_.sources();
  options.boundaries = functions_.boundaries();
  try {
    simulation_ = without_lock([&] { return std::make_shared<Simulation>(make(options)); });
  } catch (const Error&) {
    functions_.raise();
    throw;
  }
  const std::array<int, 3> count = without_lock([&] { return simulation_->part().count; });
  functions_.set_source_size(std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2]));
}

void OpenSimulation::synchronise() {
  // Others may be asked for meanwhile, by other threads.
  const auto arrived = std::move(on_their_way_);
  on_their_way_.clear();
  call([](Simulation& s) { s.synchronise(); });
}

void OpenSimulation::close() {
  if (simulation_ != nullptr && !on_their_way_.empty()) {
    // What cannot be had is no reason to keep a simulation.
    try {
      synchronise();
    } catch (const std::exception&) {
    }
  }
  std::shared_ptr<Simulation> simulation = std::move(simulation_);
  if (simulation != nullptr) without_lock([&] { simulation.reset(); });
}

const std::shared_ptr<Simulation>& OpenSimulation::open_one() const {
  if (simulation_ == nullptr) throw Error(ErrorKind::argument, "the simulation is closed");
  return simulation_;
}

}  // namespace solenoid::python
