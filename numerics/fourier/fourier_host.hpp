#pragma once
/// \file
/// Fourier transforms on the CPU by each of the libraries that can do them. A build contains one of
/// them (SOLENOID_FFT of CMake), its tests all that are there.

#include "numerics/fourier/fourier.hpp"

namespace solenoid {

/// transform_on_host by KissFFT: any size; in double precision inside, for fields in single
/// precision, too.
template <class Real>
void transform_by_kissfft(const std::array<int, 3>& cells, Real* values);

/// transform_on_host by FFTW. Throws std::runtime_error for sizes that it has no plan for.
template <class Real>
void transform_by_fftw(const std::array<int, 3>& cells, Real* values);

}  // namespace solenoid
