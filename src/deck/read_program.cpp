#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// What the deck writes for a key of [physics], which is not read yet, if it is a text.
const WrittenValue* written_text(const DeckSource& source, const std::string& key) {
  const WrittenSection* physics = source.find("physics");
  const WrittenValue* value = physics == nullptr ? nullptr : physics->find(key);
  return value == nullptr || value->as<std::string>() == nullptr ? nullptr : value;
}

/// A program's file, named relative to the deck. Throws std::runtime_error.
stencil::SourceFile program_file(const std::string& name, const Origin& deck) {
  const std::filesystem::path path = std::filesystem::path(deck.file).parent_path() / name;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  std::error_code unknown;
  if (!file || std::filesystem::is_directory(path, unknown)) {
    throw std::runtime_error(fmt::format(
        "'program' in [physics]: cannot read '{}', expected a file of the stencil language, named "
        "relative to the deck",
        path.string()));
  }
  return {path.string(), text.str()};
}

/// The files of the program and its name.
std::optional<StencilProgram> requested(const DeckSource& source, const SchemeSpec& scheme,
                                        Problems& problems) {
  const WrittenValue* file = written_text(source, "program");
  const WrittenValue* equations = written_text(source, "equations");
  const WrittenValue* forcing = written_text(source, "forcing");
  StencilProgram program;
  program.forced = forcing != nullptr && *forcing->as<std::string>() == "random";
  if (file != nullptr) {
    if (equations != nullptr) {
      problems.add(equations->origin,
                   "'equations' in [physics] has no effect beside 'program', remove one of them");
    }
    const auto& name = *file->as<std::string>();
    program.name = std::filesystem::path(name).stem().string();
    program.files = {program_file(name, source.whole)};
    return program;
  }
  program.name = equations == nullptr ? "mhd" : *equations->as<std::string>();
  const auto known = names_of(scheme.equations);
  // Other names are a problem of the key 'equations'.
  if (std::ranges::find(known, program.name) == known.end()) return std::nullopt;
  program.files = built_in_program(program.name, program.forced);
  return program;
}

}  // namespace

void read_program(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const auto* order = contents.find<long>("solver", "order");
  const auto* passes = contents.find<long>("solver", "passes");
  if (order == nullptr || passes == nullptr) return;
  const WrittenValue* file = written_text(source, "program");
  const Origin origin = file == nullptr ? source.whole : file->origin;
  try {
    std::optional<StencilProgram> request = requested(source, *contents.scheme(), problems);
    if (!request) return;
    StencilProgram& program = *request;
    program.options = {int(*order), *passes == 2};
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
