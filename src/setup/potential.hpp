#pragma once
/// \file
/// Magnetic fields from vector potentials.

#include <array>
#include <optional>

#include "src/setup/row_sampler.hpp"

namespace solenoid {

/// The derivative at the centre of the middle one of five cells, times their width, from the
/// differences over each, to fourth order. Where they have a kink, it is the mean over the cell:
/// with what makes fourth order of it the field would overshoot. What is not a number counts as
/// one.
double derivative_of(const std::array<double, 5>& differences);

/// A vector potential, for one thread.
class Potential {
 public:
  explicit Potential(std::array<std::optional<Expression>, 3> components = {})
      : components_(std::move(components)) {}

  /// Adds to `row` a component of the curl at the centres of the sampler's cells, to fourth order
  /// where the potential is smooth: central differences of it have a divergence as large as its
  /// error, and one without any has an error of second order. The potential is evaluated up to two
  /// cells outside the box.
  void add_curl(Row& row, int component, const RowSampler& sample);

  /// Adds a component on the faces that are by `shift` away from the centres of the sampler's
  /// cells, as the circulation around them (Stokes' theorem) of values in the middle of edges:
  /// differences over one cell, and no divergence but rounding.
  void add_face_curl(Row& row, int component, const Shift& shift, const RowSampler& sample) const;

 private:
  /// Differences over the cells at -2 to 2 of each cell of a row.
  using Differences = std::array<Row, 5>;
  /// Values on the faces in a direction across x, which the next row asks for, too.
  struct FaceRow {
    struct Place {
      int along, face, across, begin, count;
      bool operator==(const Place&) const = default;
    };
    std::optional<Place> place;
    Row values;
  };

  Differences differences(int other, int along, const RowSampler& sample);
  /// The values of a component on the lower face of the cell at `cell` of each cell of a row. Those
  /// of six such cells in a row stay where they are.
  const Row& face_row(int other, int along, int cell, const RowSampler& sample);

  std::array<std::optional<Expression>, 3> components_;
  std::array<std::array<FaceRow, 6>, 3> face_rows_;  ///< by component, and face modulo six
};

}  // namespace solenoid
