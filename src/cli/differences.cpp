#include "src/cli/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace solenoid {

std::optional<std::string> out_of_tolerance(const FieldDifference& field,
                                            const Tolerances& tolerances) {
  struct Check {
    const char* what;
    double value;
    std::optional<double> limit;
  };
  const std::array<Check, 5> checks{{{"max ulp", field.max_ulp, tolerances.ulp},
                                     {"max abs", field.max_abs, tolerances.abs},
                                     {"L1", field.l1, tolerances.l1},
                                     {"L2", field.l2, tolerances.l2},
                                     {"relative", field.relative, tolerances.relative}}};
  for (const Check& check : checks) {
    if (check.limit && !(check.value <= *check.limit)) {
      return fmt::format("{}: {} is {:.6g}, allowed {:.6g}", field.name, check.what, check.value,
                         *check.limit);
    }
  }
  return std::nullopt;
}

std::string difference_table(const std::vector<FieldDifference>& fields) {
  std::size_t width = 5;
  for (const FieldDifference& field : fields) width = std::max(width, field.name.size());
  std::string table = fmt::format("{:<{}}  {:>11}  {:>11}  {:>11}  {:>11}  {:>11}\n", "field",
                                  width, "max abs", "L1", "L2", "relative", "max ulp");
  for (const FieldDifference& field : fields) {
    table +=
        fmt::format("{:<{}}  {:>11.4e}  {:>11.4e}  {:>11.4e}  {:>11.4e}  {:>11.6g}\n", field.name,
                    width, field.max_abs, field.l1, field.l2, field.relative, field.max_ulp);
  }
  return table;
}

}  // namespace solenoid
