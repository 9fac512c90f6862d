#pragma once
/// \file
/// Rays through a box of values: light that is given off and taken away on the way to a pixel (N.
/// Max, IEEE Trans. Vis. Comput. Graph. 1, 99 (1995), eq. 8, front to back) and surfaces of equal
/// value. For files that are compiled for devices.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>

#include "numerics/lanes/logarithm.hpp"

namespace solenoid {

/// Red, green and blue from 0 to 255.
struct Light {
  float red = 0, green = 0, blue = 0;

  KOKKOS_INLINE_FUNCTION void add(std::uint32_t colour, float part) {
    red += part * float((colour >> 16) & 255);
    green += part * float((colour >> 8) & 255);
    blue += part * float(colour & 255);
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t code() const {
    const auto byte = [](float part) {
      return std::uint32_t(part < 0 ? 0 : part > 255 ? 255 : part + 0.5F);
    };
    return byte(red) << 16 | byte(green) << 8 | byte(blue);
  }
};

/// From values to places on a table of colours.
template <class Real>
struct ScalePlaceOf {
  Real lower, inverse_length;
  bool logarithmic;
  int colours;

  /// From 0 to 1 on the scale; outside it for values beyond its ends.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Real fraction(Real value) const {
    return (logarithmic ? logarithm(value / lower) : value - lower) * inverse_length;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION int index(Real value) const {
    const Real place = fraction(value) * Real(colours - 1) + Real(0.5);
    // Also of what is no number, where a scale is out of floats' range.
    return !(0 < place) ? 0 : place > Real(colours - 1) ? colours - 1 : int(place);
  }
  /// Whether the scale has no place for it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool refuses(Real value) const {
    return logarithmic && !(value > 0);
  }
};
using ScalePlace = ScalePlaceOf<float>;

/// The rays of an image, or of a strip of it. Where a box is held in parts, each lets a ray pass
/// those of its samples that lie in it, and what is before it has passed them first: in the order
/// of a ray that is alone, so that it comes out with the same bits. All parts are cut along planes,
/// and no component of a ray's direction changes its sign: each ray is in each part once.
struct VolumeRays {
  static constexpr int axes = 3, most_levels = 8;
  using Vector = Kokkos::Array<float, axes>;

  const float* values;             ///< x fastest, at the centres of the cells that are held
  std::ptrdiff_t origin;           ///< where that of the first cell of the box would be
  std::ptrdiff_t row, plane;       ///< values from a held cell to the next along y and along z
  Kokkos::Array<int, axes> cells;  ///< of the box, at least 2 each
  /// The cells of the part; samples between the first one and the next one are its own, too.
  Kokkos::Array<int, axes> own_begin, own_end;
  Vector half;             ///< sides, the longest being 1; the box is about the origin
  Vector right, up, into;  ///< of the image; of length 1, normal to one another
  float pixel;             ///< its side
  int width, height;
  float spacing;  ///< of samples along a ray
  ScalePlace scale;
  const std::uint32_t* colours;
  const float* opacity;  ///< of a layer that is `spacing` thick, for each colour; null: none
  int levels;            ///< of surfaces, ascending
  Kokkos::Array<float, most_levels> level;
  float surface_opacity;
  std::uint32_t background, edges, not_finite;
  float edge_width;        ///< in pixels
  float slope_factor = 1;  ///< a power of two, so that floats hold the squares of slopes

  /// Between the centres of which cells a point is: of the lowest ones, and how far beyond.
  struct Place {
    Kokkos::Array<int, axes> cell{};
    Vector part{};
  };
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Place place_of(const Vector& at) const {
    Place found;
    for (int d = 0; d < axes; ++d) {
      const float most = float(cells[d] - 1);
      float place = (at[d] + half[d]) / (2 * half[d]) * float(cells[d]) - 0.5F;
      place = place < 0 ? 0 : place > most ? most : place;
      found.cell[d] = int(place) < cells[d] - 1 ? int(place) : cells[d] - 2;
      found.part[d] = place - float(found.cell[d]);
    }
    return found;
  }

  /// The value at a point of the box, linear between the centres of cells.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION float value_at(const Vector& at) const {
    const Place place = place_of(at);
    const float* const corner =
        values + (origin + place.cell[0] + row * place.cell[1] + plane * place.cell[2]);
    const auto along_x = [&](const float* at_row) {
      return at_row[0] + place.part[0] * (at_row[1] - at_row[0]);
    };
    const auto along_y = [&](const float* at_plane) {
      const float lower = along_x(at_plane);
      return lower + place.part[1] * (along_x(at_plane + row) - lower);
    };
    const float lower = along_y(corner);
    return lower + place.part[2] * (along_y(corner + plane) - lower);
  }

