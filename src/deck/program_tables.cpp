/// \file
/// Whether the tables that a stencil program names are there.

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/lanes/table_pieces.hpp"
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

}  // namespace solenoid
