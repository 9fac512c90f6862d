#include <Kokkos_Core.hpp>
#include <algorithm>
#include <complex>
#include <kissfft/kissfft.hh>
#include <vector>

#include "numerics/fourier/fourier_host.hpp"

namespace solenoid {

namespace {

using Complex = std::complex<double>;
using Plan = kissfft<double>;

/// Transforms lines of complex numbers of one length; each thread has one of its own, since KissFFT
/// keeps what it works with in the plan.
class ComplexLines {
 public:
  /// Lines that are taken from the field together, so that what a cache line holds is used.
  static constexpr std::size_t together = 8;

  explicit ComplexLines(std::size_t length)
      : length_(length), plan_(length, false), before_(together * length), after_(length) {}

  /// Replaces `count` lines, which begin beside each other; their values are `stride` apart.
  template <class Real>
  void transform(std::complex<Real>* first, std::size_t count, std::size_t stride) {
    for (std::size_t i = 0; i < length_; ++i)
      for (std::size_t line = 0; line < count; ++line)
        before_[line * length_ + i] = Complex(first[i * stride + line]);
    for (std::size_t line = 0; line < count; ++line) {
      plan_.transform(&before_[line * length_], after_.data());
      std::copy(after_.begin(), after_.end(), &before_[line * length_]);
    }
    for (std::size_t i = 0; i < length_; ++i)
      for (std::size_t line = 0; line < count; ++line)
        first[i * stride + line] = std::complex<Real>(before_[line * length_ + i]);
  }

 private:
  std::size_t length_;
  Plan plan_;
  std::vector<Complex> before_;
  std::vector<Complex> after_;
};

/// Transforms lines of real numbers in place: of an even length as complex numbers of half of it.
class RealLines {
 public:
  explicit RealLines(std::size_t length)
      : length_(length),
        even_(length % 2 == 0),
        plan_(even_ ? length / 2 : length, false),
        real_(length),
        before_(even_ ? 0 : length),
        after_(length + 1) {}

  template <class Real>
  void transform(Real* line) {
    auto* result = reinterpret_cast<std::complex<Real>*>(line);
    if (even_) {
      std::copy_n(line, length_, real_.begin());
      plan_.transform_real(real_.data(), after_.data());
      // The first and the last are real, and come as one number.
      after_[length_ / 2] = after_[0].imag();
      after_[0] = after_[0].real();
    } else {
      std::copy_n(line, length_, before_.begin());
      plan_.transform(before_.data(), after_.data());
    }
    for (std::size_t i = 0; i < length_ / 2 + 1; ++i) result[i] = std::complex<Real>(after_[i]);
  }

 private:
  std::size_t length_;
  bool even_;
  Plan plan_;
  std::vector<double> real_;
  std::vector<Complex> before_;
  std::vector<Complex> after_;
};

/// Calls function(lines, n) for every n below `count`, with an own copy of `lines` for each of as
/// many parts as there are threads.
template <class Lines, class Function>
void for_each(const Lines& lines, std::size_t count, const Function& function) {
  const std::size_t parts = std::min(count, std::size_t(HostSpace().concurrency()));
  Kokkos::parallel_for(
      "Fourier transform", Kokkos::RangePolicy<HostSpace>(0, parts), [&](std::size_t part) {
        Lines own = lines;
        for (std::size_t n = count * part / parts; n < count * (part + 1) / parts; ++n)
          function(own, n);
      });
  HostSpace().fence();
}

/// Transforms lines across rows: `sets` of `row` lines beside each other, which begin `set_stride`
/// apart.
template <class Real>
void transform_columns(std::complex<Real>* values, std::size_t length, std::size_t stride,
                       std::size_t row, std::size_t sets, std::size_t set_stride) {
  if (length == 1) return;
  constexpr std::size_t together = ComplexLines::together;
  const std::size_t groups = (row + together - 1) / together;
  for_each(ComplexLines(length), sets * groups, [&](ComplexLines& lines, std::size_t n) {
    const std::size_t first = n % groups * together;
    lines.transform(values + n / groups * set_stride + first, std::min(together, row - first),
                    stride);
  });
}

}  // namespace

template <class Real>
void transform_by_kissfft(const std::array<int, 3>& cells, Real* values) {
  const std::size_t row = transformed_row(cells);
  const auto ny = std::size_t(cells[1]);
  const auto nz = std::size_t(cells[2]);
  for_each(RealLines(std::size_t(cells[0])), ny * nz,
           [&](RealLines& lines, std::size_t n) { lines.transform(values + 2 * row * n); });
  auto* complex = reinterpret_cast<std::complex<Real>*>(values);
  transform_columns(complex, ny, row, row, nz, row * ny);
  transform_columns(complex, nz, row * ny, row, ny, row);
}

template void transform_by_kissfft<float>(const std::array<int, 3>& cells, float* values);
template void transform_by_kissfft<double>(const std::array<int, 3>& cells, double* values);

}  // namespace solenoid
