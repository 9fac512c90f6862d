// The class solenoid._native.Simulation: what the Python package calls of simulations.

#include <pybind11/stl.h>

#include "src/python/native/array_values.hpp"
#include "src/python/native/simulation.hpp"

namespace solenoid::python {

namespace {

using Class = py::class_<OpenSimulation>;

/// How many values a box has along each axis and so many layers around it, where there is more than
/// one cell.
std::size_t values_of(const FieldBox& box, const std::array<int, 3>& cells = {1, 1, 1},
                      int layers = 0) {
  std::size_t values = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    values *= std::size_t(box.count[axis] + (cells[axis] > 1 ? 2 * layers : 0));
  return values;
}

/// Calls use(values) with the type of so many bytes that they have.
template <class Single, class Double, class Void, class Use>
void with_type(py::ssize_t bytes, Void* values, const Use& use) {
  if (bytes == sizeof(float))
    use(static_cast<Single*>(values));
  else
    use(static_cast<Double*>(values));
}

py::list warnings_of(OpenSimulation& self) {
  py::list lines;
  for (const Problem& problem : self.get().warnings())
    lines.append(
        text_of(problem.file + ":" + std::to_string(problem.line) + ": " + problem.message));
  return lines;
}

void add_description(Class& simulation) {
  simulation.def("close", &OpenSimulation::close)
      .def_property_readonly("is_open", &OpenSimulation::is_open)
      .def("cells", [](OpenSimulation& self) { return py::tuple(py::cast(self.get().cells())); })
      .def("lower", [](OpenSimulation& self) { return py::tuple(py::cast(self.get().lower())); })
      .def("upper", [](OpenSimulation& self) { return py::tuple(py::cast(self.get().upper())); })
      .def("deck", [](OpenSimulation& self) { return text_of(self.get().deck()); })
      .def("precision", [](OpenSimulation& self) { return text_of(self.get().precision()); })
      .def("device", [](OpenSimulation& self) { return text_of(self.get().device()); })
      .def("on_gpu", [](OpenSimulation& self) { return self.get().on_gpu(); })
      .def("warnings", &warnings_of);
}

void add_steps(Class& simulation) {
  simulation.def("time", [](OpenSimulation& self) { return self.get().time(); })
      .def("steps", [](OpenSimulation& self) { return self.get().steps(); })
      .def("last_dt", [](OpenSimulation& self) { return self.get().last_dt(); })
      .def("end_time", [](OpenSimulation& self) { return self.get().end_time(); })
      .def("substeps", [](OpenSimulation& self) { return self.get().substeps(); })
      .def("ghost_layers", [](OpenSimulation& self) { return self.get().ghost_layers(); })
      .def("stable_dt",
           [](OpenSimulation& self) {
             return self.call([](Simulation& s) { return s.stable_dt(); });
           })
      .def("step", [](OpenSimulation& self,
                      long count) { self.call([&](Simulation& s) { s.step(count); }); })
      .def("advance",
           [](OpenSimulation& self, double until, double past, long steps, double seconds) {
             const Span span{until, past, steps, seconds};
             return self.call([&](Simulation& s) { return s.advance(span); });
           })
      .def("step_by", [](OpenSimulation& self,
                         double dt) { self.call([&](Simulation& s) { s.step_by(dt); }); })
      .def("substep", [](OpenSimulation& self, double dt) {
        self.call([&](Simulation& s) { s.substep(dt); });
      });
}

void add_values(Class& simulation) {
  using Name = const std::string&;
  using Box = const FieldBox&;
  simulation
      .def("get",
           [](OpenSimulation& self, Name name, Box box, const py::object& array) {
             const ArrayValues values(array, true);
             values.require(values_of(box), true);
             with_type<float, double>(values.bytes_of_one(), values.data(), [&](auto* to) {
               self.call([&](Simulation& s) { s.get(name, box, to); });
             });
           })
      .def("get_later",
           [](OpenSimulation& self, Name name, Box box, const py::object& array) {
             auto values = std::make_unique<ArrayValues>(array, true);
             values->require(values_of(box), true);
             with_type<float, double>(values->bytes_of_one(), values->data(), [&](auto* to) {
               self.call([&](Simulation& s) { s.get_later(name, box, to); });
             });
             self.keep_until_synchronised(std::move(values));
           })
      .def("set", [](OpenSimulation& self, Name name, Box box, const py::object& array) {
        const ArrayValues values(array, false);
        values.require(values_of(box), true);
        with_type<const float, const double>(values.bytes_of_one(), values.data(), [&](auto* from) {
          self.call([&](Simulation& s) { s.set(name, box, from); });
        });
      });
}

void add_values_on_device(Class& simulation) {
  using Name = const std::string&;
  using Box = const FieldBox&;
  simulation
      .def("get_on_device",
           [](OpenSimulation& self, Name name, Box box, std::uintptr_t values, py::ssize_t bytes) {
             with_type<float, double>(bytes, reinterpret_cast<void*>(values), [&](auto* to) {
               self.call([&](Simulation& s) {
                 s.get_on_device(name, box, to);
                 s.synchronise();
               });
             });
           })
      .def("set_on_device",
           [](OpenSimulation& self, Name name, Box box, std::uintptr_t values, py::ssize_t bytes) {
             with_type<const float, const double>(
                 bytes, reinterpret_cast<const void*>(values), [&](auto* from) {
                   self.call([&](Simulation& s) { s.set_on_device(name, box, from); });
                 });
           });
}

/// What is made of the state and its surroundings.
void add_values_around(Class& simulation) {
  using Name = const std::string&;
  using Box = const FieldBox&;
  simulation
      .def("rate",
           [](OpenSimulation& self, Name name, Box box, const py::object& array) {
             const ArrayValues values(array, true);
             values.require(values_of(box), false);
             auto* to = static_cast<double*>(values.data());
             self.call([&](Simulation& s) { s.get_rate(name, box, to); });
           })
      .def("with_ghosts",
           [](OpenSimulation& self, Name name, Box box, int layers, const py::object& array) {
             const ArrayValues values(array, true);
             // A wrong number of layers is the library's to refuse, in all processes.
             if (layers >= 0 && layers <= self.get().ghost_layers() && values_of(box) > 0)
               values.require(values_of(box, self.get().cells(), layers), false);
             auto* to = static_cast<double*>(values.data());
             self.call([&](Simulation& s) { s.get_with_ghosts(name, box, layers, to); });
           });
}

void add_fields(Class& simulation) {
  simulation
      .def("fields",
           [](OpenSimulation& self) { return self.call([](Simulation& s) { return s.fields(); }); })
      .def("part",
           [](OpenSimulation& self) { return self.call([](Simulation& s) { return s.part(); }); })
      .def("part",
           [](OpenSimulation& self, const std::string& name) {
             return self.call([&](Simulation& s) { return s.part(name); });
           })
      .def("fail_in_all",
           [](OpenSimulation& self, const std::string& why) {
             self.call([&](Simulation& s) { s.fail_in_all(why); });
           })
      .def("numbers", [](OpenSimulation& self, const std::string& name, const FieldBox& box) {
        return self.call([&](Simulation& s) { return s.numbers(name, box); });
      });
}

py::bytes picture(OpenSimulation& self, const std::string& field, const PictureLook& look) {
  return py::bytes(self.call([&](Simulation& s) { return s.picture(field, look); }));
}

void add_what_is_kept(Class& simulation) {
  simulation
      .def(
          "history",
          [](OpenSimulation& self) { return self.call([](Simulation& s) { return s.history(); }); })
      .def("spectrum",
           [](OpenSimulation& self, const std::string& name) {
             return self.call([&](Simulation& s) { return s.spectrum(name); });
           })
      .def("write_checkpoint",
           [](OpenSimulation& self, const std::string& file) {
             self.call([&](Simulation& s) { s.write_checkpoint(file); });
           })
      .def("picture",
           [](OpenSimulation& self, const std::string& field,
              const std::optional<std::array<double, 2>>& range, const std::string& colours,
              bool logarithmic, const std::optional<std::pair<int, double>>& slice) {
             return picture(self, field, {range, colours, logarithmic, slice});
           })
      .def("synchronise", [](OpenSimulation& self) { self.synchronise(); });
}

void add_ways_to_open(Class& simulation) {
  simulation
      .def_static("from_file",
                  [](const std::string& deck, const SimulationOptions& options,
                     const py::object& functions) {
                    return std::make_unique<OpenSimulation>(
                        options, functions,
                        [&](const SimulationOptions& all) { return Simulation(deck, all); });
                  })
      .def_static("from_text",
                  [](const std::string& deck, const std::string& name,
                     const SimulationOptions& options, const py::object& functions) {
                    return std::make_unique<OpenSimulation>(
                        options, functions, [&](const SimulationOptions& all) {
                          return Simulation::from_text(deck, name, all);
                        });
                  })
      .def_static("from_program",
                  [](const std::string& program, const std::array<int, 3>& cells,
                     const std::array<double, 3>& lower, const std::array<double, 3>& upper,
                     const SimulationOptions& options, const py::object& functions) {
                    return std::make_unique<OpenSimulation>(
                        options, functions, [&](const SimulationOptions& all) {
                          return Simulation::from_program(program, {cells, lower, upper}, all);
                        });
                  });
}

void add_options(py::module_& module) {
  py::enum_<Together>(module, "Together")
      .value("alone", Together::alone)
      .value("launched", Together::launched)
      .value("communicator", Together::communicator);
  py::class_<SimulationOptions>(module, "Options")
      .def(py::init<>())
      .def_readwrite("overrides", &SimulationOptions::overrides)
      .def_readwrite("device", &SimulationOptions::device)
      .def_readwrite("threads", &SimulationOptions::threads)
      .def_readwrite("restart", &SimulationOptions::restart)
      .def_readwrite("folder", &SimulationOptions::folder)
      .def_readwrite("processes", &SimulationOptions::processes)
      .def_readwrite("communicator", &SimulationOptions::communicator)
      .def_readwrite("layout", &SimulationOptions::layout)
      .def_readwrite("transport", &SimulationOptions::transport);
}

void add_boxes_and_numbers(py::module_& module) {
  py::class_<FieldBox>(module, "Box")
      .def(py::init([](const std::array<int, 3>& begin, const std::array<int, 3>& count, bool own) {
             return FieldBox{begin, count, own};
           }),
           py::arg("begin"), py::arg("count"), py::arg("own") = false)
      .def_readonly("begin", &FieldBox::begin)
      .def_readonly("count", &FieldBox::count);
  py::class_<FieldInfo>(module, "FieldInfo")
      .def_readonly("name", &FieldInfo::name)
      .def_readonly("shape", &FieldInfo::shape)
      .def_readonly("is_state", &FieldInfo::is_state);
  py::class_<FieldNumbers>(module, "FieldNumbers")
      .def_readonly("minimum", &FieldNumbers::minimum)
      .def_readonly("maximum", &FieldNumbers::maximum)
      .def_readonly("sum", &FieldNumbers::sum)
      .def_readonly("rms", &FieldNumbers::rms);
}

}  // namespace

void add_simulation(py::module_& module) {
  add_options(module);
  add_boxes_and_numbers(module);
  Class simulation(module, "Simulation");
  add_ways_to_open(simulation);
  add_description(simulation);
  add_steps(simulation);
  add_values(simulation);
  add_values_on_device(simulation);
  add_values_around(simulation);
  add_fields(simulation);
  add_what_is_kept(simulation);
}

}  // namespace solenoid::python
