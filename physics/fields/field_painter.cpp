#include "physics/fields/field_painter.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

#include "numerics/device/copies.hpp"
#include "physics/fields/float_factor.hpp"
#include "physics/fields/kept_box.hpp"
#include "physics/fields/painter_kernels.hpp"
#include "physics/fields/plane_bands.hpp"
#include "physics/fields/volume_rays.hpp"

namespace solenoid {

class FieldPainter::Work {
 public:
  virtual ~Work() = default;
  virtual ValueExtent take_plane(const Gather& gather, const Box& plane,
                                 const PlanePixels& pixels) = 0;
  virtual FieldImage plane(const ColourScale& scale) = 0;
  virtual ValueExtent take_box(const Gather& gather, const Box& box,
                               const std::array<double, 3>& lengths, bool positive) = 0;
  virtual void begin_volume(const ColourScale& scale, const VolumeLook& look,
                            const VolumeFrame& frame) = 0;
  virtual FieldImage volume() = 0;
  virtual ValueExtent take_part(const BoxPart& part, const float* values, bool positive,
                                double factor) = 0;
  virtual void pass(const RayStrip& strip) = 0;
  [[nodiscard]] virtual Box cells_for(const BoxPart& part) const = 0;
};

template <class Space>
class FieldPainter::WorkOn final : public FieldPainter::Work {
 public:
  explicit WorkOn(std::size_t most_values) : most_values_(most_values) {}

  ValueExtent take_plane(const Gather& gather, const Box& plane,
                         const PlanePixels& pixels) override {
    const std::size_t count = std::size_t(pixels.width) * std::size_t(pixels.height);
    double* const band = at_least(band_, PlaneBands(plane, pixels).values());
    double* const means = at_least(means_, count);
    pixels_ = pixels;
    return means_of_bands(space_, gather, plane, pixels, band, means);
  }

  FieldImage plane(const ColourScale& scale) override {
    const int count = pixels_.width * pixels_.height;
    const auto memory = free_pixels(std::size_t(count));
    const std::uint32_t* const colours = on_device(colours_, scale.colours);
    if (floats_resolve(scale)) {
      launch("colour pixels", count,
             ColourPixel<float>{means_.data(), 1, place_on<float>(scale, 1), scale.logarithmic,
                                colours, scale.not_finite, scale.not_positive, memory->data()});
    } else {
      const double factor = factor_to(0, largest_size(scale.lower, scale.upper));
      launch("colour pixels", count,
             ColourPixel<double>{means_.data(), factor, place_on<double>(scale, factor),
                                 scale.logarithmic, colours, scale.not_finite, scale.not_positive,
                                 memory->data()});
    }
    return shown(pixels_.width, pixels_.height, memory);
  }

  ValueExtent take_box(const Gather& gather, const Box& box, const std::array<double, 3>& lengths,
                       bool positive) override {
    const KeptBox kept(box.count, {{0, 0, 0}, box.count}, most_values_);
    factor_ = 1;
    take(gather, box, kept, lengths);
    const ValueExtent extent = extent_of_own(kept, positive);
    if (are_as_floats(extent, positive)) return extent;
    const ValueExtent exact = extent_of_doubles(gather, box, positive);
    factor_ = factor_for_floats(exact, positive);
    if (factor_ == 1 && exact.not_finite == extent.not_finite) return extent;
    take(in_floats(gather), box, kept, lengths);
    return extent_of_own(kept, positive);
  }

  [[nodiscard]] Box cells_for(const BoxPart& part) const override {
    return KeptBox(part.whole, part.cells, most_values_).cells(part.whole);
  }

  ValueExtent take_part(const BoxPart& part, const float* values, bool positive,
                        double factor) override {
    factor_ = factor;
    const KeptBox kept(part.whole, part.cells, most_values_);
    const Box box = kept.cells(part.whole);
    const Gather planes_of_host = [&](const Box& slab, const MutableValues& there) {
      copy_bytes<Memory, Kokkos::HostSpace>(space_, there.data, values + box.value_at(slab.begin),
                                            slab.values() * sizeof(float));
    };
    take(planes_of_host, box, kept, part.lengths);
    return extent_of_own(kept, positive);
  }

  void begin_volume(const ColourScale& scale, const VolumeLook& look,
                    const VolumeFrame& frame) override {
    VolumeRays& rays = rays_;
    look_through(rays, frame);
    rays.spacing = 1;
    for (int d = 0; d < 3; ++d)
      rays.spacing = std::min(rays.spacing, 2 * rays.half[d] / float(rays.cells[d]));
    rays.scale = place_on<float>(scale, factor_);
    rays.slope_factor = factor_for_slopes(scale, look.surfaces, factor_);
    rays.colours = on_device(colours_, scale.colours);
    const std::vector<float> table =
        opacities(look.opacity, scale.colours.size(), double(rays.spacing));
    rays.opacity = table.empty() ? nullptr : on_device(opacity_, table);
    std::vector<double> levels = look.surfaces;
    std::sort(levels.begin(), levels.end());
    rays.levels = int(levels.size());
    for (std::size_t n = 0; n < levels.size(); ++n) rays.level[n] = float(levels[n] * factor_);
    rays.surface_opacity = float(look.surface_opacity);
    rays.not_finite = scale.not_finite;
  }

