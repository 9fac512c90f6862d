#pragma once
/// \file
/// The MUSCL-Hancock update of all cells in one direction, a sweep: every value is loaded once and
/// stored once, every flux computed once.

#include <array>

#include "numerics/lines/update_lines.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/muscl_hancock.hpp"
#include "numerics/schemes/outermost_fluxes.hpp"

namespace solenoid {

/// The fields in the order of states along an axis, normal components first. `vectors` lists the
/// first entries of vectors among the fields.
template <int fields, class Vectors>
std::array<int, fields> fields_along(Axis axis, const Vectors& vectors) {
  std::array<int, fields> order{};
  for (int f = 0; f < fields; ++f) order[f] = f;
  for (const int first : vectors)
    for (int component = 0; component < 3; ++component)
      order[first + component] = first + (component + axis) % 3;
  return order;
}

template <class S, class Real, int fields>
SOLENOID_INLINE S load_state(const Real* const (&from)[fields], int offset) {
  S s;
  for (int f = 0; f < fields; ++f) s.values[f] = load<typename S::Lane>(from[f] + offset);
  return s;
}

template <class S, class Real, int fields>
SOLENOID_INLINE void store_state(Real* const (&to)[fields], int offset, const S& s) {
  for (int f = 0; f < fields; ++f) store(to[f] + offset, s.values[f]);
}

/// Counts the lanes of `mask` whose cell, first + lane, is one of `cells`.
template <class T>
SOLENOID_INLINE int count_lanes(const LaneMask<T>& mask, int first, int cells) {
  int count = 0;
  for (int i = 0; i < lane_width<T>; ++i)
    if (first + i >= 0 && first + i < cells && lane(mask, i)) ++count;
  return count;
}

/// Counts the cells, of `cells`, whose face states were changed; lane i is cell first + i.
template <class T, class Real>
SOLENOID_INLINE void record_faces(const Monitor<Real>& monitor, const FaceRepairs<T>& repairs,
                                  int first, int cells) {
  if (!any(repairs.limited || repairs.flattened || repairs.floored)) return;
  monitor.count(limited_count, count_lanes<T>(repairs.limited, first, cells));
  monitor.count(flattened_count, count_lanes<T>(repairs.flattened, first, cells));
  monitor.count(floored_count, count_lanes<T>(repairs.floored, first, cells));
}

/// What goes along with the steps of a march through the cells of a sweep: nothing.
struct NothingAlong {
  /// The cell comes in;
  SOLENOID_INLINE void take_in() const {}
  /// its variables are to take the place of those of the oldest cell;
  template <class V>
  SOLENOID_INLINE void let_go(const V&) const {}
  /// so much mass passes the lower face of the cell whose faces are predicted,
  template <class T>
  SOLENOID_INLINE void pass(const T&) const {}
  /// and so much has passed those of the cell before that, which is updated;
  template <class T>
  SOLENOID_INLINE void update(const T&, const T&) const {}
  /// or, where that is none of the march's own, its upper face by what passes it;
  template <class T>
  SOLENOID_INLINE void skip(const T&) const {}
  /// the step ends.
  SOLENOID_INLINE void move_on() const {}
};

/// Riemann solvers and sets of equations that say of themselves that a device's thread takes more
/// registers for a flux than for most.
template <class T>
concept TakesManyRegisters = requires {
  requires T::takes_many_registers;
};

template <class Scheme_, class Real>
struct MusclHancockUpdate : UsualLines {
  using Scheme = Scheme_;
  using Number = Real;
  static constexpr int size = Scheme::size;
  static constexpr int stencil = Scheme::stencil;
  static constexpr int reach = Scheme::ghosts;
  template <class T>
  using Conserved = typename Scheme::template Conserved<T>;
  template <class T>
  using Primitive = typename Scheme::template Primitive<T>;
  template <class T>
  using Variables = typename Scheme::template Variables<T>;

