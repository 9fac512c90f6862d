// .athdf files as they are read.

#include "src/output/athdf_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "src/output/athdf_datasets.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5_reading.hpp"

namespace solenoid {
namespace {

Grid read_whole_grid(hid_t file) {
  const std::vector<int> cells = hdf5::read_attribute_array<int>(file, "RootGridSize");
  Grid grid;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string name = fmt::format("RootGridX{}", axis + 1);
    const std::vector<double> range = hdf5::read_attribute_array<double>(file, name);
    if (cells.size() != 3 || cells[axis] < 1 || range.size() != 3 || !(range[0] < range[1])) {
      throw hdf5::Failure("RootGridSize and " + name + " do not describe a grid");
    }
    if (range[2] != 1.0) throw hdf5::Failure("its grid is not uniform along " + name);
    grid.cells[axis] = cells[axis];
    grid.lower[axis] = range[0];
    grid.upper[axis] = range[1];
  }
  return grid;
}

/// The grid of the one block: the whole or, as Athena++ writes a slice, one cell along an axis,
/// whose place only the coordinates of its faces tell.
Grid read_grid(hid_t file, const Grid& whole) {
  const std::vector<int> cells = hdf5::read_attribute_array<int>(file, "MeshBlockSize");
  Grid grid = whole;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (cells.size() != 3 || (cells[axis] != whole.cells[axis] && cells[axis] != 1)) {
      throw hdf5::Failure("MeshBlockSize is neither the whole grid nor a slice of it");
    }
    if (cells[axis] == whole.cells[axis]) continue;
    const std::vector<double> faces =
        hdf5::read_dataset<double>(file, fmt::format("x{}f", axis + 1));
    if (faces.size() != 2 || !(faces[0] < faces[1])) {
      throw hdf5::Failure(fmt::format("x{}f does not hold the two faces of a slice", axis + 1));
    }
    grid.cells[axis] = 1;
    grid.lower[axis] = faces[0];
    grid.upper[axis] = faces[1];
  }
  return grid;
}

std::vector<AthdfDataset> read_datasets(hid_t file) {
  const std::vector<int> sizes = hdf5::read_attribute_array<int>(file, "NumVariables");
  const std::vector<std::string> names = hdf5::read_attribute_texts(file, "DatasetNames");
  const std::vector<std::string> variables = hdf5::read_attribute_texts(file, "VariableNames");
  const long total = std::accumulate(sizes.begin(), sizes.end(), 0L);
  const bool negative = std::any_of(sizes.begin(), sizes.end(), [](int size) { return size < 0; });
  if (sizes.empty() || negative || sizes.size() != names.size() ||
      total != long(variables.size())) {
    throw hdf5::Failure("NumVariables, DatasetNames and VariableNames contradict each other");
  }
  std::vector<AthdfDataset> datasets;
  auto next = variables.begin();
  for (std::size_t n = 0; n < names.size(); ++n) {
    datasets.push_back({names[n], {next, next + sizes[n]}});
    next += sizes[n];
  }
  return datasets;
}

AthdfLayout read_layout_of(hid_t file) {
  if (hdf5::has_attribute(file, "Format") && !hdf5::has_attribute(file, "NumMeshBlocks")) {
    throw hdf5::Failure("it is a checkpoint, which is for going on; fields are in .athdf files");
  }
  const int blocks = hdf5::read_attribute<int>(file, "NumMeshBlocks");
  if (blocks != 1) {
    throw hdf5::Failure(fmt::format("it holds {} mesh blocks; only one can be read", blocks));
  }
  const Grid whole = read_whole_grid(file);
  AthdfLayout layout{read_grid(file, whole),
                     whole,
                     hdf5::read_attribute<double>(file, "Time"),
                     hdf5::read_attribute<int>(file, "NumCycles"),
                     Precision::double_precision,
                     read_datasets(file)};
  for (const AthdfDataset& group : layout.datasets) {
    const hdf5::Handle dataset = hdf5::open_dataset(file, group.name);
    if (hdf5::extent_of(dataset) != extent_in_file(layout, group)) {
      throw hdf5::Failure(
          fmt::format("the dataset {} does not have the shape of the grid", group.name));
    }
    layout.precision = hdf5::value_bytes(dataset) == sizeof(float) ? Precision::single_precision
                                                                   : Precision::double_precision;
  }
  return layout;
}

/// Athena++'s own files, which can be read too, hold none of this.
Provenance provenance_in(hid_t file) {
  const auto text = [&](const char* name) {
    return hdf5::has_attribute(file, name) ? hdf5::read_attribute_text(file, name) : "";
  };
  return {text("SolenoidVersion"),
          hdf5::has_link(file, "Deck") ? hdf5::read_text(file, "Deck") : "", text("Device"),
          text("Precision")};
}

template <class Read>
auto read_file(const std::filesystem::path& path, const Read& read) {
  return hdf5::reading(path.string(), [&] { return read(hdf5::open_file(path)); });
}

Snapshot head_of(hid_t file, const AthdfLayout& layout) {
  Snapshot head{layout.grid, layout.time, layout.step, layout.precision, {}, provenance_in(file)};
  if (layout.whole.cells != layout.grid.cells) head.whole = layout.whole;
  for (const AthdfDataset& group : layout.datasets)
    for (const std::string& name : group.variables) head.fields.push_back({field_name(name), {}});
  return head;
}

}  // namespace

struct AthdfFile::Contents {
  std::filesystem::path path;
  hdf5::Handle file;
  AthdfLayout layout;
  Snapshot head;

  explicit Contents(const std::filesystem::path& from)
      : path(from),
        file(hdf5::open_file(from)),
        layout(read_layout_of(file)),
        head(head_of(file, layout)) {}
};

AthdfFile::AthdfFile(const std::filesystem::path& file)
    : contents_(hdf5::reading(file.string(), [&] { return std::make_unique<Contents>(file); })) {}
AthdfFile::~AthdfFile() = default;
AthdfFile::AthdfFile(AthdfFile&&) noexcept = default;

const Snapshot& AthdfFile::head() const { return contents_->head; }

FieldValues AthdfFile::read(std::size_t field, const Box& cells) {
  return hdf5::reading(contents_->path.string(), [&] {
    auto group = contents_->layout.datasets.begin();
    for (; field >= group->variables.size(); ++group) field -= group->variables.size();
    const hdf5::Handle dataset = hdf5::open_dataset(contents_->file, group->name);
    return hdf5::read_box(dataset, "the field " + group->variables[field],
                          box_of_variable(field, cells));
  });
}

Snapshot read_athdf(const std::filesystem::path& path) {
  AthdfFile file(path);
  Snapshot snapshot = file.head();
  const Box whole = whole_field(snapshot.grid, Placement::cells);
  for (std::size_t f = 0; f < snapshot.fields.size(); ++f)
    snapshot.fields[f].values = file.read(f, whole);
  return snapshot;
}

Provenance read_provenance(const std::filesystem::path& path) {
  return read_file(path, [](hid_t file) { return provenance_in(file); });
}

AthdfLayout read_layout(const std::filesystem::path& path) {
  return read_file(path, [](hid_t file) { return read_layout_of(file); });
}

}  // namespace solenoid
