#pragma once
/// \file
/// What is to be measured of fields, on its way to the processes that do so.

#include <string>

#include "physics/fields/field_measuring.hpp"

namespace solenoid {

[[nodiscard]] std::string bytes_of(const FieldMeasurement& measurement);
[[nodiscard]] FieldMeasurement measurement_of(const std::string& bytes);

}  // namespace solenoid
