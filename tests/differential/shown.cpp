#include "tests/differential/shown.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/fields/block_means.hpp"
#include "physics/fields/field_numbers.hpp"
#include "physics/fields/field_painter.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/deck/spectra.hpp"
#include "src/driver/spectrum_output.hpp"
#include "src/driver/table_output.hpp"
#include "src/setup/solvers.hpp"
#include "tests/differential/digest.hpp"

namespace solenoid::differential {

namespace {

class Shown {
 public:
  Shown(Solver& solver, const Deck& deck, double time)
      : solver_(solver), deck_(deck), time_(time), fields_(deck.defined_fields()) {}

  std::string text() {
    for (const std::string& name : fields_.names_with(solver_)) add_field(name);
    const auto names = solver_.primitive_names();
    add_picture(names.front(), {7, 5, true});
    add_picture(names.back(), {90, 40, false});
    add_block_means(names.front());
    if (deck_.grid().dimensions() == 3) add_volume(names.front());
    for (const OutputSettings& output : deck_.outputs()) add_output(output);
    return std::move(text_);
  }

 private:
  void add(const std::string& name, std::span<const double> values) {
    text_ += fmt::format("{}={:016x} ", name, hash_of<double>(std::as_bytes(values)));
  }
  [[nodiscard]] Box all_cells() const { return whole_field(deck_.grid(), Placement::cells); }

  void add_field(const std::string& name) {
    std::vector<double> values(all_cells().values());
    fields_.read(solver_, name, time_, all_cells(), {Precision::double_precision, values.data()});
    add("field." + name, values);
  }
  /// Of the plane in the middle of an axis.
  void add_picture(const std::string& name, const PlanePixels& pixels) {
    Box plane = all_cells();
    const int dimensions = deck_.grid().dimensions();
    if (dimensions == 1) return;
    if (dimensions == 3) {
      plane.begin[axis_z] = plane.count[axis_z] / 2;
      plane.count[axis_z] = 1;
    }
    const PlaneMeans means = solver_.get_means(name, plane, pixels);
    add("picture." + name, means.pixels);
    const ValueExtent& extent = means.extent;
    text_ += fmt::format("extent.{}={:a},{:a},{},{},{} ", name, extent.lower, extent.upper,
                         extent.shown, extent.not_finite, extent.not_positive);
  }
  /// Over blocks of two cells along the axes that can be cut so.
  void add_block_means(const std::string& name) {
    Box blocks = all_cells();
    BlockOfCells block{1, 1, 1};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (blocks.count[axis] % 2 == 0) {
        block[axis] = 2;
        blocks.count[axis] /= 2;
      }
    std::vector<double> values(blocks.values());
    bring_to_host(solver_.device(),
                  block_means(solver_.device(), solver_.gather_field(name), block), blocks,
                  {Precision::double_precision, values.data()});
    add("blocks." + name, values);
  }
  void add_volume(const std::string& name) {
    FieldPainter painter(solver_.device());
    const Grid grid = deck_.grid();
    std::array<double, 3> lengths{};
    for (std::size_t axis = 0; axis < 3; ++axis)
      lengths[axis] = grid.upper[axis] - grid.lower[axis];
    const ValueExtent extent =
        painter.take_box(solver_.gather_field(name), all_cells(), lengths, false);
    if (extent.shown == 0 || !(extent.lower < extent.upper)) return;
    ColourScale scale;
    scale.lower = extent.lower;
    scale.upper = extent.upper;
    const FieldImage image = painter.volume(
        scale, {{0, 0.1, 0.4}, {(extent.lower + extent.upper) / 2}, 0.5}, {Camera{}, 60, 50});
    std::vector<double> pixels(image.pixels.begin(), image.pixels.end());
    add("volume." + name, pixels);
  }
  void add_output(const OutputSettings& output) {
    switch (output.type) {
      case OutputType::history:
        return add("numbers." + output.name, values_of(solver_, output.numbers, time_));
      case OutputType::profile:
      case OutputType::pdf:
      case OutputType::histogram: {
        const DataTable table = table_of(solver_, fields_, output, {time_});
        for (std::size_t n = 0; n < table.columns.size(); ++n)
          add(output.name + "." + table.labels[n], table.columns[n]);
        return;
      }
      case OutputType::spectrum: {
        const std::vector<std::string> known = fields_.names_with(solver_);
        for (const std::string& name : default_spectra(known, solver_.primitive_names()))
          add(output.name + "." + name, spectrum_of(solver_, fields_, *find_spectrum(name, known),
                                                    solver_.precision(), time_));
        return;
      }
      default:
        return;  // files of fields
    }
  }

  Solver& solver_;
  const Deck& deck_;
  double time_;
  DefinedFields fields_;
  std::string text_;
};

}  // namespace

std::string shown_text(Solver& solver, const Deck& deck, double time) {
  solver.complete_step();
  solver.wait();
  if (solver.unphysical_cell()) return {};
  return Shown(solver, deck, time).text();
}

}  // namespace solenoid::differential
