#pragma once
/// \file
/// Reciprocal and square root on a GPU without branches. The compiler's own versions branch to a
/// slow path for subnormal, huge and zero arguments, which keeps it from overlapping one with the
/// next; a kernel that waits for its own arithmetic loses more by that than by the operations. Both
/// start from the hardware's approximation and refine it so that the result is the correctly
/// rounded one, that of a CPU, in the range said below. Beyond it they give NaN or lose accuracy.
/// Elsewhere than on NVIDIA GPUs, and with -DSOLENOID_PORTABLE_KERNELS=ON, the standard ones are
/// used.

#include <Kokkos_Core.hpp>
#include <concepts>

#include "numerics/device/spaces.hpp"

namespace solenoid {

#if defined(__CUDA_ARCH__) && SOLENOID_CUDA_CALLS

namespace device_math {

__device__ __forceinline__ double approximate_reciprocal(double a) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
  return r;
}
__device__ __forceinline__ float approximate_reciprocal(float a) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}
__device__ __forceinline__ double approximate_inverse_root(double a) {
  double r;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
  return r;
}
__device__ __forceinline__ float approximate_inverse_root(float a) {
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
  return r;
}

/// Correctly rounded for 2^-1021 < |a| < 2^1021: the approximation has 20 bits, the first step
/// triples them.
__device__ __forceinline__ double reciprocal(double a) {
  double r = approximate_reciprocal(a);
  // Bits below the approximation's, as the compiler sets them: with zeros there the reciprocal of
  // the largest number below a power of two would be rounded wrongly.
  r = __hiloint2double(__double2hiint(r), __double2hiint(a) + 0x300402);
  double e = fma(-a, r, 1.0);
  e = fma(e, e, e);
  r = fma(r, e, r);
  return fma(r, fma(-a, r, 1.0), r);
}
/// Correctly rounded for 2^-125 < |a| < 2^125.
__device__ __forceinline__ float reciprocal(float a) {
  const float r = approximate_reciprocal(a);
  return fma(r, fma(-a, r, 1.0f), r);
}

/// Correctly rounded for 0 and for 2^-969 < a < infinity; NaN for negative a.
__device__ __forceinline__ double root(double a) {
  double y = approximate_inverse_root(a == 0.0 ? 1.0 : a);
  const double e = fma(a, -(y * y), 1.0);
  y = fma(fma(e, 0.375, 0.5), y * e, y);
  const double s = a * y;
  return fma(fma(-s, s, a), 0.5 * y, s);
}
/// Correctly rounded for 0 and for 2^-100 < a < infinity; NaN for negative a.
__device__ __forceinline__ float root(float a) {
  const float y = approximate_inverse_root(a == 0.0f ? 1.0f : a);
  const float s = a * y;
  return fma(fma(-s, s, a), 0.5f * y, s);
}

/// Correctly rounded for 0 <= a <= infinity; NaN for negative a. What is tiny is multiplied by
/// `scale`^2 before; infinity, whose inverse root is zero, is its own root.
template <std::floating_point T>
__device__ __forceinline__ T full_root(T a) {
  constexpr bool is_double = sizeof(T) == sizeof(double);
  constexpr T tiny = is_double ? T(0x1p-900) : T(0x1p-90);
  constexpr T scale = is_double ? T(0x1p+100) : T(0x1p+32);
  constexpr T infinity = T(__builtin_huge_val());
  const bool is_tiny = a < tiny;
  const T r = root(is_tiny ? a * (scale * scale) : a) * (is_tiny ? 1 / scale : T(1));
  return a == infinity ? a : r;
}

}  // namespace device_math

#else

namespace device_math {

template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T reciprocal(T a) {
  return T(1) / a;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T root(T a) {
  return Kokkos::sqrt(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T full_root(T a) {
  return Kokkos::sqrt(a);
}

}  // namespace device_math

#endif

}  // namespace solenoid
