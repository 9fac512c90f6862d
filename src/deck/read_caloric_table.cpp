/// \file
/// The table of a tabulated gas.

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "src/deck/contents.hpp"

namespace solenoid {

namespace {

class CaloricTableReader {
 public:
  CaloricTableReader(DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems) {}

  void read() {
    const SchemeSpec* scheme = contents_.scheme();
    if (contents_.gas() != EquationOfState::tabulated || scheme == nullptr ||
        !scheme->gases.contains(EquationOfState::tabulated))
      return;
    const auto given = [&](const char* key) {
      return contents_.find_setting("physics", key) != nullptr;
    };
    const bool lists = given("caloric_temperature") || given("caloric_energy");
    if (given("caloric_table") == lists)
      report("equation_of_state",
             fmt::format("\"tabulated\" needs a 'caloric_table', or 'caloric_temperature' and "
                         "'caloric_energy', found {}",
                         lists ? "both" : "neither"));
    else if (!lists)
      read_file(path_of(*contents_.find<std::string>("physics", "caloric_table"),
                        contents_.origin("physics", "caloric_table")));
    else if (!given("caloric_temperature") || !given("caloric_energy"))
      report(given("caloric_energy") ? "caloric_energy" : "caloric_temperature",
             fmt::format("'{}' is missing",
                         given("caloric_energy") ? "caloric_temperature" : "caloric_energy"));
    else
      read_lists();
  }

 private:
  void report(const char* key, const std::string& what) {
    problems_.add(contents_.origin("physics", key),
                  fmt::format("'{}' in [physics]: {}", key, what));
    contents_.caloric_table = {};
  }

  void read_file(const std::string& file) {
    try {
      const TableColumns table = read_two_columns(file, "temperature and energy");
      for (const auto& column : table.columns)
        if (const Fault fault = fault_of(column); !fault.what.empty())
          refuse_row(file, table, fault.at, fault.what);
      contents_.caloric_table = {table.columns[0], table.columns[1]};
    } catch (const TableError& error) {
      report("caloric_table", error.what());
    }
  }

  void read_lists() {
    const auto& temperature = *contents_.find<Setting::Numbers>("physics", "caloric_temperature");
    const auto& energy = *contents_.find<Setting::Numbers>("physics", "caloric_energy");
    if (temperature.size() != energy.size())
      return report("caloric_energy",
                    fmt::format("expected {} energies, one for each temperature, found {}",
                                temperature.size(), energy.size()));
    if (const Fault fault = fault_of(temperature); !fault.what.empty())
      return report("caloric_temperature", fault.what);
    if (const Fault fault = fault_of(energy); !fault.what.empty())
      return report("caloric_energy", fault.what);
    contents_.caloric_table = {temperature, energy};
  }

  /// What is wrong with a column, and in which row.
  struct Fault {
    std::size_t at = 0;
    std::string what;
  };
  static Fault fault_of(const std::vector<double>& numbers) {
    if (numbers.size() < 2 || CaloricTable::most_points < numbers.size())
      return {0, fmt::format("expected 2 to {} numbers, found {}", CaloricTable::most_points,
                             numbers.size())};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!(std::isnormal(numbers[i]) && 0 < numbers[i]))
        return {i, fmt::format("expected positive numbers, found {}", numbers[i])};
      if (i > 0 && !(numbers[i - 1] < numbers[i]))
        return {i, fmt::format("expected increasing numbers, found {} after {}", numbers[i],
                               numbers[i - 1])};
    }
    return {};
  }

  DeckContents& contents_;
  Problems& problems_;
};

}  // namespace

void read_caloric_table(DeckContents& contents, Problems& problems) {
  CaloricTableReader(contents, problems).read();
}

}  // namespace solenoid
