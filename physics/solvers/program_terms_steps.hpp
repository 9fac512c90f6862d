#pragma once
/// \file
/// The steps of terms of stencil programs, for program_terms.hpp, which includes it.

#include "numerics/vertices/combine_stages.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "numerics/vertices/super_time_steps.hpp"
#include "physics/solvers/program_terms.hpp"
#include "physics/solvers/stiff_terms.hpp"

namespace solenoid {

template <class P, class R, class S>
void ProgramTerms<P, R, S>::combine(const Copy& target, const Copy& base, const Copy& before,
                                    double before_weight, double rate_weight) {
  CombineStages<R, evolved> kernel{};
  const Copy rate = in_own(1);
  int n = 0;
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    if (!P::fields[f].evolved) continue;
    kernel.target[n] = target[f] - layout_.origin;
    kernel.base[n] = base[f] - layout_.origin;
    kernel.before[n] = before[f] - layout_.origin;
    kernel.rate[n++] = rate[f] - layout_.origin;
  }
  kernel.before_weight = R(before_weight);
  kernel.rate_weight = R(rate_weight);
  using Policy = Kokkos::RangePolicy<S, Kokkos::IndexType<std::ptrdiff_t>>;
  Kokkos::parallel_for("stages of terms", Policy(space_, 0, layout_.field_stride), kernel);
}

template <class P, class R, class S>
void ProgramTerms<P, R, S>::copy_evolved(const Copy& to, const Copy& from) {
  const auto bytes = std::size_t(layout_.field_stride) * sizeof(R);
  for (std::size_t f = 0; f < std::size_t(count); ++f)
    if (P::fields[f].evolved && P::fields[f].of_state())
      copy_bytes<typename S::memory_space, typename S::memory_space>(
          space_, to[f] - layout_.origin, from[f] - layout_.origin, bytes);
}

template <class P, class R, class S>
bool ProgramTerms<P, R, S>::advance(const S& space, FluidOfTerms<R>& fluid,
                                    const TermsState<R>& state, const TermsState<R>& spare,
                                    double time, double dt) {
  space_ = space;
  fluid_ = &fluid;
  const Copy now = in_fluid(state);
  const Copy other = in_fluid(spare);
  const Needs needs = needs_of(reduce(now, time), dt);
  if (!needs.are_numbers()) return false;
  // Cells that integrate a drag on their own take as long as 30 cuts on a CPU, and as 3 on a GPU.
  constexpr double most_cuts = 8;
  if constexpr (LocallyStiff<P>)
    if (needs.decay > most_cuts) {
      advance_stiffly(state, now, other, needs, time, dt);
      return false;
    }
  return advance_with(typename P::Passes{}, state, now, other, needs, time, dt);
}

template <class P, class R, class S>
template <class Passes>
bool ProgramTerms<P, R, S>::advance_with(Passes passes, const TermsState<R>& state, const Copy& now,
                                         const Copy& spare, const Needs& needs, double time,
                                         double dt) {
  bool is_physical = false;
  if constexpr (declares("signal_speed")) {
    const int steps = whole_steps(std::max({needs.ratio, needs.courant, needs.decay}));
    for (int n = 0; n < steps; ++n)
      explicit_step(passes, now, spare, time + n * (dt / steps), dt / steps);
  } else if (needs.ratio > 0) {
    const int cuts = whole_steps(needs.decay);
    const SuperSteps in_each = super_steps(needs.ratio / cuts, numbers_.most_stages);
    const int steps = cuts * in_each.steps;
    for (int n = 0; n < steps; ++n)
      is_physical = diffuse(passes, state, now, spare, needs.ratio / steps, in_each.stages,
                            time + n * (dt / steps), dt / steps);
  }
  return is_physical;
}

template <class P, class R, class S>
void ProgramTerms<P, R, S>::advance_stiffly(const TermsState<R>& state, const Copy& now,
                                            const Copy& spare, const Needs& needs, double time,
                                            double dt) {
  const auto integrate = [&](double begin, double duration) {
    integrate_local<P>(space_, fields_of(now, now, now),
                       run_of({-1, 1, begin + duration / 2, duration}));
  };
  if constexpr (requires { typename P::Others; }) {
    // They have a step in any case.
    const double ratio = std::max(needs.diffusion, std::numeric_limits<double>::min());
    integrate(time, dt / 2);
    advance_with(typename P::Others{}, state, now, spare, {ratio, ratio, needs.courant, 0}, time,
                 dt);
    integrate(time + dt / 2, dt / 2);
  } else {
    integrate(time, dt);
  }
}

template <class P, class R, class S>
template <class Passes>
bool ProgramTerms<P, R, S>::diffuse(Passes passes, const TermsState<R>& state, const Copy& now,
                                    const Copy& spare, double ratio, int stages, double time,
                                    double dt) {
  constexpr int fewest_stages = 3;
  if (stages > fewest_stages) {
    super_step(passes, now, spare, stages, time, dt, true);
    if (fluid_->is_physical(state)) return true;
    copy_evolved(now, in_own(1));
  }
  const int steps = super_steps(ratio, fewest_stages).steps;
  for (int n = 0; n < steps; ++n)
    super_step(passes, now, spare, fewest_stages, time + n * (dt / steps), dt / steps);
  return false;
}

template <class P, class R, class S>
template <class Passes>
void ProgramTerms<P, R, S>::super_step(Passes passes, const Copy& state, const Copy& spare,
                                       int stages, double time, double dt, bool keeps_base) {
  Copy zero = state;
  for (std::size_t f = 0; f < std::size_t(count); ++f)
    if (P::fields[f].evolved)
      zero[f] = memory_.data() + 2 * evolved * layout_.field_stride + layout_.origin;
  // u - (u - 0) + dt L(u): the change itself, to the last bit.
  evaluate(passes, state, zero, in_own(1), {-1, 1, time, dt});
  Copy before = state;
  Copy now = spare;
  Copy other = in_own(0);
  for (std::size_t f = 0; f < std::size_t(count); ++f)
    if (!P::fields[f].evolved) now[f] = other[f] = state[f];
  combine(now, state, state, 0, super_stage(1, stages).weight);
  for (int j = 2; j <= stages; ++j) {
    const SuperStage stage = super_stage(j, stages);
    combine(other, state, before, stage.from_before, stage.from_rate);
    if (keeps_base && j == stages) copy_evolved(in_own(1), state);
    const Copy next = j == stages ? state : other;
    evaluate(passes, now, other, next, {stage.keep, stage.weight, time + stage.time * dt, dt});
    before = now;
    std::swap(now, other);
  }
}

template <class P, class R, class S>
template <class Passes>
void ProgramTerms<P, R, S>::explicit_step(Passes passes, const Copy& state, const Copy& spare,
                                          double time, double dt) {
  Copy first = spare;
  Copy second = in_own(0);
  for (std::size_t f = 0; f < std::size_t(count); ++f)
    if (!P::fields[f].evolved) first[f] = second[f] = state[f];
  const auto stage = [&](int s, const Copy& now, const Copy& next) {
    const Substep<R> of = substep_of<R>(Integrator::ssp_rk3, s);
    evaluate(passes, now, state, next,
             {double(of.keep), double(of.weight), time + of.time * dt, dt});
  };
  stage(0, state, first);
  stage(1, first, second);
  stage(2, second, state);
}

}  // namespace solenoid
