#include "src/setup/potential.hpp"

#include <algorithm>
#include <cmath>

namespace solenoid {

namespace {

/// A term of a component of the curl: sign d_along A_other.
struct CurlTerm {
  int along, other;
  double sign;
};

std::array<CurlTerm, 2> terms_of(int component) {
  const int next = (component + 1) % 3;
  const int last = (component + 2) % 3;
  return {{{next, last, 1.0}, {last, next, -1.0}}};
}

}  // namespace

double derivative_of(const std::array<double, 5>& differences) {
  std::array<double, 3> second{};
  for (std::size_t n = 0; n < 3; ++n)
    second[n] = (differences[n] + differences[n + 2]) - 2 * differences[n + 1];
  const double change = std::abs((second[0] + second[2]) - 2 * second[1]);
  const bool smooth =
      change <= std::max({std::abs(second[0]), std::abs(second[1]), std::abs(second[2])});
  return smooth ? differences[2] - second[1] / 24 : differences[2];
}

void Potential::add_curl(Row& row, int component, const RowSampler& sample) {
  const Grid& grid = sample.row().grid;
  for (const CurlTerm& term : terms_of(component)) {
    if (!components_[std::size_t(term.other)] || !grid.active(term.along)) continue;
    const double weight = term.sign / grid.spacing(term.along);
    const Differences d = differences(term.other, term.along, sample);
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] += weight * derivative_of({d[0][i], d[1][i], d[2][i], d[3][i], d[4][i]});
  }
}

void Potential::add_face_curl(Row& row, int component, const Shift& shift,
                              const RowSampler& sample) const {
  const Grid& grid = sample.row().grid;
  for (const CurlTerm& term : terms_of(component)) {
    const auto& potential = components_[std::size_t(term.other)];
    if (!potential || !grid.active(term.along)) continue;
    const double weight = term.sign / grid.spacing(term.along);
    for (const int end : {-1, 1}) {
      Shift edge = shift;
      edge[std::size_t(term.along)] += end;
      const Row values = sample(*potential, edge);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] += end * weight * values[i];
    }
  }
}

Potential::Differences Potential::differences(int other, int along, const RowSampler& sample) {
  std::array<const double*, 6> faces{};
  Row along_x;
  if (along == 0) along_x = sample(*components_[std::size_t(other)], {-1, 0, 0}, 2, 3);
  for (int n = 0; n < 6; ++n)
    faces[std::size_t(n)] =
        along == 0 ? along_x.data() + n : face_row(other, along, n - 2, sample).data();
  Differences d;
  for (std::size_t n = 0; n < 5; ++n) {
    d[n].resize(std::size_t(sample.row().count));
    for (std::size_t i = 0; i < d[n].size(); ++i) d[n][i] = faces[n + 1][i] - faces[n][i];
  }
  return d;
}

const Row& Potential::face_row(int other, int along, int cell, const RowSampler& sample) {
  const int face = (along == 1 ? sample.j() : sample.k()) + cell;
  const FaceRow::Place place{along, face, along == 1 ? sample.k() : sample.j(), sample.row().begin,
                             sample.row().count};
  FaceRow& kept = face_rows_[std::size_t(other)][std::size_t((face + 6) % 6)];
  if (kept.place != place) {
    Shift shift{0, 0, 0};
    shift[std::size_t(along)] = 2 * cell - 1;
    kept.values = sample(*components_[std::size_t(other)], shift);
    kept.place = place;
  }
  return kept.values;
}

}  // namespace solenoid
