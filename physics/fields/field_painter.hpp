#pragma once
/// \file
/// Images of a field, coloured on the device where its values are: a plane of cells as means over
/// pixels, and a box seen from outside by emission and absorption and by surfaces of equal value.
/// Only pixels come to the host.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "physics/fields/camera.hpp"
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

/// A part of a box of cells, all of which is drawn by several painters. The parts are cut along
/// planes, all the way through the box.
struct BoxPart {
  std::array<int, 3> whole{1, 1, 1};  ///< cells of the box
  Box cells{};                        ///< of the part
  std::array<double, 3> lengths{};    ///< of the sides of the box
};

/// Rays through some rows of pixels, on their way from part to part. All parts have something to do
/// at a time where the rows of each strip lie all over the image.
struct RayStrip {
  int row = 0, apart = 1, rows = 0;  ///< the first row, from one to the next, and how many
  bool enters = false;               ///< the box: of the first part
  std::byte* rays = nullptr;         ///< bytes_of_ray() each, in memory of the host
  std::uint32_t* pixels = nullptr;   ///< of the last part: where their colours are to be, there too
};

/// Throws std::invalid_argument for more than most_surfaces.
void require_drawable(const VolumeLook& look);

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
  /// the values that it keeps; with `positive` those that are not are counted apart. It keeps
  /// floats: of values that these do not hold, times a power of two.
  ValueExtent take_box(const Gather& gather, const Box& box, const std::array<double, 3>& lengths,
                       bool positive);
  /// The box taken in last. Throws std::invalid_argument for more than most_surfaces.
  FieldImage volume(const ColourScale& scale, const VolumeLook& look, const VolumeFrame& frame);

  /// \name The same in parts, a painter each: to the bit what one painter makes of the whole
  /// @{
  /// The cells whose values a part takes in: its own, and some beyond them; maybe none.
  [[nodiscard]] Box cells_for(const BoxPart& part) const;
  /// Takes their values in, which are times `factor` (physics/fields/float_factor.hpp), from memory
  /// of the host. The extent is that of the part alone, without the factor.
  ValueExtent take_part(const BoxPart& part, const float* values, bool positive, double factor = 1);
  /// Begins an image of the part taken in last.
  void begin_volume(const ColourScale& scale, const VolumeLook& look, const VolumeFrame& frame);
  /// Lets rays pass the part, which have passed those before it (front_to_back()).
  void pass(const RayStrip& strip);
  [[nodiscard]] static std::size_t bytes_of_ray();
  /// @}

 private:
  class Work;
  template <class Space>
  class WorkOn;
  std::unique_ptr<Work> work_;
};

}  // namespace solenoid
