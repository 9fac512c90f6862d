#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "physics/solvers/muscl_hancock.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

class ContentsChecker {
 public:
  ContentsChecker(const DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void check() {
    check_times();
    check_cells();
    check_box();
    check_boundaries();
    check_fixed_magnetic_field();
    check_equations();
    check_gas();
    check_precision();
    check_riemann_solver();
    check_initial_file();
    if (contents_.program != nullptr) return;  // its fields mean what it says
    check_positive("initial");
    for (const auto& [section, settings] : contents_.settings) {
      if (section.starts_with("boundary.")) check_positive(section);
    }
  }

 private:
  void report(const std::string& section, const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section, key), message);
  }

  void check_times() {
    const auto* end = contents_.find<double>("run", "end_time");
    const auto* start = contents_.find<double>("run", "start_time");
    if (end == nullptr || start == nullptr || *start < *end) return;
    report("run", "start_time",
           fmt::format("'start_time' in [run]: expected a time before end_time = {}, found {}",
                       *end, *start));
  }

  void check_cells() {
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    if (cells == nullptr) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((*cells)[axis] > 1 && (*cells)[axis] < 4) {
        report("grid", "cells",
               fmt::format("'cells' in [grid]: expected 1 or at least 4 cells in {}, found {}",
                           "xyz"[axis], (*cells)[axis]));
      }
    }
    check_cells_of_program(*cells);
    check_cells_of_terms(*cells);
    if (std::ranges::all_of(*cells, [](double count) { return count == 1; })) {
      report("grid", "cells", "'cells' in [grid]: expected more than one cell in some direction");
    }
  }

  void check_cells_of_terms(const Setting::Numbers& cells) {
    if (contents_.terms == nullptr) return;
    if (cells[0] == 1)
      report(
          "grid", "cells",
          "'cells' in [grid]: expected more than one cell in x, which 'terms' in [physics] need");
    const auto ghosts = ghosts_for_terms();
    const int reach = contents_.terms->kernels.radius;
    if (ghosts && reach > ghosts->layers)
      report("physics", "terms",
             fmt::format("'terms' in [physics]: they reach {} cells far, and with {} there are {} "
                         "ghost cells; use narrower differences, or 'auxiliary' fields",
                         reach, ghosts->choice, ghosts->layers));
  }

  /// The ghost cells of a scheme that takes terms, and what has chosen them; none where the deck is
  /// wrong.
  struct GhostsForTerms {
    int layers;
    std::string choice;
  };
  [[nodiscard]] std::optional<GhostsForTerms> ghosts_for_terms() const {
    const SchemeSpec& scheme = *contents_.scheme();
    if (scheme.ghost_layers > 0)
      return GhostsForTerms{scheme.ghost_layers, fmt::format("scheme = \"{}\"", scheme.name)};
    const auto* name = contents_.find<std::string>("solver", "reconstruction");
    const auto chosen = name == nullptr ? std::nullopt : choice_named<Reconstruction>(*name);
    if (!chosen) return std::nullopt;
    return GhostsForTerms{muscl_hancock_ghosts(*chosen).layers,
                          fmt::format("reconstruction = \"{}\"", *name)};
  }

  void check_cells_of_program(const Setting::Numbers& cells) {
    if (contents_.program == nullptr) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int radius = contents_.program->kernels.radius + (has_vertex_mirror(axis) ? 1 : 0);
      if (cells[axis] >= radius && (axis > 0 || cells[axis] > 1)) continue;
      if (cells[axis] == 1 && axis > 0) continue;
      std::string hint;
      if (cells[axis] == 1)
        hint =
            "; finite differences need x: lay what depends on one direction along x, on two in "
            "x and y or x and z";
      report("grid", "cells",
             fmt::format("'cells' in [grid]: expected at least {} cells in {}, which the "
                         "differences of the program reach across, found {}{}",
                         std::max(radius, 4), "xyz"[axis], cells[axis], hint));
    }
  }

  /// Whether ghosts along an axis are images of vertices about the outermost one, of some field.
  [[nodiscard]] bool has_vertex_mirror(std::size_t axis) const {
    const std::string mirror = name_of(BoundaryKind::vertex_symmetric);
    const auto* kinds =
        contents_.find<Setting::Texts>("grid", std::string("boundary_") + "xyz"[axis]);
    const auto of_fields = [&](int side) {
      const auto section = contents_.settings.find("boundary." + face_name(int(axis), side));
      return section != contents_.settings.end() &&
             std::ranges::any_of(section->second, [&](const auto& entry) {
               const auto* kind = std::get_if<std::string>(&entry.second.value);
               return kind != nullptr && *kind == mirror;
             });
    };
    return (kinds != nullptr && std::ranges::count(*kinds, mirror) > 0) || of_fields(side_lower) ||
           of_fields(side_upper);
  }

  void check_box() {
    const auto* lower = contents_.find<Setting::Numbers>("grid", "lower");
    const auto* upper = contents_.find<Setting::Numbers>("grid", "upper");
    if (lower == nullptr || upper == nullptr) return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if ((*lower)[axis] < (*upper)[axis]) continue;
      const Setting* setting = contents_.find_setting("grid", "upper");
      report("grid", setting->given ? "upper" : "lower",
             fmt::format("the box in [grid] has no extent in {}: expected lower < upper, found {} "
                         "and {}",
                         "xyz"[axis], (*lower)[axis], (*upper)[axis]));
    }
  }

  void check_boundaries() {
    for (int axis = 0; axis < 3; ++axis) {
      const std::string key = std::string("boundary_") + "xyz"[axis];
      const auto* kinds = contents_.find<Setting::Texts>("grid", key);
      if (kinds == nullptr) continue;
      if (contents_.has_one_cell(axis) && !is_periodic(kinds->front())) {
        report("grid", key,
               fmt::format("'{}' in [grid] has no effect: there is one cell in {}, remove the key",
                           key, "xyz"[axis]));
      }
      check_kinds(key, *kinds);
      for (int side = 0; side < 2; ++side) {
        check_face(key, "boundary." + face_name(axis, side), (*kinds)[std::size_t(side)]);
      }
    }
  }

  /// What a deck says of a face of this kind: of a program, kinds and expressions of single fields.
  void check_face(const std::string& key, const std::string& section, const std::string& kind) {
    if (!contents_.sections.contains(section)) return;
    const bool of_fields = contents_.program != nullptr;
    if (!reads_values(kind) && (!of_fields || is_periodic(kind))) {
      problems_.add(contents_.sections.at(section),
                    fmt::format("[{}] has no effect: '{}' in [grid] is \"{}\" there, expected {}",
                                section, key, kind,
                                of_fields ? "a kind for the others"
                                          : fmt::format("\"{}\"", name_of(BoundaryKind::fixed))));
      return;
    }
    if (!of_fields) return;
    for (const stencil::Field& field : contents_.program->kernels.fields) {
      const auto* own = contents_.find<std::string>(section, field.name);
      if (own == nullptr) continue;
      if (is_periodic(*own))
        report(section, field.name,
               fmt::format("'{}' in [{}]: \"{}\" is for all fields, in '{}' of [grid]", field.name,
                           section, *own, key));
      else if (check_kind(section, field.name, *own))
        continue;
      else if (field.background)
        report(section, field.name,
               fmt::format("'{}' in [{}]: a background goes on behind the face as [initial] says, "
                           "expected an expression or no key",
                           field.name, section));
    }
  }

  /// Kinds of boundaries that only other schemes have.
  void check_kinds(const std::string& key, const Setting::Texts& kinds) {
    for (const std::string& name : kinds)
      if (check_kind("grid", key, name)) return;
  }
  /// Whether there was something to say about one.
  bool check_kind(const std::string& section, const std::string& key, const std::string& name) {
    const SchemeSpec* scheme = contents_.scheme();
    const auto kind = choice_named<BoundaryKind>(name);
    if (scheme == nullptr || !kind || scheme->boundaries.contains(*kind)) return false;
    const auto having =
        schemes_with([&](const SchemeSpec& spec) { return spec.boundaries.contains(*kind); });
    report(
        section, key,
        fmt::format("'{}' in [{}]: \"{}\" exists only with {}, expected another kind such as "
                    "\"{}\"",
                    key, section, name, schemes_text(having), name_of(BoundaryKind::reflecting)));
    return true;
  }

  /// The curl of a vector potential is known in the box only. (To a program it is a field, and what
  /// stands behind fixed faces is its own.)
  void check_fixed_magnetic_field() {
    if (contents_.program != nullptr) return;
    const bool potential = std::ranges::any_of(std::string("xyz"), [&](char c) {
      return contents_.find_setting("initial", std::string("vector_potential_") + c) != nullptr;
    });
    if (!potential) return;
    for (int face = 0; face < 6; ++face) {
      const std::string grid_key = std::string("boundary_") + "xyz"[face / 2];
      const auto* kinds = contents_.find<Setting::Texts>("grid", grid_key);
      if (kinds == nullptr || !reads_values((*kinds)[std::size_t(face % 2)])) continue;
      const std::string section = "boundary." + face_name(face / 2, face % 2);
      for (const char component : {'x', 'y', 'z'}) {
        const std::string key = std::string("magnetic_field_") + component;
        if (contents_.find_setting(section, key) != nullptr) continue;
        problems_.add(contents_.sections.contains(section) ? contents_.sections.at(section)
                                                           : contents_.origin("grid", grid_key),
                      fmt::format("'{}' in [{}] is missing: a fixed face needs it where [initial] "
                                  "gives the magnetic field by a vector potential",
                                  key, section));
      }
    }
  }

  void check_equations() {
    const auto equations = contents_.equations();
    const SchemeSpec* scheme = contents_.scheme();
    if (!equations || scheme == nullptr || scheme->equations.contains(*equations)) return;
    if (contents_.find_setting("physics", "program") != nullptr) return;
    report("physics", "equations",
           fmt::format("'equations' in [physics]: with scheme = \"{}\" expected one of {}, found "
                       "\"{}\"{}",
                       scheme->name, quoted_list(names_of(scheme->equations)), name_of(*equations),
                       *equations == EquationSet::isothermal
                           ? "; an isothermal gas is equation_of_state = \"isothermal\" there"
                           : ""));
  }

  void check_precision() {
    const auto* name = contents_.find<std::string>("run", "precision");
    const SchemeSpec* scheme = contents_.scheme();
    if (name == nullptr || scheme == nullptr) return;
    const Precision precision = choice_named<Precision>(*name).value();
    if (scheme->precisions.contains(precision)) return;
    const auto having =
        schemes_with([&](const SchemeSpec& spec) { return spec.precisions.contains(precision); });
    report("run", "precision",
           fmt::format("'precision' in [run]: \"{}\" exists only with {}, expected {}", *name,
                       schemes_text(having), alternatives(names_of(scheme->precisions), "\"")));
  }

  void check_riemann_solver() {
    const auto equations = contents_.equations();
    const Setting* setting = contents_.find_setting("solver", "riemann");
    const auto* riemann = contents_.find<std::string>("solver", "riemann");
    if (!equations || riemann == nullptr || !setting->applies) return;
    const EquationOfState gas = contents_.gas();
    const auto allowed = riemann_solver_names(*equations, gas);
    if (std::ranges::find(allowed, *riemann) != allowed.end()) return;
    report("solver", "riemann",
           fmt::format("'riemann' in [solver]: with equations = \"{}\"{} expected one of {}, found "
                       "\"{}\"",
                       name_of(*equations),
                       gas == EquationOfState::ideal
                           ? ""
                           : fmt::format(" and equation_of_state = \"{}\"", name_of(gas)),
                       quoted_list(allowed), *riemann));
  }

  void check_gas() {
    const SchemeSpec* scheme = contents_.scheme();
    const EquationOfState gas = contents_.gas();
    if (scheme == nullptr || scheme->programs || gas == EquationOfState::ideal) return;
    const bool isothermal = gas == EquationOfState::isothermal;
    if (!scheme->gases.contains(gas))
      report("physics", "equation_of_state",
             fmt::format("'equation_of_state' in [physics]: the scheme {} needs {}, which the "
                         "{} gas does not have, expected {} in [solver], or \"{}\"{}",
                         scheme->name, isothermal ? "an energy" : "a constant gamma", name_of(gas),
                         schemes_text(schemes_of(gas)), name_of(EquationOfState::ideal),
                         isothermal ? " with gamma near 1" : ""));
    const auto* reconstruction = contents_.find<std::string>("solver", "reconstruction");
    if (isothermal && reconstruction != nullptr &&
        *reconstruction == name_of(Reconstruction::conserved))
      report("solver", "reconstruction",
             fmt::format("'reconstruction' in [solver]: \"{}\" is not compiled for "
                         "equation_of_state = \"isothermal\", expected \"{}\" or \"{}\"",
                         *reconstruction, name_of(Reconstruction::weno_z),
                         name_of(Reconstruction::primitive)));
  }

  void check_initial_file() {
    if (contents_.find_setting("initial", "file") != nullptr) return;
    for (const char* key : {"snapshot", "ghost_layers"})
      if (contents_.find_setting("initial", key) != nullptr)
        report("initial", key,
               fmt::format("'{0}' in [initial] has no effect without 'file': remove '{0}', or name "
                           "the file",
                           key));
  }

  /// Whether some constant is wrong (and reported), so that values are not to be relied on.
  [[nodiscard]] bool unknown_constants() const {
    return std::ranges::any_of(contents_.constants,
                               [](const auto& constant) { return std::isnan(constant.second); });
  }

  /// Density and pressure that are the same everywhere; others are checked on the grid.
  void check_positive(const std::string& section) {
    for (const char* key : {"density", "pressure"}) {
      const auto* expression = contents_.find<Setting::Compiled>(section, key);
      if (expression == nullptr || !(*expression)->is_constant()) continue;
      const double value = (**expression)(0, 0, 0, 0);
      if (value > 0 || unknown_constants()) continue;
      report(section, key,
             fmt::format("'{}' in [{}]: expected a value > 0, found {}", key, section, value));
    }
  }

  const DeckContents& contents_;
  Problems& problems_;
};

}  // namespace

void check_contents(const DeckContents& contents, Problems& problems) {
  ContentsChecker(contents, problems).check();
  check_forces(contents, problems);
}

}  // namespace solenoid
