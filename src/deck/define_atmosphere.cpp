#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/deck/atmosphere.hpp"
#include "src/deck/contents.hpp"
#include "src/stencil/weights.hpp"

namespace solenoid {

namespace {

constexpr const char* atmosphere_section = "atmosphere";

class AtmosphereOfDeck {
 public:
  AtmosphereOfDeck(DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void define() {
    // What is wrong with another scheme or the program is said already.
    if (contents_.program == nullptr || !find_gravity() || !find_grid()) return;
    const auto* temperature = contents_.find<Setting::Compiled>(atmosphere_section, "temperature");
    const auto* density = contents_.find<Setting::Compiled>(atmosphere_section, "density");
    const auto* pressure = contents_.find<double>(atmosphere_section, "pressure");
    if (pressure == nullptr) return;  // its value is wrong
    if ((temperature == nullptr) == (density == nullptr))
      return report(atmosphere_section, "expected either 'temperature' or 'density'");
    const char* const key = temperature != nullptr ? "temperature" : "density";
    const Expression own = temperature != nullptr ? **temperature : **density;
    if (depends_on_more(own))
      return report(key, fmt::format("expected an expression in {} alone", "xyz"[axis_]));
    AtmosphereModel model;
    (temperature != nullptr ? model.temperature : model.density) =
        [own, axis = axis_](double place) { return at_place(own, axis, place); };
    model.gravity = gravity_;
    model.pressure = *pressure;
    const auto* at = contents_.find<double>(atmosphere_section, "at");
    model.at = at == nullptr ? grid_.lower[axis_] : *at;
    make_functions(model, key);
    if (const auto outside = own.outside_of_table()) report(key, *outside);
  }

 private:
  void report(const std::string& key, const std::string& what) {
    const bool whole = key == atmosphere_section;
    problems_.add(contents_.origin(atmosphere_section, key),
                  whole ? fmt::format("[{}]: {}", atmosphere_section, what)
                        : fmt::format("'{}' in [{}]: {}", key, atmosphere_section, what));
  }

  static double at_place(const Expression& expression, std::size_t axis, double place) {
    std::array<double, 3> x{};
    x[axis] = place;
    return expression(x[0], x[1], x[2], 0);
  }

  [[nodiscard]] bool depends_on_more(const Expression& expression) const {
    const bool elsewhere = std::ranges::any_of(std::array{axis_x, axis_y, axis_z}, [&](Axis axis) {
      return std::size_t(axis) != axis_ && expression.depends_on(axis);
    });
    return elsewhere || expression.depends_on_time();
  }

  bool find_gravity() {
    int found = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      const auto* value = contents_.find<double>("physics", std::string("gravity_") + "xyz"[a]);
      if (value == nullptr || *value == 0) continue;
      ++found;
      axis_ = a;
      gravity_ = *value;
    }
    if (found != 1)
      report(atmosphere_section,
             "expected a program with gravity along one axis: one of 'gravity_x', 'gravity_y' and "
             "'gravity_z' in [physics] that is not 0");
    return found == 1;
  }

  bool find_grid() {
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    const auto* lower = contents_.find<Setting::Numbers>("grid", "lower");
    const auto* upper = contents_.find<Setting::Numbers>("grid", "upper");
    const std::string key = std::string("boundary_") + "xyz"[axis_];
    const auto* kinds = contents_.find<Setting::Texts>("grid", key);
    if (cells == nullptr || lower == nullptr || upper == nullptr || kinds == nullptr) return false;
    for (std::size_t a = 0; a < 3; ++a) {
      grid_.cells[a] = int((*cells)[a]);
      grid_.lower[a] = (*lower)[a];
      grid_.upper[a] = (*upper)[a];
    }
    if (!grid_.active(int(axis_)) || is_periodic(kinds->front())) {
      report(atmosphere_section,
             fmt::format("gravity is along {0}, where the grid {1}", "xyz"[axis_],
                         grid_.active(int(axis_))
                             ? fmt::format("is periodic: expected another '{}' in [grid]", key)
                             : "has one cell"));
      return false;
    }
    return true;
  }

  void make_functions(const AtmosphereModel& model, const char* key) {
    const stencil::Kernels& kernels = contents_.program->kernels;
    const AtmosphereColumn column{
        [this](int i) { return grid_.centre(int(axis_), i); }, grid_.spacing(int(axis_)),
        grid_.cells[axis_], std::max(kernels.radius, stencil::difference_radius(1, kernels.order)),
        kernels.order};
    try {
      const Atmosphere made = balanced_atmosphere(model, column);
      for (const auto& [name, values] : {std::pair("atmosphere_density", &made.density),
                                         std::pair("atmosphere_pressure", &made.pressure)}) {
        if (contents_.tables.contains(name) || contents_.constants.contains(name))
          report(atmosphere_section,
                 fmt::format("expressions already know '{}', choose another name for that", name));
        else
          contents_.tables[name] =
              std::make_shared<TableFunction>(name, "[atmosphere]", made.places, *values);
      }
    } catch (const std::invalid_argument& error) {
      report(key, error.what());
    }
  }

  DeckContents& contents_;
  Problems& problems_;
  std::size_t axis_ = 0;
  double gravity_ = 0;
  Grid grid_;
};

}  // namespace

void define_atmosphere(DeckContents& contents, Problems& problems) {
  if (contents.sections.contains(atmosphere_section)) AtmosphereOfDeck(contents, problems).define();
}

}  // namespace solenoid
