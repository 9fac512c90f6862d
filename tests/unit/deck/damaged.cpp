/// Decks as hands and programs damage them: they are read or refused with a few words.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tests/source_folder.hpp"
#include "tests/unit/deck/deck_errors.hpp"

namespace solenoid {
namespace {

using testing_deck::errors_of;

using Lines = std::vector<std::string>;

/// The lines of all decks that come with Solenoid, deck by deck.
std::vector<Lines> shipped_decks() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "inputs"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Lines> decks;
  for (const auto& file : files) {
    decks.emplace_back();
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) decks.back().push_back(line);
  }
  return decks;
}

class Damage {
 public:
  explicit Damage(unsigned seed) : random_(seed) {}

  void operator()(Lines& lines, const std::vector<Lines>& others) {
    std::string& line = lines[below(lines.size())];
    switch (below(7)) {
      case 0:
        line = heading(name());
        break;
      case 1:
        line = name() + " = " + value();
        break;
      case 2:
        line = line.substr(0, line.find('=')) + "= " + value();
        break;
      case 3:
        if (!line.empty())
          line[below(line.size())] = one_of(std::string("\"[]{}=,.#\\'-x0 \x01\xc3"));
        break;
      case 4:
        lines.erase(lines.begin() + std::ptrdiff_t(below(lines.size())));
        break;
      case 5:
        line = one_of(one_of(others));
        break;
      default:
        std::swap(line, lines[below(lines.size())]);
    }
  }
  std::size_t below(std::size_t count) { return std::size_t(random_() % count); }

 private:
  template <class Items>
  typename Items::value_type one_of(const Items& items) {
    return items[below(items.size())];
  }
  std::string name() {
    return one_of(std::array<std::string, 14>{
        "run", "physics", "grid", "solver", "initial", "output", "output.numbers", "boundary",
        "boundary.lower_x", "fields", "tables", "grid.cells", "\"a b\"", ""});
  }
  std::string heading(const std::string& name) {
    switch (below(4)) {
      case 0:
        return "[[" + name + "]]";
      case 1:
        return "[" + name + ".x]";
      case 2:
        return "[" + name;
      default:
        return "[" + name + "]";
    }
  }
  std::string value() {
    return one_of(std::array<std::string, 16>{"0", "-1", "1e308", "nan", "inf", "\"\"", "\"x +\"",
                                              "[]", "[[]]", "[{}, 1]", "{}", "{ x = 1 }", "true",
                                              "9223372036854775807", "\"\\u0000\"", "1 2"});
  }

  std::mt19937 random_;
};

TEST(DamagedDecks, AreReadOrRefusedInAFewWords) {
  const std::vector<Lines> decks = shipped_decks();
  Damage damage(1);
  int refused = 0;
  constexpr int count = 100;
  for (int n = 0; n < count; ++n) {
    Lines lines = decks[damage.below(decks.size())];
    for (std::size_t times = 1 + damage.below(3); times > 0; --times) damage(lines, decks);
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    const std::string errors = errors_of(text);
    EXPECT_FALSE(errors.empty()) << text;
    EXPECT_LT(errors.size(), 10000U) << text << errors;
    refused += errors != "no error";
  }
  EXPECT_GT(refused, count / 2);
  EXPECT_LT(refused, count);
}

}  // namespace
}  // namespace solenoid
