#pragma once
/// \file
/// The passes of a stencil program on a plane in strips (numerics/vertices/pass_strips.hpp).

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "numerics/vertices/pass_strips.hpp"
#include "numerics/vertices/vertex_passes.hpp"
#include "physics/solvers/program_fields.hpp"

namespace solenoid {

/// The passes of a substep of a program, in strips.
template <class Program, class Real, class Space, class... Pass>
class StripRun {
 public:
  using Fields = ProgramFields<Real, Space>;
  using Stage = Substep<Real>;
  using Run = ProgramRun<Real, Program::uniform_count>;

  StripRun(Fields& fields, const Stage& stage, const Run& run)
      : fields_(fields), stage_(stage), run_(run), rows_(fields.grid().cells[axis_y]) {}

  /// Whether there are several strips, and passes fill the ghosts that others read of auxiliary
  /// fields as soon as the rows are there that they stand for. Parts of a grid have to exchange
  /// ghosts in one order, whatever their rows.
  [[nodiscard]] bool possible() const {
    const Subdomain& grid = fields_.grid();
    return sizeof...(Pass) > 1 && grid.cells[axis_z] == 1 && !grid.is_cut(axis_x) &&
           !grid.is_cut(axis_y) && rows_ >= 2 * strip() && (leaves_no_ghosts<Pass>() && ...);
  }
  void run_all() {
    fields_.fill_ghosts_of(state(), double(run_.time));
    for (std::size_t pass = 0; pass < passes.size(); ++pass) done_[pass] = passes[pass].left;
    for (int reached = strip(); reached < rows_ + strip(); reached += strip())
      each([&]<class Q>(std::size_t pass) {
        const int end = passes[pass].progress(reached, rows_);
        this->template run<Q>(pass, {std::exchange(done_[pass], end), end});
      });
    each([&]<class Q>(std::size_t pass) {
      const StripPass& of = passes[pass];
      this->template run<Q>(pass, {of.first(), of.left});
      this->template run<Q>(pass, {rows_ - of.left, of.end(rows_)});
      fields_.note_written(Q::written, stage_, axes_[pass]);
    });
  }

 private:
  static constexpr auto passes = strip_passes<Program>(ProgramPasses<Pass...>{});

  [[nodiscard]] int strip() const { return rows_of_strip * int(fields_.space().concurrency()); }
  template <class Q>
  [[nodiscard]] bool leaves_no_ghosts() const {
    if (is_pointwise<Program, Q>() || !Program::fields[std::size_t(Q::written[0])].auxiliary)
      return true;
    using Kernel = HostKernel<Q, Real, Program::field_count>;
    return Kernel::has_whole_rows(fields_.grid().cells[axis_x]) &&
           GhostRows<Real>(ghosts_written<Program, Q>(fields_, stage_)).axes() == 3;
  }
  /// The fields of which passes read what was there before them.
  static std::vector<int> state() {
    std::vector<int> state;
    for (int f = 0; f < Program::field_count; ++f) {
      const ProgramField& field = Program::fields[std::size_t(f)];
      const auto is_read_around = [f]<class Q>() {
        return is_pointwise<Program, Q>() || Q::reach[std::size_t(f)] != std::array<int, 3>{};
      };
      if (field.of_state() && (is_read_around.template operator()<Pass>() || ...))
        state.push_back(f);
    }
    return state;
  }
  template <class Body>
  static void each(const Body& body) {
    std::size_t pass = 0;
    (body.template operator()<Pass>(pass++), ...);
  }
  template <class Q>
  void run(std::size_t pass, RowRange rows) {
    if (rows.begin >= rows.end) return;
    const int ghosts = passes[pass].ghosts;
    axes_[pass] = run_pass_on_rows<Q>(fields_.space(), arrays_for<Program, Q>(fields_, stage_),
                                      Q::prepare(run_), ghosts_written<Program, Q>(fields_, stage_),
                                      {rows.begin + ghosts, rows.end + ghosts});
  }

  Fields& fields_;
  const Stage& stage_;
  const Run& run_;
  int rows_;
  std::array<int, sizeof...(Pass)> done_{};  ///< by pass: the row up to which it has come
  std::array<int, sizeof...(Pass)> axes_{};  ///< by pass: of which it fills the ghosts
};

/// Runs the passes of a substep in strips, if that is possible; says whether it did.
template <class Program, class Real, class Space, class... Pass>
bool run_in_strips(ProgramPasses<Pass...>, ProgramFields<Real, Space>& fields,
                   const Substep<Real>& stage,
                   const ProgramRun<Real, Program::uniform_count>& run) {
  StripRun<Program, Real, Space, Pass...> strips(fields, stage, run);
  if (!strips.possible()) return false;
  strips.run_all();
  return true;
}

}  // namespace solenoid
