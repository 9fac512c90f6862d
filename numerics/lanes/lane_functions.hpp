#pragma once
/// \file
/// More functions of lanes (numerics/lanes/lanes.hpp): the elementary ones, and the other forms of
/// fma. They are our own, the same bits for all lanes.

#include "numerics/lanes/exponential.hpp"
#include "numerics/lanes/logarithm.hpp"
#include "numerics/lanes/trigonometric.hpp"

namespace solenoid {

/// a b - c, rounded once.
template <class T>
SOLENOID_INLINE T fms(const T& a, const T& b, const T& c) {
  return fma(a, b, negative(c));
}
/// c - a b, rounded once.
template <class T>
SOLENOID_INLINE T fnma(const T& a, const T& b, const T& c) {
  return fma(negative(a), b, c);
}

/// sqrt(a), rounded correctly for subnormal numbers, too, on a GPU as well.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T full_sqrt(T a) {
  return device_math::full_root(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T exp(T a) {
  return exponential(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T log(T a) {
  return logarithm(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T sin(T a) {
  return less(largest_angle<T>, abs(a)) ? sine_of_huge(a) : sine(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T cos(T a) {
  return less(largest_angle<T>, abs(a)) ? cosine_of_huge(a) : cosine(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T tan(T a) {
  return less(largest_angle<T>, abs(a)) ? tangent_of_huge(a) : tangent(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T pow(T a, T b) {
  return power(a, b);
}

template <Pack T>
[[gnu::always_inline]] inline T full_sqrt(const T& a) {
  return sqrt(a);
}
template <Pack T>
[[gnu::always_inline]] inline T exp(const T& a) {
  return exponential(a);
}
template <Pack T>
[[gnu::always_inline]] inline T log(const T& a) {
  return logarithm(a);
}
/// f of each lane alone.
template <Pack T, class Function>
inline T lane_by_lane(const T& a, const Function& f) {
  LaneReal<T> lanes[lane_width<T>];
  store(lanes, a);
  for (auto& value : lanes) value = f(value);
  return load<T>(lanes);
}
template <Pack T>
[[gnu::always_inline]] inline T sin(const T& a) {
  if (any(less(T(largest_angle<LaneReal<T>>), abs(a))))
    return lane_by_lane(a, [](auto x) { return sin(x); });
  return sine(a);
}
template <Pack T>
[[gnu::always_inline]] inline T cos(const T& a) {
  if (any(less(T(largest_angle<LaneReal<T>>), abs(a))))
    return lane_by_lane(a, [](auto x) { return cos(x); });
  return cosine(a);
}
template <Pack T>
[[gnu::always_inline]] inline T tan(const T& a) {
  if (any(less(T(largest_angle<LaneReal<T>>), abs(a))))
    return lane_by_lane(a, [](auto x) { return tan(x); });
  return tangent(a);
}
template <Pack T>
[[gnu::always_inline]] inline T pow(const T& a, const T& b) {
  return power(a, b);
}

// Extended precision is for hosts alone: in a build for GPUs, too, nothing may ask for device
// functions of it.
[[gnu::always_inline]] inline Extended full_sqrt(Extended a) { return std::sqrt(a); }
[[gnu::always_inline]] inline Extended exp(Extended a) { return std::exp(a); }
[[gnu::always_inline]] inline Extended log(Extended a) { return std::log(a); }
[[gnu::always_inline]] inline Extended sin(Extended a) { return std::sin(a); }
[[gnu::always_inline]] inline Extended cos(Extended a) { return std::cos(a); }
[[gnu::always_inline]] inline Extended tan(Extended a) { return std::tan(a); }
[[gnu::always_inline]] inline Extended pow(Extended a, Extended b) { return std::pow(a, b); }

/// 0, 1, 2, ... in the lanes of a pack; 0 in a plain number.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T lane_numbers() {
  return T(0);
}
template <Pack T>
[[gnu::always_inline]] inline T lane_numbers() {
  return T([](auto i) { return LaneReal<T>(std::size_t(i)); });
}

}  // namespace solenoid
