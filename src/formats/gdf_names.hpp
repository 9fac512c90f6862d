#pragma once
/// \file
/// What files in the Grid Data Format call things.

#include <string>

namespace solenoid {

/// The group of the one grid.
inline constexpr const char* gdf_grid_group = "grid_0000000000";

/// The name of a field in a file, and back; other names stay.
std::string gdf_name(const std::string& field);
std::string our_field_name(const std::string& name);

}  // namespace solenoid
