#pragma once
/// \file
/// Terms that a program of the stencil language adds to the equations of a fluid on cells, beside
/// what the scheme itself computes: the seam between the two. What runs such a program is
/// physics/solvers/program_terms.hpp; here is what a solver knows of it.
///
/// The fluid's steps and the terms are taken in turns (operator splitting), each for the whole of a
/// step: terms last in the first step of a pair, first in the second one, as sweeps are
/// (physics/solvers/splitting.hpp), so that a pair is the same forwards and backwards, and the
/// whole of second order in time. Where half sweeps of neighbouring steps are one, the state
/// between steps is open, and the terms act beside the sweep in the middle of the step, behind it
/// in the first and before it in the second step of a pair. They never limit the time step of the
/// fluid: what they need more of, they take themselves.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/grid/subdomain.hpp"
#include "numerics/lanes/table_pieces.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Numbers of the deck for a program's terms.
struct TermsNumbers {
  std::map<std::string, double> uniforms;  ///< those that are left out have the program's defaults
  /// Of what is taken explicitly: dt <= courant_number / (signal_speed |1/dx|), as in
  /// physics/solvers/finite_difference.hpp.
  double courant_number = 0.8;
  int most_stages = 15;  ///< of a super time step; what needs more is cut into several
  std::map<std::string, TablePieces> tables{};  ///< by name: those of the program
};

/// What terms are made from. The layout is that of the fluid, which they read and write in place.
struct TermsArguments {
  Subdomain part;
  Layout layout;
  std::vector<std::string> stored;  ///< names of the fluid's stored fields, in their order
  /// Those that stand elsewhere than at the centres of cells, where terms find copies of them,
  /// which they may read and not change.
  std::vector<std::string> copied;
  TermsNumbers numbers;
};

class AnyTerms {
 public:
  virtual ~AnyTerms() = default;
};

/// The one function of terms that are compiled (physics/solvers/module/stencil_module.cpp); the
/// caller owns what it returns, a ProgramTerms behind Terms<Real, Space>.
using MakeTerms = AnyTerms* (*)(const TermsArguments&);
inline constexpr const char* make_terms_symbol = "solenoid_make_terms";

/// How a fluid gets its terms.
struct TermsSettings {
  MakeTerms make = nullptr;  ///< null: there are none, and they cost nothing
  TermsNumbers numbers{};
  int reach = 0;   ///< how many ghosts they read
  int fields = 0;  ///< how many fields of memory they need beside the two states of the fluid

  [[nodiscard]] bool given() const { return make != nullptr; }
};

/// The fields of a fluid, by the order of TermsArguments::stored, each at interior cell (0, 0, 0).
template <class Real>
using TermsState = std::vector<Real*>;

/// A field that terms read, at interior cell (0, 0, 0).
template <class Real>
struct TermsField {
  Real* values;
  int stored;     ///< which of the fluid's fields it is a copy of, or -1 for one of the terms' own
  int component;  ///< of a vector: 0, 1, 2 for x, y, z; -1 otherwise
};

/// What terms ask of the fluid.
template <class Real>
class FluidOfTerms {
 public:
  virtual ~FluidOfTerms() = default;
  /// Fills the ghosts that terms reach, corners included, as those of the fluid are at `time`.
  /// Those of the terms' own that it is asked for have no gradient behind fixed faces.
  virtual void fill_ghosts(const std::vector<TermsField<Real>>& fields, double time) = 0;
  /// Makes each of `count` values the largest of all parts of the grid, or their sum.
  virtual void take_largest(double* values, std::size_t count) const = 0;
  virtual void add_up(double* values, std::size_t count) const = 0;
  /// Whether each cell of `state`, in all parts of the grid, has a density and a pressure.
  [[nodiscard]] virtual bool is_physical(const TermsState<Real>& state) = 0;
};

/// Terms in one precision on one device.
template <class Real, class Space>
class Terms : public AnyTerms {
 public:
  /// Advances the cells of `state` by `dt`, from `time`, with nothing but the terms. Each of both
  /// is all of the fluid's fields in the layout of the fluid; `spare` is free to be written to.
  /// Whether the fluid was asked of what is left and finds it physical.
  virtual bool advance(const Space& space, FluidOfTerms<Real>& fluid, const TermsState<Real>& state,
                       const TermsState<Real>& spare, double time, double dt) = 0;
  /// Numbers for histories, the program's reductions: their names, and what they are of `state`.
  [[nodiscard]] virtual std::vector<std::string> labels() const = 0;
  [[nodiscard]] virtual std::vector<double> numbers(const Space& space, FluidOfTerms<Real>& fluid,
                                                    const TermsState<Real>& state, double time) = 0;
};

}  // namespace solenoid
