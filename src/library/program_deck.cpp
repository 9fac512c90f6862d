#include "src/library/program_deck.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

/// A folder that is gone when the deck has been read.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "solenoid-XXXXXX";
    if (mkdtemp(name.data()) == nullptr)
      throw UsageError(fmt::format("cannot write the program to {}", name));
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

Deck deck_of_program(const std::string& program, const ProgramGrid& grid,
                     const std::vector<std::string>& overrides) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "program.stencil";
  std::ofstream(file) << program;
  // Directions behind the last active one are left out, since decks know none of no extent.
  std::size_t axes = 3;
  while (axes > 1 && grid.cells[axes - 1] == 1) --axes;
  const auto first = [axes](const auto& values) {
    return fmt::format("[{}]", fmt::join(values.begin(), values.begin() + long(axes), ", "));
  };
  const std::string deck = fmt::format(
      "[run]\nend_time = 1e300\n[physics]\nprogram = \"{}\"\n"
      "[grid]\ncells = {}\nlower = {}\nupper = {}\n"
      "[solver]\nscheme = \"finite-difference\"\n[initial]\n",
      file.string(), first(grid.cells), first(grid.lower), first(grid.upper));
  return Deck::parse(deck, "program.toml", overrides);
}

}  // namespace solenoid