  static constexpr int inputs = size;
  static constexpr int behind = reach;
  using LaneAcross = DeviceLane<Real>;
  using LaneAlong = DeviceLane<Real>;
  /// How many cells behind the one that comes in a march updates: whole lanes of neighbours.
  template <class T, class March>
  static constexpr int lag = [] {
    constexpr int width = March::along ? lane_width<T> : 1;
    return (reach + width - 1) / width * width;
  }();
  static constexpr int further_along = reach == 3 ? 2 : 0;
  /// Room for 6 teams of 64 threads on a multiprocessor across x, and for 8 along; with parabolas
  /// of a magnetic field, which else do not fit, for 4 and 6, or for 4 and 8 of pairs.
  template <class T>
  static constexpr int registers(bool along) {
    if (stencil == 1 || !Scheme::Equations::magnetised) return along ? 128 : 170;
    if (!along) return 255;
    constexpr bool many = Scheme::repairs || TakesManyRegisters<typename Scheme::Equations> ||
                          TakesManyRegisters<typename Scheme::Riemann>;
    return calls_weights<T>(along) && !many ? 128 : 170;
  }
  /// Whether parabolas are in the form of few instructions and registers: pairs along x, which with
  /// a magnetic field else wait for instructions a quarter of the time.
  template <class T>
  static constexpr bool calls_weights(bool along) {
    return along && Scheme::Equations::magnetised && lane_width<T> > 1 && !Pack<T>;
  }
  /// Side by side where a thread has one number a variable, and registers for it.
  template <class T>
  static constexpr ParabolaForm parabola_form(bool along) {
    if (calls_weights<T>(along)) return ParabolaForm::called;
    const bool fits = Scheme::Equations::magnetised || !along;
    return lane_width<T> == 1 && fits ? ParabolaForm::grouped : ParabolaForm::apart;
  }
  static constexpr bool compact_rings = true;
  /// Limited slopes in double precision wait for memory: along x that likes short marches.
  static constexpr bool counts_steps(bool along) {
    return !along || stencil == 2 || sizeof(Real) < sizeof(double);
  }
  /// Those of gases wait most.
  static constexpr int steps_ahead(bool along) {
    if (stencil == 2 || Scheme::Equations::magnetised) return 1;
    return along || sizeof(Real) == sizeof(double) ? 2 : 3;
  }
  static constexpr int row_packs = 16;

  const Real* in[size];  ///< at interior cell (0, 0, 0), normal components first
  Real* out[size];
  Lines lines;
  int origin;  ///< offset of interior cell (0, 0, 0) within a field
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;
  Real* mass_flux;  ///< takes those through lower faces, at interior cell (0, 0, 0), or null
  OutermostFluxes<Real> outermost;

  SOLENOID_INLINE const Real* input(int k) const { return in[k]; }
  SOLENOID_INLINE Real* output(int k) const { return out[k]; }

  /// What a march keeps: the variables of cells, the state at their upper face, and the flux
  /// through the lower face of the cell before them.
  enum : int { variables, upper, last_flux, quantities };
  static constexpr Carried carried(int quantity) {
    if (quantity == variables) return {Variables<Real>::size, 2 * (reach - 1), true};
    return {size, 1};
  }

  /// Cells before the first one of a segment, whose states are needed for nothing but faces.
  static constexpr int entering_cells = reach;
  template <class T, class March>
  SOLENOID_INLINE void enter(March& march) const {
    keep<variables>(march, Scheme::template variables<T>(state<T>(march, 0), parameters));
    march.template done<variables>();
  }

  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int line, int c, const Segment& range, int lanes,
                            T& fastest) const {
    NothingAlong nothing;
    step<T>(march, line, c, range, lanes, fastest, nothing);
  }
  /// Predicts the faces of a cell, the one reach - 1 before c, or one more where that makes whole
  /// lanes of neighbours, computes the flux through its lower face, and updates the cell before.
  template <class T, class March, class Along>
  SOLENOID_INLINE void step(March& march, int line, int c, const Segment& range, int lanes,
                            T& fastest, Along& along) const {
    const auto above = Scheme::template variables<T>(state<T>(march, 0), parameters);
    keep<variables>(march, above);
    along.take_in();
    march.warp_sync();
    constexpr int back = lag<T, March>;
    const int predicted = c - back + 1;
    const auto faces = predict(march, above);
    along.let_go(above);
    march.template done<variables>();
    keep<upper>(march, faces.upper);
    march.warp_sync();
    Conserved<T> flux;
    // On a device the first flux, of a state that there is not yet, costs less than a branch.
    if (!Pack<T> || predicted >= range.first)
      flux = Scheme::template flux<T>(before<upper>(march, faces.upper), faces.lower,
                                      kick<T, March::along>(predicted), parameters);
    else
      flux = Conserved<T>{};
    keep<last_flux>(march, flux);
    along.pass(flux[Scheme::C::rho]);
    march.warp_sync();
    const int updated = c - back;
    if (range.first <= updated && updated < range.last) {
      const Conserved<T> below = before<last_flux>(march, flux);
      const Conserved<T> u =
          Scheme::template update<T>(state<T>(march, back), below, flux, parameters);
      for (int f = 0; f < size; ++f) march.put(f, back, u.values[f]);
      along.update(below[Scheme::C::rho], flux[Scheme::C::rho]);
      record_update<Scheme>(monitor, u, origin + line + updated * lines.stride, lanes, parameters,
                            fastest);
    } else {
      along.skip(flux[Scheme::C::rho]);
    }
    if constexpr (March::along)
      record_faces<T>(monitor, faces.repairs, predicted - range.first, range.last - range.first);
    else if (range.first <= predicted && predicted < range.last)
      record_faces<T>(monitor, faces.repairs, 0, lanes);
    if (mass_flux != nullptr) [[unlikely]]
      give_mass_flux<T, March::along>(flux[Scheme::C::rho], line, predicted, range);
    along.move_on();
  }

