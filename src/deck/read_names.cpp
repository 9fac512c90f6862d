#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "src/deck/contents.hpp"
#include "src/text/words.hpp"

namespace solenoid {

bool can_be_name(const std::string& text) {
  const auto allowed = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, allowed);
}

void read_tables(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const WrittenSection* section = source.find("tables");
  if (section == nullptr) return;
  contents.sections["tables"] = section->origin;
  for (const auto& [name, written] : section->entries) {
    const auto report = [&, &name = name, &written = written](const std::string& what) {
      problems.add(written.origin, fmt::format("table '{}': {}", name, what));
    };
    if (written.as<Unreadable>() != nullptr) continue;
    const auto* file = written.as<std::string>();
    if (file == nullptr) {
      report(fmt::format("expected the name of a file in quotes, found {}", shown(written)));
      continue;
    }
    if (!can_be_name(name)) {
      report("expected a name of letters, digits and _, a letter first");
      continue;
    }
    contents.written_tables.emplace_back(name, written);
    try {
      for (const auto& [called, function] : read_table(name, path_of(*file, written.origin))) {
        if (is_expression_name(called) || contents.tables.contains(called))
          report(fmt::format("expressions already know '{}', choose another name", called));
        else
          contents.tables[called] = function;
      }
    } catch (const TableError& error) {
      report(error.what());
    }
  }
}

void read_functions(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const WrittenSection* section = source.find("functions");
  if (section == nullptr) return;
  contents.sections["functions"] = section->origin;
  for (const auto& [name, written] : section->entries) {
    const auto report = [&, &name = name, &written = written](const std::string& what) {
      problems.add(written.origin, fmt::format("function '{}': {}", name, what));
    };
    if (written.as<Unreadable>() != nullptr) continue;
    const auto* text = written.as<std::string>();
    if (text == nullptr) {
      report(fmt::format("expected an expression in quotes, found {}", shown(written)));
    } else if (!can_be_name(name)) {
      report("expected a name of letters, digits and _, a letter first");
    } else if (is_expression_name(name) || contents.tables.contains(name) ||
               contents.constants.contains(name)) {
      report(fmt::format("expressions already know '{}', choose another name", name));
    } else {
      try {
        compile_with(contents.functions, *text, contents.constants, {true, true, true},
                     contents.tables);
      } catch (const ExpressionError& error) {
        report(fmt::format("in {}: {}", quoted_text(*text), error.what()));
        // Reported here, and not again where it is used.
        contents.functions.emplace_back(name, "1");
        continue;
      }
      contents.written_functions.emplace_back(name, written);
      contents.functions.emplace_back(name, with_functions_put_in(contents.functions, *text));
    }
  }
}

}  // namespace solenoid