  FieldImage volume() override {
    const int count = rays_.width * rays_.height;
    const auto memory = free_pixels(std::size_t(count));
    launch("rays through a volume", count, WholeRays{rays_, memory->data()});
    return shown(rays_.width, rays_.height, memory);
  }

  void pass(const RayStrip& strip) override {
    const auto count = std::size_t(strip.rows) * std::size_t(rays_.width);
    const std::size_t bytes = count * sizeof(VolumeRays::Ray);
    VolumeRays::Ray* const rays = at_least(strip_, count);
    std::uint32_t* const pixels =
        strip.pixels == nullptr ? nullptr : at_least(strip_pixels_, count);
    if (!strip.enters) copy_bytes<Memory, Kokkos::HostSpace>(space_, rays, strip.rays, bytes);
    launch("rays through a part of a volume", int(count),
           PartOfRays{rays_, strip.row, strip.apart, strip.enters, rays, pixels});
    copy_bytes<Kokkos::HostSpace, Memory>(space_, strip.rays, rays, bytes);
    if (pixels != nullptr)
      copy_bytes<Kokkos::HostSpace, Memory>(space_, strip.pixels, pixels,
                                            count * sizeof(std::uint32_t));
    space_.fence();
  }

 private:
  template <class Value, class Memory>
  using View = Kokkos::View<Value*, Memory>;
  using Memory = typename Space::memory_space;
#if SOLENOID_HAS_DEVICE
  // Kernels write pixels into memory of the host, where images stay: no copy is waited for.
  using PixelMemory =
      std::conditional_t<is_host_space<Space>, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
#else
  using PixelMemory = Kokkos::HostSpace;
#endif

