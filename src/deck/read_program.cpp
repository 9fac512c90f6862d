#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "src/deck/built_in_programs.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/deck/program_files.hpp"

namespace solenoid {

namespace {

/// The files of the program and its name.
std::optional<StencilProgram> requested(const DeckSource& source, const SchemeSpec& scheme,
                                        Problems& problems) {
  const std::vector<std::string> own = named_files(source, "program");
  const std::optional<std::string> equations = written_text(source, "equations");
  const auto forcing = choice_named<Forcing>(written_text(source, "forcing").value_or(""));
  StencilProgram program;
  program.helical = forcing == Forcing::helical;
  program.forced = forcing == Forcing::random || program.helical;
  if (!own.empty()) {
    if (equations) {
      problems.add(written_in_physics(source, "equations")->origin,
                   "'equations' in [physics] has no effect beside 'program', remove one of them");
    }
    program.name = std::filesystem::path(without_brackets(own.back())).stem().string();
    program.files = program_files("program", own, source.whole);
    program.own = true;
    return program;
  }
  program.name = equations.value_or(name_of(EquationSet::mhd));
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
  const WrittenValue* file = written_in_physics(source, "program");
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
    require_tables(program, contents);
    contents.program_keys = keys_of(program);
    contents.program = std::make_shared<StencilProgram>(std::move(program));
  } catch (const stencil::ProgramError& error) {
    problems.add(origin, fmt::format("the stencil program does not compile:\n{}", error.what()));
  } catch (const std::exception& error) {
    problems.add(origin, error.what());
  }
}

}  // namespace solenoid
