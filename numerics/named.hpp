#pragma once
/// \file
/// Enumerations whose values have names in decks and files. Beside such an enumeration stands the
/// one table of its names; whoever lists, reads or writes names asks that table.

#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace solenoid {

/// A row of such a table.
template <class Choice>
struct Named {
  Choice value;
  const char* name;
};

/// Specialised beside each enumeration: `rows`, in the order in which decks list the names.
template <class Choice>
struct Names;

/// What decks and files call a choice. Throws std::logic_error for one without a row.
template <class Choice>
constexpr const char* name_of(Choice choice) {
  for (const Named<Choice>& row : Names<Choice>::rows)
    if (row.value == choice) return row.name;
  throw std::logic_error("a choice without a name");
}

/// The choice that is called so, if one is.
template <class Choice>
constexpr std::optional<Choice> choice_named(std::string_view name) {
  for (const Named<Choice>& row : Names<Choice>::rows)
    if (name == row.name) return row.value;
  return std::nullopt;
}

/// Some of the choices of an enumeration of at most 32.
template <class Choice>
class ChoiceSet {
 public:
  constexpr ChoiceSet() = default;
  constexpr ChoiceSet(std::initializer_list<Choice> choices) {
    for (const Choice choice : choices) add(choice);
  }
  constexpr void add(Choice choice) { bits_ |= bit(choice); }
  [[nodiscard]] constexpr bool contains(Choice choice) const { return (bits_ & bit(choice)) != 0; }
  /// Whether some choice is in both.
  [[nodiscard]] constexpr bool meets(const ChoiceSet& other) const {
    return (bits_ & other.bits_) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }

 private:
  static constexpr unsigned bit(Choice choice) { return 1U << unsigned(choice); }
  unsigned bits_ = 0;
};

/// The names of an enumeration.
template <class Choice>
std::vector<std::string> names_of() {
  std::vector<std::string> names;
  for (const Named<Choice>& row : Names<Choice>::rows) names.emplace_back(row.name);
  return names;
}

/// The names of the choices in a set.
template <class Choice>
std::vector<std::string> names_of(const ChoiceSet<Choice>& set) {
  std::vector<std::string> names;
  for (const Named<Choice>& row : Names<Choice>::rows)
    if (set.contains(row.value)) names.emplace_back(row.name);
  return names;
}

}  // namespace solenoid
