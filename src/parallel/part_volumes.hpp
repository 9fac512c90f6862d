#pragma once
/// \file
/// Volumes that processes draw together: each ray goes from part to part, front to back, through
/// the values that each has, and comes out with the bits that it has where one process has all.

#include <cstddef>
#include <optional>
#include <vector>

#include "physics/fields/volume_drawing.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// The part of this process. All processes call the same functions together.
class PartVolumes {
 public:
  PartVolumes(Processes& processes, Solver& part, const Grid& grid, const PartLayout& layout);

  /// Takes in the values of this part and those around it that its rays look at. Where one of the
  /// painters cannot, for lack of memory, all throw what is KnownToAll, in the words of the first.
  void take(const VolumeRequest& request);
  /// Draws what was taken in.
  void draw(const VolumeImage& image);

  /// Of the whole grid, in all processes.
  [[nodiscard]] const ValueExtent& extent() const { return extent_; }
  /// What rank 0 has been given.
  [[nodiscard]] const FieldImage& image() const { return image_; }

 private:
  [[nodiscard]] BoxPart part_of(int rank) const;
  /// The values of single precision that the painter of this part asks for.
  [[nodiscard]] std::vector<float> gather(const VolumeRequest& request,
                                          const std::optional<double>& factor);
  /// With a factor, values times it.
  void take(const VolumeRequest& request, const std::optional<double>& factor);
  void join_extent(const ValueExtent& own);
  /// Lets all rays pass this part, strip by strip, so that parts work at a time. The last part has
  /// the pixels.
  [[nodiscard]] std::vector<std::uint32_t> pass_rays(const VolumeFrame& frame,
                                                     const std::vector<int>& order);

  Processes& processes_;
  Solver& part_;
  Grid grid_;
  PartLayout layout_;
  std::optional<FieldPainter> painter_;
  ValueExtent extent_;
  FieldImage image_;
};

}  // namespace solenoid
