#pragma once
/// \file
/// Runs of the shipped decks without files, and the norms in which their results are measured.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/deck/deck.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid::verification {

using Overrides = std::vector<std::string>;

/// A deck of inputs/ on the CPU, stepped as the program steps it.
class ShippedDeck {
 public:
  /// Loads inputs/`name`.toml, "section.key=value" on top, and sets the initial state.
  /// Throws DeckError for a bad deck, std::runtime_error where the source folder is unknown.
  explicit ShippedDeck(const std::string& name, const Overrides& overrides = {});
  /// The same of a deck of a test.
  explicit ShippedDeck(const Deck& deck);

  /// Steps to the deck's end time, or to `time` if that is earlier. Throws std::runtime_error when
  /// a cell becomes unphysical, naming it.
  void run();
  void run_until(double time);

  [[nodiscard]] const Deck& deck() const { return deck_; }
  [[nodiscard]] Grid grid() const { return deck_.grid(); }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] long steps() const { return steps_; }
  [[nodiscard]] FieldValues field(const std::string& name) const { return solver_->field(name); }
  /// Reads it where it is, for what is computed there.
  [[nodiscard]] Gather gather(const std::string& name) const { return solver_->gather_field(name); }
  [[nodiscard]] std::vector<std::string> names() const { return solver_->primitive_names(); }
  /// The history quantities by label.
  [[nodiscard]] std::map<std::string, double> history() const;
  /// Volume integral of B^2/2.
  [[nodiscard]] double magnetic_energy() const;
  /// The largest change of a conserved total since the start, relative to the total or, for a
  /// momentum that may vanish, to `momentum_scale`.
  [[nodiscard]] double conservation_error(double momentum_scale) const;

 private:
  Deck deck_;
  std::unique_ptr<Solver> solver_;
  std::map<std::string, double> start_;
  double time_ = 0;
  long steps_ = 0;
};

/// Mean of |a - b|. Throws std::invalid_argument where the sizes differ.
double mean_difference(const FieldValues& a, const FieldValues& b);
/// Maximum of |a - b|.
double largest_difference(const FieldValues& a, const FieldValues& b);
/// Whether all values are the same bit for bit but for the sign of zero.
bool identical(const FieldValues& a, const FieldValues& b);
double smallest(const FieldValues& values);
double largest_magnitude(const FieldValues& values);

/// Means over blocks of `factor` cells in each active direction: `fine` on a coarser grid.
FieldValues coarsened(const FieldValues& fine, const Grid& grid, int factor);

/// Order of convergence between two errors, the cells being `refinement` times smaller.
double order_of_convergence(double coarse_error, double fine_error, double refinement = 2);

/// Root of the sum of squares of the mean differences that a run makes to fields.
double change_over_run(ShippedDeck& run, const std::vector<std::string>& names);

/// Error of a wave after a period: (family, direction, cells, reconstruction).
using WaveError = std::function<double(const std::string&, int, int, const std::string&)>;
/// Expects second order or better of waves of an amplitude of 1e-6, with 128 cells an error below
/// 2e-9, and the same in both directions but for what limiters make of rounding at crests.
void expect_waves_of_second_order(const std::vector<std::string>& families, const WaveError& error);

/// Writes a measured figure to the test's output and its report, under `name`.
void report(const std::string& name, double value);

}  // namespace solenoid::verification