  /// Room for so many values, the same as before where that was enough.
  template <class Value, class Where>
  static Value* at_least(View<Value, Where>& view, std::size_t count) {
    if (view.extent(0) < count) {
      view = {};  // not both at a time
      view = View<Value, Where>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "painter"), count);
    }
    return view.data();
  }

  /// A table of the host on the device.
  template <class Value>
  static const Value* on_device(View<Value, Memory>& view, const std::vector<Value>& table) {
    if (view.extent(0) != table.size())
      view = View<Value, Memory>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "painter"),
                                 table.size());
    set_on_host(view, [&](const auto& values) {
      for (std::size_t n = 0; n < table.size(); ++n) values(n) = table[n];
    });
    return view.data();
  }

  template <class Kernel>
  void launch(const char* label, int count, const Kernel& kernel) {
    Kokkos::parallel_for(
        label, Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space_, 0, count), kernel);
  }

  using Pixels = View<std::uint32_t, PixelMemory>;

  /// Memory for so many pixels that no image holds any more.
  std::shared_ptr<Pixels> free_pixels(std::size_t count) {
    for (const auto& memory : images_) {
      if (memory.use_count() > 1) continue;
      std::atomic_thread_fence(std::memory_order_acquire);  // behind whoever held it
      at_least(*memory, count);
      return memory;
    }
    images_.push_back(std::make_shared<Pixels>());
    at_least(*images_.back(), count);
    return images_.back();
  }

  FieldImage shown(int width, int height, const std::shared_ptr<Pixels>& memory) {
    space_.fence();
    return {width, height, {memory->data(), std::size_t(width) * std::size_t(height)}, memory};
  }

  /// Takes in what is kept of a box of cells, and notes where rays find it.
  void take(const Gather& gather, const Box& box, const KeptBox& kept,
            const std::array<double, 3>& lengths) {
    rays_.values = at_least(values_, kept.held.values());
    const double longest = *std::max_element(lengths.begin(), lengths.end());
    const std::array<int, 3>& held = kept.held.count;
    rays_.row = held[0];
    rays_.plane = std::ptrdiff_t(held[0]) * held[1];
    rays_.origin =
        -(kept.held.begin[0] + rays_.row * kept.held.begin[1] + rays_.plane * kept.held.begin[2]);
    for (int d = 0; d < 3; ++d) {
      const auto axis = std::size_t(d);
      rays_.cells[d] = kept.whole[axis];
      rays_.own_begin[d] = kept.own.begin[axis];
      rays_.own_end[d] = kept.own.begin[axis] + kept.own.count[axis];
      rays_.half[d] = float(0.5 * lengths[axis] / longest);
    }
    if (kept.held.values() == 0) return;
    if (kept.is_of_cells())
      gather(box, {Precision::single_precision, values_.data()});
    else
      take_means(gather, box, kept, values_.data());
  }

  ValueExtent extent_of_own(const KeptBox& kept, bool positive) {
    ValueExtent extent;
    const Box& own = kept.own;
    if (own.values() > 0)
      join_extent(space_, extent,
                  FindExtentOfBox{{values_.data() + kept.held.value_at(own.begin), positive},
                                  {own.count[0], own.count[1]},
                                  rays_.row,
                                  rays_.plane},
                  own.values());
    return without_factor(extent, factor_);
  }

  /// Of values that have not become floats.
  ValueExtent extent_of_doubles(const Gather& gather, const Box& box, bool positive) {
    ValueExtent extent;
    for (const Box& slab : slabs_of(box, transfer_values)) {
      double* const values = at_least(band_, slab.values());
      gather(slab, {Precision::double_precision, values});
      join_extent(space_, extent, FindExtent<double>{values, positive}, slab.values());
    }
    return extent;
  }
  /// The same values times the factor, before they become floats.
  Gather in_floats(const Gather& gather) {
    return [this, &gather](const Box& box, const MutableValues& there) {
      auto* to = static_cast<float*>(there.data);
      for (const Box& slab : slabs_of(box, transfer_values)) {
        double* const values = at_least(band_, slab.values());
        gather(slab, {Precision::double_precision, values});
        launch("values to floats", int(slab.values()), ScaleToFloats{values, factor_, to});
        to += slab.values();
      }
    };
  }

  void take_means(const Gather& gather, const Box& box, const KeptBox& kept, float* values) {
    const int side = kept.side[2];
    const std::array<int, 3>& held = kept.held.count;
    const std::size_t plane = std::size_t(box.count[0]) * std::size_t(box.count[1]);
    const int planes = side * std::max(1, int(transfer_values / (plane * std::size_t(side))));
    float* const slab_values = at_least(slab_, plane * std::size_t(std::min(planes, box.count[2])));
    for (int first = 0; first < box.count[2]; first += planes) {
      Box slab = box;
      slab.begin[2] += first;
      slab.count[2] = std::min(planes, box.count[2] - first);
      gather(slab, {Precision::single_precision, slab_values});
      const int per_plane = held[0] * held[1];
      launch("means over cubes", per_plane * ((slab.count[2] + side - 1) / side),
             MeanOverCube{slab_values,
                          {slab.count[0], slab.count[1], slab.count[2]},
                          {kept.side[0], kept.side[1], side},
                          {held[0], held[1]},
                          values + std::size_t(first / side) * std::size_t(per_plane)});
    }
  }

  Space space_;
  std::size_t most_values_;
  PlanePixels pixels_;
  View<double, Memory> band_, means_;
  View<float, Memory> values_, slab_, opacity_;
  View<VolumeRays::Ray, Memory> strip_;
  View<std::uint32_t, Memory> strip_pixels_;
  View<std::uint32_t, Memory> colours_;
  std::vector<std::shared_ptr<Pixels>> images_;
  VolumeRays rays_{};  ///< through the box taken in last
  double factor_ = 1;  ///< of its values
};

FieldPainter::FieldPainter(Device device, std::size_t most_values) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) {
    work_ = std::make_unique<WorkOn<DeviceSpace>>(most_values);
    return;
  }
#endif
  static_cast<void>(device);
  work_ = std::make_unique<WorkOn<HostSpace>>(most_values);
}

FieldPainter::~FieldPainter() = default;

ValueExtent FieldPainter::take_plane(const Gather& gather, const Box& plane,
                                     const PlanePixels& pixels) {
  return work_->take_plane(gather, plane, pixels);
}

FieldImage FieldPainter::plane(const ColourScale& scale) { return work_->plane(scale); }

ValueExtent FieldPainter::take_box(const Gather& gather, const Box& box,
                                   const std::array<double, 3>& lengths, bool positive) {
  return work_->take_box(gather, box, lengths, positive);
}

FieldImage FieldPainter::volume(const ColourScale& scale, const VolumeLook& look,
                                const VolumeFrame& frame) {
  begin_volume(scale, look, frame);
  return work_->volume();
}

Box FieldPainter::cells_for(const BoxPart& part) const { return work_->cells_for(part); }

ValueExtent FieldPainter::take_part(const BoxPart& part, const float* values, bool positive,
                                    double factor) {
  return work_->take_part(part, values, positive, factor);
}

void FieldPainter::begin_volume(const ColourScale& scale, const VolumeLook& look,
                                const VolumeFrame& frame) {
  require_drawable(look);
  work_->begin_volume(scale, look, frame);
}

void FieldPainter::pass(const RayStrip& strip) { work_->pass(strip); }

std::size_t FieldPainter::bytes_of_ray() { return sizeof(VolumeRays::Ray); }

void require_drawable(const VolumeLook& look) {
  if (look.surfaces.size() > most_surfaces)
    throw std::invalid_argument("a volume has " + std::to_string(look.surfaces.size()) +
                                " surfaces; at most " + std::to_string(most_surfaces) +
                                " can be drawn");
}

}  // namespace solenoid