  /// What goes with a cell that is updated anew with other mass fluxes through its faces: these are
  /// kept. (The cell beyond a face finds the same one.)
  KOKKOS_FUNCTION void update_along_anew(int offset, const Real& below, const Real& above) const {
    if (mass_flux == nullptr) return;
    mass_flux[offset] = below;
    mass_flux[offset + lines.stride] = above;
  }

  /// Buffers: the variables, the states at both faces, and the fluxes through lower faces.
  static constexpr int buffers = Variables<Real>::size + 3 * size;

  template <class T>
  SOLENOID_INLINE void row(const RowBuffers<Real>& b, int line, int first, int cells,
                           T& fastest) const {
    constexpr int width = lane_width<T>;
    constexpr int lower_face = Variables<Real>::size, upper_face = lower_face + size,
                  flux = upper_face + size;
    const int offset = line + first;
    for (int e = 0; e < cells + 2 * reach; e += width)
      b.put(0, e,
            Scheme::template variables<T>(load_state<Conserved<T>>(in, offset + e - reach),
                                          parameters));
    for (int e = stencil; e < cells + reach + 1; e += width) {
      const auto faces = predict<T>(b, e);
      b.put(lower_face, e, faces.lower);
      b.put(upper_face, e, faces.upper);
      record_faces<T>(monitor, faces.repairs, e - reach, cells);
    }
    for (int e = reach; e < cells + reach + 1; e += width)
      b.put(flux, e,
            Scheme::template flux<T>(b.template get<Primitive<T>>(upper_face, e - 1),
                                     b.template get<Primitive<T>>(lower_face, e),
                                     kick<T, true>(first + e - reach), parameters));
    if (mass_flux != nullptr)
      for (int e = reach; e < cells + reach + 1; e += width)
        store(mass_flux + offset + e - reach, load<T>(b.at(flux + int(Scheme::C::rho), e)));
    if (outermost.asked_for()) [[unlikely]] {
      const auto of_face = [&](int e) { return b.template get<Conserved<Real>>(flux, e); };
      if (first == 0) outermost.keep(side_lower, lines, line, of_face(reach));
      if (first + cells == lines.cells)
        outermost.keep(side_upper, lines, line, of_face(cells + reach));
    }
    for (int e = reach; e < cells + reach; e += width) {
      const int cell = offset + e - reach;
      const Conserved<T> updated = Scheme::template update<T>(
          load_state<Conserved<T>>(in, cell), b.template get<Conserved<T>>(flux, e),
          b.template get<Conserved<T>>(flux, e + 1), parameters);
      store_state(out, cell, updated);
      record_update<Scheme>(monitor, updated, origin + cell, cells + reach - e, parameters,
                            fastest);
    }
  }

