#include <fftw3.h>

#include <Kokkos_Core.hpp>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include "numerics/device/on_all_threads.hpp"
#include "numerics/fourier/fourier_host.hpp"

namespace solenoid {

namespace {

/// FFTW's names for one precision.
template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  static constexpr auto plan_plane = fftw_plan_dft_r2c_2d;
  static constexpr auto plan_columns = fftw_plan_many_dft;
  static constexpr auto transform_plane = fftw_execute_dft_r2c;
  static constexpr auto transform_columns = fftw_execute_dft;
  static constexpr auto destroy = fftw_destroy_plan;
};

template <>
struct Fftw<float> {
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  static constexpr auto plan_plane = fftwf_plan_dft_r2c_2d;
  static constexpr auto plan_columns = fftwf_plan_many_dft;
  static constexpr auto transform_plane = fftwf_execute_dft_r2c;
  static constexpr auto transform_columns = fftwf_execute_dft;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// One plan serves all planes, wherever they begin. Other flags than that of an estimate would time
/// candidates, and their choice the bits of the result would depend on.
constexpr unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;

template <class Real>
using Plan = std::unique_ptr<std::remove_pointer_t<typename Fftw<Real>::Plan>,
                             decltype(Fftw<Real>::destroy)>;

template <class Real>
Plan<Real> owned(typename Fftw<Real>::Plan plan) {
  if (plan == nullptr) throw std::runtime_error("FFTW cannot transform a field of this size");
  return {plan, Fftw<Real>::destroy};
}

template <class Function>
void for_each(int count, const Function& function) {
  on_all_threads("Fourier transform", count, function);
}

}  // namespace

template <class Real>
void transform_by_fftw(const std::array<int, 3>& cells, Real* values) {
  using F = Fftw<Real>;
  const auto [nx, ny, nz] = cells;
  auto* complex = reinterpret_cast<typename F::Complex*>(values);
  const std::size_t row = transformed_row(cells);
  const std::size_t plane = row * std::size_t(ny);
  const auto planes = owned<Real>(F::plan_plane(ny, nx, values, complex, flags));
  for_each(nz, [&](int k) {
    auto* first = complex + std::size_t(k) * plane;
    F::transform_plane(planes.get(), reinterpret_cast<Real*>(first), first);
  });
  if (nz == 1) return;
  const auto columns =
      owned<Real>(F::plan_columns(1, &nz, int(row), complex, nullptr, int(plane), 1, complex,
                                  nullptr, int(plane), 1, FFTW_FORWARD, flags));
  for_each(ny, [&](int j) {
    auto* first = complex + std::size_t(j) * row;
    F::transform_columns(columns.get(), first, first);
  });
}

template void transform_by_fftw<float>(const std::array<int, 3>& cells, float* values);
template void transform_by_fftw<double>(const std::array<int, 3>& cells, double* values);

}  // namespace solenoid
