#pragma once
/// \file
/// How steps are composed of one-dimensional sweeps.

#include <array>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "numerics/named.hpp"

namespace solenoid {

enum class Splitting {
  strang,  ///< x y z, then z y x with the same time step (Strang 1968)
  merged,  ///< x/2 y x/2 or x/2 y/2 z y/2 x/2, the half sweeps in x of neighbouring steps made one
  symmetric  ///< the mean over all orders of sweeps: treats the axes alike, at several times the
             ///< cost
};

template <>
struct Names<Splitting> {
  static constexpr Named<Splitting> rows[] = {{Splitting::strang, "strang"},
                                              {Splitting::merged, "merged"},
                                              {Splitting::symmetric, "symmetric"}};
};

/// Which axis is swept first, second, third. Inactive axes are left out.
enum class SweepOrder { xyz, yzx, zxy, xzy, yxz, zyx };

template <>
struct Names<SweepOrder> {
  static constexpr Named<SweepOrder> rows[] = {{SweepOrder::xyz, "xyz"}, {SweepOrder::yzx, "yzx"},
                                               {SweepOrder::zxy, "zxy"}, {SweepOrder::xzy, "xzy"},
                                               {SweepOrder::yxz, "yxz"}, {SweepOrder::zyx, "zyx"}};
};

/// The axes in an order, as its name spells them.
inline std::array<Axis, 3> axes_in(SweepOrder order) {
  const char* const letters = name_of(order);
  return {Axis(letters[0] - 'x'), Axis(letters[1] - 'x'), Axis(letters[2] - 'x')};
}

/// One sweep of a step.
struct PlannedSweep {
  Axis axis;
  double time;         ///< up to which this axis has advanced before
  double dt;           ///< by which it advances
  double damped_time;  ///< for how long psi is damped after it

  bool operator==(const PlannedSweep&) const = default;
};

/// A step of one sweep along each of `axes`. psi is damped once a step, or after every sweep.
std::vector<PlannedSweep> sweeps_one_by_one(const std::vector<Axis>& axes, double time, double dt,
                                            bool damps_every_sweep);

/// Sweeps along one axis bear up to the Courant number 1. A sweep that two steps share is as long
/// as the mean of both, which is more than the stable step where signals have become faster.
struct SweepLimit {
  double stable;          ///< the stable step of the present state
  double courant_number;  ///< that it has
  /// In how many equal parts a sweep is taken: in one as long as it uses up no more than half of
  /// what the Courant number leaves up to 1, else in parts that are no longer than the stable step.
  [[nodiscard]] int parts(double dt) const;
};

/// A step from `time` of which the first axis is done but for its last half sweep, which the next
/// step's first one takes along; `unfinished` is what the step before has left so. Two axes: a/2 b
/// (a/2); three: a/2 b/2 c b/2 (a/2); one has nothing to merge. psi is damped half before and half
/// after the middle sweep, for as long as all sweeps together where it is damped for each.
std::vector<PlannedSweep> merged_sweeps(const std::vector<Axis>& axes, double time, double dt,
                                        double unfinished, const SweepLimit& limit,
                                        bool damps_every_sweep);

/// Calls the functions one after the other, the last one first where `reversed`: what acts before
/// the sweeps of a step does so in the reversed order of what acts behind those of the other step
/// of a pair, so that the pair is the same forwards and backwards.
inline void in_turn(bool) {}
template <class First, class... Others>
void in_turn(bool reversed, const First& first, const Others&... others) {
  if (!reversed) first();
  in_turn(reversed, others...);
  if (reversed) first();
}

/// The last half sweep that a step up to `time` left.
inline PlannedSweep closing_sweep(Axis axis, double time, double unfinished) {
  return {axis, time - unfinished, unfinished, 0};
}

}  // namespace solenoid
