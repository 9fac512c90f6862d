#pragma once
/// \file
/// A deck as it was written: sections, keys and values with the lines they stand on, before the
/// table of keys gives them a meaning.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "src/deck/deck.hpp"

namespace solenoid {

/// Where something was written.
struct Origin {
  std::string file;
  int line = 0;
  int override_number = 0;  ///< 0: in the deck itself; 1, 2, ...: in that override
};

/// Collects problems and gives them in the order of the deck, overrides last.
class Problems {
 public:
  void add(const Origin& origin, const std::string& message);
  [[nodiscard]] bool empty() const { return found_.empty(); }
  /// All of them, in that order.
  [[nodiscard]] std::vector<DeckProblem> in_order() const;
  /// Throws DeckError unless empty.
  void throw_if_any() const;

 private:
  std::vector<std::pair<Origin, std::string>> found_;
};

/// A value whose text could not be read; its problem is reported already.
struct Unreadable {};

struct WrittenEntry;

/// A value of TOML.
struct WrittenValue {
  using List = std::vector<WrittenValue>;
  using Table = std::vector<WrittenEntry>;
  std::variant<Unreadable, bool, long, double, std::string, List, Table> data;
  Origin origin;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&data);
  }
};

/// One of a table.
struct WrittenEntry {
  std::string key;
  WrittenValue value;
};

struct WrittenSection {
  std::string name;       ///< "grid", "boundary.lower_x", "output"
  bool repeated = false;  ///< written with double brackets
  Origin origin;
  std::vector<std::pair<std::string, WrittenValue>> entries;

  [[nodiscard]] const WrittenValue* find(const std::string& key) const;
};

struct DeckSource {
  Origin whole;  ///< the file, for what is missing
  std::vector<WrittenSection> sections;

  [[nodiscard]] const WrittenSection* find(const std::string& name) const;
};

/// Reads TOML. Problems of syntax are added to `problems`; the lines that could be read are there.
DeckSource read_source(const std::string& text, const std::string& file, Problems& problems);

/// Puts `section.key=value` in the place of what the deck says, or adds it.
void apply_override(DeckSource& source, const std::string& text, int number, Problems& problems);

/// One value of TOML, such as a default of the table of keys. Throws std::invalid_argument.
WrittenValue read_value(const std::string& toml, const Origin& origin);
/// The value as TOML; reading it gives the same value, numbers to the last digit.
std::string to_toml(const WrittenValue& value);

}  // namespace solenoid
