#pragma once
/// \file
/// What a FieldPainter (physics/fields/field_painter.hpp) works with on a device, and what images
/// are made of there. For files that are compiled for devices.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "physics/fields/field_painter.hpp"
#include "physics/fields/float_factor.hpp"
#include "physics/fields/volume_rays.hpp"

namespace solenoid {

/// The thickness of the layers that VolumeLook::opacity speaks of, the longest side being 1.
inline constexpr double layer_of_opacity = 0.02;

/// Means over pixels in colours. `Real` is double for scales that floats do not resolve.
template <class Real>
struct ColourPixel {
  const double* means;
  double factor;  ///< of the values on the scale
  ScalePlaceOf<Real> scale;
  bool positive;  ///< whether the scale has only positive values
  const std::uint32_t* colours;
  std::uint32_t not_finite, not_positive;
  std::uint32_t* image;

  [[nodiscard]] KOKKOS_FUNCTION std::uint32_t colour_of(double value) const {
    if (!Kokkos::isfinite(value)) return not_finite;
    if (positive && !(value > 0)) return not_positive;
    if constexpr (std::is_same_v<Real, double>) return colours[scale.index(value * factor)];
    // What is beyond floats is beyond the scale, too, and keeps its side of it.
    constexpr double most = std::numeric_limits<float>::max();
    const double least = positive ? double(std::numeric_limits<float>::min()) : -most;
    return colours[scale.index(Real(value < least ? least : value > most ? most : value))];
  }
  KOKKOS_FUNCTION void operator()(const int i) const { image[i] = colour_of(means[i]); }
};

/// Values times a factor as floats.
struct ScaleToFloats {
  const double* values;
  double factor;
  float* to;

  KOKKOS_FUNCTION void operator()(const int i) const { to[i] = scaled_to_float(values[i], factor); }
};

/// A mean over a cube of cells a work item, of a slab of planes of cells; at the upper faces fewer
/// cells are left.
struct MeanOverCube {
  const float* slab;
  Kokkos::Array<int, 3> cells;  ///< of the slab
  Kokkos::Array<int, 3> side;   ///< of a cube, in cells
  Kokkos::Array<int, 2> kept;   ///< along x and y
  float* to;

  KOKKOS_FUNCTION void operator()(const int i) const {
    const Kokkos::Array<int, 3> first{i % kept[0] * side[0], i / kept[0] % kept[1] * side[1],
                                      i / kept[0] / kept[1] * side[2]};
    float sum = 0;
    int count = 0;
    for (int z = first[2]; z < first[2] + side[2] && z < cells[2]; ++z)
      for (int y = first[1]; y < first[1] + side[1] && y < cells[1]; ++y)
        for (int x = first[0]; x < first[0] + side[0] && x < cells[0]; ++x, ++count)
          sum +=
              slab[std::size_t(x) + std::size_t(cells[0]) *
                                        (std::size_t(y) + std::size_t(cells[1]) * std::size_t(z))];
    to[i] = sum / float(count);
  }
};

/// Whether floats tell values on the scale apart well enough.
inline bool floats_resolve(const ColourScale& scale) {
  return floats_hold(scale.lower, scale.upper, scale.logarithmic) &&
         scale.upper - scale.lower > 0x1p-20 * largest_size(scale.lower, scale.upper);
}

/// Of values times `factor`.
template <class Real>
ScalePlaceOf<Real> place_on(const ColourScale& scale, double factor) {
  const double lower = scale.lower * factor;
  bool logarithmic = scale.logarithmic;
  // Halves, as the length may be more than doubles hold.
  double half = 0.5 * (scale.upper * factor) - 0.5 * lower;
  if (logarithmic && 2 * half < 1e-9 * lower) {
    // Where ends differ by rounding or little more, a logarithm is as good as linear.
    logarithmic = false;
  } else if (logarithmic) {
    const double ratio = scale.upper / scale.lower;
    half = 0.5 *
           (std::isfinite(ratio) ? std::log(ratio) : std::log(scale.upper) - std::log(scale.lower));
  }
  return {Real(lower), Real(0.5 / half), logarithmic, int(scale.colours.size())};
}

/// The opacity of a layer of this thickness for each colour of the scale.
inline std::vector<float> opacities(const std::vector<double>& curve, std::size_t colours,
                                    double thickness) {
  std::vector<float> table;
  for (std::size_t n = 0; n < colours && !curve.empty(); ++n) {
    const double place = double(n) / double(colours - 1) * double(curve.size() - 1);
    const std::size_t i = std::min(std::size_t(place), curve.size() - 1);
    const std::size_t next = std::min(i + 1, curve.size() - 1);
    const double opaque = curve[i] + (place - double(i)) * (curve[next] - curve[i]);
    table.push_back(
        float(1 - std::pow(1 - std::clamp(opaque, 0.0, 1.0), thickness / layer_of_opacity)));
  }
  return table;
}

/// The directions of an image, and how many pixels the whole box needs at most.
inline void look_through(VolumeRays& rays, const VolumeFrame& frame) {
  const double a = in_radians(frame.camera.azimuth), e = in_radians(frame.camera.elevation);
  rays.right = {float(-std::sin(a)), float(std::cos(a)), 0};
  rays.up = {float(-std::sin(e) * std::cos(a)), float(-std::sin(e) * std::sin(a)),
             float(std::cos(e))};
  const std::array<double, 3> into = direction_of(frame.camera);
  rays.into = {float(into[0]), float(into[1]), float(into[2])};
  const double diagonal =
      2 * std::sqrt(double(rays.half[0] * rays.half[0] + rays.half[1] * rays.half[1] +
                           rays.half[2] * rays.half[2]));
  rays.width = frame.width;
  rays.height = frame.height;
  rays.pixel = float(diagonal / (frame.camera.zoom * std::min(frame.width, frame.height)));
  rays.background = frame.background;
  rays.edges = frame.edges;
  rays.edge_width = float(frame.edge_width);
}

/// What brings differences between values about the ends and surfaces of a scale to sizes whose
/// squares floats hold, for slopes: 1 for most.
inline float factor_for_slopes(const ColourScale& scale, const std::vector<double>& surfaces,
                               double factor) {
  double size = largest_size(scale.lower, scale.upper);
  for (const double value : surfaces) size = std::max(size, std::abs(value));
  size *= factor;
  constexpr double ordinary = 0x1p30;
  if (!std::isfinite(size) || size == 0 || (size < ordinary && size > 1 / ordinary)) return 1;
  return float(std::clamp(factor_to(0, size), 0x1p-120, 0x1p120));
}

}  // namespace solenoid
