#pragma once
/// \file
/// Rays through a box of values: light that is given off and taken away on the way to a pixel (N.
/// Max, IEEE Trans. Vis. Comput. Graph. 1, 99 (1995), eq. 8, front to back) and surfaces of equal
/// value. For files that are compiled for devices.

#include <Kokkos_Core.hpp>
#include <cstdint>

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
struct ScalePlace {
  float lower, inverse_length;
  bool logarithmic;
  int colours;

  /// From 0 to 1 on the scale; outside it for values beyond its ends.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION float fraction(float value) const {
    return (logarithmic ? Kokkos::log(value / lower) : value - lower) * inverse_length;
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION int index(float value) const {
    const float place = fraction(value) * float(colours - 1) + 0.5F;
    return place < 0 ? 0 : place > float(colours - 1) ? colours - 1 : int(place);
  }
  /// Whether the scale has no place for it.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION bool refuses(float value) const {
    return logarithmic && !(value > 0);
  }
};

/// A pixel a work item.
struct VolumeRays {
  static constexpr int axes = 3, most_levels = 8;
  using Vector = Kokkos::Array<float, axes>;

  const float* values;             ///< x fastest, at the centres of cells
  Kokkos::Array<int, axes> cells;  ///< at least 2 each
  Vector half;                     ///< sides, the longest being 1; the box is about the origin
  Vector right, up, into;          ///< of the image; of length 1, normal to one another
  float pixel;                     ///< its side
  int width, height;
  float spacing;  ///< of samples along a ray
  ScalePlace scale;
  const std::uint32_t* colours;
  const float* opacity;  ///< of a layer that is `spacing` thick, for each colour; null: none
  int levels;            ///< of surfaces, ascending
  Kokkos::Array<float, most_levels> level;
  float surface_opacity;
  std::uint32_t background, edges, not_finite;
  float edge_width;  ///< in pixels
  std::uint32_t* image;

  /// The value at a point of the box, linear between the centres of cells.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION float value_at(const Vector& at) const {
    Kokkos::Array<int, axes> cell{};
    Vector part{};
    for (int d = 0; d < axes; ++d) {
      const float most = float(cells[d] - 1);
      float place = (at[d] + half[d]) / (2 * half[d]) * float(cells[d]) - 0.5F;
      place = place < 0 ? 0 : place > most ? most : place;
      cell[d] = int(place) < cells[d] - 1 ? int(place) : cells[d] - 2;
      part[d] = place - float(cell[d]);
    }
    const std::size_t row = std::size_t(cells[0]);
    const std::size_t plane = row * std::size_t(cells[1]);
    const float* const corner =
        values + std::size_t(cell[0]) + row * std::size_t(cell[1]) + plane * std::size_t(cell[2]);
    const auto along_x = [&](const float* at_row) {
      return at_row[0] + part[0] * (at_row[1] - at_row[0]);
    };
    const auto along_y = [&](const float* at_plane) {
      const float lower = along_x(at_plane);
      return lower + part[1] * (along_x(at_plane + row) - lower);
    };
    const float lower = along_y(corner);
    return lower + part[2] * (along_y(corner + plane) - lower);
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
      slope[d] = (value_at(moved(at, step, 1)) - value_at(moved(at, step, -1))) / step[d];
      const float light = 0.5F * up[d] - 0.4F * right[d] - into[d];
      length += slope[d] * slope[d];
      lit += slope[d] * light;
      light_length += light * light;
    }
    if (!(length > 0)) return 1;
    return 0.25F + 0.75F * Kokkos::fabs(lit) / Kokkos::sqrt(length * light_length);
  }

  /// Light on its way to a pixel.
  struct Ray {
    Light light;
    float left = 1;  ///< what is still to come of the light from behind

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
      ray.pass(colours[scale.index(surface)], surface_opacity, shade_at(moved(at, into, -back)));
    }
  }

  /// `part`: of the thickness, where a layer is cut by the box.
  KOKKOS_INLINE_FUNCTION void pass_sample(Ray& ray, float value, float part) const {
    if (!Kokkos::isfinite(value)) return ray.pass(not_finite, 1);
    if (opacity == nullptr || scale.refuses(value)) return;
    const int place = scale.index(value);
    ray.pass(colours[place], part * opacity[place]);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const int number) const {
    constexpr float dark = 1.0F / 512;  // nothing behind can be seen any more
    const float x = (float(number % width) + 0.5F - 0.5F * float(width)) * pixel;
    const float y = (0.5F * float(height) - float(number / width) - 0.5F) * pixel;
    const Vector origin = moved(moved({0, 0, 0}, right, x), up, y);
    float begin = -4, end = 4;
    for (int d = 0; d < axes; ++d) {
      const float inverse = 1 / into[d];
      const float one = (-half[d] - origin[d]) * inverse, other = (half[d] - origin[d]) * inverse;
      begin = Kokkos::fmax(begin, Kokkos::fmin(one, other));
      end = Kokkos::fmin(end, Kokkos::fmax(one, other));
    }
    Ray ray;
    if (begin < end) {
      ray.pass(edges, edge_at(moved(origin, into, begin)));
      // Samples lie in planes normal to the view, whatever the face where the ray comes in.
      const float first = Kokkos::floor(begin / spacing + 0.5F) * spacing;
      const int samples = int((end - first) / spacing + 0.5F) + 1;
      float before = 0;
      for (int n = 0; n < samples && ray.left > dark; ++n) {
        const float middle = first + float(n) * spacing;
        const Vector at = moved(origin, into, middle);
        const float value = value_at(at);
        const float length = Kokkos::fmin(end, middle + 0.5F * spacing) -
                             Kokkos::fmax(begin, middle - 0.5F * spacing);
        if (n > 0) pass_surfaces(ray, before, value, at);
        if (length > 0) pass_sample(ray, value, length / spacing);
        before = value;
      }
      ray.pass(edges, edge_at(moved(origin, into, end)));
    }
    ray.pass(background, 1);
    image[number] = ray.light.code();
  }
};

}  // namespace solenoid
