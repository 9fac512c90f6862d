#include "src/deck/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/deck/clock.hpp"
#include "src/deck/expression.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/names_elsewhere.hpp"
#include "src/deck/spectra.hpp"
#include "src/text/suggest.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using List = WrittenValue::List;
using Table = WrittenValue::Table;

/// The value does not fit the key; each message says one way how.
struct Mismatch {
  std::vector<std::string> messages;
};
/// The value is wrong because of something that is reported already.
struct AlreadyReported {};

/// Reads one value; each method throws Mismatch, AlreadyReported or ExpressionError.
class Reader {
 public:
  Reader(const KeySpec& key, const ValueContext& context) : key_(key), context_(context) {}

  [[nodiscard]] Setting read(const WrittenValue& written) const {
    Setting setting{value(written), written, false, true};
    if (key_.type == KeyType::cells || key_.type == KeyType::vector) {
      pad(std::get<List>(setting.written.data));
    }
    return setting;
  }

 private:
  /// Completes a list with the components of the default, or with single cells.
  void pad(List& items) const {
    const bool cells_wanted = key_.type == KeyType::cells;
    const std::string missing = cells_wanted ? "[1, 1, 1]" : std::string(key_.default_value);
    const List completion = std::get<List>(read_value(missing, {}).data);
    items.insert(items.end(), completion.begin() + std::ptrdiff_t(items.size()), completion.end());
  }

  [[noreturn]] void mismatch(const WrittenValue& written, const std::string& hint = {}) const {
    throw Mismatch{
        {fmt::format("expected {}, found {}{}", expectation(key_), shown(written), hint)}};
  }

  [[nodiscard]] const std::string& text(const WrittenValue& written) const {
    if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
    const auto* found = written.as<std::string>();
    if (found == nullptr) mismatch(written);
    return *found;
  }

  [[nodiscard]] double number(const WrittenValue& written) const {
    if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
    if (written.as<long>() == nullptr && written.as<double>() == nullptr &&
        written.as<std::string>() == nullptr) {
      mismatch(written);
    }
    const double result = read_number(written, context_.constants, context_.tables);
    if (std::isnan(result) && !context_.constants_complete) throw AlreadyReported{};
    const NumberRange& range = key_.range;
    const bool inside = (range.lower_excluded ? result > range.lower : result >= range.lower) &&
                        result <= range.upper;
    if (!std::isfinite(result) || !inside) {
      const bool computed = written.as<std::string>() != nullptr;
      std::string hint = computed ? fmt::format(" = {}", result) : std::string();
      if (!std::isfinite(result)) hint += ", which is not finite";
      mismatch(written, hint);
    }
    return result;
  }

  [[nodiscard]] long integer(const WrittenValue& written) const {
    const double result = number(written);
    // Beyond 2^53 a double would no longer tell one whole number from the next.
    if (std::floor(result) != result || std::fabs(result) > 9007199254740992.0) mismatch(written);
    if (key_.choices != nullptr) {
      const auto choices = key_.choices();
      if (std::ranges::find(choices, std::to_string(long(result))) == choices.end()) {
        mismatch(written);
      }
    }
    return long(result);
  }

  [[nodiscard]] Setting::Texts names(const WrittenValue& written) const {
    if (written.as<std::string>() != nullptr)
      mismatch(written, fmt::format(", write [{}]", shown(written)));
    Setting::Texts result;
    for (const WrittenValue& item : list(written, 0, std::numeric_limits<std::size_t>::max()))
      result.push_back(text(item));
    return result;
  }

  [[nodiscard]] Setting::Texts files(const WrittenValue& written) const {
    if (written.as<List>() == nullptr) return {text(written)};
    Setting::Texts names;
    for (const WrittenValue& item : list(written, 1, std::numeric_limits<std::size_t>::max()))
      names.push_back(text(item));
    return names;
  }

  [[nodiscard]] const std::string& choice(const WrittenValue& written) const {
    const std::string& found = text(written);
    const auto choices = key_.choices();
    if (std::ranges::find(choices, found) == choices.end()) {
      mismatch(written, did_you_mean(found, choices));
    }
    return found;
  }

  [[nodiscard]] const List& list(const WrittenValue& written, std::size_t least,
                                 std::size_t most) const {
    if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
    const List* items = written.as<List>();
    if (items == nullptr && (written.as<long>() != nullptr || written.as<double>() != nullptr))
      mismatch(written, fmt::format(", write [{}]", shown(written)));
    if (items == nullptr || items->size() < least || items->size() > most) mismatch(written);
    return *items;
  }

  [[nodiscard]] Setting::Numbers numbers(const WrittenValue& written, std::size_t least,
                                         std::size_t most) const {
    Setting::Numbers result;
    for (const WrittenValue& item : list(written, least, most)) result.push_back(number(item));
    return result;
  }

