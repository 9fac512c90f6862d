#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "src/deck/built_in_programs.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/stencil/include.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// What the deck writes for a key of [physics], which is not read yet.
const WrittenValue* written(const DeckSource& source, const std::string& key) {
  const WrittenSection* physics = source.find("physics");
  return physics == nullptr ? nullptr : physics->find(key);
}

/// The text that the deck writes for such a key; none where it writes something else.
std::optional<std::string> written_text(const DeckSource& source, const std::string& key) {
  const WrittenValue* value = written(source, key);
  const auto* text = value == nullptr ? nullptr : value->as<std::string>();
  return text == nullptr ? std::nullopt : std::optional(*text);
}

/// The files that 'program' names; none where it is not there or no list of names.
std::vector<std::string> program_names(const DeckSource& source) {
  if (const auto name = written_text(source, "program")) return {*name};
  const WrittenValue* value = written(source, "program");
  const auto* items = value == nullptr ? nullptr : value->as<WrittenValue::List>();
  std::vector<std::string> names;
  for (const WrittenValue& item : items == nullptr ? WrittenValue::List{} : *items) {
    const auto* name = item.as<std::string>();
    if (name == nullptr) return {};
    names.push_back(*name);
  }
  return names;
}

/// Whether a name is one in angle brackets, of a file that comes with Solenoid.
bool is_shipped(const std::string& name) { return name.starts_with('<') && name.ends_with('>'); }

std::string without_brackets(const std::string& name) {
  return is_shipped(name) ? name.substr(1, name.size() - 2) : name;
}

/// A program's file, or one that comes with Solenoid. Throws std::runtime_error.
std::string program_text(const std::string& name) {
  if (!is_shipped(name)) return stencil::text_of_file(name);
  const std::string bare = without_brackets(name);
  const std::vector<std::string> known = built_in_program_names();
  if (std::ranges::find(known, bare) == known.end())
    throw std::runtime_error(fmt::format("no file {} comes with Solenoid{}; there are {}", name,
                                         did_you_mean(bare, known), fmt::join(known, ", ")));
  return built_in_program_text(bare);
}

/// The files of a deck's own program, which it names relative to itself. Throws std::runtime_error.
std::vector<stencil::SourceFile> program_files(const std::vector<std::string>& names,
                                               const Origin& deck) {
  const std::filesystem::path folder = std::filesystem::path(deck.file).parent_path();
  std::vector<stencil::SourceFile> files;
  for (const std::string& name : names) {
    const std::string path = is_shipped(name) ? name : (folder / name).string();
    try {
      files.push_back({path, program_text(path)});
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("'program' in [physics]: {}{}", error.what(),
                                           is_shipped(name) ? "" : ", named relative to the deck"));
    }
  }
  return stencil::with_includes(files, program_text);
}

/// The files of the program and its name.
std::optional<StencilProgram> requested(const DeckSource& source, const SchemeSpec& scheme,
                                        Problems& problems) {
  const std::vector<std::string> own = program_names(source);
  const std::optional<std::string> equations = written_text(source, "equations");
  const std::string forcing = written_text(source, "forcing").value_or("none");
  StencilProgram program;
  program.helical = forcing == "helical";
  program.forced = forcing == "random" || program.helical;
  if (!own.empty()) {
    if (equations) {
      problems.add(written(source, "equations")->origin,
                   "'equations' in [physics] has no effect beside 'program', remove one of them");
    }
    program.name = std::filesystem::path(without_brackets(own.back())).stem().string();
    program.files = program_files(own, source.whole);
    program.own = true;
    return program;
  }
  program.name = equations.value_or("mhd");
  const auto known = names_of(scheme.equations);
  // Other names are a problem of the key 'equations'.
  if (std::ranges::find(known, program.name) == known.end()) return std::nullopt;
  program.files = built_in_program(program.name, program.forced, program.helical);
  return program;
}

}  // namespace

void read_program(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const auto* order = contents.find<long>("solver", "order");
  const auto* passes = contents.find<long>("solver", "passes");
  if (order == nullptr || passes == nullptr) return;
  const WrittenValue* file = written(source, "program");
  const Origin origin = file == nullptr ? source.whole : file->origin;
  try {
    std::optional<StencilProgram> request = requested(source, *contents.scheme(), problems);
    if (!request) return;
    StencilProgram& program = *request;
    program.options.order = int(*order);
    program.options.decompose = *passes == 2;
    if (const WrittenSection* sources = source.find("source"))
      for (const auto& entry : sources->entries) program.options.sources.push_back(entry.first);
    program.kernels = stencil::compile(program.files, program.options);
    contents.program_keys = keys_of(program);
    contents.program = std::make_shared<StencilProgram>(std::move(program));
  } catch (const stencil::ProgramError& error) {
    problems.add(origin, fmt::format("the stencil program does not compile:\n{}", error.what()));
  } catch (const std::exception& error) {
    problems.add(origin, error.what());
  }
}

}  // namespace solenoid
