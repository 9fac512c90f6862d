#include "src/setup/background_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "src/deck/program_keys.hpp"
#include "src/stencil/weights.hpp"

namespace solenoid {

namespace {

using Vector = std::array<double, 3>;

constexpr std::size_t most_vertices = 1024;

double magnitude(const Vector& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

class Background {
 public:
  explicit Background(const Deck& deck) : grid_(deck.grid()), boundaries_(deck.boundaries()) {
    for (const stencil::Fraction& weight :
         stencil::difference_weights(1, deck.program()->kernels.order))
      weights_.push_back(double(weight.numerator) / double(weight.denominator));
    pressure_ = deck.initial().at("background_pressure");
    density_ = deck.initial().at("background_density");
    time_ = deck.number("run", "start_time");
    for (std::size_t a = 0; a < 3; ++a) {
      const std::string suffix = std::string("_") + "xyz"[a];
      field_[a] = deck.initial().at("background_magnetic_field" + suffix);
      gravity_[a] = deck.number("physics", "gravity" + suffix);
    }
  }

  [[nodiscard]] BackgroundResidual largest_residual() const {
    const std::array<int, 3> stride = strides();
    BackgroundResidual found;
    for (int k = stride[2] / 2; k < grid_.cells[2]; k += stride[2])
      for (int j = stride[1] / 2; j < grid_.cells[1]; j += stride[1])
        for (int i = stride[0] / 2; i < grid_.cells[0]; i += stride[0]) {
          ++found.vertices;
          if (const double part = residual({i, j, k}); part > found.part) {
            found.part = part;
            found.position = place({i, j, k});
          }
        }
    return found;
  }

 private:
  /// The gas pressure, and the field.
  struct State {
    double pressure;
    Vector field;
  };

  /// Of vertices that are looked at, along each axis: doubled where most are left.
  [[nodiscard]] std::array<int, 3> strides() const {
    std::array<int, 3> stride{1, 1, 1};
    std::array<std::size_t, 3> left{};
    for (;;) {
      for (std::size_t a = 0; a < 3; ++a)
        left[a] = std::size_t((grid_.cells[a] + stride[a] - 1) / stride[a]);
      if (left[0] * left[1] * left[2] <= most_vertices) return stride;
      stride[std::size_t(std::ranges::max_element(left) - left.begin())] *= 2;
    }
  }

  /// Where a vertex is, or, behind a periodic face, the one that it stands for.
  [[nodiscard]] Vector place(std::array<int, 3> vertex) const {
    Vector x{};
    for (std::size_t a = 0; a < 3; ++a) {
      if (boundaries_.kind[a][0] == BoundaryKind::periodic)
        vertex[a] = (vertex[a] % grid_.cells[a] + grid_.cells[a]) % grid_.cells[a];
      x[a] = grid_.centre(int(a), vertex[a]);
    }
    return x;
  }

  [[nodiscard]] double smallest_spacing() const {
    double smallest = grid_.spacing(0);
    for (int axis = 1; axis < 3; ++axis)
      if (grid_.active(axis)) smallest = std::min(smallest, grid_.spacing(axis));
    return smallest;
  }

  [[nodiscard]] State at(const std::array<int, 3>& vertex) const {
    const Vector x = place(vertex);
    const auto value = [&](const auto& expression) {
      return (*expression)(x[0], x[1], x[2], time_);
    };
    return {value(pressure_), {value(field_[0]), value(field_[1]), value(field_[2])}};
  }

  [[nodiscard]] double residual(const std::array<int, 3>& vertex) const {
    const Vector x = place(vertex);
    const double density = (*density_)(x[0], x[1], x[2], time_);
    Vector pressure{}, magnetic{}, tension{}, all{}, weight{};
    const int reach = int(weights_.size()) / 2;
    double largest = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      if (!grid_.active(int(a))) continue;
      for (int away = -reach; away <= reach; ++away) {
        const double factor = weights_[std::size_t(away + reach)] / grid_.spacing(int(a));
        if (factor == 0) continue;
        std::array<int, 3> other = vertex;
        other[a] += away;
        const State there = at(other);
        largest = std::max(largest, there.pressure + std::pow(magnitude(there.field), 2));
        pressure[a] -= factor * there.pressure;
        magnetic[a] -= factor * 0.5 * std::pow(magnitude(there.field), 2);
        for (std::size_t b = 0; b < 3; ++b) tension[b] += factor * there.field[a] * there.field[b];
      }
    }
    for (std::size_t a = 0; a < 3; ++a) {
      weight[a] = density * gravity_[a];
      all[a] = weight[a] + pressure[a] + magnetic[a] + tension[a];
    }
    const double forces =
        magnitude(weight) + magnitude(pressure) + magnitude(magnetic) + magnitude(tension);
    // What is uniform has none but by rounding.
    const double rounding = 1e-12 * largest / smallest_spacing();
    return forces > rounding ? magnitude(all) / forces : 0;
  }

  Grid grid_;
  Boundaries boundaries_;
  std::vector<double> weights_;
  std::shared_ptr<const Expression> pressure_, density_;
  std::array<std::shared_ptr<const Expression>, 3> field_;
  Vector gravity_{};
  double time_ = 0;
};

bool names_a_background(const Deck& deck) {
  if (deck.program() == nullptr || deck.state_file()) return false;
  const auto& kernels = deck.program()->kernels;
  const auto field = [&](const std::string& name) {
    return std::ranges::any_of(kernels.fields, [&](const stencil::Field& one) {
      return one.background && one.name == name;
    });
  };
  const auto uniform = [&](const std::string& name) {
    return std::ranges::find(kernels.uniforms, name, &stencil::Uniform::name) !=
           kernels.uniforms.end();
  };
  return field("background_density") && field("background_pressure") &&
         field("background_magnetic_field_x") && uniform("gravity_x");
}

}  // namespace

std::optional<BackgroundResidual> background_residual(const Deck& deck) {
  if (!names_a_background(deck)) return std::nullopt;
  return Background(deck).largest_residual();
}

std::string background_text(const Deck& deck) {
  const std::optional<BackgroundResidual> found = background_residual(deck);
  if (!found) return {};
  if (found->part == 0) return "the background balances\n";
  const std::string some = found->vertices < deck.grid().cell_count()
                               ? fmt::format("of {} vertices ", found->vertices)
                               : std::string();
  return fmt::format(
      "the background balances but for a part of {:.2g} of its forces, {}largest at ({:g}, {:g}, "
      "{:g})\n",
      found->part, some, found->position[0], found->position[1], found->position[2]);
}

}  // namespace solenoid