 private:
  /// Faces of the cell that is predicted when one comes in, of which `last` are the variables.
  template <class March, class V>
  SOLENOID_INLINE auto predict(const March& march, const V& last) const {
    using T = typename V::Lane;
    const auto at = [&](int v, int k) {
      const int back = lag<T, March> - 1 - k;
      return back == 0 ? last.values[v] : march.template before<variables>(v, last.values[v], back);
    };
    if constexpr (stencil == 1) {
      const auto cell = [&](int k) {
        V q;
        for (int v = 0; v < V::size; ++v) q.values[v] = at(v, k);
        return q;
      };
      return Scheme::template faces<T>(cell(-1), cell(0), cell(1), parameters);
    } else {
      return Scheme::template faces<T, parabola_form<T>(!March::is_alone)>(at, parameters);
    }
  }
  /// Faces of the cell of entry `e` of a row's buffers.
  template <class T>
  SOLENOID_INLINE auto predict(const RowBuffers<Real>& b, int e) const {
    if constexpr (stencil == 1) {
      return Scheme::template faces<T>(b.template get<Variables<T>>(0, e - 1),
                                       b.template get<Variables<T>>(0, e),
                                       b.template get<Variables<T>>(0, e + 1), parameters);
    } else {
      const auto at = [&](int v, int k) { return load<T>(b.at(v, e + k)); };
      return Scheme::template faces<T>(at, parameters);
    }
  }
  /// Gives the mass flux through the face `face` of a line or, along the direction, from there on:
  /// of the faces of a segment, whose upper end is the next one's lower end.
  template <class T, bool along>
  SOLENOID_INLINE void give_mass_flux(const T& flux, int line, int face,
                                      const Segment& range) const {
    const auto is_own = [&](int f) {
      return range.first <= f && (f < range.last || (f == range.last && f == lines.cells));
    };
    if constexpr (!along) {
      if (is_own(face)) store(mass_flux + line + face * lines.stride, flux);
    } else {
      for (int i = 0; i < lane_width<T>; ++i)
        if (is_own(face + i)) mass_flux[line + face + i] = lane(flux, i);
    }
  }
  template <class T, class March>
  SOLENOID_INLINE static Conserved<T> state(const March& march, int back) {
    Conserved<T> u;
    for (int f = 0; f < size; ++f) u.values[f] = march.get(f, back);
    return u;
  }
  template <int quantity, class March, class S>
  SOLENOID_INLINE static void keep(March& march, const S& s) {
    for (int f = 0; f < S::size; ++f) march.template keep<quantity>(f, s.values[f]);
  }
  template <int quantity, class March, class S>
  SOLENOID_INLINE static S before(const March& march, const S& here) {
    S s;
    for (int f = 0; f < S::size; ++f)
      s.values[f] = march.template before<quantity>(f, here.values[f]);
    return s;
  }

  /// Gravity's part in the normal velocities at a face, or, along the direction, at the faces from
  /// there on.
  template <class T, bool along>
  SOLENOID_INLINE T kick(int face) const {
    if constexpr (!along) {
      return T(Scheme::kick(face, lines.cells, parameters));
    } else if constexpr (Pack<T>) {
      if (!parameters.walls[0] && !parameters.walls[1])
        return T(Scheme::kick(face, lines.cells, parameters));
      Real values[lane_width<T>];
      for (int i = 0; i < lane_width<T>; ++i)
        values[i] = Scheme::kick(face + i, lines.cells, parameters);
      return load<T>(values);
    } else {
      return lanes_of<T>([&](int i) { return Scheme::kick(face + i, lines.cells, parameters); });
    }
  }
};

/// The sweep along `axis` from `in` to `out`, arrays of the fields in `layout`. `mass_flux`, the
/// memory of a field, takes those through the lower faces of cells; it may be null.
template <class Scheme, class Real>
MusclHancockUpdate<Scheme, Real> make_sweep(
    const Layout& layout, Axis axis, const Real* in, Real* out,
    const typename Scheme::template Parameters<Real>& parameters, const Monitor<Real>& monitor,
    Real* mass_flux = nullptr) {
  MusclHancockUpdate<Scheme, Real> update{};
  const auto order = fields_along<Scheme::size>(axis, Scheme::Equations::vectors);
  for (int f = 0; f < Scheme::size; ++f) {
    update.in[f] = in + order[f] * layout.field_stride + layout.origin;
    update.out[f] = out + order[f] * layout.field_stride + layout.origin;
  }
  update.lines = make_lines(layout, axis);
  update.origin = layout.origin;
  update.parameters = parameters;
  update.monitor = monitor;
  if (mass_flux != nullptr) update.mass_flux = mass_flux + layout.origin;
  return update;
}

}  // namespace solenoid
