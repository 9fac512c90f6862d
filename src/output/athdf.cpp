// Athena++'s .athdf layout, one block, as athena_read.py, yt, ParaView and VisIt read it.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "src/output/athdf_datasets.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/hdf5_disk.hpp"
#include "src/output/replace.hpp"

namespace solenoid {
namespace {

/// Athena++'s length of dataset and variable names.
constexpr std::size_t name_width = 21;
/// Everything in a file besides field values: headers, attributes and padding.
constexpr std::uintmax_t metadata_bytes = 64 * 1024;

std::vector<int> as_vector(const std::array<int, 3>& values) {
  return {values.begin(), values.end()};
}

std::vector<std::string> all_variables(const AthdfLayout& layout) {
  std::vector<std::string> names;
  for (const AthdfDataset& dataset : layout.datasets) {
    names.insert(names.end(), dataset.variables.begin(), dataset.variables.end());
  }
  return names;
}

void write_attributes(hid_t file, const AthdfLayout& layout, const Provenance& provenance) {
  hdf5::write_attribute<int>(file, "NumCycles", int(layout.step));
  hdf5::write_attribute<double>(file, "Time", layout.time);
  hdf5::write_attribute_text(file, "Coordinates", "cartesian");
  const double stretch_ratio = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    hdf5::write_attribute_array<double>(
        file, fmt::format("RootGridX{}", axis + 1),
        {layout.whole.lower[axis], layout.whole.upper[axis], stretch_ratio});
  }
  hdf5::write_attribute_array<int>(file, "RootGridSize", as_vector(layout.whole.cells));
  hdf5::write_attribute<int>(file, "NumMeshBlocks", 1);
  hdf5::write_attribute_array<int>(file, "MeshBlockSize", as_vector(layout.grid.cells));
  hdf5::write_attribute<int>(file, "MaxLevel", 0);

  std::vector<int> sizes;
  std::vector<std::string> names;
  for (const AthdfDataset& dataset : layout.datasets) {
    sizes.push_back(int(dataset.variables.size()));
    names.push_back(dataset.name);
  }
  hdf5::write_attribute_array<int>(file, "NumVariables", sizes);
  hdf5::write_attribute_texts(file, "DatasetNames", names, name_width);
  hdf5::write_attribute_texts(file, "VariableNames", all_variables(layout), name_width);

  hdf5::write_attribute_text(file, "SolenoidVersion", provenance.version);
  hdf5::write_attribute_text(file, "Device", provenance.device);
  hdf5::write_attribute_text(file, "Precision", provenance.precision);
  // A deck may exceed the 64 KiB that an attribute can hold.
  hdf5::write_text(file, "Deck", provenance.deck);
}

void write_coordinates(hid_t file, const Grid& grid) {
  hdf5::write_dataset<int>(file, "Levels", {1}, {0});
  hdf5::write_dataset<std::int64_t>(file, "LogicalLocations", {1, 3}, {0, 0, 0});
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t cells = std::size_t(grid.cells[axis]);
    std::vector<double> faces(cells + 1);
    std::vector<double> centres(cells);
    for (std::size_t i = 0; i < cells; ++i) {
      faces[i] = grid.face(axis, int(i));
      centres[i] = grid.centre(axis, int(i));
    }
    faces[cells] = grid.upper[axis];  // exactly, so that it equals RootGridX
    hdf5::write_dataset(file, fmt::format("x{}f", axis + 1), {1, cells + 1}, faces);
    hdf5::write_dataset(file, fmt::format("x{}v", axis + 1), {1, cells}, centres);
  }
}

hid_t memory_type_of(Precision precision) {
  return precision == Precision::single_precision ? hdf5::memory_type<float>()
                                                  : hdf5::memory_type<double>();
}

/// Which of the fields is the variable of a file.
std::size_t field_of_variable(const FieldSource& fields, const std::string& variable) {
  return std::size_t(std::ranges::find(fields.names, variable, athdf_name) - fields.names.begin());
}

/// A dataset of fields; where it is compressed, in pieces of whole rows.
hdf5::Handle create_dataset(hid_t file, const AthdfLayout& layout, const AthdfDataset& group,
                            hid_t type, bool compressed) {
  const std::string action = "write " + group.name;
  const std::vector<hsize_t> extent = extent_in_file(layout, group);
  const hdf5::Handle space(H5Screate_simple(int(extent.size()), extent.data(), nullptr), H5Sclose,
                           action);
  const hdf5::Handle properties = hdf5::creation(H5P_DATASET_CREATE);
  const hdf5::Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, action);
  if (compressed) {
    constexpr hsize_t values_of_piece = hsize_t(1) << 17;
    constexpr unsigned fastest = 1;
    const hsize_t rows = std::clamp<hsize_t>(values_of_piece / extent[4], 1, extent[3]);
    const std::array<hsize_t, 5> piece{1, 1, 1, rows, extent[4]};
    hdf5::check(H5Pset_chunk(properties, int(piece.size()), piece.data()), action);
    hdf5::check(H5Pset_shuffle(properties), action);
    hdf5::check(H5Pset_deflate(properties, fastest), action);
    // A piece that two slabs share waits until it is whole.
    hdf5::check(H5Pset_chunk_cache(access, H5D_CHUNK_CACHE_NSLOTS_DEFAULT,
                                   2 * std::size_t(rows * extent[4]) * H5Tget_size(type), 1.0),
                action);
  }
  return {H5Dcreate2(file, group.name.c_str(), type, space, H5P_DEFAULT, properties, access),
          H5Dclose, action};
}

