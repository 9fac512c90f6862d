#pragma once
/// \file
/// How `solenoid tune` says what it measured.

#include <string>
#include <vector>

#include "src/program/tuned.hpp"

namespace solenoid {

/// What came of measuring a shape.
struct ShapeResult {
  PassShape shape;
  double nanoseconds = 0;  ///< per vertex and step; 0 if there is a problem
  std::string problem;     ///< why the shape cannot be used, or empty
};

std::string tune_heading();
/// The line of a shape; `of_default` is the time of the default shape.
std::string tune_line(const ShapeResult& result, double of_default);
/// All results as a JSON document.
std::string tune_json(const TunedShape& fastest, const std::vector<ShapeResult>& results);

}  // namespace solenoid
