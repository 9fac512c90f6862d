#pragma once
/// \file
/// The ways in which a build runs the passes of a stencil program, for the units of generated
/// programs (perf/differential.py).

#include <algorithm>
#include <utility>

#include "numerics/vertices/vertex_passes.hpp"
#include "numerics/vertices/vertex_reductions.hpp"
#include "tests/differential/case_tables.hpp"
#include "tests/differential/program_case.hpp"
#include "tests/differential/program_steps.hpp"
#include "tests/host_team.hpp"

namespace solenoid::differential {

/// Pointers to fields in a box whose memory is at `now`, `before` and `next`.
template <class Program, class Real>
VertexFields<Real, Program::field_count> fields_of(const BoxOfFields<Real>& box,
                                                   const Settings<Real>& settings, const Real* now,
                                                   const Real* before, Real* next) {
  VertexFields<Real, Program::field_count> all{};
  for (int f = 0; f < Program::field_count; ++f) {
    const std::ptrdiff_t at = f * box.layout.field_stride + box.layout.origin;
    all.now[f] = now + at;
    all.next[f] = next + at;
    all.previous[f] = box.in_place ? all.next[f] : before + at;
  }
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = std::size_t(axis);
    all.cells[axis] = box.grid.cells[a];
    all.stride[axis] = box.grid.active(axis) ? box.layout.stride[a] : 0;
    all.first[axis] = settings.first[a];
    all.origin[axis] = settings.origin[a];
    all.spacing[axis] = settings.spacing[a];
  }
  return all;
}

/// The tables are in memory of this space.
template <class Program, class MemorySpace = Kokkos::HostSpace, class Real>
ProgramRun<Real, Program::uniform_count> run_of(const BoxOfFields<Real>& box,
                                                const Settings<Real>& settings) {
  ProgramRun<Real, Program::uniform_count> run{};
  std::copy_n(settings.uniforms.begin(), run.uniforms.size(), run.uniforms.begin());
  run.tables = tables_of_case<Program, Real, MemorySpace>();
  for (int axis = 0; axis < 3; ++axis)
    run.spacing[std::size_t(axis)] = box.grid.active(axis) ? settings.spacing[std::size_t(axis)]
                                                           : std::numeric_limits<Real>::infinity();
  run.time = settings.time;
  run.time_step = settings.time_step;
  run.substep_keep = settings.substep_keep;
  run.substep_weight = settings.substep_weight;
  return run;
}

#if SOLENOID_HAS_DEVICE && defined(__CUDACC__)
/// A box in the memory of the device, and back from there.
template <class Real>
class DeviceBox {
 public:
  explicit DeviceBox(BoxOfFields<Real>& box)
      : box_(box), now(copied(box.now)), before(copied(box.before)), next(copied(box.next)) {}
  void fetch() const { Kokkos::deep_copy(host(box_.next), next); }

 private:
  using View = Kokkos::View<Real*, DeviceSpace>;
  using Host = Kokkos::View<Real*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static Host host(std::vector<Real>& values) { return Host(values.data(), values.size()); }
  static View copied(std::vector<Real>& values) {
    const View view("fields", values.size());
    Kokkos::deep_copy(view, host(values));
    return view;
  }
  BoxOfFields<Real>& box_;

 public:
  View now, before, next;
};

/// A thread a vertex, in teams of any shape.
template <class Pass, class Real, int count, class Shape>
struct ShapedVertices {
  static constexpr PassShape shape = Shape::plain;
  VertexPassDevice<Pass, Real, count> pass;
  std::array<int, 3> cells;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { pass(i, j, k); }
};
#endif

/// The ways to run a pass. `Shapes` are types with a shape for tiles, `shape`, one for a thread a
/// vertex, `plain`, and whether whole steps are compiled, `with_steps`.
template <class Program, class Pass, class Real, class... Shapes>
class PassWays {
 public:
  PassWays(BoxOfFields<Real>& box, const Settings<Real>& settings, PassObserver& observer)
      : box_(box),
        settings_(settings),
        observer_(observer),
        coefficients_(Pass::prepare(run_of<Program>(box, settings))) {}

  void run() {
    plain();
    for (const int threads : {1, 2, 7}) {
      packs<VertexPassHost<Pass, Real, count>>("packs", threads);
      if constexpr (RingPass<Pass>)
        packs<VertexRingsHost<Pass, Real, count>>("packs with values of rows", threads);
    }
    rows();
    (tiles<Shapes>(), ...);
#if SOLENOID_HAS_DEVICE && defined(__CUDACC__)
    (on_device<Shapes>(), ...);
#endif
  }

