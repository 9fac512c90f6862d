#pragma once
/// \file
/// Small pure functions between numbers and the words that a user reads or types.

#include <array>
#include <cmath>
#include <string>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// A duration in seconds as people say it: "0.42 s", "12 s", "3 min 05 s", "2 h 03 min".
std::string duration_text(double seconds);
/// A number of bytes: "144 bytes", "1.5 KiB", "139 GiB".
std::string bytes_text(double bytes);
/// A large count: "950", "24.8 thousand", "6.5 million", "9.2 billion".
std::string count_text(double count);
/// Cells of a grid: "512 x 512 x 1".
std::string cells_text(const std::array<int, 3>& cells);

/// A value for texts: processors, and sums of other parts, differ in the sign of what is not a
/// number.
inline double without_sign_of_nan(double value) {
  return std::isnan(value) ? std::abs(value) : value;
}

/// Which cell of which step cannot go on, and its state.
std::string unphysical_text(const UnphysicalCell& bad, long step, double time);

/// What is wrong with a value that no state may have, and where it is.
std::string unfit_text(const std::string& field, double value, const std::array<int, 3>& cell,
                       const Grid& grid);

/// `text` without the blanks around it.
std::string trimmed(const std::string& text);

/// `text` in quotation marks; of a long one as much as fits into a message, and dots.
std::string quoted_text(const std::string& text);

/// `argument` as one word of a POSIX shell: quoted only where it must be.
std::string shell_word(const std::string& argument);

/// `text` as a string of JSON, with its quotation marks.
std::string json_text(const std::string& text);

/// A number of JSON: null where it is not finite, for which JSON has none.
std::string json_number(double value);

}  // namespace solenoid
