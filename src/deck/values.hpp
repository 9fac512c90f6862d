#pragma once
/// \file
/// From a written value to the value that its key asks for.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "numerics/grid/cells_between.hpp"
#include "src/deck/expression.hpp"
#include "src/deck/functions.hpp"
#include "src/deck/keys.hpp"
#include "src/deck/source.hpp"

namespace solenoid {

/// A checked value of a key. Numbers are evaluated; vectors, cells, intervals are `Numbers`;
/// boundary kinds (lower, upper) and field names are `Texts`; a slice is its axis letter and
/// position, a crop the intervals that are left of axes; an expression is compiled.
struct SlicePlane {
  int axis = 0;
  double position = 0.0;
};
using CropIntervals = std::array<std::optional<Interval>, 3>;
struct Setting {
  using Numbers = std::vector<double>;
  using Texts = std::vector<std::string>;
  using Compiled = std::shared_ptr<const Expression>;
  using Named = std::vector<std::pair<std::string, std::string>>;  ///< names and texts
  std::variant<bool, long, double, std::string, Numbers, Texts, SlicePlane, CropIntervals, Compiled,
               Named>
      value;
  WrittenValue written;  ///< lists with their missing components
  bool given = false;    ///< by the deck or an override, not by default
  bool applies = true;   ///< false: a default that these equations, or this scheme, do not use
};

/// What evaluating a value needs to know.
struct ValueContext {
  std::string section;  ///< as messages call it: "[grid]"
  const Constants& constants;
  const TableFunctions& tables;
  const DefinedFunctions& functions;
  bool constants_complete = true;  ///< false: some constant was wrong, and is reported already
  MeasuredAxes measured = {true, true, true};  ///< for expressions
  /// The fields that outputs may hold, if not those of the table.
  const std::vector<std::string>* program_fields = nullptr;
  std::vector<std::string> defined_fields{};  ///< beside those
};

/// Checks `written` against the key: type, choices, range. Nothing, and a problem, if it is wrong;
/// nothing at all if it is wrong because of something that is reported already.
std::optional<Setting> read_setting(const KeySpec& key, const WrittenValue& written,
                                    const ValueContext& context, Problems& problems);

/// The number that `written` (a number or a constant expression) stands for. Throws
/// ExpressionError, saying what was found.
double read_number(const WrittenValue& written, const Constants& constants,
                   const TableFunctions& tables = {});

/// A written value as messages quote it: `found true`, `found "abc"`.
std::string shown(const WrittenValue& written);

}  // namespace solenoid
