#include "numerics/fourier/convolution_parts.hpp"

#include <algorithm>

#include "numerics/fourier/line_passes.hpp"

namespace solenoid {

int axis_across(const std::array<int, 3>& cells, int axis) {
  return axis != 0 ? 0 : cells[1] > 1 ? 1 : 2;
}

namespace {

/// Lines along one axis that make up whole pairs, across another one.
int unit_across(const std::array<int, 3>& cells, int of_lines, int across) {
  return axis_across(cells, of_lines) == across ? 2 * LinesPass<double>::pair_distance : 1;
}

/// Cuts `count` values into parts of whole units but for the last values, some of none.
std::vector<int> cut_evenly(int count, int parts, int unit) {
  const long units = (count + unit - 1) / unit;
  std::vector<int> begins;
  for (long part = 0; part < parts; ++part)
    begins.push_back(std::min(count, int(units * part / parts) * unit));
  return begins;
}

/// Boxes that are cut so along one axis.
std::vector<Box> boxes_across(const std::array<int, 3>& all, std::size_t axis,
                              const std::vector<int>& begins) {
  std::vector<Box> boxes;
  for (std::size_t part = 0; part < begins.size(); ++part) {
    Box box{{0, 0, 0}, all};
    box.begin[axis] = begins[part];
    box.count[axis] = (part + 1 < begins.size() ? begins[part + 1] : all[axis]) - begins[part];
    boxes.push_back(box);
  }
  return boxes;
}

/// Values along an axis, and where they are wanted.
struct Run {
  int begin, count, at;
};

/// Cells [begin, begin + count) of a periodic axis, which may begin before and end behind it.
std::vector<Run> around(int begin, int count, int period) {
  std::vector<Run> runs;
  for (int at = begin; at < begin + count;) {
    const int first = (at % period + period) % period;
    const int some = std::min(period - first, begin + count - at);
    runs.push_back({first, some, at});
    at += some;
  }
  return runs;
}

}  // namespace

ConvolutionParts::ConvolutionParts(const ConvolutionKernel& kernel, const GridCuts& cuts,
                                   int layers)
    : whole_(kernel.cells),
      lengths_(kernel.lengths),
      last_(kernel.last_axis()),
      periodic_(kernel.margin == 0) {
  for (int part = 0; part < cuts.count(); ++part)
    cells_.push_back({cuts.first(part), cuts.size(part)});
  cut_slabs(kernel, cuts);
  cut_columns(kernel);
  for (int part = 0; part < count(); ++part) want(kernel, part, layers);
}

void ConvolutionParts::cut_slabs(const ConvolutionKernel& kernel, const GridCuts& cuts) {
  const auto last = std::size_t(kernel.last_axis());
  const std::array<int, 3> made = kernel.made();
  int unit = 1;
  for (int axis = 0; axis < int(last); ++axis)
    if (kernel.active(axis)) unit = std::max(unit, unit_across(whole_, axis, int(last)));
  // Where the grid is cut into such slabs these are the parts, so that little has to move.
  const bool alike = cuts.along(last) == count() &&
                     std::ranges::all_of(cuts.begins[last], [&](int n) { return n % unit == 0; });
  std::vector<int> begins = alike ? cuts.begins[last] : cut_evenly(whole_[last], count(), unit);
  slabs_ = boxes_across(whole_, last, begins);
  if (unit == 1)
    for (std::size_t part = 1; part < begins.size(); ++part) begins[part] += kernel.margin;
  else
    begins = cut_evenly(made[last], count(), unit);
  made_ = boxes_across(made, last, begins);
}

void ConvolutionParts::cut_columns(const ConvolutionKernel& kernel) {
  const int last = kernel.last_axis();
  std::array<int, 3> all = lengths_;
  all[std::size_t(last)] = kernel.made()[std::size_t(last)];
  // Not along x where there is another axis: neighbours along x are the pairs.
  for (int axis = 0; axis < last; ++axis)
    if (kernel.active(axis)) across_ = axis;
  if (across_ < 0) {  // a line, of which one part takes all
    columns_.assign(std::size_t(count()), Box{{0, 0, 0}, {0, 0, 0}});
    columns_.front() = {{0, 0, 0}, all};
    return;
  }
  columns_ = boxes_across(
      all, std::size_t(across_),
      cut_evenly(lengths_[std::size_t(across_)], count(), unit_across(whole_, last, across_)));
}

void ConvolutionParts::want(const ConvolutionKernel& kernel, int part, int layers) {
  const Box& own = cells_[std::size_t(part)];
  Box result = own;
  std::array<std::vector<Run>, 3> runs;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool wider = kernel.active(int(axis)) && !wraps(part, int(axis));
    if (wider) {
      result.begin[axis] -= layers;
      result.count[axis] += 2 * layers;
    }
    if (periodic_ || !kernel.active(int(axis)))
      runs[axis] = around(result.begin[axis], result.count[axis], whole_[axis]);
    else
      runs[axis] = {{result.begin[axis] + kernel.margin, result.count[axis], result.begin[axis]}};
  }
  std::vector<WantedBox> boxes;
  for (const Run& z : runs[2])
    for (const Run& y : runs[1])
      for (const Run& x : runs[0])
        boxes.push_back(
            {{{x.begin, y.begin, z.begin}, {x.count, y.count, z.count}}, {x.at, y.at, z.at}});
  results_.push_back(result);
  wanted_.push_back(std::move(boxes));
}

Box ConvolutionParts::transformed(Box slab) const {
  for (std::size_t axis = 0; int(axis) < last_; ++axis) slab.count[axis] = lengths_[axis];
  return slab;
}

std::vector<Box> ConvolutionParts::transformed(std::vector<Box> slabs) const {
  for (Box& slab : slabs) slab = transformed(slab);
  return slabs;
}

std::vector<Box> ConvolutionParts::columns_of_cells() const {
  std::vector<Box> columns = columns_;
  for (Box& column : columns) {
    int& count = column.count[std::size_t(last_)];
    count = std::min(count, whole_[std::size_t(last_)]);
  }
  return columns;
}

bool ConvolutionParts::wraps(int part, int axis) const {
  return periodic_ &&
         cells_[std::size_t(part)].count[std::size_t(axis)] == whole_[std::size_t(axis)];
}

Box ConvolutionParts::waves(int part) const {
  Box waves;
  const Box& own = columns_[std::size_t(part)];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int length = lengths_[axis], most = length / 2;
    waves.count[axis] = own.values() == 0 ? 0 : most + 1;
    if (int(axis) != across_ || own.values() == 0) continue;
    // Coefficients beyond the half are of the wave numbers before it, backwards.
    const int first = own.begin[axis], last = first + own.count[axis] - 1;
    const int highest = last <= most ? last : first <= most ? most : length - first;
    waves.begin[axis] = std::min(first, length - last);
    waves.count[axis] = highest - waves.begin[axis] + 1;
  }
  return waves;
}

}  // namespace solenoid
