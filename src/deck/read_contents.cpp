#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "src/deck/choices.hpp"
#include "src/deck/choose_defaults.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/names_elsewhere.hpp"
#include "src/deck/recovery.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

class ContentsReader {
 public:
  ContentsReader(const DeckSource& source, Problems& problems)
      : source_(source), problems_(problems) {}

  DeckContents read() {
    contents_.whole = source_.whole;
    check_sections();
    read_tables(source_, contents_, problems_);
    read_constants();
    read_functions(source_, contents_, problems_);
    // What these two choose decides which keys apply.
    read_section("solver", source_.find("solver"));
    const SchemeSpec* scheme = contents_.scheme();
    if (scheme != nullptr && scheme->programs) {
      read_program(source_, contents_, problems_);
      // Without a program its keys are not known, and nothing can be said about them.
      keys_known_ = contents_.program_keys != nullptr;
    }
    if (scheme != nullptr && scheme->terms) {
      terms_known_ = read_terms(source_, contents_, problems_);
    }
    read_scalars(source_, contents_, problems_);
    read_section("physics", source_.find("physics"));
    of_file_ = grid_of_state_file(source_, problems_);
    check_applicable("solver");
    check_program_keys();
    read_caloric_table(contents_, problems_);
    for (const std::string& section : section_names()) {
      if (section == "output") {
        read_outputs();
      } else if (section == "fields") {
        // Without a program its fields are not known.
        if (keys_known_) read_fields(source_, contents_, problems_);
      } else if (section != "constants" && section != "functions" && section != "tables" &&
                 section != "fields" && section != "physics" && section != "solver") {
        read_section(section, source_.find(section));
        if (section == "atmosphere") define_atmosphere(contents_, problems_);
        if (section == "cooling") read_cooling(contents_, problems_);
      }
    }
    choose_defaults(contents_);
    return std::move(contents_);
  }

 private:
  void check_sections() {
    const auto known = section_names();
    for (const WrittenSection& section : source_.sections) {
      if (std::ranges::find(known, section.name) == known.end()) {
        const auto guess = nearest(section.name, known, names_elsewhere());
        problems_.add(section.origin,
                      fmt::format("unknown section [{}]{}", section.name,
                                  guess ? fmt::format(", did you mean [{}]?", *guess)
                                        : "; sections are " + quoted_list(known)));
      } else if (section.repeated != (section.name == "output")) {
        problems_.add(section.origin, section.repeated
                                          ? fmt::format("write [{0}], not [[{0}]]", section.name)
                                          : single_output);
      }
    }
  }

  void read_constants() {
    const WrittenSection* section = source_.find("constants");
    if (section == nullptr) return;
    contents_.sections["constants"] = section->origin;
    for (const auto& [name, written] : section->entries) {
      const bool known = is_expression_name(name) || contents_.tables.contains(name);
      if (!can_be_name(name) || known) {
        problems_.add(written.origin,
                      can_be_name(name)
                          ? fmt::format("constant '{}' would hide the '{}' that expressions "
                                        "already know, choose another name",
                                        name, name)
                          : fmt::format("'{}' cannot be the name of a constant: expected letters, "
                                        "digits and _, a letter first",
                                        name));
        continue;
      }
      contents_.constants[name] = constant_value(name, written);
      contents_.written_constants.emplace_back(name, written);
    }
  }