 private:
  static constexpr int count = Program::field_count;

  VertexFields<Real, count> fields() {
    return fields_of<Program>(box_, settings_, box_.now.data(), box_.before.data(),
                              box_.next.data());
  }
  void plain() {
    observer_.begin();
    const auto all = fields();
    for (int k = 0; k < all.cells[2]; ++k)
      for (int j = 0; j < all.cells[1]; ++j)
        for (int i = 0; i < all.cells[0]; ++i)
          update_vertex<Pass, Real>(all, coefficients_, i, j, k);
    observer_.end("plain numbers", Spill::nowhere);
  }
  void rows() {
    observer_.begin();
    const OutputRowsHost<Pass, Real, count> kernel{fields(), coefficients_};
    for (int block = 0; block < kernel.blocks(); ++block) kernel(block);
    observer_.end("rows of outputs", Spill::rows);
  }
  /// Blocks as for so many threads, the last first where they are several.
  template <class Kernel>
  void packs(const std::string& way, int threads) {
    observer_.begin();
    const Kernel kernel(fields(), coefficients_, {0, box_.grid.cells[1]}, threads);
    const int blocks = kernel.blocks.count();
    for (int block = 0; block < blocks; ++block) kernel(threads == 1 ? block : blocks - 1 - block);
    observer_.end(way + ", blocks for " + std::to_string(threads) + " threads", Spill::rows);
  }
  template <class Tile>
  [[nodiscard]] bool can_be_cut_here() const {
    return can_be_cut(box_.grid.cells, Tile::shape, int(sizeof(Real)));
  }
  template <class Tile>
  [[nodiscard]] static std::string text() {
    const auto& s = Tile::shape;
    return "tiles of " + std::to_string(s.columns) + " x " + std::to_string(s.rows) + " x " +
           std::to_string(s.planes) + ", " + std::to_string(Tile::rings) + " entries";
  }
  template <class Shape>
  void tiles() {
    using Tile = VertexTile<Pass, Real, Shape>;
    if constexpr (Tile::fits) {
      if (!can_be_cut_here<Tile>()) return;
      const std::array<int, 3>& cells = box_.grid.cells;
      const TileOrder order(fields().cells, Tile::size, int(Pass::read.size() * sizeof(Real)));
      for (const int teams : {1, 3, order.total() + 2}) {
        // As beside an exchange of ghosts along z.
        constexpr int reach = Tile::reach[2], size = Tile::size[2];
        const bool in_parts = teams == 3 && (reach + size - 1) / size <= (cells[2] - reach) / size;
        observer_.begin();
        for (const PassPart part : {PassPart::all, PassPart::inner, PassPart::outer}) {
          if ((part == PassPart::all) == in_parts) continue;
          TileOrder own = order;
          own.take_part(part, reach, cells[2], size);
          if (own.total() == 0) continue;
          using Kernel = VertexTilesDevice<Tile, count>;
          run_teams_on_host(TeamLaunch<Kernel>{Kernel{fields(), coefficients_, own}, teams},
                            teams == 3 ? TurnOrder::backwards : TurnOrder::at_random,
                            unsigned(teams));
        }
        observer_.end(text<Tile>() + (in_parts ? " in two parts, " : ", ") + std::to_string(teams) +
                          " teams of the host",
                      Spill::nowhere);
      }
    }
  }

#if SOLENOID_HAS_DEVICE && defined(__CUDACC__)
  template <class Body>
  void at_device(const std::string& way, const Body& body) {
    observer_.begin();
    const DeviceBox<Real> box(box_);
    using Memory = DeviceSpace::memory_space;
    body(fields_of<Program>(box_, settings_, static_cast<const Real*>(box.now.data()),
                            static_cast<const Real*>(box.before.data()), box.next.data()),
         Pass::prepare(run_of<Program, Memory>(box_, settings_)));
    DeviceSpace().fence();
    box.fetch();
    observer_.end(way, Spill::nowhere);
  }
  template <class Shape>
  void on_device() {
    using Tile = VertexTile<Pass, Real, Shape>;
    at_device("GPU, a thread a vertex", [&](const auto& all, const auto& coefficients) {
      run_vertices(DeviceSpace(), Pass::name,
                   ShapedVertices<Pass, Real, count, Shape>{{all, coefficients}, box_.grid.cells},
                   2 * Shape::plain.rows);
    });
    if constexpr (Tile::fits) {
      if (!can_be_cut_here<Tile>()) return;
      at_device("GPU, " + text<Tile>(), [&](const auto& all, const auto& coefficients) {
        const TileOrder order(all.cells, Tile::size, int(Pass::read.size() * sizeof(Real)));
        run_resident_teams(DeviceSpace(), Pass::name,
                           VertexTilesDevice<Tile, count>{all, coefficients, order});
      });
    }
  }
#endif

