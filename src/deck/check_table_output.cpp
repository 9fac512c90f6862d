#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "src/deck/contents.hpp"
#include "src/deck/names_elsewhere.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// More bins than this, of both fields together, are no text for people.
constexpr double most_bins = 1e6;

/// Checks an output of type profile, pdf or histogram.
class TableOutputChecker {
 public:
  TableOutputChecker(const DeckContents& contents, const std::string& section, OutputType type,
                     Problems& problems)
      : contents_(contents), section_(section), type_(type), problems_(problems) {}

  void check() {
    check_weight();
    if (type_ == OutputType::profile) {
      check_axis();
      check_statistics();
      return;
    }
    const std::vector<std::string> fields = density_fields();
    if (fields.empty()) return;
    check_columns(fields);
    check_bins(fields.size());
  }

 private:
  void report(const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section_, key),
                  fmt::format("'{}' in {}: {}", key, section_title(section_), message));
  }
  /// Reports a name that is no field of this deck.
  [[nodiscard]] bool is_field(const std::string& key, const std::string& name) {
    if (contents_.scheme() == nullptr) return true;  // what is wrong is reported
    const std::vector<std::string> known = contents_.known_fields();
    if (std::ranges::find(known, name) != known.end()) return true;
    report(key,
           fmt::format("unknown field '{}'{}", name, did_you_mean(name, known, names_elsewhere())));
    return false;
  }

  void check_weight() {
    const auto* weight = contents_.find<std::string>(section_, "weight");
    if (weight != nullptr && *weight != "1") static_cast<void>(is_field("weight", *weight));
  }

  void check_axis() {
    const auto* cells = contents_.find<Setting::Numbers>("grid", "cells");
    const auto* axis = contents_.find<std::string>(section_, "axis");
    if (cells == nullptr) return;
    if (axis != nullptr) {
      if ((*cells)[std::size_t((*axis)[0] - 'x')] == 1)
        report("axis", fmt::format("there is one cell in {}, expected an active direction", *axis));
    } else if (contents_.find_setting(section_, "axis") == nullptr &&
               std::ranges::count_if(*cells, [](double count) { return count > 1; }) != 1) {
      report("axis", "is missing: expected the axis along which the profile goes, such as \"z\"");
    }
  }
  void check_statistics() {
    const auto* names = contents_.find<Setting::Texts>(section_, "statistics");
    if (names == nullptr) return;
    const std::set<std::string> different(names->begin(), names->end());
    if (different.size() != names->size()) report("statistics", "expected each of them once");
  }

  /// The fields, where they are as many as there have to be.
  [[nodiscard]] std::vector<std::string> density_fields() {
    if (type_ == OutputType::pdf) {
      const auto* field = contents_.find<std::string>(section_, "field");
      if (field == nullptr) {
        report("field", "is missing: expected the name of a field, such as \"density\"");
        return {};
      }
      if (!is_field("field", *field)) return {};
      return {*field};
    }
    const auto* fields = contents_.find<Setting::Texts>(section_, "fields");
    if (fields == nullptr) return {};
    if (fields->size() != 2) {
      report("fields",
             fmt::format("expected two fields, such as [\"density\", \"pressure\"], found {}",
                         fields->size()));
      return {};
    }
    return *fields;
  }
  /// A column that is called as a field would hide it.
  void check_columns(const std::vector<std::string>& fields) {
    for (const std::string& name : fields)
      for (const char* column : {"pdf", "cells", "lower", "upper", "weight"})
        if (name == column)
          report(type_ == OutputType::pdf ? "field" : "fields",
                 fmt::format("the table has a column '{}' of its own, give the field of [fields] "
                             "another name",
                             name));
  }

  /// One for each field, or one for all.
  bool fits(const std::string& key, std::size_t given, std::size_t fields) {
    if (given == fields || given == 1) return true;
    report(key, fields == 1
                    ? fmt::format("expected one value, found {}", given)
                    : fmt::format("expected one value for both fields, or two, found {}", given));
    return false;
  }
  void check_bins(std::size_t fields) {
    const auto* bins = contents_.find<Setting::Numbers>(section_, "bins");
    const auto* scales = contents_.find<Setting::Texts>(section_, "scale");
    const auto* range = contents_.find<Setting::Numbers>(section_, "range");
    if (bins == nullptr || scales == nullptr) return;
    if (!fits("bins", bins->size(), fields) || !fits("scale", scales->size(), fields)) return;
    if (fields == 2 && bins->front() * bins->back() > most_bins)
      return report("bins", fmt::format("expected at most {} of both fields together, found {}",
                                        most_bins, bins->front() * bins->back()));
    if (range == nullptr) return;
    if (range->size() != 2 * fields)
      return report("range", fields == 1
                                 ? std::string("expected two increasing numbers such as [0, 1]")
                                 : "expected a pair for each field such as [[0, 1], [-1, 1]]");
    for (std::size_t n = 0; n < fields; ++n) {
      const BinScale scale{int((*bins)[std::min(n, bins->size() - 1)]),
                           choice_named<BinSpacing>((*scales)[std::min(n, scales->size() - 1)]) ==
                               BinSpacing::logarithmic,
                           {}};
      const std::array<double, 2> ends{(*range)[2 * n], (*range)[2 * n + 1]};
      try {
        static_cast<void>(bin_edges(scale, ends));
      } catch (const std::invalid_argument& error) {
        report("range", fmt::format("{}, found [{}, {}]", error.what(), ends[0], ends[1]));
      }
    }
  }

  const DeckContents& contents_;
  const std::string& section_;
  OutputType type_;
  Problems& problems_;
};

}  // namespace

void check_table_output(const DeckContents& contents, const std::string& section,
                        Problems& problems) {
  const auto* name = contents.find<std::string>(section, "type");
  const auto type = name == nullptr ? std::nullopt : choice_named<OutputType>(*name);
  if (type && table_outputs.contains(*type))
    TableOutputChecker(contents, section, *type, problems).check();
}

}  // namespace solenoid
