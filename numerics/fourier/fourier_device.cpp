#include "numerics/fourier/fourier.hpp"

#if SOLENOID_HAS_DEVICE
#include <cufft.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace solenoid {

namespace {

void require(cufftResult result) {
  if (result != CUFFT_SUCCESS)
    throw std::runtime_error("cuFFT cannot transform a field of this size (its error " +
                             std::to_string(int(result)) + ")");
}

/// A plan for fields of one size, and the memory that it works in.
class Plan {
 public:
  Plan(const std::array<int, 3>& cells, cufftType type) {
    std::vector<int> sizes;  // slowest first; cuFFT has no directions with one cell
    for (const int axis : {2, 1})
      if (cells[std::size_t(axis)] > 1) sizes.push_back(cells[std::size_t(axis)]);
    sizes.push_back(cells[0]);
    require(cufftPlanMany(&plan_, int(sizes.size()), sizes.data(), nullptr, 1, 0, nullptr, 1, 0,
                          type, 1));
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() { cufftDestroy(plan_); }
  [[nodiscard]] cufftHandle get() const { return plan_; }

 private:
  cufftHandle plan_ = 0;
};

void execute(const Plan& plan, float* values) {
  require(cufftExecR2C(plan.get(), values, reinterpret_cast<cufftComplex*>(values)));
}
void execute(const Plan& plan, double* values) {
  require(cufftExecD2Z(plan.get(), values, reinterpret_cast<cufftDoubleComplex*>(values)));
}

}  // namespace

template <class Real>
void transform_on_device(const std::array<int, 3>& cells, Real* values) {
  const Plan plan(cells, sizeof(Real) == sizeof(float) ? CUFFT_R2C : CUFFT_D2Z);
  DeviceSpace().fence();
  execute(plan, values);  // on the default stream, whatever stream Kokkos has
  Kokkos::fence("Fourier transform");
}

template void transform_on_device<float>(const std::array<int, 3>& cells, float* values);
template void transform_on_device<double>(const std::array<int, 3>& cells, double* values);

}  // namespace solenoid
#endif
