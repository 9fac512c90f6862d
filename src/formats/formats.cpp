#include "src/formats/formats.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "src/formats/gdf.hpp"
#include "src/formats/mapped_file.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5_reading.hpp"

namespace solenoid {

namespace {

constexpr std::string_view hdf5_signature = "\x89HDF\r\n\x1a\n";

bool has_format_attribute(const std::filesystem::path& file) {
  return hdf5::reading(file.string(), [&] {
    const hdf5::Handle handle = hdf5::open_file(file);
    return hdf5::has_attribute(handle, "Format");
  });
}

}  // namespace

FileFormat format_of_file(const std::filesystem::path& file) {
  const bool is_hdf5 = MappedFile(file).bytes().starts_with(hdf5_signature);
  if (is_hdf5) {
    if (is_gdf(file)) return FileFormat::gdf;
    return has_format_attribute(file) ? FileFormat::checkpoint : FileFormat::athdf;
  }
  if (is_sac_file(file)) return FileFormat::sac;
  throw OutputError(fmt::format(
      "cannot read {}: expected a checkpoint, an .athdf file, a GDF file, or a snapshot "
      "of SAC or SMAUG",
      file.string()));
}

bool is_checkpoint(const std::filesystem::path& file) {
  try {
    return format_of_file(file) == FileFormat::checkpoint;
  } catch (const OutputError&) {
    return false;
  }
}

Grid grid_of_file(const std::filesystem::path& file, const FileSelection& selection) {
  switch (format_of_file(file)) {
    case FileFormat::checkpoint:
      return CheckpointFile(file).head().grid;
    case FileFormat::athdf:
      return read_layout(file).grid;
    case FileFormat::gdf:
      return read_gdf_grid(file);
    case FileFormat::sac:
      return read_sac_grid(file, selection);
  }
  throw std::logic_error("a file of no format");
}

}  // namespace solenoid
