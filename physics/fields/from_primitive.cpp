#include "physics/fields/from_primitive.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "numerics/grid/ghosts.hpp"
#include "physics/fields/derived.hpp"

namespace solenoid {

namespace {

constexpr int field_count = IdealMhd::size;
constexpr int psi_field = 8;

/// Which of the four primitive quantities a field is computed from.
struct Quantities {
  bool density = false, velocity = false, pressure = false, magnetic = false, gamma = false;
};

Quantities quantities_of(DerivedField field) {
  using D = DerivedField;
  switch (field) {
    case D::momentum_x:
    case D::momentum_y:
    case D::momentum_z:
    case D::kinetic_energy:
      return {.density = true, .velocity = true};
    case D::total_energy:
      return {true, true, true, true, true};
    case D::internal_energy:
      return {.pressure = true, .gamma = true};
    case D::temperature:
      return {.density = true, .pressure = true};
    case D::entropy:
      return {.density = true, .pressure = true, .gamma = true};
    case D::mach_number:
      return {.density = true, .velocity = true, .pressure = true, .gamma = true};
    case D::velocity_magnitude:
    case D::velocity_divergence:
    case D::vorticity_x:
    case D::vorticity_y:
    case D::vorticity_z:
    case D::vorticity_magnitude:
      return {.velocity = true};
    case D::alfven_mach_number:
      return {.density = true, .velocity = true, .magnetic = true};
    case D::magnetic_field_magnitude:
    case D::magnetic_pressure:
    case D::divergence_b:
    case D::current_density_x:
    case D::current_density_y:
    case D::current_density_z:
    case D::current_density_magnitude:
      return {.magnetic = true};
    default:
      return {};  // primitive itself, psi, or on faces
  }
}

/// Whether a field is the pressure or is computed from it.
bool needs_pressure(DerivedField field) {
  return field == DerivedField::pressure || quantities_of(field).pressure;
}

/// Such a field of an isothermal gas: pressure, temperature or Mach number.
FieldValues isothermal_field(DerivedField field, const PrimitiveCells& cells) {
  const double c = *cells.sound_speed;
  FieldValues values = cells.fields.at("density");
  if (field != DerivedField::mach_number) {
    for (double& value : values) value = field == DerivedField::pressure ? c * c * value : c * c;
    return values;
  }
  const FieldValues &x = cells.fields.at("velocity_x"), &y = cells.fields.at("velocity_y"),
                    &z = cells.fields.at("velocity_z");
  for (std::size_t n = 0; n < values.size(); ++n)
    values[n] = std::sqrt(x[n] * x[n] + y[n] * y[n] + z[n] * z[n]) / c;
  return values;
}

std::optional<DerivedField> derived_named(const std::string& name) {
  const auto& known = derived_fields(true, false);
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// Fields of which only those that are needed are in memory; the others are the same everywhere.
struct NeededFields {
  static constexpr bool staggered = false;
  std::array<const double*, field_count> values{};

  KOKKOS_FUNCTION double operator()(int field, int offset) const {
    if (values[std::size_t(field)] != nullptr) return values[std::size_t(field)][offset];
    return field == 0 ? 1.0 : 0.0;
  }
};

/// The stored fields of a state, with a layer of ghosts.
class StoredCells {
 public:
  StoredCells(const PrimitiveCells& cells, const Quantities& needed)
      : cells_(cells), layout_(make_layout(cells.grid, 1, sizeof(double), 1)) {
    const std::array<bool, field_count> kept{needed.density,  needed.velocity, needed.velocity,
                                             needed.velocity, needed.pressure, needed.magnetic,
                                             needed.magnetic, needed.magnetic, false};
    for (std::size_t f = 0; f < kept.size(); ++f) {
      if (kept[f]) fields_[f].resize(std::size_t(layout_.field_stride));
    }
    parameters_.gamma = cells.gamma;
    parameters_.gamma_minus_1 = cells.gamma - 1;
    parameters_.inverse_gamma_minus_1 = 1 / (cells.gamma - 1);
    convert(kept);
    for (std::size_t f = 0; f < kept.size(); ++f) {
      if (kept[f]) fill_ghosts(int(f));
    }
  }

  [[nodiscard]] FieldValues values_of(DerivedField field) const {
    NeededFields needed;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      if (!fields_[f].empty()) needed.values[f] = fields_[f].data();
    }
    Derive<IdealMhd, double, NeededFields> derive{needed, layout_, {0, 0, 0}, parameters_};
    for (int axis = 0; axis < 3; ++axis) {
      if (cells_.grid.active(axis))
        derive.inverse_twice_spacing[axis] = 0.5 / cells_.grid.spacing(axis);
    }
    FieldValues values;
    values.reserve(cells_.grid.cell_count());
    for_all_cells(
        [&](int i, int j, int k) { values.push_back(derive(field, layout_.offset(i, j, k))); });
    return values;
  }

 private:
  template <class Body>
  void for_all_cells(const Body& body) const {
    const std::array<int, 3>& n = cells_.grid.cells;
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) body(i, j, k);
  }