  [[nodiscard]] KOKKOS_INLINE_FUNCTION static Vector moved(const Vector& from, const Vector& along,
                                                           float length) {
    return {from[0] + length * along[0], from[1] + length * along[1], from[2] + length * along[2]};
  }

  /// How much of a pixel at this point of the box' surface an edge covers.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION float edge_at(const Vector& at) const {
    float nearest = 2, second = 2;
    for (int d = 0; d < axes; ++d) {
      const float distance = half[d] - Kokkos::fabs(at[d]);
      if (distance < nearest) {
        second = nearest;
        nearest = distance;
      } else if (distance < second) {
        second = distance;
      }
    }
    const float covered = edge_width + 0.5F - Kokkos::fabs(second) / pixel;
    return edge_width <= 0 || covered < 0 ? 0 : covered > 1 ? 1 : covered;
  }

  /// How brightly a surface through a point is lit: by its slope to the light, from either side.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION float shade_at(const Vector& at) const {
    Vector slope{};
    float length = 0, lit = 0, light_length = 0;
    for (int d = 0; d < axes; ++d) {
      Vector step{};
      step[d] = 2 * half[d] / float(cells[d]);
      const float difference = value_at(moved(at, step, 1)) - value_at(moved(at, step, -1));
      slope[d] = difference * slope_factor / step[d];
      const float light = 0.5F * up[d] - 0.4F * right[d] - into[d];
      length += slope[d] * slope[d];
      lit += slope[d] * light;
      light_length += light * light;
    }
    if (!(length > 0) || !Kokkos::isfinite(length)) return 1;
    return 0.25F + 0.75F * Kokkos::fabs(lit) / Kokkos::sqrt(length * light_length);
  }

  /// Light on its way to a pixel.
  struct Ray {
    Light light;
    float left = 1;    ///< what is still to come of the light from behind
    float before = 0;  ///< the value of its last sample

    KOKKOS_INLINE_FUNCTION void pass(std::uint32_t colour, float opaque, float bright = 1) {
      light.add(colour, left * opaque * bright);
      left *= 1 - opaque;
    }
  };

  /// Surfaces between two samples, `before` on the way to `value`, `spacing` further at `at`.
  KOKKOS_INLINE_FUNCTION void pass_surfaces(Ray& ray, float before, float value,
                                            const Vector& at) const {
    const bool rising = value > before;
    for (int n = 0; n < levels; ++n) {
      const float surface = level[rising ? n : levels - 1 - n];
      if ((before < surface) == (value < surface)) continue;
      const float back = (value - surface) / (value - before) * spacing;
      // Beside a value that is not finite it has no place.
      const float bright = Kokkos::isfinite(back) ? shade_at(moved(at, into, -back)) : 1;
      ray.pass(colours[scale.index(surface)], surface_opacity, bright);
    }
  }

  /// `part`: of the thickness, where a layer is cut by the box.
  KOKKOS_INLINE_FUNCTION void pass_sample(Ray& ray, float value, float part) const {
    if (!Kokkos::isfinite(value)) return ray.pass(not_finite, 1);
    if (opacity == nullptr || scale.refuses(value)) return;
    const int place = scale.index(value);
    ray.pass(colours[place], part * opacity[place]);
  }

  /// Where a ray is in the box, and its samples there.
  struct Path {
    Vector from{};  ///< where it is at the length 0
    float begin = -4, end = 4;
    float first = 0;
    int samples = 0;
  };
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Path path_of(const int number) const {
    const float x = (float(number % width) + 0.5F - 0.5F * float(width)) * pixel;
    const float y = (0.5F * float(height) - float(number / width) - 0.5F) * pixel;
    Path path;
    path.from = moved(moved({0, 0, 0}, right, x), up, y);
    for (int d = 0; d < axes; ++d) {
      const float inverse = 1 / into[d];
      const float one = (-half[d] - path.from[d]) * inverse;
      const float other = (half[d] - path.from[d]) * inverse;
      path.begin = Kokkos::fmax(path.begin, Kokkos::fmin(one, other));
      path.end = Kokkos::fmin(path.end, Kokkos::fmax(one, other));
    }
    if (!(path.begin < path.end)) return path;
    // Samples lie in planes normal to the view, whatever the face where the ray comes in.
    path.first = Kokkos::floor(path.begin / spacing + 0.5F) * spacing;
    path.samples = int((path.end - path.first) / spacing + 0.5F) + 1;
    return path;
  }

  KOKKOS_INLINE_FUNCTION void enter(Ray& ray, const Path& path) const {
    if (path.begin < path.end) ray.pass(edges, edge_at(moved(path.from, into, path.begin)));
  }
  KOKKOS_INLINE_FUNCTION void pass(Ray& ray, const Path& path, int n) const {
    const float middle = path.first + float(n) * spacing;
    const Vector at = moved(path.from, into, middle);
    const float value = value_at(at);
    const float length = Kokkos::fmin(path.end, middle + 0.5F * spacing) -
                         Kokkos::fmax(path.begin, middle - 0.5F * spacing);
    if (n > 0) pass_surfaces(ray, ray.before, value, at);
    if (length > 0) pass_sample(ray, value, length / spacing);
    ray.before = value;
  }
  /// The colour of a ray that leaves the box.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION std::uint32_t leave(Ray& ray, const Path& path) const {
    if (path.begin < path.end) ray.pass(edges, edge_at(moved(path.from, into, path.end)));
    ray.pass(background, 1);
    return ray.light.code();
  }

  /// Whether a sample is in the part.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool owns(const Path& path, int n) const {
    const Place place = place_of(moved(path.from, into, path.first + float(n) * spacing));
    bool own = true;
    for (int d = 0; d < axes; ++d)
      own = own && own_begin[d] <= place.cell[d] && place.cell[d] < own_end[d];
    return own;
  }
  /// A ray's own samples, which are one behind the other.
  struct Samples {
    int begin, end;
  };
  [[nodiscard]] KOKKOS_INLINE_FUNCTION Samples own_samples(const Path& path) const {
    float begin = path.begin, end = path.end;
    for (int d = 0; d < axes; ++d) {
      // A cell more than the part has at both ends, as samples may lie half a one before or behind
      // the box; where it ends with the box, far beyond.
      const float cell = 2 * half[d] / float(cells[d]), inverse = 1 / into[d];
      const float lower = own_begin[d] == 0 ? -4 : (float(own_begin[d]) - 0.5F) * cell - half[d];
      const float upper =
          own_end[d] >= cells[d] - 1 ? 4 : (float(own_end[d]) + 1.5F) * cell - half[d];
      const float one = (lower - path.from[d]) * inverse, other = (upper - path.from[d]) * inverse;
      begin = Kokkos::fmax(begin, Kokkos::fmin(one, other));
      end = Kokkos::fmin(end, Kokkos::fmax(one, other));
    }
    if (!(begin <= end)) return {0, 0};
    const int first = int((begin - path.first) / spacing) - 2;
    const int last = int((end - path.first) / spacing) + 3;
    Samples own{first < 0 ? 0 : first, last < path.samples ? last : path.samples};
    while (own.begin < own.end && !owns(path, own.begin)) ++own.begin;
    while (own.begin < own.end && !owns(path, own.end - 1)) --own.end;
    return own;
  }

  static constexpr float dark = 1.0F / 512;  ///< nothing behind can be seen any more
};