  [[nodiscard]] Setting::Numbers vector(const WrittenValue& written) const {
    List items = list(written, 1, 3);
    pad(items);
    return numbers({items, written.origin}, 3, 3);
  }

  [[nodiscard]] Setting::Numbers cells(const WrittenValue& written) const {
    Setting::Numbers result;
    for (const WrittenValue& item : list(written, 1, 3)) {
      const long count = integer(item);
      if (count < 1 || count > std::numeric_limits<int>::max()) mismatch(written);
      result.push_back(double(count));
    }
    result.resize(3, 1.0);
    return result;
  }

  [[nodiscard]] Setting::Numbers interval(const WrittenValue& written) const {
    Setting::Numbers ends = numbers(written, 2, 2);
    if (ends[0] >= ends[1]) mismatch(written);
    return ends;
  }

  /// The ends of one interval, or of several, one after the other.
  [[nodiscard]] Setting::Numbers intervals(const WrittenValue& written) const {
    const List& items = list(written, 1, std::numeric_limits<std::size_t>::max());
    if (items.front().as<List>() == nullptr) return interval(written);
    Setting::Numbers ends;
    for (const WrittenValue& item : items)
      for (const double end : interval(item)) ends.push_back(end);
    return ends;
  }

  [[nodiscard]] Setting::Numbers counts(const WrittenValue& written) const {
    if (written.as<List>() == nullptr) return {double(integer(written))};
    Setting::Numbers result;
    for (const WrittenValue& item : list(written, 1, std::numeric_limits<std::size_t>::max()))
      result.push_back(double(integer(item)));
    return result;
  }

  [[nodiscard]] Setting::Texts choices(const WrittenValue& written) const {
    if (written.as<List>() == nullptr) return {choice(written)};
    Setting::Texts names;
    for (const WrittenValue& item : list(written, 1, std::numeric_limits<std::size_t>::max()))
      names.push_back(choice(item));
    return names;
  }

  [[nodiscard]] Setting::Texts boundary(const WrittenValue& written) const {
    if (written.as<List>() == nullptr) return {choice(written), choice(written)};
    const List& sides = list(written, 2, 2);
    Setting::Texts kinds = {choice(sides[0]), choice(sides[1])};
    if (is_periodic(kinds[0]) != is_periodic(kinds[1])) {
      throw Mismatch{{fmt::format("\"{}\" must be on both faces or on none",
                                  name_of(BoundaryKind::periodic))}};
    }
    return kinds;
  }

  /// What is wrong with the name of a field, if something is.
  [[nodiscard]] std::optional<std::string> wrong_field(const std::string& name) const {
    const auto* fields = context_.program_fields;
    auto known = fields != nullptr ? *fields : field_names(EquationSet::mhd);
    known.insert(known.end(), context_.defined_fields.begin(), context_.defined_fields.end());
    // Whether an output of this type may hold it is checked once the type is known.
    const auto names = spectrum_names(known);
    if (std::ranges::find(names, name) != names.end()) return std::nullopt;
    std::string hint = did_you_mean(name, names, names_elsewhere());
    if (hint.empty() && fields != nullptr) hint = "; the fields are " + quoted_list(known);
    return fmt::format("unknown field '{}'{}", name, hint);
  }

  [[nodiscard]] Setting::Texts field_list(const WrittenValue& written) const {
    Setting::Texts names;
    Mismatch wrong;
    for (const WrittenValue& item : list(written, 0, std::numeric_limits<std::size_t>::max())) {
      const std::string& name = text(item);
      if (const auto problem = wrong_field(name)) {
        wrong.messages.push_back(*problem);
      } else if (std::ranges::find(names, name) != names.end()) {
        wrong.messages.push_back(fmt::format("field '{}' is listed twice", name));
      }
      names.push_back(name);
    }
    if (!wrong.messages.empty()) throw wrong;
    return names;
  }

  [[nodiscard]] SlicePlane slice(const WrittenValue& written) const {
    const Table* table = written.as<Table>();
    if (table == nullptr || table->size() != 1) mismatch(written);
    const auto& [axis, position] = table->front();
    if (axis != "x" && axis != "y" && axis != "z") mismatch(written);
    return {axis[0] - 'x', number(position)};
  }

  [[nodiscard]] CropIntervals crop(const WrittenValue& written) const {
    const Table* table = written.as<Table>();
    if (table == nullptr || table->empty()) mismatch(written);
    CropIntervals kept;
    for (const auto& [axis, ends] : *table) {
      if (axis != "x" && axis != "y" && axis != "z") mismatch(written);
      if (ends.as<List>() == nullptr || ends.as<List>()->size() != 2) mismatch(written);
      const Setting::Numbers interval = numbers(ends, 2, 2);
      if (interval[0] >= interval[1]) mismatch(written);
      kept[std::size_t(axis[0] - 'x')] = Interval{interval[0], interval[1]};
    }
    return kept;
  }