  /// NaN, and a problem, when the value is wrong.
  double constant_value(const std::string& name, const WrittenValue& written) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (written.as<Unreadable>() != nullptr) {
      constants_complete_ = false;
      return nan;
    }
    std::string message;
    try {
      const double value = read_number(written, contents_.constants, contents_.tables);
      if (std::isfinite(value)) return value;
      if (std::isnan(value) && !constants_complete_) return nan;
      message = fmt::format("its value is {}, which is not finite", value);
    } catch (const ExpressionError& error) {
      message = error.what();
    }
    if (message.starts_with("unknown name")) message += "; constants may use those above them";
    problems_.add(written.origin, fmt::format("constant '{}': {}", name, message));
    constants_complete_ = false;
    return nan;
  }

  /// The reduction that a uniform of the program is.
  [[nodiscard]] std::optional<std::string> reduction_of_uniform(const std::string& section,
                                                                const std::string& key) const {
    if (contents_.program_keys == nullptr || section != "physics") return std::nullopt;
    const auto found = contents_.program_keys->reductions.find(key);
    if (found == contents_.program_keys->reductions.end()) return std::nullopt;
    return found->second;
  }

  void unknown_key(const std::string& section, const std::string& key, const Origin& origin) {
    const auto keys = key_names(section, contents_.program_keys.get());
    const auto elsewhere = sections_with(key, contents_.program_keys.get());
    std::string hint;
    if (const auto bound = reduction_of_uniform(section, key)) {
      hint = fmt::format("; in the program it is the reduction '{}', remove the key", *bound);
    } else if (std::ranges::find(keys, key + "_x") != keys.end()) {
      hint = fmt::format("; a vector is given by its components, {0}_x, {0}_y and {0}_z", key);
    } else if (section == "physics" && contents_.program == nullptr && is_built_in_uniform(key)) {
      hint = fmt::format(
          "; only {} has it, the others have no explicit diffusion, but for what 'terms' add to {} "
          "(docs/terms.md)",
          schemes_text(program_schemes), schemes_text(terms_schemes));
    } else if (const auto guess = nearest(key, keys, names_elsewhere())) {
      hint = fmt::format(", did you mean '{}'?", *guess);
    } else if (!elsewhere.empty()) {
      hint = fmt::format("; it belongs in {}", section_title(elsewhere.front()));
    } else {
      hint = "; the keys there are " + quoted_list(keys);
    }
    problems_.add(origin,
                  fmt::format("unknown key '{}' in {}{}", key, section_title(section), hint));
  }

  /// Reads a section (or its defaults when `written` is null) into the contents.
  void read_section(const std::string& section, const WrittenSection* written) {
    const ProgramKeys* program = contents_.program_keys.get();
    const ValueContext context{section_title(section),
                               contents_.constants,
                               contents_.tables,
                               contents_.functions,
                               constants_complete_,
                               contents_.measured_axes(),
                               contents_.program == nullptr ? nullptr : &program->names,
                               defined_fields()};
    const bool of_program =
        section == "initial" || section == "source" || section.starts_with("boundary.");
    if (!keys_known_ && of_program) return;
    auto& settings = contents_.settings[section];
    std::set<std::string> present;
    if (written != nullptr) {
      contents_.sections[section] = written->origin;
      for (const auto& [key, value] : written->entries) {
        const KeySpec* spec = find_key(section, key, program);
        if (spec == nullptr) {
          const bool known = keys_known_ && terms_known_;
          if (known || section != "physics") unknown_key(section, key, value.origin);
          continue;
        }
        present.insert(key);
        if (auto setting = read_setting(*spec, value, context, problems_)) {
          setting->given = true;
          settings[key] = std::move(*setting);
        } else {
          contents_.wrong[section].insert(key);
        }
      }
    }
    complete(section, present, context);
    // Keys of [solver] wait for the equations.
    if (section != "solver") check_applicable(section);
  }

  /// What outputs may hold beside the fields of the table: scalars and what formulas define.
  [[nodiscard]] std::vector<std::string> defined_fields() const {
    std::vector<std::string> names;
    for (const auto& [name, written] : contents_.written_fields) names.push_back(name);
    names.insert(names.end(), contents_.scalars.begin(), contents_.scalars.end());
    return names;
  }

  /// Whether the deck names a file with a state, from which the grid is taken, too.
  [[nodiscard]] bool names_state_file() const {
    const WrittenSection* initial = source_.find("initial");
    const WrittenValue* file = initial == nullptr ? nullptr : initial->find("file");
    return file != nullptr && file->as<std::string>() != nullptr;
  }

  /// Adds defaults, and problems for required keys that are not there.
  void complete(const std::string& section, const std::set<std::string>& present,
                const ValueContext& context) {
    const auto default_of = [&](const KeySpec& spec) {
      const SchemeSpec* scheme = contents_.scheme();
      const bool other = scheme != nullptr && spec.other_default.schemes.contains(scheme->scheme);
      return other ? spec.other_default.value : spec.default_value;
    };
    const bool state_in_file = section == "initial" && present.contains("file");
    for (const std::string& key : key_names(section, contents_.program_keys.get())) {
      const KeySpec& spec = *find_key(section, key, contents_.program_keys.get());
      if (present.contains(key)) continue;
      const auto of_file = section == "grid" ? of_file_.find(key) : of_file_.end();
      if (of_file != of_file_.end()) {
        contents_.settings[section][key] =
            *read_setting(spec, read_value(of_file->second, {}), context, problems_);
      } else if (spec.required && !has_gas(spec)) {
        continue;
      } else if (spec.required && (state_in_file || (section == "grid" && names_state_file()))) {
        continue;  // of the grid: what is wrong with the file is reported
      } else if (spec.required) {
        problems_.add(contents_.origin(section, key),
                      fmt::format("'{}' in {} is missing: expected {}", key, section_title(section),
                                  expectation(spec)));
      } else if (!spec.default_value.empty()) {
        const WrittenValue value = read_value(std::string(default_of(spec)), {});
        contents_.settings[section][key] = *read_setting(spec, value, context, problems_);
      }
    }
  }

  /// Whether the deck's gas has a key.
  [[nodiscard]] bool has_gas(const KeySpec& spec) const {
    return spec.gases.empty() || spec.gases.contains(contents_.gas());
  }

  /// The keys that outputs of a type have.
  [[nodiscard]] std::vector<std::string> keys_of_output(const std::string& section,
                                                        OutputType type) const {
    std::vector<std::string> keys = key_names(section, contents_.program_keys.get());
    std::erase_if(keys, [&](const std::string& key) {
      const KeySpec& spec = *find_key(section, key, contents_.program_keys.get());
      return !spec.outputs.empty() && !spec.outputs.contains(type);
    });
    return keys;
  }

  /// Marks defaults that other equations, another scheme or another type of output would use, and
  /// reports such keys that are given.
  void check_applicable(const std::string& section) {
    const auto equations = contents_.equations();
    const SchemeSpec* scheme = contents_.scheme();
    const auto* type = contents_.find<std::string>(section, "type");
    const auto output = type == nullptr ? std::nullopt : choice_named<OutputType>(*type);
    for (auto& [key, setting] : contents_.settings[section]) {
      const KeySpec& spec = *find_key(section, key, contents_.program_keys.get());
      std::string needs;
      if (equations && !spec.equations.empty() && !spec.equations.contains(*equations)) {
        needs = equations_of(spec);
      } else if (scheme != nullptr && !spec.schemes.empty() &&
                 !spec.schemes.contains(scheme->scheme)) {
        needs = schemes_text(spec.schemes);
      } else if (!has_gas(spec)) {
        needs = gases_of(spec);
        if (key == "pressure") needs += "; that of an isothermal gas is sound_speed^2 density";
      } else if (output && !spec.outputs.empty() && !spec.outputs.contains(*output)) {
        needs = fmt::format("outputs of type {}, not {}", output_types_of(spec), *type) +
                did_you_mean(key, keys_of_output(section, *output));
      }
      setting.applies = needs.empty();
      if (!setting.applies && setting.given) {
        problems_.add(setting.written.origin, fmt::format("'{}' in {} applies only to {}", key,
                                                          section_title(section), needs));
      }
    }
  }

  /// Keys of [physics] that others there leave without a use.
  void check_program_keys() {
    auto& physics = contents_.settings["physics"];
    if (physics.contains("program")) physics["equations"].applies = false;
    const auto* name = contents_.find<std::string>("physics", "forcing");
    const auto forcing = name == nullptr ? std::nullopt : choice_named<Forcing>(*name);
    if (!forcing || forcing == Forcing::helical) return;
    leave_unused("forcing_helicity", "forcing = \"helical\"");
    if (forcing == Forcing::random) return;
    for (const char* key : {"forcing_amplitude", "forcing_wave_numbers", "forcing_seed"})
      leave_unused(key, "forcing = \"random\" or \"helical\"");
  }

  /// A key of [physics] that applies only to something that the deck does not ask for.
  void leave_unused(const std::string& key, const std::string& needed) {
    auto& physics = contents_.settings["physics"];
    if (!physics.contains(key)) return;
    Setting& setting = physics[key];
    if (setting.given && setting.applies) {
      problems_.add(setting.written.origin,
                    fmt::format("'{}' in [physics] applies only to {}", key, needed));
    }
    setting.applies = false;
  }

  void read_outputs() {
    for (const WrittenSection& section : source_.sections) {
      if (section.name != "output" || !section.repeated) continue;
      const std::string name = fmt::format("output.{}", contents_.output_count++);
      read_section(name, &section);
      if (keys_known_) read_numbers(contents_, name, problems_);
      auto& settings = contents_.settings[name];
      if (settings.contains("type") && section.find("name") == nullptr) {
        settings["name"] = settings["type"];
        settings["name"].given = false;
      }
    }
  }

  const DeckSource& source_;
  Problems& problems_;
  DeckContents contents_;
  std::map<std::string, std::string> of_file_;  ///< keys of [grid] that the file of [initial] gives
  bool constants_complete_ = true;
  bool keys_known_ = true;
  bool terms_known_ = true;  ///< whether those of terms are
};

}  // namespace

