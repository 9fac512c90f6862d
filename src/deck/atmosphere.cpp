#include "src/deck/atmosphere.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "src/stencil/weights.hpp"

namespace solenoid {

namespace {

/// The integral of f by Gauss and Legendre's rule of five points on eight equal pieces.
double integral(const std::function<double(double)>& f, double from, double to) {
  constexpr std::array<std::array<double, 2>, 3> rule = {
      {{0.0, 0.568888888888888889},
       {0.538469310105683091, 0.478628670499366468},
       {0.906179845938663993, 0.236926885056189088}}};
  constexpr int pieces = 8;
  const double half = (to - from) / (2 * pieces);
  double sum = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    const double middle = from + (2 * piece + 1) * half;
    for (const auto& [point, weight] : rule)
      sum +=
          weight * (point == 0 ? f(middle) : f(middle - point * half) + f(middle + point * half));
  }
  return sum * half;
}

/// A symmetric positive definite matrix of a few diagonals, factorised by Cholesky's method.
class BandMatrix {
 public:
  BandMatrix(int size, int width)
      : size_(size), width_(width), rows_(std::size_t(size * (width + 1))) {}

  /// The entry of a row and a column, up to `width` to the left of the diagonal.
  double& at(int row, int column) { return rows_[std::size_t(row * (width_ + 1) + row - column)]; }

  void factorise() {
    for (int i = 0; i < size_; ++i)
      for (int j = std::max(0, i - width_); j <= i; ++j) {
        double sum = at(i, j);
        for (int k = std::max({0, i - width_, j - width_}); k < j; ++k) sum -= at(i, k) * at(j, k);
        at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
      }
  }

  /// The solution in the place of the right-hand side, after factorise().
  void solve(std::vector<double>& values) {
    for (int i = 0; i < size_; ++i) {
      for (int k = std::max(0, i - width_); k < i; ++k)
        values[std::size_t(i)] -= at(i, k) * values[std::size_t(k)];
      values[std::size_t(i)] /= at(i, i);
    }
    for (int i = size_ - 1; i >= 0; --i) {
      for (int k = i + 1; k <= std::min(size_ - 1, i + width_); ++k)
        values[std::size_t(i)] -= at(k, i) * values[std::size_t(k)];
      values[std::size_t(i)] /= at(i, i);
    }
  }

 private:
  int size_, width_;
  std::vector<double> rows_;
};

class Balancing {
 public:
  Balancing(const AtmosphereModel& model, const AtmosphereColumn& column)
      : model_(model), column_(column), radius_(stencil::difference_radius(1, column.order)) {
    if (column.layers < radius_)
      throw std::invalid_argument("too few layers behind the ends of the atmosphere");
    for (const stencil::Fraction& weight : stencil::difference_weights(1, column.order))
      weights_.push_back(double(weight.numerator) / double(weight.denominator) / column.spacing);
  }

  Atmosphere run() {
    integrate();
    // Each round leaves a part of what the one before it left: of the order of its relative change.
    for (int round = 0; round < 4; ++round) correct();
    return std::move(result_);
  }

 private:
  /// The model's density or temperature at a place.
  [[nodiscard]] double given(double place) const {
    const bool warm = bool(model_.temperature);
    const double value = warm ? model_.temperature(place) : model_.density(place);
    if (!(value > 0) || !std::isfinite(value))
      throw std::invalid_argument(fmt::format("the {} is {:g} at {:g}, expected a positive number",
                                              warm ? "temperature" : "density", value, place));
    return value;
  }

  /// The exact pressure, but for quadrature, at all vertices: from `at` upwards, then downwards.
  void integrate() {
    const auto all = std::size_t(column_.vertices + 2 * column_.layers);
    for (std::size_t j = 0; j < all; ++j)
      result_.places.push_back(column_.place(int(j) - column_.layers));
    result_.pressure.resize(all);
    result_.density.resize(all);
    const auto above =
        std::size_t(std::ranges::lower_bound(result_.places, model_.at) - result_.places.begin());
    double place = model_.at, pressure = model_.pressure;
    for (std::size_t j = above; j < all; ++j) put(j, place, pressure);
    place = model_.at;
    pressure = model_.pressure;
    for (std::size_t j = above; j-- > 0;) put(j, place, pressure);
  }

  /// Takes the pressure from a place to the next vertex.
  void put(std::size_t vertex, double& place, double& pressure) {
    const double next = result_.places[vertex];
    if (model_.temperature) {
      pressure *=
          std::exp(model_.gravity * integral([&](double x) { return 1 / given(x); }, place, next));
    } else {
      pressure += model_.gravity * integral([&](double x) { return given(x); }, place, next);
    }
    place = next;
    if (!(pressure > 0) || !std::isfinite(pressure))
      throw std::invalid_argument(
          fmt::format("the pressure that balances gravity is {:g} at {:g}, expected a positive "
                      "number; give another 'pressure' or 'at'",
                      pressure, place));
    result_.pressure[vertex] = pressure;
    result_.density[vertex] = model_.temperature ? pressure / given(place) : given(place);
  }

  /// Adds to the pressure the smallest relative change that balances the differences: with rows
  /// M_j of the linear equations at each vertex, c = M^T (M M^T)^-1 of what is left.
  void correct() {
    const int n = column_.vertices, reach = 2 * radius_;
    std::vector<std::vector<double>> rows(std::size_t(n),
                                          std::vector<double>(std::size_t(reach + 1)));
    std::vector<double> left(std::size_t(n), 0.0);
    for (int j = 0; j < n; ++j) {
      const int centre = j + column_.layers;
      const double scale = column_.spacing / result_.pressure[std::size_t(centre)];
      const double weight = model_.gravity * result_.density[std::size_t(centre)];
      for (int k = 0; k <= reach; ++k) {
        const double part =
            weights_[std::size_t(k)] * result_.pressure[std::size_t(centre + k - radius_)];
        left[std::size_t(j)] -= part;
        rows[std::size_t(j)][std::size_t(k)] = scale * part;
      }
      left[std::size_t(j)] = scale * (left[std::size_t(j)] + weight);
      // With the temperature the weight changes as the pressure does.
      if (model_.temperature) rows[std::size_t(j)][std::size_t(radius_)] -= scale * weight;
    }
    BandMatrix matrix(n, reach);
    for (int i = 0; i < n; ++i)
      for (int j = std::max(0, i - reach); j <= i; ++j)
        for (int k = i - j; k <= reach; ++k)
          matrix.at(i, j) +=
              rows[std::size_t(i)][std::size_t(k - (i - j))] * rows[std::size_t(j)][std::size_t(k)];
    matrix.factorise();
    matrix.solve(left);
    std::vector<double> change(result_.pressure.size(), 0.0);
    for (int j = 0; j < n; ++j)
      for (int k = 0; k <= reach; ++k)
        change[std::size_t(j + column_.layers + k - radius_)] +=
            rows[std::size_t(j)][std::size_t(k)] * left[std::size_t(j)];
    for (std::size_t i = 0; i < change.size(); ++i) {
      result_.pressure[i] *= 1 + change[i];
      if (model_.temperature) result_.density[i] *= 1 + change[i];
    }
  }

  const AtmosphereModel& model_;
  const AtmosphereColumn& column_;
  int radius_;
  std::vector<double> weights_;  ///< by neighbour, from the lowest on
  Atmosphere result_;
};

}  // namespace

Atmosphere balanced_atmosphere(const AtmosphereModel& model, const AtmosphereColumn& column) {
  return Balancing(model, column).run();
}

}  // namespace solenoid
