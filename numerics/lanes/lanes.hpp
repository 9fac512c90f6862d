#pragma once
/// \file
/// Lanes: the number type of all kernels. On a GPU and in scalar code a lane is a plain `float` or
/// `double`, or a pair of them; on a CPU it is a SIMD pack of neighbouring cells in x. Arithmetic
/// is written once on a lane type T with the functions below; they differ from their std::
/// namesakes only in working for all, and in giving the same bits for all:
///  - comparisons are written with `<` and `==` alone (the `>` of AVX-512 packs is wrong in Kokkos
///    5.0.2);
///  - min and max are defined by `a < b ? a : b` and `b < a ? a : b`, also for NaN and zeros;
///  - signs are changed by negative(), not by a minus, which is 0 - x of a pack: zeros of one sign
///    (pairs have none, so that kernels with one do not compile);
///  - reciprocals and roots are rounded correctly except at the very ends of the range
///    (device_math.hpp);
///  - multiply and add are fused only where the source says fma(), never by the compiler.
///
/// Arithmetic templates themselves carry no execution-space annotation: they are SOLENOID_INLINE
/// (constexpr, so that nvcc compiles them for the device, too), since nvcc refuses SIMD types in
/// annotated functions.

#include <Kokkos_Core.hpp>
#include <Kokkos_SIMD.hpp>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "numerics/lanes/device_math.hpp"
#include "numerics/lanes/pair.hpp"

// Unless something else is asked for, as by tests that are compiled without optimisation.
#ifndef SOLENOID_INLINE
#define SOLENOID_INLINE [[gnu::always_inline]] constexpr inline
#endif

