#include "numerics/fourier/convolution_kernel.hpp"

namespace solenoid {

std::array<int, 3> ConvolutionKernel::made() const {
  std::array<int, 3> made = cells;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (active(int(axis))) made[axis] += 2 * margin;
  return made;
}

std::array<int, 3> ConvolutionKernel::extents() const {
  std::array<int, 3> extents = lengths;
  const auto last = std::size_t(last_axis());
  extents[last] = cells[last] + 2 * margin;
  return extents;
}

Box ConvolutionKernel::all_waves() const {
  Box all;
  for (std::size_t axis = 0; axis < 3; ++axis) all.count[axis] = lengths[axis] / 2 + 1;
  return all;
}

}  // namespace solenoid
