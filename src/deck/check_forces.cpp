/// \file
/// What a deck says of the forces on a fluid: constant gravity, [driving], [gravity],
/// [shearing_box].

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "physics/solvers/gravity_settings.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

class ForcesChecker {
 public:
  ForcesChecker(const DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void check() {
    check_gravity();
    check_driving();
    check_potential();
    check_shearing_box();
  }

 private:
  void report(const std::string& section, const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section, key), message);
  }

  void check_gravity() {
    const SchemeSpec* scheme = contents_.scheme();
    const auto* gravity = contents_.find<Setting::Numbers>("physics", "gravity");
    if (scheme == nullptr || gravity == nullptr || scheme->gravity || scheme->programs) return;
    if (std::ranges::all_of(*gravity, [](double g) { return g == 0; })) return;
    report("physics", "gravity",
           fmt::format("'gravity' in [physics]: a constant acceleration by this key is built into "
                       "{} alone; choose that in [solver], or keep {} and give 'acceleration_x', "
                       "'acceleration_y', 'acceleration_z' in [source] or a 'potential' in "
                       "[gravity]",
                       schemes_text(schemes_with([](const auto& spec) { return spec.gravity; })),
                       scheme->name));
  }

  void check_driving() {
    const auto section = contents_.sections.find("driving");
    const SchemeSpec* scheme = contents_.scheme();
    if (section == contents_.sections.end() || scheme == nullptr) return;
    if (!fluid_schemes.contains(scheme->scheme)) {
      problems_.add(section->second,
                    fmt::format("[driving] needs {} in [solver]; with scheme = \"{}\" random waves "
                                "are 'forcing' in [physics]",
                                schemes_text(fluid_schemes), scheme->name));
      return;
    }
    std::vector<std::string> given;
    for (const char* key : {"power", "acceleration", "mach_number"})
      if (contents_.gives("driving", key)) given.push_back(fmt::format("'{}'", key));
    if (given.size() != 1)
      problems_.add(
          section->second,
          fmt::format("[driving]: expected one of 'power', 'acceleration' and "
                      "'mach_number', found {}",
                      given.empty() ? "none" : fmt::format("{}", fmt::join(given, " and "))));
    const bool cooled =
        contents_.sections.contains("cooling") || contents_.gives("physics", "terms");
    if (contents_.gives("driving", "mach_number") && !cooled &&
        contents_.gas() == EquationOfState::ideal)
      report("driving", "mach_number",
             "'mach_number' in [driving]: an ideal gas that nothing cools grows warmer by what "
             "stirs it, so that ever more power would be needed, without bound within a finite "
             "time; expected "
             "equation_of_state = \"isothermal\" in [physics], [cooling], or 'terms' that cool");
    if (!contents_.gives("driving", "correlation_time"))
      problems_.add(section->second, "'correlation_time' in [driving] is missing");
  }

  void check_potential() {
    const auto section = contents_.sections.find("gravity");
    const SchemeSpec* scheme = contents_.scheme();
    const auto* own = contents_.find<bool>("gravity", "self_gravity");
    if (section == contents_.sections.end() || scheme == nullptr || own == nullptr) return;
    if (!fluid_schemes.contains(scheme->scheme)) {
      problems_.add(section->second,
                    fmt::format("[gravity] needs {} in [solver]", schemes_text(fluid_schemes)));
      return;
    }
    if (*own) return check_gravity_boundary();
    if (contents_.find_setting("gravity", "potential") == nullptr)
      problems_.add(section->second,
                    "[gravity]: expected 'self_gravity = true', a 'potential' or both");
    // The defaults are in resolved decks, too.
    const auto* constant = contents_.find<double>("gravity", "gravitational_constant");
    const auto* around = contents_.find<std::string>("gravity", "boundary");
    const auto without_effect = [&](const char* key) {
      report("gravity", key,
             fmt::format("'{}' in [gravity] has no effect without 'self_gravity = true': set that, "
                         "or remove the key",
                         key));
    };
    if (constant != nullptr && *constant != 1) without_effect("gravitational_constant");
    if (around != nullptr && *around != name_of(GravityBoundary::periodic))
      without_effect("boundary");
  }

  /// The gas and its gravity have to agree on what is around the box.
  void check_gravity_boundary() {
    const auto* name = contents_.find<std::string>("gravity", "boundary");
    if (name == nullptr) return;
    const bool periodic = choice_named<GravityBoundary>(*name) == GravityBoundary::periodic;
    const ChoiceSet<BoundaryKind> fitting =
        periodic ? ChoiceSet<BoundaryKind>{BoundaryKind::periodic}
                 : ChoiceSet<BoundaryKind>{BoundaryKind::outflow, BoundaryKind::diode,
                                           BoundaryKind::fixed};
    for (int axis = 0; axis < 3; ++axis) {
      const std::string key = std::string("boundary_") + "xyz"[axis];
      const auto* kinds = contents_.find<Setting::Texts>("grid", key);
      if (kinds == nullptr || contents_.has_one_cell(axis)) continue;
      for (const std::string& kind : *kinds) {
        if (fitting.contains(choice_named<BoundaryKind>(kind).value())) continue;
        report("gravity", "boundary",
               fmt::format("'boundary' in [gravity]: \"{}\" needs {} = {} in [grid], found "
                           "\"{}\"{}",
                           *name, key, alternatives(names_of(fitting), "\""), kind,
                           periodic ? "; for gas with nothing around it \"isolated\" is the other "
                                      "choice"
                                    : ""));
        return;
      }
    }
  }

  void check_shearing_box() {
    const auto section = contents_.sections.find("shearing_box");
    const SchemeSpec* scheme = contents_.scheme();
    if (section == contents_.sections.end() || scheme == nullptr) return;
    if (!scheme->shearing_box) {
      problems_.add(
          section->second,
          fmt::format("[shearing_box] needs {} in [solver]; {}", schemes_text(shearing_schemes),
                      scheme->programs
                          ? "the equations of a program have no flow beside which they are"
                          : "the shear would take the field of this scheme, which stands on faces, "
                            "off them"));
      return;
    }
    if (!contents_.gives("shearing_box", "angular_velocity"))
      problems_.add(section->second, "'angular_velocity' in [shearing_box] is missing");
    const auto* vertical = contents_.find<bool>("shearing_box", "vertical_gravity");
    if (vertical != nullptr && *vertical && contents_.has_one_cell(axis_z))
      report("shearing_box", "vertical_gravity",
             "'vertical_gravity' in [shearing_box] has no effect where [grid] has one cell along "
             "z: give it more, or remove the key");
    check_sheared_boundary();
    refuse_beside_shearing_box();
  }

  /// What flows out along y has to come in again.
  void check_sheared_boundary() {
    const auto* kinds = contents_.find<Setting::Texts>("grid", "boundary_y");
    if (kinds == nullptr || contents_.has_one_cell(axis_y)) return;
    for (const std::string& kind : *kinds) {
      if (is_periodic(kind)) continue;
      report("grid", "boundary_y",
             fmt::format("'boundary_y' in [grid]: the flow of [shearing_box] is along y, expected "
                         "\"periodic\", found \"{}\"",
                         kind));
      return;
    }
  }

  void refuse_beside_shearing_box() {
    const auto refuse = [&](const std::string& what, const char* why) {
      problems_.add(contents_.sections.at("shearing_box"),
                    fmt::format("[shearing_box]: it cannot be combined with {}, {}; remove one of "
                                "the two",
                                what, why));
    };
    if (contents_.sections.contains("driving"))
      refuse("[driving]", "whose waves are periodic in a box at rest, not in one that shears");
    const auto* own = contents_.find<bool>("gravity", "self_gravity");
    if (own != nullptr && *own)
      refuse("'self_gravity' in [gravity]",
             "which is that of a box periodic at rest or alone, not of one that shears");
  }

  const DeckContents& contents_;
  Problems& problems_;
};

}  // namespace

void check_forces(const DeckContents& contents, Problems& problems) {
  ForcesChecker(contents, problems).check();
}

}  // namespace solenoid
