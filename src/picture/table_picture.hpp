#pragma once
/// \file
/// Pictures of profiles, probability densities and joint densities.

#include <optional>
#include <string>
#include <vector>

#include "src/output/data_table.hpp"
#include "src/picture/options.hpp"
#include "src/picture/picture.hpp"

namespace solenoid {

/// The fields of a profile, in the order of its columns; of a density the one column that is drawn.
std::vector<std::string> drawn_fields(const DataTable& table);

/// The curves of a field of a profile, one for each of its statistics, or that of a density.
std::vector<Curve> curves_of(const DataTable& table, const std::string& field);

/// Title and axes of such curves; `logarithmic` is the ordinate's.
PlotLabels labels_of(const DataTable& table, const std::string& field, bool logarithmic);

/// The bytes of a picture: curves of a field of a profile, or of a density; a joint density in
/// colours. Throws OutputError when drawing fails, std::invalid_argument for what cannot be drawn.
std::string table_picture(const DataTable& table, const std::string& field,
                          const PictureOptions& options, PictureFormat format);

}  // namespace solenoid