  void convert(const std::array<bool, field_count>& kept) {
    std::array<const double*, field_count> primitive{};
    for (std::size_t f = 0; f < kept.size(); ++f) {
      if (!kept[f]) continue;
      const std::string name = IdealMhd::primitive_names[f];
      const auto found = cells_.fields.find(name);
      if (found == cells_.fields.end() || found->second.size() != cells_.grid.cell_count())
        throw std::invalid_argument("the field " + name + " is missing");
      primitive[f] = found->second.data();
    }
    std::size_t n = 0;
    for_all_cells([&](int i, int j, int k) {
      IdealMhd::Primitive<double> w;
      for (std::size_t f = 0; f < kept.size(); ++f)
        w.values[f] = primitive[f] != nullptr ? primitive[f][n] : f == 0 ? 1.0 : 0.0;
      const IdealMhd::Conserved<double> u = IdealMhd::conserved(w, parameters_);
      for (std::size_t f = 0; f < kept.size(); ++f)
        if (kept[f]) fields_[f][std::size_t(layout_.offset(i, j, k))] = u.values[f];
      ++n;
    });
  }

  void fill_ghosts(int field) {
    for (int axis = 0; axis < 3; ++axis) {
      if (!cells_.grid.active(axis)) continue;
      for (const Side side : {side_lower, side_upper}) fill_face(field, axis, side);
    }
  }

  void fill_face(int field, int axis, Side side) {
    const int n = cells_.grid.cells[axis];
    const int step = layout_.stride[axis];
    double* values = fields_[std::size_t(field)].data();
    const GhostField turns = field == 1 + axis   ? GhostField::flow
                             : field == 5 + axis ? GhostField::odd
                                                 : GhostField::even;
    const auto kind =
        cells_.boundaries ? std::optional(cells_.boundaries->kind[axis][side]) : std::nullopt;
    const int nearest = side == side_lower ? 0 : n - 1;
    for_all_cells([&](int i, int j, int k) {
      const int at = std::array<int, 3>{i, j, k}[std::size_t(axis)];
      if (at != nearest) return;
      const int here = layout_.offset(i, j, k);
      const int outwards = side == side_lower ? -step : step;
      double& ghost = values[here + outwards];
      if (kind && has_images(*kind)) {
        const GhostImage image = ghost_image(*kind, side, 0, n, 0);
        ghost =
            turned(ghost_turn(image.sign, turns, side), values[here + (image.place - at) * step]);
      } else {
        ghost = 2 * values[here] - values[here - outwards];
      }
    });
  }

  const PrimitiveCells& cells_;
  Layout layout_;
  IdealMhd::Parameters<double> parameters_{};
  std::array<std::vector<double>, field_count> fields_;
};

}  // namespace

std::optional<DerivedNeeds> needs_of_derived(const std::string& name, bool isothermal) {
  const auto field = derived_named(name);
  if (!field) return std::nullopt;
  if (isothermal && !derived_fields(true, false, EquationOfState::isothermal).contains(name))
    return std::nullopt;
  Quantities needed = quantities_of(*field);
  if (isothermal && needs_pressure(*field)) needed = {.density = true, .velocity = needed.velocity};
  DerivedNeeds needs;
  const std::array<bool, psi_field> kept{needed.density,  needed.velocity, needed.velocity,
                                         needed.velocity, needed.pressure, needed.magnetic,
                                         needed.magnetic, needed.magnetic};
  for (std::size_t f = 0; f < kept.size(); ++f) {
    if (kept[f]) needs.fields.emplace_back(IdealMhd::primitive_names[f]);
  }
  if (needs.fields.empty()) return std::nullopt;
  needs.gamma = needed.gamma;
  needs.neighbours = needs_neighbours(*field);
  return needs;
}

std::vector<std::string> names_from_primitive(bool isothermal) {
  std::vector<std::string> names;
  for (const auto& [name, field] : derived_fields(true, false)) {
    if (needs_of_derived(name, isothermal)) names.push_back(name);
  }
  return names;
}

FieldValues derived_from_primitive(const std::string& name, const PrimitiveCells& cells) {
  const auto field = derived_named(name);
  if (!field || !needs_of_derived(name, cells.sound_speed.has_value()))
    throw std::invalid_argument("primitive fields do not give " + name);
  if (cells.sound_speed && needs_pressure(*field)) return isothermal_field(*field, cells);
  return StoredCells(cells, quantities_of(*field)).values_of(*field);
}

}  // namespace solenoid
