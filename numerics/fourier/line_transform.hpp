#pragma once
/// \file
/// Fourier transforms of lines of complex numbers, whose arithmetic is the same on hosts and
/// devices, bit for bit, as no two libraries have it: Stockham's passes (Cochran et al. 1967; Van
/// Loan 1992, algorithm 1.7.2), with roots of unity from a table of the host.

#include <array>
#include <vector>

#include "numerics/lanes/lanes.hpp"

// Before loops over values that a device's thread has in registers: compilers for devices else
// leave some of them as loops, for which values have to lie in memory.
#ifdef __CUDA_ARCH__
#define SOLENOID_PRAGMA(text) _Pragma(#text)
#define SOLENOID_UNROLL(times) SOLENOID_PRAGMA(unroll times)
#else
#define SOLENOID_UNROLL(times)
#endif

namespace solenoid {

/// Lines side by side, or one: number i of the first stands at re[i * stride] and im[i * stride],
/// those of the other lanes behind it.
template <class Real>
struct ComplexLines {
  Real* re;
  Real* im;
  int stride;

  [[nodiscard]] SOLENOID_INLINE int at(int i) const { return i * stride; }
  template <class T>
  SOLENOID_INLINE void load(int i, T& to_re, T& to_im) const {
    to_re = solenoid::load<T>(re + at(i));
    to_im = solenoid::load<T>(im + at(i));
  }
  template <class T>
  SOLENOID_INLINE void store(int i, const T& from_re, const T& from_im) const {
    solenoid::store(re + at(i), from_re);
    solenoid::store(im + at(i), from_im);
  }
};

/// A root of unity, which devices load at once.
template <class Real>
struct alignas(2 * sizeof(Real)) Root {
  Real re, im;
};

/// How lines of one length are transformed.
template <class Real>
struct LineTransform {
  static constexpr int most_passes = 31;
  int length = 1;
  int passes = 0;
  int radix[most_passes] = {};
  const Root<Real>* roots = nullptr;  ///< exp(-2 pi i n / length), of all n below it
};

/// The prime factors of a length, pairs of 2 as 4, the order in which passes take them.
std::vector<int> transform_radices(int length);
/// The roots exp(-2 pi i n / length), of all n below it.
std::vector<Root<double>> roots_of_unity(int length);
/// The smallest even length from `least` on without prime factors beyond 5.
int smooth_length(int least);

/// b_k = sum_j a_j exp(-2 pi i j k / radix) for the radices that have a form of their own.
template <int radix, class T>
struct Butterfly;

template <class T>
struct Butterfly<2, T> {
  SOLENOID_INLINE static void apply(T (&re)[2], T (&im)[2]) {
    const T r = re[0] - re[1], i = im[0] - im[1];
    re[0] = re[0] + re[1];
    im[0] = im[0] + im[1];
    re[1] = r;
    im[1] = i;
  }
};

template <class T>
struct Butterfly<3, T> {
  SOLENOID_INLINE static void apply(T (&re)[3], T (&im)[3]) {
    using Real = LaneReal<T>;
    const T half(Real(0.5)), sine(Real(0.86602540378443864676));
    const T sum_re = re[1] + re[2], sum_im = im[1] + im[2];
    const T diff_re = sine * (re[1] - re[2]), diff_im = sine * (im[1] - im[2]);
    const T mid_re = re[0] - half * sum_re, mid_im = im[0] - half * sum_im;
    re[0] = re[0] + sum_re;
    im[0] = im[0] + sum_im;
    re[1] = mid_re + diff_im;
    im[1] = mid_im - diff_re;
    re[2] = mid_re - diff_im;
    im[2] = mid_im + diff_re;
  }
};

template <class T>
struct Butterfly<4, T> {
  SOLENOID_INLINE static void apply(T (&re)[4], T (&im)[4]) {
    const T even_re = re[0] + re[2], even_im = im[0] + im[2];
    const T less_re = re[0] - re[2], less_im = im[0] - im[2];
    const T odd_re = re[1] + re[3], odd_im = im[1] + im[3];
    const T apart_re = re[1] - re[3], apart_im = im[1] - im[3];
    re[0] = even_re + odd_re;
    im[0] = even_im + odd_im;
    re[1] = less_re + apart_im;
    im[1] = less_im - apart_re;
    re[2] = even_re - odd_re;
    im[2] = even_im - odd_im;
    re[3] = less_re - apart_im;
    im[3] = less_im + apart_re;
  }
};

template <class T>
struct Butterfly<5, T> {
  SOLENOID_INLINE static void apply(T (&re)[5], T (&im)[5]) {
    using Real = LaneReal<T>;
    const T c1(Real(0.30901699437494742410)), c2(Real(-0.80901699437494742410));
    const T s1(Real(0.95105651629515357212)), s2(Real(0.58778525229247312917));
    const T near_re = re[1] + re[4], near_im = im[1] + im[4];
    const T far_re = re[2] + re[3], far_im = im[2] + im[3];
    const T dn_re = re[1] - re[4], dn_im = im[1] - im[4];
    const T df_re = re[2] - re[3], df_im = im[2] - im[3];
    const T a_re = fma(c2, far_re, fma(c1, near_re, re[0]));
    const T a_im = fma(c2, far_im, fma(c1, near_im, im[0]));
    const T b_re = fma(c1, far_re, fma(c2, near_re, re[0]));
    const T b_im = fma(c1, far_im, fma(c2, near_im, im[0]));
    const T p_re = fma(s2, df_re, s1 * dn_re), p_im = fma(s2, df_im, s1 * dn_im);
    const T q_re = s2 * dn_re - s1 * df_re, q_im = s2 * dn_im - s1 * df_im;
    re[0] = re[0] + (near_re + far_re);
    im[0] = im[0] + (near_im + far_im);
    re[1] = a_re + p_im;
    im[1] = a_im - p_re;
    re[4] = a_re - p_im;
    im[4] = a_im + p_re;
    re[2] = b_re + q_im;
    im[2] = b_im - q_re;
    re[3] = b_re - q_im;
    im[3] = b_im + q_re;
  }
};

/// One pass: `done` is the product of the radices of those before. Of the length / radix work items
/// of a pass none depends on another.
template <class Real>
struct TransformPass {
  const Root<Real>* roots;
  int length, radix, done;
};

/// Multiplies by a root.
template <class T, class Real>
SOLENOID_INLINE void turn_by(const Root<Real>& root, T& re, T& im) {
  const T c(root.re), s(root.im);
  const T turned = re * c - im * s;
  im = fma(re, s, im * c);
  re = turned;
}

/// Lines are ComplexLines, or others that say likewise where number i stands.
template <int radix, class T, class Real, class Lines>
SOLENOID_INLINE void transform_item(const TransformPass<Real>& pass, int item, int turn,
                                    const Lines& from, const Lines& to) {
  const int apart = pass.length / radix;
  T re[radix], im[radix];
  for (int j = 0; j < radix; ++j) {
    const int at = from.at(item + j * apart);
    re[j] = load<T>(from.re + at);
    im[j] = load<T>(from.im + at);
  }
  Butterfly<radix, T>::apply(re, im);
  const int first = item + turn * (radix - 1);
  for (int k = 0; k < radix; ++k) {
    if (k > 0) turn_by(pass.roots[turn * k], re[k], im[k]);
    const int at = to.at(first + k * pass.done);
    store(to.re + at, re[k]);
    store(to.im + at, im[k]);
  }
}

/// \name Two passes as one, whose values stay in registers between them, with the bits of two
/// A work item of both has p q values. The first pass, of radix p, takes those that load(i, re, im)
/// gives; the second one, of radix q, gives its own to store(i, re, im). Where q is 1 there is no
/// second one.
/// @{
template <int p, int q, class T, class Real, class Load>
SOLENOID_INLINE void first_of_two_passes(const TransformPass<Real>& both, int item, int turn,
                                         const Load& load, T (&re)[p][q], T (&im)[p][q]) {
  const int apart = both.length / (p * q);
  SOLENOID_UNROLL(q)
  for (int k = 0; k < q; ++k) {  // the items of the first pass from which the second one reads
    T a[p], b[p];
    SOLENOID_UNROLL(p)
    for (int j = 0; j < p; ++j) load(item + (k + q * j) * apart, a[j], b[j]);
    Butterfly<p, T>::apply(a, b);
    SOLENOID_UNROLL(p)
    for (int j = 0; j < p; ++j) {
      if (j > 0) turn_by(both.roots[(turn + k * apart) * j], a[j], b[j]);
      re[j][k] = a[j];
      im[j][k] = b[j];
    }
  }
}
template <int p, int q, class T, class Real, class Store>
SOLENOID_INLINE void second_of_two_passes(const TransformPass<Real>& both, int item, int turn,
                                          T (&re)[p][q], T (&im)[p][q], const Store& store) {
  SOLENOID_UNROLL(p)
  for (int j = 0; j < p; ++j) {
    if constexpr (q > 1) Butterfly<q, T>::apply(re[j], im[j]);
    SOLENOID_UNROLL(q)
    for (int k = 0; k < q; ++k) {
      if (k > 0) turn_by(both.roots[p * turn * k], re[j][k], im[j][k]);
      store(item + (p * q - 1) * turn + (j + p * k) * both.done, re[j][k], im[j][k]);
    }
  }
}
/// @}

/// The same for any radix, by its definition.
template <class T, class Real, class Lines>
SOLENOID_INLINE void transform_item_of_any(const TransformPass<Real>& pass, int item, int turn,
                                           const Lines& from, const Lines& to) {
  const int radix = pass.radix, apart = pass.length / radix;
  const int first = item + turn * (radix - 1);
  for (int k = 0; k < radix; ++k) {
    T re(Real(0)), im(Real(0));
    for (int j = 0; j < radix; ++j) {
      const int at = from.at(item + j * apart);
      const int root = int((long(apart) * ((long(j) * k) % radix) + long(turn) * k) % pass.length);
      const T c(pass.roots[root].re), s(pass.roots[root].im);
      const T a = load<T>(from.re + at), b = load<T>(from.im + at);
      re = re + (a * c - b * s);
      im = im + fma(a, s, b * c);
    }
    const int at = to.at(first + k * pass.done);
    store(to.re + at, re);
    store(to.im + at, im);
  }
}

/// \name Two real lines a and b as one complex line a + ib
/// A transformed real line holds cosine coefficients by wave number h up to length / 2, and behind
/// them, at length - h, those of sines with the sign of exp(-2 pi i h j / length): twice the real
/// and imaginary parts of its transform. The two of a wave, at h and at the opposite place, are
/// found together; where that is h itself, at 0 and length / 2, there is one.
/// @{

template <class T>
struct Waves {
  T a, b, a_opposite, b_opposite;
};

/// The coefficients of both lines from the transform of a + ib.
template <class T, class Line>
SOLENOID_INLINE Waves<T> untangled(const Line& line, int h, int opposite) {
  T re, im, re_o, im_o;
  line.load(h, re, im);
  line.load(opposite, re_o, im_o);
  return {re + re_o, im + im_o, im - im_o, re_o - re};
}

/// The transform of a + ib from the coefficients of both lines, with real and imaginary parts in
/// each other's place: so a forward transform makes values of them, likewise in each other's place.
template <class T, class Line>
SOLENOID_INLINE void tangle(const Waves<T>& w, const Line& line, int h, int opposite) {
  if (h == opposite) return line.store(h, w.b, w.a);
  line.store(h, w.a_opposite + w.b, w.a - w.b_opposite);
  line.store(opposite, w.b - w.a_opposite, w.a + w.b_opposite);
}

/// Calls body(h, opposite) for the wave number h of a line, or for both that are no pair if h is 0.
/// So h goes up to below (length + 1) / 2.
template <class Body>
SOLENOID_INLINE void with_opposite(int length, int h, const Body& body) {
  if (h > 0) return body(h, length - h);
  body(0, 0);
  if (length % 2 == 0) body(length / 2, length / 2);
}
/// @}

}  // namespace solenoid
