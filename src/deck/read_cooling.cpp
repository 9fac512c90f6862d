/// \file
/// The cooling curve of a deck.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/deck/contents.hpp"

namespace solenoid {

namespace {

class CoolingReader {
 public:
  CoolingReader(DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void read() {
    const auto section = contents_.sections.find("cooling");
    const SchemeSpec* scheme = contents_.scheme();
    if (section == contents_.sections.end() || scheme == nullptr) return;
    const auto refuse = [&](const std::string& why) {
      problems_.add(section->second, "[cooling]" + why);
    };
    if (!fluid_schemes.contains(scheme->scheme))
      return refuse(
          fmt::format(" needs {} in [solver]; with scheme = \"{}\" the equations of a "
                      "program say how gas cools",
                      schemes_text(fluid_schemes), scheme->name));
    if (contents_.gas() == EquationOfState::isothermal)
      return refuse(
          ": the temperature of an isothermal gas does not change, expected "
          "equation_of_state = \"ideal\" in [physics]");
    if (contents_.gas() == EquationOfState::tabulated)
      return refuse(
          ": cooling is exact where energy and temperature go together with one gamma, which those "
          "of a tabulated gas do not, expected equation_of_state = \"ideal\" in [physics]");
    const auto given = [&](const char* key) {
      return contents_.find_setting("cooling", key) != nullptr;
    };
    if (given("table") == (given("temperature") || given("rate")))
      return refuse(fmt::format(": expected a 'table' or 'temperature' and 'rate', found {}",
                                given("table") ? "both" : "neither"));
    if (given("table"))
      read_file(path_of(*contents_.find<std::string>("cooling", "table"),
                        contents_.origin("cooling", "table")));
    else if (!given("temperature") || !given("rate"))
      refuse(fmt::format(": '{}' is missing", given("rate") ? "temperature" : "rate"));
    else
      read_lists();
    check_lowest();
  }

 private:
  void report(const char* key, const std::string& what) {
    problems_.add(contents_.origin("cooling", key),
                  fmt::format("'{}' in [cooling]: {}", key, what));
    contents_.cooling = {};
  }

  void read_file(const std::string& file) {
    try {
      const TableColumns table = read_two_columns(file, "temperature and rate");
      for (std::size_t row = 0; row < table.lines.size(); ++row)
        for (const auto& column : table.columns)
          if (!is_positive(meant(column[row])))
            refuse_row(file, table, row, expected_numbers(column[row]));
      contents_.cooling = {meant(table.columns[0]), meant(table.columns[1])};
    } catch (const TableError& error) {
      report("table", error.what());
    }
  }

  void read_lists() {
    CoolingLists lists{*contents_.find<Setting::Numbers>("cooling", "temperature"),
                       *contents_.find<Setting::Numbers>("cooling", "rate")};
    contents_.cooling = {meant(lists.temperature), meant(lists.rate)};
    if (lists.temperature.size() < 2)
      return report("temperature", fmt::format("expected two or more temperatures, found {}",
                                               lists.temperature.size()));
    if (lists.temperature.size() != lists.rate.size())
      return report("rate", fmt::format("expected {} rates, one for each temperature, found {}",
                                        lists.temperature.size(), lists.rate.size()));
    for (const auto& [key, numbers] :
         {std::pair("temperature", &lists.temperature), std::pair("rate", &lists.rate)}) {
      const auto bad = std::ranges::find_if_not(
          *numbers, [&](double number) { return is_positive(meant(number)); });
      if (bad != numbers->end()) return report(key, expected_numbers(*bad));
    }
    const auto fall = std::ranges::adjacent_find(lists.temperature, std::ranges::greater_equal());
    if (fall != lists.temperature.end())
      report("temperature",
             fmt::format("expected increasing numbers, found {} after {}", fall[1], fall[0]));
  }

  void check_lowest() {
    const auto* lowest = contents_.find<double>("cooling", "lowest_temperature");
    const auto& curve = contents_.cooling.temperature;
    if (lowest == nullptr || curve.empty() || *lowest < curve.back()) return;
    report("lowest_temperature",
           fmt::format("expected less than {:g}, the highest temperature of the curve, found {:g}",
                       curve.back(), *lowest));
  }

  static bool is_positive(double number) { return std::isnormal(number) && 0 < number; }
  [[nodiscard]] bool logarithmic() const {
    const auto* flag = contents_.find<bool>("cooling", "logarithmic");
    return flag != nullptr && *flag;
  }
  /// What a number of the curve stands for.
  [[nodiscard]] double meant(double number) const {
    return logarithmic() ? std::pow(10.0, number) : number;
  }
  [[nodiscard]] std::vector<double> meant(std::vector<double> numbers) const {
    for (double& number : numbers) number = meant(number);
    return numbers;
  }
  [[nodiscard]] std::string expected_numbers(double found) const {
    return fmt::format("expected {}, found {}",
                       logarithmic() ? "logarithms of what numbers can hold" : "positive numbers",
                       found);
  }

  DeckContents& contents_;
  Problems& problems_;
};

}  // namespace

void read_cooling(DeckContents& contents, Problems& problems) {
  CoolingReader(contents, problems).read();
}

}  // namespace solenoid
