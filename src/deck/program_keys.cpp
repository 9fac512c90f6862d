#include "src/deck/program_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "physics/equations/equation_set.hpp"
#include "src/deck/built_in_programs.hpp"

namespace solenoid {

namespace {

/// Keys that [physics] has with every program.
bool is_reserved(const std::string& name) {
  const KeySpec* key = find_key("physics", name);
  return key != nullptr && (key->schemes.empty() || key->schemes.meets(program_schemes));
}

bool is_one_of(const std::string& name, const std::vector<std::string>& names) {
  return std::ranges::find(names, name) != names.end();
}

void require_forcing_uniforms(const StencilProgram& program) {
  std::vector<std::string> declared;
  for (const stencil::Uniform& uniform : program.kernels.uniforms) declared.push_back(uniform.name);
  for (const std::string& name : forcing_uniforms(program.helical)) {
    if (is_one_of(name, declared)) continue;
    throw std::invalid_argument(
        fmt::format("'forcing' in [physics]: the program {} has no uniform '{}'; write 'include "
                    "<forcing/{}.stencil>;' and 'd_t velocity += body_force();' there",
                    program.name, name, program.helical ? "helical_wave" : "wave"));
  }
}

}  // namespace

std::vector<std::string> StencilProgram::state_fields() const {
  std::vector<std::string> fields;
  for (const stencil::Field& field : kernels.fields) {
    if (!field.auxiliary && field.source.empty()) fields.push_back(field.name);
  }
  return fields;
}

std::vector<std::string> forcing_uniforms(bool helical) {
  std::vector<std::string> names = {"forcing_phase"};
  for (const char axis : {'x', 'y', 'z'}) {
    names.push_back(std::string("forcing_amplitude_") + axis);
    names.push_back(std::string("forcing_wave_vector_") + axis);
    if (helical) names.push_back(std::string("forcing_sine_amplitude_") + axis);
  }
  return names;
}

std::vector<stencil::SourceFile> built_in_program(const std::string& equations, bool forced,
                                                  bool helical) {
  const char* const wave = helical ? "forcing/helical_wave.stencil" : "forcing/wave.stencil";
  std::vector<std::string> names;
  const auto set = choice_named<EquationSet>(equations);
  if (set == EquationSet::mhd) names = {"mhd.stencil"};
  if (set == EquationSet::mhd && forced)
    names = {"mhd.stencil", wave, "forcing/of_velocity.stencil"};
  if (set == EquationSet::isothermal)
    names = {"isothermal.stencil", forced ? wave : "forcing/none.stencil"};
  if (names.empty()) throw std::logic_error("no stencil program holds the equations " + equations);
  std::vector<stencil::SourceFile> files;
  for (const std::string& name : names) files.push_back({name, built_in_program_text(name)});
  return files;
}

bool is_built_in_uniform(const std::string& name) {
  const auto uniforms =
      stencil::compile(built_in_program(name_of(EquationSet::mhd), false, false), {}).uniforms;
  return std::ranges::find(uniforms, name, &stencil::Uniform::name) != uniforms.end();
}

namespace {

/// Adds the key of a uniform, or notes which reduction it is.
void add_uniform(const StencilProgram& program, const stencil::Uniform& uniform,
                 ProgramKeys& result) {
  const auto kept = [&](const std::string& text) -> std::string_view {
    return result.texts.emplace_back(text);
  };
  if (uniform.reduction >= 0) {
    result.reductions[uniform.name] =
        program.kernels.reductions[std::size_t(uniform.reduction)].name;
    return;
  }
  KeySpec key;
  key.section = "physics";
  key.key = kept(uniform.name);
  key.type = uniform.integer ? KeyType::integer : KeyType::number;
  key.required = !uniform.has_default;
  if (uniform.has_default) key.default_value = kept(fmt::format("{}", uniform.value.in_double));
  result.keys.push_back(key);
}

}  // namespace

std::shared_ptr<ProgramKeys> keys_of_terms(const StencilProgram& terms) {
  auto result = std::make_shared<ProgramKeys>();
  result->of_fluid = true;
  for (const stencil::Uniform& uniform : terms.kernels.uniforms) {
    if (uniform.name == background_shear) continue;
    const KeySpec* of_fluid = find_key("physics", uniform.name);
    if (of_fluid == nullptr || !of_fluid->schemes.meets(terms_schemes)) {
      add_uniform(terms, uniform, *result);
    } else if (of_fluid->type != KeyType::number) {
      throw std::invalid_argument(fmt::format(
          "the uniform '{0}' has the name of a key that [physics] has already, expected "
          "another name",
          uniform.name));
    }
  }
  return result;
}

void add_keys_of_scalars(const std::vector<std::string>& scalars, ProgramKeys& keys) {
  for (const std::string& scalar : scalars) {
    KeySpec key;
    key.key = keys.texts.emplace_back(scalar);
    key.type = KeyType::expression;
    key.section = "boundary";
    keys.keys.push_back(key);
    key.section = "initial";
    key.required = true;
    keys.keys.push_back(key);
  }
}

std::shared_ptr<ProgramKeys> keys_of(const StencilProgram& program) {
  auto result = std::make_shared<ProgramKeys>();
  const auto kept = [&](const std::string& text) -> std::string_view {
    return result->texts.emplace_back(text);
  };
  for (const std::string& field : program.state_fields()) {
    const KeySpec* other = find_key("initial", field);
    if (other != nullptr && other->type != KeyType::expression)
      throw std::invalid_argument(fmt::format(
          "the field '{}' has the name of a key that [initial] has already, expected another name",
          field));
    for (const char* section : {"initial", "boundary"}) {
      KeySpec key;
      key.section = section;
      key.key = kept(field);
      key.type = key.section == "initial" ? KeyType::expression : KeyType::behind;
      if (key.section == "initial") key.default_value = "0";
      if (key.section == "boundary") key.choices = names_of<BoundaryKind>;
      result->keys.push_back(key);
    }
    result->names.push_back(field);
  }
  for (const std::string& name : program.kernels.source_names) {
    KeySpec key;
    key.section = "source";
    key.key = kept(name);
    key.type = KeyType::expression;
    result->keys.push_back(key);
  }
  for (const stencil::Output& output : program.kernels.outputs) {
    result->names.push_back(output.name);
  }
  if (program.forced) require_forcing_uniforms(program);
  for (const stencil::Uniform& uniform : program.kernels.uniforms) {
    if (program.forced && is_one_of(uniform.name, forcing_uniforms(program.helical))) continue;
    if (uniform.reduction < 0 && is_reserved(uniform.name)) {
      throw std::invalid_argument(fmt::format(
          "the uniform '{0}' has the name of a key that [physics] has already, expected "
          "another name",
          uniform.name));
    }
    add_uniform(program, uniform, *result);
  }
  return result;
}

}  // namespace solenoid
