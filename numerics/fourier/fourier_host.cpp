#include "numerics/fourier/fourier_host.hpp"

namespace solenoid {

template <class Real>
void transform_on_host(const std::array<int, 3>& cells, Real* values) {
#ifdef SOLENOID_FFTW
  transform_by_fftw(cells, values);
#else
  transform_by_kissfft(cells, values);
#endif
}

template void transform_on_host<float>(const std::array<int, 3>& cells, float* values);
template void transform_on_host<double>(const std::array<int, 3>& cells, double* values);

}  // namespace solenoid
