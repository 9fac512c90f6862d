#pragma once
/// \file
/// Images as JPEG files.

#include <string>

#include "physics/fields/field_painter.hpp"

namespace solenoid {

/// The bytes of a JPEG file, without loss of colour detail beside that of brightness. Throws
/// std::runtime_error where the library cannot make it.
std::string jpeg_of(const FieldImage& image);

}  // namespace solenoid
