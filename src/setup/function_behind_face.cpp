#include "src/setup/function_behind_face.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

std::size_t number_of(int place) { return place == cell_centres ? 3 : std::size_t(place); }

}  // namespace

FunctionBehindFace::FunctionBehindFace(const Deck& deck, const Subdomain& part, Axis axis,
                                       Side side, PointsFunction function)
    : part_(part),
      agreement_(deck.agreement()),
      axis_(axis),
      side_(side),
      function_(std::move(function)) {
  const GhostExtent ghosts = ghosts_of(deck);
  const Layout layout = make_layout(part_, ghosts.layers, int(sizeof(double)), 1);
  // Behind edges, too, which are ghosts of another face where this one says what stands there.
  range_ = ghost_range(layout, axis, ghosts.layers, ghosts.layers);
}

void FunctionBehindFace::ask(int place, double time) {
  Values& known = by_place_[number_of(place)];
  if (known.time == time && (!known.failed || known.failed == agreement_->looks())) return;
  std::array<std::vector<double>, 3> at;
  for_each_ghost(range_, [&](int layer, int a, int b) {
    const auto point = ghost_position(part_, axis_, side_, layer, a, b, place);
    for (std::size_t d = 0; d < 3; ++d) at[d].push_back(point[d]);
  });
  known.time.reset();
  known.values.resize(at[0].size());
  known.failed.reset();
  try {
    function_(time, at[0].size(), at[0].data(), at[1].data(), at[2].data(), known.values.data());
  } catch (...) {
    if (!agreement_) throw;
    agreement_->postpone(std::current_exception());
    known.failed = agreement_->looks();
    std::ranges::fill(known.values, 1.0);
  }
  known.time = time;
}

void FunctionBehindFace::forget() {
  for (Values& known : by_place_)
    if (agreement_)
      known.failed = agreement_->looks();
    else
      known.time.reset();
}

double FunctionBehindFace::operator()(const std::array<double, 3>& point, double time) {
  const Grid& whole = part_.whole;
  std::array<int, 3> index{};
  int place = cell_centres;
  for (int d = 0; d < 3; ++d) {
    if (!whole.active(d)) continue;
    const auto axis = std::size_t(d);
    const double away = d == axis_ && side_ == side_lower ? whole.lower[axis] - point[axis]
                        : d == axis_                      ? point[axis] - whole.upper[axis]
                                                          : point[axis] - whole.lower[axis];
    // In cells from the centre of the first one: whole, or a half off where faces are meant, away
    // from the box behind it and towards the lower end along it.
    const double cells = away / whole.spacing(d) - 0.5;
    if (std::abs(cells - std::round(cells)) > 0.25) place = d;
    index[axis] = int(std::floor(cells + (d == axis_ ? 0.25 : 0.75)));
    if (d != axis_) index[axis] -= part_.first[axis];
  }
  ask(place, time);
  const auto [first, second] = other_directions(axis_);
  const int row =
      range_.count[1] * index[std::size_t(axis_)] + index[std::size_t(second)] - range_.begin[1];
  const int entry = range_.count[0] * row + index[std::size_t(first)] - range_.begin[0];
  return by_place_[number_of(place)].values.at(std::size_t(entry));
}

}  // namespace solenoid
