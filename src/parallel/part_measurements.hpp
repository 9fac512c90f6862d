#pragma once
/// \file
/// What is to be measured of fields, or drawn, on its way to the processes that do so.

#include <string>

#include "physics/fields/field_measuring.hpp"
#include "physics/fields/volume_drawing.hpp"

namespace solenoid {

[[nodiscard]] std::string bytes_of(const FieldMeasurement& measurement);
[[nodiscard]] FieldMeasurement measurement_of(const std::string& bytes);
[[nodiscard]] std::string bytes_of(const DefinedFields& fields);
[[nodiscard]] DefinedFields defined_fields_of(const std::string& bytes);
[[nodiscard]] std::string bytes_of(const VolumeRequest& request);
[[nodiscard]] VolumeRequest volume_request_of(const std::string& bytes);
[[nodiscard]] std::string bytes_of(const VolumeImage& image);
[[nodiscard]] VolumeImage volume_image_of(const std::string& bytes);

}  // namespace solenoid
