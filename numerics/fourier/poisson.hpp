#pragma once
/// \file
/// Kernels of Poisson's equation, Laplacian of phi = factor (rho - mean of rho), on a grid whose
/// axes with one cell are directions along which nothing varies.

#include "numerics/fourier/even_convolution.hpp"
#include "numerics/grid/grid.hpp"

namespace solenoid {

/// What phi is of a periodic rho, without its mean, which is 0. Waves have the eigenvalues
///   - sum over axes of s^2 (1 - s^2 dx^2/12),   s = (2/dx) sin(k dx/2),
/// which to fourth order are those of a gradient by differences over two cells times an exact one:
/// then that gradient of phi has a part along k that is right to fourth order, as the influence
/// functions of Hockney & Eastwood (1988, section 8-3-3) for forces by differences.
ConvolutionKernel periodic_poisson(const Grid& grid, double factor);

/// What phi is of cells of uniform rho with nothing around them, at their centres and those of one
/// layer around them, by transforms of twice as many cells (Hockney & Eastwood 1988, section 6-5-4;
/// the domain doubling of theirs). In 3D phi is -factor/(4 pi) times the integral of rho/r, in 2D
/// factor/(2 pi) times that of rho ln r, in 1D factor/2 times that of rho |x|; where nothing varies
/// along an axis the integral is over the others.
ConvolutionKernel isolated_poisson(const Grid& grid, double factor);
/// The same with the table of some waves alone, which are all along the last axis.
ConvolutionKernel isolated_poisson(const Grid& grid, double factor, const Box& waves);

/// The same without the table, which takes long: for the memory that it needs.
ConvolutionKernel isolated_poisson_size(const Grid& grid);

/// \name Integrals over a box of sides h about the origin
/// @{
/// Of 1/r, r being the distance from a point.
double inverse_distance_over_box(const std::array<double, 3>& h, const std::array<double, 3>& at);
/// Of ln r, in a plane.
double logarithm_over_rectangle(const std::array<double, 2>& h, const std::array<double, 2>& at);
/// @}

}  // namespace solenoid
