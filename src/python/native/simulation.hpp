#pragma once
/// \file
/// A simulation, as the Python package calls it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <solenoid/simulation.hpp>
#include <string>
#include <utility>
#include <vector>

#include "src/python/native/array_values.hpp"
#include "src/python/native/caller_functions.hpp"
#include "src/python/native/calls.hpp"

namespace solenoid::python {

/// What may take long is done while other threads of Python run.
class OpenSimulation {
 public:
  using Make = std::function<Simulation(const SimulationOptions&)>;

  /// `functions`: a solenoid._functions.Functions, whose owner this simulation belongs to.
  OpenSimulation(SimulationOptions options, const py::object& functions, const Make& make);
  ~OpenSimulation() { close(); }
  OpenSimulation(const OpenSimulation&) = delete;
  OpenSimulation& operator=(const OpenSimulation&) = delete;

  /// Lets go of it, for which a call of another thread is waited for by that thread.
  void close();
  [[nodiscard]] bool is_open() const { return simulation_ != nullptr; }
  /// Throws where it is closed.
  [[nodiscard]] Simulation& get() const { return *open_one(); }

  /// Arrays that are on their way, whose memory the library has until then.
  void keep_until_synchronised(std::unique_ptr<ArrayValues> values) {
    on_their_way_.push_back(std::move(values));
  }
  void synchronise();

  /// Does work(simulation) while other threads of Python run, and raises what functions of the
  /// caller's have raised.
  template <class Work>
  auto call(const Work& work) {
    std::shared_ptr<Simulation> simulation = open_one();
    try {
      return without_lock([&] {
        const std::shared_ptr<Simulation> used = std::move(simulation);
        return work(*used);
      });
    } catch (const Error&) {
      functions_.raise();
      throw;
    }
  }

 private:
  [[nodiscard]] const std::shared_ptr<Simulation>& open_one() const;

  CallerFunctions functions_;
  std::vector<std::unique_ptr<ArrayValues>> on_their_way_;
  std::shared_ptr<Simulation> simulation_;  // gone before the functions that it calls
};

}  // namespace solenoid::python
