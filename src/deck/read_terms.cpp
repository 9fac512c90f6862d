#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "numerics/vertices/diffusion_limit.hpp"
#include "physics/solvers/fluid_fields.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/program_files.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// The fields that terms may act on: what a fluid stores, but for the cleaning of its divergence.
std::vector<std::string> fields_of_fluid(EquationSet equations, EquationOfState gas) {
  std::vector<std::string> names;
  for (const StateField& field :
       fluid_fields(StateForm::stored, equations == EquationSet::mhd, false, gas))
    if (field.name != "psi") names.push_back(field.name);
  return names;
}

/// Throws std::runtime_error for terms that change what the scheme does not have at the centres of
/// cells.
void require_centred(const stencil::Kernels& kernels, const SchemeSpec& scheme) {
  if (!scheme.field_on_faces) return;
  const auto having =
      schemes_with([](const SchemeSpec& spec) { return spec.terms && !spec.field_on_faces; });
  if (std::ranges::none_of(kernels.fields, [](const stencil::Field& field) {
        return field.evolved && !field.auxiliary && field.name.starts_with("magnetic_field");
      }))
    return;
  throw std::runtime_error(fmt::format(
      "'d_t magnetic_field' is at the centres of cells, and with scheme = \"{}\" the field stands "
      "on faces; expected {} in [solver], or terms that do not change the magnetic field",
      scheme.name, schemes_text(having)));
}

/// Throws std::runtime_error for what terms cannot be.
void require_terms(const stencil::Kernels& kernels, EquationSet equations, EquationOfState gas,
                   const SchemeSpec& scheme) {
  require_centred(kernels, scheme);
  const std::vector<std::string> known = fields_of_fluid(equations, gas);
  for (const stencil::Field& field : kernels.fields) {
    if (field.auxiliary) continue;
    if (!field.source.empty())
      throw std::runtime_error(
          fmt::format("terms have no 'in field', and '{}' is one: [source] of the deck acts on the "
                      "fluid itself",
                      field.name));
    if (std::ranges::find(known, field.name) == known.end())
      throw std::runtime_error(fmt::format(
          "terms act on the fields of the fluid, and '{}' is none of them{}; they are {} (what is "
          "computed from them is 'auxiliary')",
          field.name, did_you_mean(field.name, known), fmt::join(known, ", ")));
  }
  if (std::ranges::none_of(kernels.fields, [](const stencil::Field& field) {
        return field.evolved && !field.auxiliary;
      }))
    throw std::runtime_error(
        "the terms change nothing: expected 'd_t momentum += ...;' or the like");
  if (!kernels.outputs.empty())
    throw std::runtime_error(fmt::format("terms have no outputs, and '{}' is one; remove it",
                                         kernels.outputs.front().name));
  if (std::ranges::none_of(kernels.reductions, [](const stencil::Reduction& reduction) {
        return reduction.name == "signal_speed" || reduction.name == "decay_rate" ||
               diffusivity_degree(reduction.name) > 0;
      }))
    throw std::runtime_error(
        "nothing says how long the steps of the terms may be: expected 'reduction diffusivity += "
        "max(...);' for diffusion, 'reduction signal_speed += max(...);' for what moves, "
        "'reduction "
        "decay_rate += max(...);' for what decays");
}

/// The fluid's fields, and functions of them, which the programs of terms begin with.
std::string fluid_of_terms(EquationSet equations, EquationOfState gas) {
  const std::string of_gas = gas == EquationOfState::ideal ? "" : fmt::format("{}-", name_of(gas));
  return fmt::format("<terms/{}{}.stencil>", of_gas, name_of(equations));
}

/// What the velocity of the fluid is beside: nothing, or the flow of a shearing box.
std::string flow_of_terms(const DeckSource& source) {
  const bool sheared = source.find("shearing_box") != nullptr;
  return fmt::format("<terms/{}.stencil>", sheared ? "shearing-box" : "at-rest");
}

/// What is wrong with a program that does not compile.
std::string why_not_compiled(const stencil::ProgramError& error, EquationOfState gas) {
  const auto* nothing_left = dynamic_cast<const stencil::NothingLeftError*>(&error);
  if (nothing_left != nullptr && !has_energy(gas))
    return fmt::format(
        "'terms' in [physics]: {} changes nothing but '{}', and with equation_of_state = \"{}\" "
        "the gas has no energy and no temperature of its own to conduct or to lose; remove it, or "
        "choose equation_of_state = \"ideal\"",
        nothing_left->file, nothing_left->field, name_of(gas));
  const char* const unknown =
      gas == EquationOfState::tabulated
          ? " (with equation_of_state = \"tabulated\" there is no gamma; where it stands for the "
            "gas, pressure(), temperature() and pressure_by_energy() know its table)"
          : "";
  return fmt::format("the terms do not compile{}:\n{}", unknown, error.what());
}

}  // namespace

bool read_terms(const DeckSource& source, DeckContents& contents, Problems& problems) {
  std::vector<std::string> names = named_files(source, "terms");
  const auto equations =
      choice_named<EquationSet>(written_text(source, "equations").value_or("mhd"));
  if (names.empty()) return true;
  if (!equations || !contents.scheme()->equations.contains(*equations)) return false;
  const auto gas = choice_named<EquationOfState>(
      written_text(source, "equation_of_state").value_or(name_of(EquationOfState::ideal)));
  if (!gas || !contents.scheme()->gases.contains(*gas)) return false;
  const auto report = [&](const std::string& message) {
    problems.add(written_in_physics(source, "terms")->origin, message);
  };
  try {
    StencilProgram terms;
    terms.name = std::filesystem::path(without_brackets(names.back())).stem().string();
    terms.own = true;
    names.insert(names.begin(), {fluid_of_terms(*equations, *gas), flow_of_terms(source)});
    terms.files = program_files("terms", names, source.whole);
    terms.options.order = 2;
    terms.options.terms = true;
    terms.kernels = stencil::compile(terms.files, terms.options);
    require_terms(terms.kernels, *equations, *gas, *contents.scheme());
    require_tables(terms, contents);
    contents.program_keys = keys_of_terms(terms);
    contents.terms = std::make_shared<StencilProgram>(std::move(terms));
  } catch (const stencil::ProgramError& error) {
    report(why_not_compiled(error, *gas));
  } catch (const std::exception& error) {
    report(fmt::format("'terms' in [physics]: {}", error.what()));
  }
  return contents.terms != nullptr;
}

}  // namespace solenoid
