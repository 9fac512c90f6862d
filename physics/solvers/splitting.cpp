#include "physics/solvers/splitting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace solenoid {

namespace {
/// A state whose signals have become so much faster within a step is lost anyway.
constexpr double most_parts = 16;
}  // namespace

std::vector<PlannedSweep> sweeps_one_by_one(const std::vector<Axis>& axes, double time, double dt,
                                            bool damps_every_sweep) {
  std::vector<PlannedSweep> sweeps;
  for (const Axis axis : axes) sweeps.push_back({axis, time, dt, damps_every_sweep ? dt : 0});
  sweeps.back().damped_time = dt;
  return sweeps;
}

int SweepLimit::parts(double dt) const {
  const double longest = stable * (1 + courant_number) / (2 * courant_number);
  if (!(dt > longest)) return 1;
  return int(std::min(std::ceil(dt / stable), most_parts));
}

std::vector<PlannedSweep> merged_sweeps(const std::vector<Axis>& axes, double time, double dt,
                                        double unfinished, const SweepLimit& limit,
                                        bool damps_every_sweep) {
  const double half = dt / 2;
  const double half_damped = damps_every_sweep ? half * double(axes.size()) : half;
  std::vector<PlannedSweep> sweeps;
  const double shared = unfinished + half;
  const int parts = limit.parts(shared);
  for (int part = 0; part < parts; ++part)
    sweeps.push_back(
        {axes.front(), time - unfinished + part * (shared / parts), shared / parts, 0});
  if (axes.size() == 2) {
    sweeps.back().damped_time = half_damped;
    sweeps.push_back({axes[1], time, dt, half_damped});
  } else {
    sweeps.push_back({axes[1], time, half, half_damped});
    sweeps.push_back({axes[2], time, dt, half_damped});
    sweeps.push_back({axes[1], time + half, half, 0});
  }
  return sweeps;
}

}  // namespace solenoid