  [[nodiscard]] Setting::Named named(const WrittenValue& written) const {
    const Table* table = written.as<Table>();
    if (table == nullptr) mismatch(written);
    Setting::Named names;
    for (const auto& [name, value] : *table) names.emplace_back(name, text(value));
    return names;
  }

  [[nodiscard]] std::string clock(const WrittenValue& written) const {
    const std::string& found = text(written);
    if (!found.empty() && !seconds_from_clock(found)) mismatch(written);
    return found;
  }

  [[nodiscard]] Setting::Compiled expression(const WrittenValue& written) const {
    if (written.as<std::string>() == nullptr) return std::make_shared<Expression>(number(written));
    return std::make_shared<Expression>(compile_with(
        context_.functions, text(written), context_.constants, context_.measured, context_.tables));
  }

  /// A choice, or an expression.
  [[nodiscard]] decltype(Setting::value) behind(const WrittenValue& written) const {
    const auto* found = written.as<std::string>();
    if (found == nullptr) return expression(written);
    const auto choices = key_.choices();
    if (std::ranges::find(choices, *found) != choices.end()) {
      const bool function = std::ranges::any_of(
          context_.functions, [&](const auto& defined) { return defined.first == *found; });
      if (function || context_.constants.contains(*found))
        throw Mismatch{{fmt::format(
            "\"{}\" is a kind of boundary and a name in [{}]: give that one another name", *found,
            function ? "functions" : "constants")}};
      return *found;
    }
    try {
      return expression(written);
    } catch (const ExpressionError&) {
      const std::string hint = did_you_mean(*found, choices);
      if (hint.empty()) throw;
      mismatch(written, hint);
    }
  }

  [[nodiscard]] decltype(Setting::value) value(const WrittenValue& written) const {
    switch (key_.type) {
      case KeyType::number:
        return number(written);
      case KeyType::integer:
        return integer(written);
      case KeyType::flag:
        if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
        if (written.as<bool>() == nullptr) mismatch(written);
        return *written.as<bool>();
      case KeyType::text:
        return text(written);
      case KeyType::names:
        return names(written);
      case KeyType::files:
        return files(written);
      case KeyType::choice:
        return choice(written);
      case KeyType::clock:
        return clock(written);
      case KeyType::cells:
        return cells(written);
      case KeyType::vector:
        return vector(written);
      case KeyType::interval:
        return interval(written);
      case KeyType::intervals:
        return intervals(written);
      case KeyType::counts:
        return counts(written);
      case KeyType::choices:
        return choices(written);
      case KeyType::numbers:
        return numbers(written, 0, std::numeric_limits<std::size_t>::max());
      case KeyType::boundary:
        return boundary(written);
      case KeyType::expression:
        return expression(written);
      case KeyType::behind:
        return behind(written);
      case KeyType::fields:
        return field_list(written);
      case KeyType::slice:
        if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
        if (written.as<std::string>() != nullptr && text(written) == "none") return text(written);
        return slice(written);
      case KeyType::crop:
        if (written.as<Unreadable>() != nullptr) throw AlreadyReported{};
        if (written.as<std::string>() != nullptr && text(written) == "none") return text(written);
        return crop(written);
      case KeyType::named:
        return named(written);
    }
    return false;
  }

  const KeySpec& key_;
  const ValueContext& context_;
};

}  // namespace

std::string shown(const WrittenValue& written) { return to_toml(written); }

double read_number(const WrittenValue& written, const Constants& constants,
                   const TableFunctions& tables) {
  if (const auto* integer = written.as<long>()) return double(*integer);
  if (const auto* number = written.as<double>()) return *number;
  if (const auto* text = written.as<std::string>())
    return evaluate_constant(*text, constants, tables);
  throw ExpressionError(
      fmt::format("expected a number or a constant expression, found {}", shown(written)));
}

std::optional<Setting> read_setting(const KeySpec& key, const WrittenValue& written,
                                    const ValueContext& context, Problems& problems) {
  const auto report = [&](const std::string& message) {
    problems.add(written.origin, fmt::format("'{}' in {}: {}", key.key, context.section, message));
    return std::nullopt;
  };
  try {
    return Reader(key, context).read(written);
  } catch (const AlreadyReported&) {
    return std::nullopt;
  } catch (const Mismatch& mismatch) {
    for (const std::string& message : mismatch.messages) report(message);
    return std::nullopt;
  } catch (const ExpressionError& error) {
    const auto* text = written.as<std::string>();
    if (text == nullptr) return report(error.what());
    const auto* of_program = context.program_fields;
    const bool formula = key.type == KeyType::expression || key.type == KeyType::behind;
    return report(fmt::format(
        "in {}: {}{}", quoted_text(*text), error.what(),
        formula ? hint_of_fields(error.what(), of_program == nullptr ? field_names(EquationSet::mhd)
                                                                     : *of_program)
                : ""));
  }
}

}  // namespace solenoid