namespace solenoid {

namespace simd = Kokkos::Experimental;

/// The 80-bit type of x86 processors, for references on the CPU. It has no packs.
using Extended = long double;

/// How many Reals the SIMD registers of the host hold.
template <class Real>
struct HostAbi {
  using type = simd::simd_abi::Impl::host_native_abi<Real, 0>;
};
template <>
struct HostAbi<Extended> {
  using type = simd::simd_abi::scalar;
};

/// The lane of the host: a SIMD pack of as many Reals as a register holds, or a plain Real where
/// there are no packs.
template <class Real, class Abi = typename HostAbi<Real>::type>
using HostPack = std::conditional_t<std::is_same_v<Abi, simd::simd_abi::scalar>, Real,
                                    simd::basic_simd<Real, Abi>>;

/// The lane of most kernels on a GPU. Pairs of doubles would need twice the registers of a double.
template <class Real>
using DeviceLane = std::conditional_t<std::is_same_v<Real, float>, Pair<float>, Real>;

template <class T>
struct LaneTraits {
  using Real = T;
  using Mask = bool;
  static constexpr int width = 1;
  static constexpr bool pack = false;
};
template <class R, class Abi>
struct LaneTraits<simd::basic_simd<R, Abi>> {
  using Real = R;
  using Mask = simd::basic_simd_mask<R, Abi>;
  static constexpr int width = int(simd::basic_simd<R, Abi>::size());
  static constexpr bool pack = true;
};
template <class R>
struct LaneTraits<Pair<R>> {
  using Real = R;
  using Mask = PairMask;
  static constexpr int width = 2;
  static constexpr bool pack = false;
};
template <class T>
concept Pack = LaneTraits<T>::pack;
template <class T>
using LaneReal = typename LaneTraits<T>::Real;
template <class T>
using LaneMask = typename LaneTraits<T>::Mask;
/// How many cells a lane holds.
template <class T>
inline constexpr int lane_width = LaneTraits<T>::width;

/// \name Scalar lanes (host and device)
/// @{
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T select(bool condition, T a, T b) {
  return condition ? a : b;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION bool less(T a, T b) {
  return a < b;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T min(T a, T b) {
  return a < b ? a : b;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T max(T a, T b) {
  return b < a ? a : b;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T abs(T a) {
  return Kokkos::abs(a);
}
/// -a, also for zeros, of which a pack's own minus makes 0 - a: zeros of one sign.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T negative(T a) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDA_ARCH__)
  // Where a is an fma, GCC 12 puts the sign into its arguments, and loses it where they cancel: of
  // -(1 * 0 + -0) it makes -(1 * 0) - -0, which is +0.
  if constexpr (sizeof(T) == sizeof(std::uint32_t))
    return std::bit_cast<T>(std::bit_cast<std::uint32_t>(a) ^ 0x8000'0000U);
  else if constexpr (sizeof(T) == sizeof(std::uint64_t))
    return std::bit_cast<T>(std::bit_cast<std::uint64_t>(a) ^ 0x8000'0000'0000'0000U);
  else
#endif
    return -a;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T sqrt(T a) {
  return device_math::root(a);
}
/// 1 / a
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T reciprocal(T a) {
  return device_math::reciprocal(a);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T fma(T a, T b, T c) {
  // No processor has it in extended precision, and libraries take a hundred operations for it.
  if constexpr (sizeof(T) > sizeof(double))
    return a * b + c;
  else
    return Kokkos::fma(a, b, c);
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T copysign(T magnitude, T sign) {
  return Kokkos::copysign(magnitude, sign);
}
/// Whether both sign bits are the same (zeros have one, too).
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION bool same_sign(T a, T b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static_assert(sizeof(T) == sizeof(Bits));
  constexpr Bits sign = Bits(1) << (8 * sizeof(T) - 1);
  return ((Kokkos::bit_cast<Bits>(a) ^ Kokkos::bit_cast<Bits>(b)) & sign) == 0;
}
KOKKOS_FORCEINLINE_FUNCTION bool any(bool mask) { return mask; }
KOKKOS_FORCEINLINE_FUNCTION bool lane(bool mask, int) { return mask; }
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T lane(T a, int) {
  return a;
}
/// The lane one cell on: that of all cells of `a` but the first, and the first of `next`.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T shift_left(T, T next) {
  return next;
}
/// The lane one cell before: `before`, the cell before its first one, and all but its last one.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T shift_right(T before, T) {
  return before;
}
/// The lane whose cell i is values(i).
template <class T, class Values>
KOKKOS_FORCEINLINE_FUNCTION T lanes_of(const Values& values) {
  if constexpr (lane_width<T> == 1)
    return T(values(0));
  else
    return T(values(0), values(1));
}
/// The last cell of a lane.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T last(T a) {
  return a;
}
/// Reads one lane from memory (a pack needs no alignment).
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T load(const T* from) {
  return *from;
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION void store(T* to, T value) {
  *to = value;
}
/// @}

/// \name Pairs (host and device)
/// @{
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> select(const PairMask& condition, const Pair<R>& a,
                                           const Pair<R>& b) {
  return {select(condition.first, a.first, b.first), select(condition.second, a.second, b.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION PairMask less(const Pair<R>& a, const Pair<R>& b) {
  return {less(a.first, b.first), less(a.second, b.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> min(const Pair<R>& a, const Pair<R>& b) {
  return {min(a.first, b.first), min(a.second, b.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> max(const Pair<R>& a, const Pair<R>& b) {
  return {max(a.first, b.first), max(a.second, b.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> abs(const Pair<R>& a) {
  return {abs(a.first), abs(a.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> negative(const Pair<R>& a) {
  return {negative(a.first), negative(a.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> sqrt(const Pair<R>& a) {
  return {sqrt(a.first), sqrt(a.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> reciprocal(const Pair<R>& a) {
  return {reciprocal(a.first), reciprocal(a.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> fma(const Pair<R>& a, const Pair<R>& b, const Pair<R>& c) {
  return {fma(a.first, b.first, c.first), fma(a.second, b.second, c.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> copysign(const Pair<R>& magnitude, const Pair<R>& sign) {
  return {copysign(magnitude.first, sign.first), copysign(magnitude.second, sign.second)};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION PairMask same_sign(const Pair<R>& a, const Pair<R>& b) {
  return {same_sign(a.first, b.first), same_sign(a.second, b.second)};
}
KOKKOS_FORCEINLINE_FUNCTION bool any(const PairMask& mask) { return mask.first || mask.second; }
KOKKOS_FORCEINLINE_FUNCTION bool lane(const PairMask& mask, int i) {
  return i == 0 ? mask.first : mask.second;
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION R lane(const Pair<R>& a, int i) {
  return i == 0 ? a.first : a.second;
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> shift_left(const Pair<R>& a, const Pair<R>& next) {
  return {a.second, next.first};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> shift_right(R before, const Pair<R>& a) {
  return {before, a.first};
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION R last(const Pair<R>& a) {
  return a.second;
}
template <class T>
concept Paired = std::is_same_v<T, Pair<LaneReal<T>>>;
/// The memory of a pair is aligned to its size.
template <Paired T>
KOKKOS_FORCEINLINE_FUNCTION T load(const LaneReal<T>* from) {
  KOKKOS_IF_ON_DEVICE((return *reinterpret_cast<const T*>(from);))
  KOKKOS_IF_ON_HOST((return T(from[0], from[1]);))
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION void store(R* to, const Pair<R>& value) {
  KOKKOS_IF_ON_DEVICE((*reinterpret_cast<Pair<R>*>(to) = value;))
  KOKKOS_IF_ON_HOST((to[0] = value.first; to[1] = value.second;))
}
/// @}

/// \name Packs (host only)
/// @{
template <Pack T>
[[gnu::always_inline]] inline T select(LaneMask<T> condition, const T& a, const T& b) {
  return simd::condition(condition, a, b);
}
template <Pack T>
[[gnu::always_inline]] inline LaneMask<T> less(const T& a, const T& b) {
  return a < b;
}
template <Pack T>
[[gnu::always_inline]] inline T min(const T& a, const T& b) {
  return Kokkos::min(a, b);
}
template <Pack T>
[[gnu::always_inline]] inline T max(const T& a, const T& b) {
  return Kokkos::max(a, b);
}
template <Pack T>
[[gnu::always_inline]] inline T abs(const T& a) {
  return Kokkos::abs(a);
}
/// The product by -1 becomes a change of sign, and part of an fma where one follows.
template <Pack T>
[[gnu::always_inline]] inline T negative(const T& a) {
  return T(LaneReal<T>(-1)) * a;
}
template <Pack T>
[[gnu::always_inline]] inline T sqrt(const T& a) {
  return Kokkos::sqrt(a);
}
template <Pack T>
[[gnu::always_inline]] inline T reciprocal(const T& a) {
  return T(1) / a;
}
template <Pack T>
[[gnu::always_inline]] inline T fma(const T& a, const T& b, const T& c) {
  return Kokkos::fma(a, b, c);
}
template <Pack T>
[[gnu::always_inline]] inline T copysign(const T& magnitude, const T& sign) {
  return Kokkos::copysign(magnitude, sign);
}
template <Pack T>
[[gnu::always_inline]] inline LaneMask<T> same_sign(const T& a, const T& b) {
  return Kokkos::copysign(T(1), a) == Kokkos::copysign(T(1), b);
}
template <class R, class Abi>
[[gnu::always_inline]] inline bool any(const simd::basic_simd_mask<R, Abi>& mask) {
  return simd::any_of(mask);
}
template <class R, class Abi>
[[gnu::always_inline]] inline bool lane(const simd::basic_simd_mask<R, Abi>& mask, int i) {
  return mask[std::size_t(i)];
}
template <Pack T>
[[gnu::always_inline]] inline LaneReal<T> lane(const T& a, int i) {
  return a[std::size_t(i)];
}
template <Pack T>
[[gnu::always_inline]] inline T load(const LaneReal<T>* from) {
  return T(from, simd::simd_flag_default);
}
template <Pack T>
[[gnu::always_inline]] inline void store(LaneReal<T>* to, const T& value) {
  simd::simd_unchecked_store(value, to, simd::simd_flag_default);
}
/// @}

/// Sum of three products a_n b_n + (a_1 b_1 + a_2 b_2): symmetric in the transverse pair, so that
/// exchanging two axes of a problem exchanges its solution bit for bit.
template <class T>
SOLENOID_INLINE T dot(const T& an, const T& a1, const T& a2, const T& bn, const T& b1,
                      const T& b2) {
  return fma(an, bn, a1 * b1 + a2 * b2);
}

}  // namespace solenoid
