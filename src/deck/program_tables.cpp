/// \file
/// The tables of stencil programs: those of [tables], and that of a tabulated gas.

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "physics/equations/caloric_table.hpp"
#include "src/deck/contents.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

void require_tables(const StencilProgram& program, const DeckContents& contents) {
  for (const std::string& name : program.kernels.tables) {
    if (program.options.terms && name == table_of_gas) continue;
    const auto found = contents.tables.find(name);
    if (found == contents.tables.end()) {
      std::vector<std::string> known;
      for (const auto& entry : contents.tables) known.push_back(entry.first);
      throw std::runtime_error(fmt::format(
          "the program {0} needs the table '{1}': expected a function of [tables] with that name, "
          "as {1} = \"FILE\" makes it of a file of two columns{2}",
          program.name, name, did_you_mean(name, known)));
    }
    const std::size_t rows = std::size_t(found->second->table()->count());
    if (rows > TablePieces::most)
      throw std::runtime_error(
          fmt::format("the table '{}' of the program {} has {} rows, expected "
                      "at most {}",
                      name, program.name, rows, TablePieces::most));
  }
}

std::map<std::string, TablePieces> Deck::tables_of(const StencilProgram& program) const {
  std::map<std::string, TablePieces> tables;
  for (const std::string& name : program.kernels.tables)
    tables[name] = program.options.terms && name == table_of_gas
                       ? temperature_by_energy(caloric_table())
                       : contents_->tables.at(name)->table()->pieces();
  return tables;
}

}  // namespace solenoid