/// All of a ray, a pixel a work item.
struct WholeRays {
  VolumeRays rays;
  std::uint32_t* image;

  KOKKOS_INLINE_FUNCTION void operator()(const int number) const {
    const VolumeRays::Path path = rays.path_of(number);
    VolumeRays::Ray ray;
    rays.enter(ray, path);
    for (int n = 0; n < path.samples && ray.left > VolumeRays::dark; ++n) rays.pass(ray, path, n);
    image[number] = rays.leave(ray, path);
  }
};

/// What a ray has of a part of a box, a pixel of a strip a work item.
struct PartOfRays {
  VolumeRays rays;
  int row, apart;        ///< of the strip's pixels: the first row, and from one to the next
  bool enters;           ///< whether rays are new
  VolumeRays::Ray* ray;  ///< on their way
  std::uint32_t* image;  ///< where they leave the box; else null

  KOKKOS_INLINE_FUNCTION void operator()(const int number) const {
    const int line = number / rays.width;
    const VolumeRays::Path path =
        rays.path_of((row + line * apart) * rays.width + number - line * rays.width);
    VolumeRays::Ray own = enters ? VolumeRays::Ray() : ray[number];
    if (enters) rays.enter(own, path);
    const VolumeRays::Samples samples = rays.own_samples(path);
    for (int n = samples.begin; n < samples.end && own.left > VolumeRays::dark; ++n)
      rays.pass(own, path, n);
    if (image != nullptr) image[number] = rays.leave(own, path);
    ray[number] = own;
  }
};

}  // namespace solenoid