const Setting* DeckContents::find_setting(const std::string& section,
                                          const std::string& key) const {
  const auto found = settings.find(section);
  if (found == settings.end()) return nullptr;
  const auto setting = found->second.find(key);
  return setting == found->second.end() ? nullptr : &setting->second;
}

bool DeckContents::gives(const std::string& section, const std::string& key) const {
  const Setting* setting = find_setting(section, key);
  const auto keys = wrong.find(section);
  return (setting != nullptr && setting->given) ||
         (keys != wrong.end() && keys->second.contains(key));
}

const SchemeSpec* DeckContents::scheme() const {
  const auto* written = find<std::string>("solver", "scheme");
  const auto scheme = written == nullptr ? std::nullopt : choice_named<Scheme>(*written);
  return scheme ? &spec_of(*scheme) : nullptr;
}

std::optional<EquationSet> DeckContents::equations() const {
  const auto* written = find<std::string>("physics", "equations");
  return written == nullptr ? std::nullopt : choice_named<EquationSet>(*written);
}

bool DeckContents::has_one_cell(int axis) const {
  const auto* cells = find<Setting::Numbers>("grid", "cells");
  return cells != nullptr && (*cells)[std::size_t(axis)] == 1;
}

EquationOfState DeckContents::gas() const {
  const auto* written = find<std::string>("physics", "equation_of_state");
  const auto gas = written == nullptr ? std::nullopt : choice_named<EquationOfState>(*written);
  return gas.value_or(EquationOfState::ideal);
}

Origin DeckContents::origin(const std::string& section, const std::string& key) const {
  const Setting* setting = find_setting(section, key);
  if (setting != nullptr && setting->given) return setting->written.origin;
  const auto found = sections.find(section);
  return found == sections.end() ? whole : found->second;
}

std::string section_title(const std::string& section) {
  if (section == "output") return "[[output]]";
  if (section.starts_with("output.")) return "[[output]] " + section.substr(7);
  return fmt::format("[{}]", section);
}

DeckContents read_contents(const DeckSource& source, Problems& problems) {
  return ContentsReader(source, problems).read();
}

}  // namespace solenoid
