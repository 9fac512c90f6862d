#pragma once
/// \file
/// A field in three directions on its way into a picture: drawn by one painter, or by the parts of
/// a grid that are elsewhere, each where its values are.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/field_painter.hpp"

namespace solenoid {

/// A field of the present state.
struct VolumeRequest {
  DefinedFields fields;
  std::string name;
  double time = 0;
  bool positive = false;  ///< as FieldPainter::take_box()
};

/// How a volume is to look in an image.
struct VolumeImage {
  ColourScale scale;
  VolumeLook look;
  VolumeFrame frame;
};

/// A solver of parts that are elsewhere is this, too: it has them draw their parts of an image,
/// with the bits of one painter.
class VolumeDrawing {
 public:
  virtual ~VolumeDrawing() = default;
  /// As FieldPainter::take_box(), of the whole grid.
  virtual ValueExtent take_volume(const VolumeRequest& request) = 0;
  /// Draws what was taken in last, as FieldPainter::volume().
  virtual FieldImage draw_volume(const VolumeImage& image) = 0;
};

/// What pictures ask for of a field, whoever draws it: first to take it in, then to draw it.
struct VolumeOfField {
  std::function<ValueExtent(bool positive)> take;
  std::function<FieldImage(const VolumeImage& image)> draw;
};

/// The values of the field in the cells of a solver's part, in memory of the host; with `factor`
/// times it before they become floats, as scaled_to_float(). All parts call it together.
std::vector<float> values_of_part(Solver& solver, const VolumeRequest& request,
                                  const std::optional<double>& factor = {});
/// The extent of these values as doubles. All parts call it together.
ValueExtent extent_of_part(Solver& solver, const VolumeRequest& request);

/// Of the sides of a grid's box.
std::array<double, 3> lengths_of(const Grid& grid);

/// The field of a grid that `gather` makes in memory of the painter's device.
VolumeOfField volume_of(FieldPainter& painter, const Gather& gather, const Grid& grid);
/// A field of a solver, drawn by the painter where it is not by parts. All of these have to live
/// until it is drawn.
VolumeOfField volume_of(FieldPainter& painter, Solver& solver, const DefinedFields& fields,
                        const std::string& name, double time);

}  // namespace solenoid
