#include <fmt/format.h>

#include <algorithm>

#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/program_files.hpp"
#include "src/deck/spectra.hpp"
#include "src/output/athdf_layout.hpp"

namespace solenoid {

namespace {

/// Why a scheme has no scalars, and what to do.
std::string why_no_scalars(const SchemeSpec& scheme) {
  if (scheme.programs)
    return "a stencil program declares what else is carried along itself ('field Scalar dye;' and "
           "'d_t dye = -dot(velocity, gradient(dye));'), remove the key";
  return fmt::format(
      "{} moves mass both ways through a face at once, so that no mass flux says "
      "which side a concentration comes from: expected {} in [solver]",
      scheme.name, schemes_text(scalar_schemes));
}

/// Whether terms beside the scheme change the mass of cells.
bool terms_move_mass(const DeckContents& contents) {
  return contents.terms != nullptr &&
         std::ranges::any_of(contents.terms->kernels.fields, [](const stencil::Field& field) {
           return field.evolved && field.name == "density";
         });
}

/// What else is called so, if anything is: every output, formula and file has to tell fields apart
/// by their names, whatever the scheme and the equations.
std::string other_meaning(const DeckContents& contents, const std::string& name) {
  const auto has = [&](const auto& names) {
    return std::ranges::any_of(names, [&](const auto& entry) { return entry.first == name; });
  };
  const auto fields = spectrum_names(field_names(EquationSet::mhd));
  if (std::ranges::find(fields, name) != fields.end()) return "a field";
  if (const std::string ours = our_name(name); ours != name)
    return fmt::format("what other programs call '{}'", ours);
  if (find_key("initial", name) != nullptr) return "a key of [initial]";
  if (is_expression_name(name)) return "known to expressions";
  if (contents.constants.contains(name)) return "one of [constants]";
  if (has(contents.functions)) return "one of [functions]";
  if (has(contents.tables)) return "one of [tables]";
  return {};
}

}  // namespace

void read_scalars(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const WrittenValue* written = written_in_physics(source, "scalars");
  const auto* names = written == nullptr ? nullptr : written->as<WrittenValue::List>();
  const SchemeSpec* scheme = contents.scheme();
  if (names == nullptr || scheme == nullptr) return;  // what is wrong is reported with the key
  const auto report = [&](const WrittenValue& value, const std::string& what) {
    problems.add(value.origin, fmt::format("'scalars' in [physics]: {}", what));
  };
  if (!scheme->scalars) report(*written, why_no_scalars(*scheme));
  if (terms_move_mass(contents))
    report(*written,
           "the terms change the density by 'd_t density', and which concentrations the mass has "
           "that they move nothing says, so that none would keep its mass; remove the key, or have "
           "terms that leave the density as it is");
  if (scheme->programs) return;
  // Of a fluid without scalars nothing else is to be said about their keys.
  for (const WrittenValue& value : *names) {
    const auto* name = value.as<std::string>();
    if (name == nullptr) continue;
    if (!can_be_name(*name)) {
      report(value, fmt::format("expected names of letters, digits and _, a letter first, found "
                                "\"{}\"",
                                *name));
    } else if (std::ranges::find(contents.scalars, *name) != contents.scalars.end()) {
      report(value, fmt::format("'{}' is listed twice", *name));
    } else if (const std::string other = other_meaning(contents, *name); !other.empty()) {
      report(value, fmt::format("'{}' is {} already, choose another name", *name, other));
    } else {
      contents.scalars.push_back(*name);
    }
  }
  if (contents.scalars.empty()) return;
  if (contents.program_keys == nullptr) contents.program_keys = std::make_shared<ProgramKeys>();
  contents.program_keys->of_fluid = true;
  add_keys_of_scalars(contents.scalars, *contents.program_keys);
}

}  // namespace solenoid
