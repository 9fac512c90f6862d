#include "src/parallel/part_volumes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "physics/fields/float_factor.hpp"
#include "src/parallel/first_problem.hpp"
#include "src/parallel/known_to_all.hpp"
#include "src/parallel/part_boxes.hpp"

namespace solenoid {

namespace {

/// Rays that go from part to part at a time: few, so that the next part soon has some.
constexpr int rays_of_strip = 1 << 15;

class CannotTakeIn final : public std::runtime_error, public KnownToAll {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace

PartVolumes::PartVolumes(Processes& processes, Solver& part, const Grid& grid,
                         const PartLayout& layout)
    : processes_(processes), part_(part), grid_(grid), layout_(layout) {}

BoxPart PartVolumes::part_of(int rank) const {
  const PartBox part = part_of_rank(grid_, layout_, rank);
  return {grid_.cells, {part.first, part.cells}, lengths_of(grid_)};
}

std::vector<float> PartVolumes::gather(const VolumeRequest& request,
                                       const std::optional<double>& factor) {
  std::vector<float> of_part = values_of_part(part_, request, factor);
  const Box cells{part_.part().first, part_.part().cells};
  const auto read = [&](const Box& share, char* there) {
    copy_rows(cells, reinterpret_cast<char*>(of_part.data()), share, there, sizeof(float), false);
  };
  std::vector<float> own;
  std::vector<char> room;
  for (int to = 0; to < processes_.count(); ++to) {
    const Box box = painter_->cells_for(part_of(to));
    if (to == processes_.rank()) own.resize(box.values());
    auto* values = reinterpret_cast<char*>(own.data());
    for (const Box& slab : slabs_of(box, state_slab_values)) {
      const auto share_of = [&](int rank) {
        return share_of_rank(grid_, layout_, rank, slab, Placement::cells);
      };
      gather_box(processes_, {slab, sizeof(float), to, values, room}, share_of, read);
      values += to == processes_.rank() ? slab.values() * sizeof(float) : 0;
    }
  }
  return own;
}

void PartVolumes::take(const VolumeRequest& request) {
  if (!painter_) painter_.emplace(part_.device());
  take(request, {});
  // As FieldPainter::take_box() of the whole.
  if (are_as_floats(extent_, request.positive)) return;
  const ValueExtent of_floats = extent_;
  join_extent(extent_of_part(part_, request));
  const double factor = factor_for_floats(extent_, request.positive);
  if (factor == 1 && extent_.not_finite == of_floats.not_finite)
    extent_ = of_floats;
  else
    take(request, factor);
}

void PartVolumes::take(const VolumeRequest& request, const std::optional<double>& factor) {
  const std::vector<float> values = gather(request, factor);
  ValueExtent own;
  std::optional<std::string> problem;
  try {
    own = painter_->take_part(part_of(processes_.rank()), values.data(), request.positive,
                              factor.value_or(1));
  } catch (const std::exception& error) {
    problem = error.what();
  }
  if (const auto first = first_problem(processes_, problem)) throw CannotTakeIn(first->text);
  join_extent(own);
}

void PartVolumes::join_extent(const ValueExtent& own) {
  constexpr double none = -std::numeric_limits<double>::infinity();
  std::array<double, 2> ends{own.shown > 0 ? -own.lower : none, own.shown > 0 ? own.upper : none};
  processes_.take_largest(ends.data(), ends.size());
  std::array<double, 3> counts{double(own.shown), double(own.not_finite), double(own.not_positive)};
  processes_.add_up(counts.data(), counts.size());
  extent_ = {};
  join(extent_,
       {-ends[0], ends[1], std::size_t(counts[0]), std::size_t(counts[1]), std::size_t(counts[2])});
}

std::vector<std::uint32_t> PartVolumes::pass_rays(const VolumeFrame& frame,
                                                  const std::vector<int>& order) {
  const auto place = std::ranges::find(order, processes_.rank());
  const bool first = place == order.begin(), last = place + 1 == order.end();
  const auto width = std::size_t(frame.width);
  const int strips = std::clamp(frame.width * frame.height / rays_of_strip, 1, frame.height);
  const std::size_t most = width * std::size_t((frame.height + strips - 1) / strips);
  std::vector<std::byte> rays(most * FieldPainter::bytes_of_ray());
  std::vector<std::uint32_t> colours(last ? most : 0);
  std::vector<std::uint32_t> pixels(last ? width * std::size_t(frame.height) : 0);
  for (int row = 0; row < strips; ++row) {
    const int rows = (frame.height - row + strips - 1) / strips;
    const RayStrip strip{row, strips, rows, first, rays.data(), last ? colours.data() : nullptr};
    const std::size_t bytes = width * std::size_t(rows) * FieldPainter::bytes_of_ray();
    if (!first) processes_.receive(rays.data(), bytes, *(place - 1));
    painter_->pass(strip);
    if (!last) processes_.send(rays.data(), bytes, *(place + 1));
    for (int n = 0; n < rows && last; ++n)
      std::copy_n(&colours[width * std::size_t(n)], width,
                  &pixels[width * std::size_t(row + n * strips)]);
  }
  return pixels;
}

void PartVolumes::draw(const VolumeImage& image) {
  const VolumeFrame& frame = image.frame;
  painter_->begin_volume(image.scale, image.look, frame);
  const std::vector<int> order = front_to_back(cuts_of(grid_, layout_), frame.camera);
  std::vector<std::uint32_t> pixels = pass_rays(frame, order);
  // Not before all rays are through: rank 0, where it is not the last, passes them on until then.
  const std::size_t count = std::size_t(frame.width) * std::size_t(frame.height);
  const int last = order.back();
  if (processes_.rank() == last && last != 0)
    processes_.send(pixels.data(), count * sizeof(std::uint32_t), 0);
  if (processes_.rank() != 0) return;
  pixels.resize(count);
  if (last != 0) processes_.receive(pixels.data(), count * sizeof(std::uint32_t), last);
  const auto memory = std::make_shared<const std::vector<std::uint32_t>>(std::move(pixels));
  image_ = {frame.width, frame.height, *memory, memory};
}

}  // namespace solenoid