  BoxOfFields<Real>& box_;
  const Settings<Real>& settings_;
  PassObserver& observer_;
  typename Pass::template Coefficients<Real> coefficients_;
};

/// What the columns of a GPU make of the vertices, on the host.
template <class Program, class Real>
ReductionValues<Program, Real> reduced_by_columns(
    const VertexFields<Real, Program::field_count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients) {
  using Kernel = ReduceColumns<Program, Real, Program::field_count>;
  Kernel kernel(fields, coefficients);
  kernel.length = 1 + int(fields.cells[0]) % Kernel::longest;
  typename Kernel::Values total;
  for (int k = 0; k < kernel.teams()[2]; ++k)
    for (int j = 0; j < kernel.teams()[1] * Kernel::shape.rows; ++j)
      for (int i = 0; i < kernel.teams()[0] * Kernel::shape.columns; ++i) {
        typename Kernel::Values column;
        kernel.add(i, j, k, column);
        total.join(column);
      }
  return total;
}

template <class Program, class Real, class... Shapes>
class ProgramWays : public CompiledProgram<Real> {
 public:
  [[nodiscard]] int passes() const override { return int(all_written().size()); }
  [[nodiscard]] std::vector<int> written(int pass) const override {
    return all_written()[std::size_t(pass)];
  }
  void run(int pass, BoxOfFields<Real>& box, const Settings<Real>& settings,
           PassObserver& observer) const override {
    for_passes([&]<class Pass>() {
      if (pass-- == 0) PassWays<Program, Pass, Real, Shapes...>(box, settings, observer).run();
    });
  }
  void reduce(BoxOfFields<Real>& box, const Settings<Real>& settings,
              const std::function<void(const std::string&, const std::vector<Real>&)>& found)
      const override {
    if constexpr (Program::Reductions::outputs > 0) {
      const auto fields =
          fields_of<Program>(box, settings, box.now.data(), box.before.data(), box.next.data());
      const auto coefficients = Program::Reductions::prepare(run_of<Program>(box, settings));
      std::vector<Real> memory;
      const double vertices =
          double(fields.cells[0]) * double(fields.cells[1]) * double(fields.cells[2]);
      const auto say = [&](const char* way, const ReductionValues<Program, Real>& reduced) {
        const auto values = reduced.results(vertices);
        found(way, {values.begin(), values.end()});
      };
      say("rows", reduce_vertices<Program>(HostSpace(), fields, coefficients, memory));
      say("columns on the host", reduced_by_columns<Program, Real>(fields, coefficients));
#if SOLENOID_HAS_DEVICE && defined(__CUDACC__)
      const DeviceBox<Real> there(box);
      const auto on_device =
          fields_of<Program>(box, settings, static_cast<const Real*>(there.now.data()),
                             static_cast<const Real*>(there.before.data()), there.next.data());
      Kokkos::View<Real*, DeviceSpace> parts;
      using Memory = DeviceSpace::memory_space;
      const auto there_too = Program::Reductions::prepare(run_of<Program, Memory>(box, settings));
      say("GPU", reduce_vertices<Program>(DeviceSpace(), on_device, there_too, parts));
#endif
    }
  }
  void take_steps([[maybe_unused]] const StepsCase<Real>& of,
                  [[maybe_unused]] const FoundFields<Real>& found) const override {
    if constexpr ((Shapes::with_steps || ...)) run_steps<Program>(of, found);
  }

 private:
  template <class Body, class... Pass, class... Output>
  static void for_each(const Body& body, ProgramPasses<Pass...>, ProgramPasses<Output...>) {
    (body.template operator()<Pass>(), ...);
    (body.template operator()<Output>(), ...);
  }
  template <class Body>
  static void for_passes(const Body& body) {
    for_each(body, typename Program::Passes{}, typename Program::Outputs{});
  }
  static std::vector<std::vector<int>> all_written() {
    std::vector<std::vector<int>> all;
    for_passes([&]<class Pass>() { all.emplace_back(Pass::written.begin(), Pass::written.end()); });
    return all;
  }
};

}  // namespace solenoid::differential