/// The byte of the file at which the values of a dataset begin.
std::uint64_t place_of_values(hid_t dataset) {
  // Values have a place as soon as one of them is written.
  const hdf5::LeftOut left(dataset);
  const hdf5::Handle space(H5Dget_space(dataset), H5Sclose, "ask for the shape of a dataset");
  const std::array<hsize_t, 5> first{}, one{1, 1, 1, 1, 1};
  const double nothing = 0;
  hdf5::check(
      H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, one.data(), nullptr),
      "select a value");
  hdf5::check(H5Dwrite(dataset, hdf5::memory_type<double>(), hdf5::space_of_values(1), space,
                       H5P_DEFAULT, &nothing),
              "make room for values");
  const haddr_t place = H5Dget_offset(dataset);
  if (place == HADDR_UNDEF) throw hdf5::Failure("HDF5 does not say where it puts values");
  return place;
}

/// A field that is left to others, as the variable of a dataset whose values begin at a
/// byte.
ArrayInFile field_in_file(const FieldSource& fields, const std::string& name, std::uint64_t begin,
                          std::size_t variable) {
  const Box& cells = fields.by_others->cells;
  ArrayInFile field{
      .field = name, .block = fields.by_others->block, .box = cells, .precision = fields.precision};
  const std::size_t bytes = bytes_per_value(fields.precision);
  begin += variable * cells.values() * bytes;
  for (std::size_t first = 0; first < cells.values(); first += most_values_of_piece)
    field.pieces.push_back(begin + first * bytes);
  return field;
}

/// Returns the fields that are left to others.
std::vector<ArrayInFile> write_fields(hid_t file, const AthdfLayout& layout,
                                      const FieldSource& fields, bool compressed) {
  const hid_t type = layout.precision == Precision::single_precision ? hdf5::file_type<float>()
                                                                     : hdf5::file_type<double>();
  const std::vector<Box> slabs =
      slabs_of(whole_field(layout.grid, Placement::cells), state_slab_values);
  std::vector<std::byte> values(slabs.front().values() * bytes_per_value(fields.precision));
  std::vector<ArrayInFile> left;
  for (const AthdfDataset& group : layout.datasets) {
    const std::string action = "write " + group.name;
    const hdf5::Handle dataset = create_dataset(file, layout, group, type, compressed);
    for (std::size_t n = 0; n < group.variables.size(); ++n) {
      const std::size_t field = field_of_variable(fields, group.variables[n]);
      if (!compressed && fields.is_by_others(field)) {
        left.push_back(field_in_file(fields, fields.names[field], place_of_values(dataset), n));
        continue;
      }
      const Gather read = fields.read(field);
      for (const Box& slab : slabs) {
        read(slab, {fields.precision, values.data()});
        const hdf5::Handle selection = hdf5::select_box(dataset, box_of_variable(n, slab));
        hdf5::check(
            H5Dwrite(dataset, memory_type_of(fields.precision),
                     hdf5::space_of_values(slab.values()), selection, H5P_DEFAULT, values.data()),
            action);
      }
    }
  }
  return left;
}

void write_athdf(const std::filesystem::path& path, const Snapshot& head, const AthdfLayout& layout,
                 const FieldSource& fields) {
  const std::uintmax_t bytes =
      fields.names.size() * head.grid.cell_count() * bytes_per_value(head.precision) +
      head.provenance.deck.size() + metadata_bytes;
  replace_file(path, bytes, [&](const std::filesystem::path& temporary) {
    std::vector<ArrayInFile> left;
    {
      const hdf5::QuietErrors quiet;
      hdf5::write_file(temporary, hdf5::Format::widely_readable, [&](hid_t file) {
        write_attributes(file, layout, head.provenance);
        write_coordinates(file, layout.grid);
        left = write_fields(file, layout, fields, head.compressed);
      });
    }
    if (!left.empty()) fields.by_others->write(temporary, left);
  });
  write_xdmf(path, layout);
}

}  // namespace

void write_athdf(const std::filesystem::path& path, const Snapshot& head,
                 const FieldSource& fields) {
  write_athdf(path, head, layout_of(head, fields.names), fields);
}

void write_athdf(const std::filesystem::path& path, const Snapshot& snapshot) {
  const Box whole = whole_field(snapshot.grid, Placement::cells);
  FieldSource fields;
  for (const NamedField& field : snapshot.fields) fields.names.push_back(field.name);
  fields.read = [&](std::size_t n) -> Gather {
    // Slabs of all values lie one after the other.
    return [&whole, &field = snapshot.fields[n]](const Box& slab, const MutableValues& there) {
      std::copy_n(&field.values[whole.value_at(slab.begin)], slab.values(),
                  static_cast<double*>(there.data));
    };
  };
  write_athdf(path, snapshot, layout_of(snapshot), fields);
}

}  // namespace solenoid
