#include <fmt/format.h>

#include <cstddef>
#include <stdexcept>

#include "numerics/grid/field_parts.hpp"
#include "physics/fields/kept_values.hpp"
#include "src/driver/output_part.hpp"
#include "src/driver/spectrum_output.hpp"
#include "src/driver/summary.hpp"
#include "src/library/field_numbers.hpp"
#include "src/library/session.hpp"
#include "src/parallel/part_boxes.hpp"
#include "src/picture/picture.hpp"
#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

FieldInfo info_of(const UserField& field) {
  return {field.name, field.whole.count, field.is_state};
}

/// What the picture of an [[output]] block would be told.
OutputSettings settings_of(const PictureLook& look) {
  OutputSettings settings;
  settings.type = OutputType::png;
  settings.picture.range = look.range;
  settings.picture.colours = look.colours;
  settings.picture.logarithmic = look.logarithmic;
  if (look.slice) {
    if (look.slice->first < 0 || look.slice->first > 2)
      throw UsageError(fmt::format("the axis of the slice is {}; expected 0, 1 or 2 for x, y or z",
                                   look.slice->first));
    settings.slice_axis = Axis(look.slice->first);
    settings.slice_position = look.slice->second;
  }
  return settings;
}

}  // namespace

std::vector<FieldInfo> Session::fields() const {
  std::vector<FieldInfo> infos;
  for (const UserField& field : fields_) infos.push_back(info_of(field));
  return infos;
}

FieldInfo Session::field(const std::string& name) const {
  return info_of(user_field(fields_, name));
}

Box Session::box_of(const std::string& name, const std::optional<FieldBox>& part) const {
  const FieldInfo info = field(name);
  if (!part) return {{0, 0, 0}, info.shape};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (part->begin[axis] < 0 || part->count[axis] < 1 ||
        part->count[axis] > info.shape[axis] - part->begin[axis])
      throw UsageError(fmt::format(
          "along {} the part of {} has {} values from number {} on; the "
          "field has {}",
          "xyz"[axis], name, part -> count[axis], part -> begin[axis], info.shape[axis]));
  return {part->begin, part->count};
}

Box Session::box_of(const FieldRequest& request) const {
  return with_layers(deck_.grid(), box_of(request.name, request.box), request.layers);
}

void Session::require_readable(const FieldRequest& request) const {
  const bool is_state = user_field(fields_, request.name).is_state;
  if (request.what != Reading::shown) {
    const Substeps& scheme = scheme_of_substeps();
    if (!is_state)
      throw UsageError(
          fmt::format("'{}' is derived from the state, and no part of it", request.name));
    if (request.what == Reading::rate && !scheme.evolves(request.name))
      throw UsageError(fmt::format("no equation changes {}", request.name));
    if (request.layers < 0 || request.layers > scheme.ghost_layers())
      throw UsageError(fmt::format("there are {} layers of ghosts behind a face, not {}",
                                   scheme.ghost_layers(), request.layers));
  }
  // Rates and what is derived are computed where substeps keep what they need.
  if (request.what == Reading::rate || !is_state) require_whole_step();
}

Gather Session::gather_of(const FieldRequest& request, Solver& solver) const {
  if (request.what == Reading::shown) {
    const auto reader = request.on_device ? gather_user_field : read_user_field;
    return reader(solver, request.name, deck_.defined_fields(), moment_.time);
  }
  return read(solver, request.what, request.name, moment_.time);
}

void Session::get(const FieldRequest& request, const MutableValues& values) {
  require_readable(request);
  const Box box = box_of(request);
  settle_substep();
  gather_of(request, *solver_)(box, values);
}

void Session::get_later(const FieldRequest& request, const MutableValues& values) {
  require_readable(request);
  const Box box = box_of(request);
  settle_substep();
  readings_->collect();  // what is done makes room
  const std::size_t bytes = box.values() * bytes_of_value(values.precision);
  const bool on_device = keeps_on_device(*solver_, bytes);
  if (!on_device && !readings_->make_room(bytes)) return get(request, values);
  FieldRequest there = request;
  there.on_device = true;
  const auto kept =
      keep_values(*solver_, gather_of(there, *solver_), box, values.precision, on_device);
  const auto deliver = [kept, whole = Box{{0, 0, 0}, box.count}, values] {
    auto* to = static_cast<std::byte*>(values.data);
    for (const Box& slab : slabs_of(whole, transfer_values)) {
      kept->read(slab, {values.precision, to});
      to += slab.values() * bytes_of_value(values.precision);
    }
  };
  readings_->add({deliver, on_device ? 0 : bytes});
}

void Session::set(const std::string& name, const std::optional<FieldBox>& part,
                  const ConstValues& values) {
  refuse_within_step();
  change_->set(name, box_of(name, part), values);
}

FieldNumbers Session::numbers(const std::string& name, const std::optional<FieldBox>& part) {
  const std::vector<std::string> components = components_of(fields_, name);
  const Box box = box_of(components.front(), part);
  for (const std::string& component : components) {
    static_cast<void>(box_of(component, part));
    require_readable({component});
  }
  settle_substep();
  return numbers_of(gather_of_numbers(name, *solver_), box);
}

Gather Session::gather_of_numbers(const std::string& name, Solver& solver) const {
  const std::vector<std::string> components = components_of(fields_, name);
  if (components.size() == 1) return gather_of({name}, solver);
  std::vector<Gather> gathers;
  // Each anew for each slab: a solver may have memory for one of them at a time.
  for (const std::string& component : components)
    gathers.push_back([this, component, &solver](const Box& slab, const MutableValues& values) {
      gather_of({component}, solver)(slab, values);
    });
  return length_of(gathers);
}

std::vector<double> Session::spectrum(const std::string& name) {
  const std::vector<std::string> known = deck_.defined_fields().names_with(*solver_);
  const auto spec = find_spectrum(name, known);
  if (!spec)
    throw UsageError(fmt::format("there is no spectrum of '{}'; there are those of {}", name,
                                 quoted_list(spectrum_names(known))));
  if (!all_periodic(deck_.grid(), deck_.boundaries()))
    throw UsageError("power spectra are for boxes that are periodic in all directions");
  settle();
  complete();
  const bool single = solver_->precision() == Precision::single_precision;
  return spectrum_of(*solver_, deck_.defined_fields(), *spec,
                     single ? Precision::single_precision : Precision::double_precision,
                     moment_.time);
}

std::string Session::picture(const std::string& name, const PictureLook& look) {
  const FieldInfo info = field(name);
  if (info.shape != deck_.grid().cells)
    throw UsageError(fmt::format("{} stands on faces; pictures show fields of cells", name));
  settle();
  const OutputSettings settings = settings_of(look);
  try {
    OutputPart part = picture_part(settings, snapshot_head(deck_.grid(), moment_, provenance_));
    FieldValues values(part.cells.box.values());
    deck_.defined_fields().read(*solver_, name, moment_.time, part.cells.box,
                                {Precision::double_precision, values.data()});
    part.head.fields.push_back({name, std::move(values)});
    return field_picture(part.head, name, settings.picture, PictureFormat::png);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

}  // namespace solenoid
