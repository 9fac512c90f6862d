#pragma once
/// \file
/// Images of a field, coloured on the device where its values are: a plane of cells as means over
/// pixels, and a box seen from outside by emission and absorption and by surfaces of equal value.
/// Only pixels come to the host.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "physics/fields/plane_means.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// From values to colours, which are 0xRRGGBB.
struct ColourScale {
  double lower = 0, upper = 1;  ///< of values, lower < upper; both positive if logarithmic
  bool logarithmic = false;
  std::vector<std::uint32_t> colours{0x000000, 0xffffff};  ///< at equal distances
  std::uint32_t not_finite = 0xff00ff;
  std::uint32_t not_positive = 0x00ffff;  ///< where the scale is logarithmic
};

/// Pixels as 0xRRGGBB, row by row from the top, in the memory that they were drawn into. Copies of
/// an image share it; it has to be gone before Kokkos is finalized.
struct FieldImage {
  int width = 0, height = 0;
  std::span<const std::uint32_t> pixels;
  std::shared_ptr<const void> memory;
};

/// Where a box is looked at from, from far away (a parallel projection); z is upwards.
struct Camera {
  double azimuth = 30;  ///< degrees about z: at 0 from the side of positive x, at 90 of positive y
  double elevation = 25;  ///< degrees above the plane of x and y, from -90 to 90
  double zoom = 1;        ///< at 1 the whole box is in the image however it is turned
};

/// How the inside of a box is shown.
struct VolumeLook {
  /// What part of the light a layer takes away (and gives its own colour for) that is a fiftieth of
  /// the longest side of the box thick; at equal distances over the scale, each from 0 to 1. Empty:
  /// nothing is shown but surfaces.
  std::vector<double> opacity;
  std::vector<double> surfaces;  ///< values of surfaces, lit from beside the camera; at most 8
  double surface_opacity = 1;    ///< of each, from 0 to 1
};
/// Surfaces that a VolumeLook may have.
inline constexpr std::size_t most_surfaces = 8;

/// Where the light of a volume ends, and what surrounds it; colours are 0xRRGGBB.
struct VolumeFrame {
  Camera camera;
  int width = 1, height = 1;  ///< pixels
  std::uint32_t background = 0xffffff;
  std::uint32_t edges = 0x606060;  ///< of the box
  double edge_width = 1;           ///< pixels; 0: no edges
};

/// Draws on one device, through memory there that it keeps from one image to the next. Its calls
/// throw what a device without enough memory does (std::runtime_error or std::bad_alloc) and leave
/// the painter as it was.
class FieldPainter {
 public:
  /// `most_values`: of a box that is to be seen from outside; where a box has more, means over
  /// cubes of cells are kept in their place.
  explicit FieldPainter(Device device, std::size_t most_values = std::size_t(1) << 24);
  ~FieldPainter();
  FieldPainter(const FieldPainter&) = delete;
  FieldPainter& operator=(const FieldPainter&) = delete;

  /// Takes a plane of cells in: the mean under each pixel, as PlaneMeans::pixels. `gather` fills
  /// memory of the device. Returns the extent of all values.
  ValueExtent take_plane(const Gather& gather, const Box& plane, const PlanePixels& pixels);
  /// The plane taken in last, in colours.
  FieldImage plane(const ColourScale& scale);

  /// Takes a box of cells in, three-dimensional, with sides of these lengths. Returns the extent of
  /// the values that it keeps; with `positive` those that are not are counted apart.
  ValueExtent take_box(const Gather& gather, const Box& box, const std::array<double, 3>& lengths,
                       bool positive);
  /// The box taken in last. Throws std::invalid_argument for more than most_surfaces.
  FieldImage volume(const ColourScale& scale, const VolumeLook& look, const VolumeFrame& frame);

 private:
  class Work;
  template <class Space>
  class WorkOn;
  std::unique_ptr<Work> work_;
};

}  // namespace solenoid
