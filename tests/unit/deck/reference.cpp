#include "src/deck/reference.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "src/deck/choices.hpp"
#include "src/deck/expression.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/keys.hpp"
#include "tests/source_folder.hpp"

namespace solenoid {
namespace {

TEST(DeckReference, TheFileIsWhatTheTableSays) {
  const std::string path = (source_folder() / "docs/deck-reference.md").string();
  if (std::getenv("SOLENOID_UPDATE_REFERENCE") != nullptr) {
    std::ofstream(path) << deck_reference_markdown();
  }
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == deck_reference_markdown())
      << path << " differs from the table of keys; to write it anew: "
      << "SOLENOID_UPDATE_REFERENCE=1 ctest -R unit.deck.reference";
}

TEST(DeckReference, BothFormsHaveEveryKey) {
  const std::string markdown = deck_reference_markdown();
  const std::string text = deck_reference_text();
  for (const KeySpec& key : key_table()) {
    EXPECT_NE(markdown.find("| `" + std::string(key.key) + "` |"), std::string::npos) << key.key;
    EXPECT_NE(text.find("\n  " + std::string(key.key) + "  ("), std::string::npos) << key.key;
  }
  for (const FieldSpec& field : field_table()) {
    EXPECT_NE(markdown.find("| `" + std::string(field.name) + "` |"), std::string::npos);
    EXPECT_NE(text.find("\n  " + std::string(field.name) + " "), std::string::npos) << field.name;
  }
  for (const ExpressionName& function : expression_functions()) {
    EXPECT_NE(text.find("\n  " + function.name + " "), std::string::npos) << function.name;
  }
}

/// A bar in a cell would begin another cell.
TEST(DeckReference, RowsOfATableHaveAllItsCells) {
  const auto bars_in = [](const std::string& line) {
    long bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '|' && (i == 0 || line[i - 1] != '\\')) ++bars;
    }
    return bars;
  };
  std::istringstream lines(deck_reference_markdown());
  std::string heading;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) {
      heading.clear();
      continue;
    }
    if (heading.empty()) heading = line;
    EXPECT_EQ(bars_in(line), bars_in(heading)) << line;
  }
}

TEST(DeckReference, FitsATerminal) {
  std::istringstream lines(deck_reference_text());
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST(KeyTable, SaysWhatEachOfTheChoicesMeans) {
  int described = 0;
  for (const KeySpec& key : key_table()) {
    if (key.meanings == nullptr) continue;
    ++described;
    for (const std::string& choice : key.choices())
      EXPECT_NE(key.meanings().find(" `" + choice + "`: "), std::string::npos)
          << key.key << " " << choice;
  }
  EXPECT_GE(described, 5);
  EXPECT_EQ(meaning_of(RiemannSolver::hlld), "only mhd, its default");
  EXPECT_EQ(meaning_of(RiemannSolver::hll), "more diffusive, cheaper");
  EXPECT_TRUE(meaning_of(Integrator::rk2).ends_with("amplifies waves that nothing damps"));
  EXPECT_FALSE(meaning_of(Integrator::rk3).ends_with("amplifies waves that nothing damps"));
}

TEST(KeyTable, DescribesEachKeyOnce) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const KeySpec& key : key_table()) {
    EXPECT_TRUE(seen.emplace(key.section, key.key).second) << key.key << " is there twice";
    EXPECT_TRUE(key.description.ends_with('.')) << key.key;
    EXPECT_FALSE(expectation(key).empty()) << key.key;
    const bool chooses = key.type == KeyType::choice || key.type == KeyType::choices ||
                         key.type == KeyType::boundary;
    const bool may_choose = chooses || key.type == KeyType::integer;
    EXPECT_TRUE(chooses ? key.choices != nullptr : may_choose || key.choices == nullptr) << key.key;
    EXPECT_FALSE(key.required && !key.default_value.empty()) << key.key;
  }
}

}  // namespace
}  // namespace solenoid
