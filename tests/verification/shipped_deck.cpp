#include "tests/verification/shipped_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "src/driver/steps.hpp"
#include "src/setup/initial.hpp"
#include "tests/source_folder.hpp"

namespace solenoid::verification {

namespace {

std::string path_of(const std::string& name) {
  return (source_folder() / "inputs" / (name + ".toml")).string();
}

void same_size(const FieldValues& a, const FieldValues& b) {
  if (a.size() != b.size()) {
    throw std::invalid_argument(
        fmt::format("fields of {} and {} cells cannot be compared", a.size(), b.size()));
  }
}

}  // namespace

ShippedDeck::ShippedDeck(const std::string& name, const Overrides& overrides)
    : ShippedDeck(Deck::load(path_of(name), overrides)) {}

ShippedDeck::ShippedDeck(const Deck& deck) : deck_(deck), solver_(make_solver(deck_, Device::cpu)) {
  time_ = deck_.number("run", "start_time");
  set_initial_state(deck_, *solver_);
  start_ = history();
}

void ShippedDeck::run() { run_until(std::numeric_limits<double>::infinity()); }

void ShippedDeck::run_until(double time) {
  const double end = std::min(time, deck_.number("run", "end_time"));
  while (time_ < end) {
    const double remaining = end - time_;
    const double dt = next_step(solver_->stable_step(), remaining, steps_ % 2 == 0);
    if (!(dt > 0)) throw std::runtime_error(fmt::format("time step {} at time {}", dt, time_));
    solver_->advance(time_, dt);
    time_ = dt < remaining ? time_ + dt : end;
    ++steps_;
    if (const auto bad = solver_->unphysical_cell()) {
      throw std::runtime_error(fmt::format("unphysical cell ({}, {}, {}) at time {}, step {}",
                                           bad->cell[0], bad->cell[1], bad->cell[2], time_,
                                           steps_));
    }
  }
}

std::map<std::string, double> ShippedDeck::history() const {
  const auto row = solver_->history();
  return {row.begin(), row.end()};
}

double ShippedDeck::magnetic_energy() const {
  const auto now = history();
  return now.at("1-ME") + now.at("2-ME") + now.at("3-ME");
}

double ShippedDeck::conservation_error(double momentum_scale) const {
  const auto now = history();
  double error = 0;
  for (const std::string& label : solver_->conserved_labels()) {
    const bool momentum = label.find("mom") != std::string::npos;
    const double scale = momentum ? momentum_scale : std::abs(start_.at(label));
    error = std::max(error, std::abs(now.at(label) - start_.at(label)) / scale);
  }
  return error;
}

double mean_difference(const FieldValues& a, const FieldValues& b) {
  same_size(a, b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
  return sum / double(a.size());
}

double largest_difference(const FieldValues& a, const FieldValues& b) {
  same_size(a, b);
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

bool identical(const FieldValues& a, const FieldValues& b) {
  same_size(a, b);
  return std::equal(a.begin(), a.end(), b.begin());
}

double smallest(const FieldValues& values) {
  return *std::min_element(values.begin(), values.end());
}

double largest_magnitude(const FieldValues& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

FieldValues coarsened(const FieldValues& fine, const Grid& grid, int factor) {
  std::array<int, 3> block{};
  std::array<int, 3> cells{};
  for (int axis = 0; axis < 3; ++axis) {
    block[axis] = grid.active(axis) ? factor : 1;
    if (grid.cells[axis] % block[axis] != 0) {
      throw std::invalid_argument(
          fmt::format("{} cells do not make blocks of {}", grid.cells[axis], block[axis]));
    }
    cells[axis] = grid.cells[axis] / block[axis];
  }
  FieldValues coarse(std::size_t(cells[0]) * cells[1] * cells[2]);
  std::size_t from = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        coarse[i / block[0] +
               std::size_t(cells[0]) * (j / block[1] + std::size_t(cells[1]) * (k / block[2]))] +=
            fine[from++];
  for (double& value : coarse) value /= block[0] * block[1] * block[2];
  return coarse;
}

double order_of_convergence(double coarse_error, double fine_error, double refinement) {
  return std::log(coarse_error / fine_error) / std::log(refinement);
}

double change_over_run(ShippedDeck& run, const std::vector<std::string>& names) {
  std::vector<FieldValues> start;
  for (const auto& name : names) start.push_back(run.field(name));
  run.run();
  double sum = 0;
  for (std::size_t f = 0; f < names.size(); ++f)
    sum += std::pow(mean_difference(run.field(names[f]), start[f]), 2);
  return std::sqrt(sum);
}

void expect_waves_of_second_order(const std::vector<std::string>& families,
                                  const WaveError& error) {
  for (const std::string& family : families)
    for (const std::string reconstruction : {"primitive", "weno-z"}) {
      const double coarse = error(family, 1, 64, reconstruction);
      const double fine = error(family, 1, 128, reconstruction);
      const double back = error(family, -1, 128, reconstruction);
      const std::string name = fmt::format("{}_{}", family, reconstruction);
      report(name + "_128", fine);
      report(name + "_order", order_of_convergence(coarse, fine));
      EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << name;
      EXPECT_LT(fine, 2e-9) << name;
      EXPECT_NEAR(back / fine, 1, 0.01) << name;
    }
}

void report(const std::string& name, double value) {
  const std::string text = fmt::format("{:.6g}", value);
  testing::Test::RecordProperty(name, text);
  fmt::print("  {}: {}\n", name, text);
  std::fflush(stdout);
}

}  // namespace solenoid::verification
