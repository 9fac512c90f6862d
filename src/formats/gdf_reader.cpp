#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "src/formats/gdf.hpp"
#include "src/formats/gdf_names.hpp"
#include "src/formats/state_reader.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5_boxes.hpp"
#include "src/output/hdf5_reading.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

template <class T>
std::vector<T> one_to_three(hid_t group, const std::string& name) {
  const std::vector<T> values = hdf5::read_attribute_array<T>(group, name);
  if (values.empty() || values.size() > 3)
    throw hdf5::Failure("the attribute " + name + " is not one to three numbers");
  return values;
}

Grid grid_in(hid_t file) {
  const hdf5::Handle group = hdf5::open_group(file, "simulation_parameters");
  if (hdf5::read_attribute<int>(group, "num_ghost_zones") != 0)
    throw hdf5::Failure("it has ghost cells: expected num_ghost_zones = 0");
  if (hdf5::read_dataset<double>(file, "grid_level").size() != 1)
    throw hdf5::Failure("it holds several grids: expected one");
  const std::vector<int> cells = one_to_three<int>(group, "domain_dimensions");
  const auto lower = one_to_three<double>(group, "domain_left_edge");
  const auto upper = one_to_three<double>(group, "domain_right_edge");
  const bool of_pysac = !hdf5::has_link(file, "dataset_units") && hdf5::has_link(file, "x");
  Grid grid;
  for (std::size_t d = 0; d < cells.size(); ++d) {
    if (cells[d] < 1 || d >= lower.size() || d >= upper.size() || !(lower[d] < upper[d]))
      throw hdf5::Failure(
          "the domain in simulation_parameters is empty: expected positive numbers of cells and a "
          "right edge right of the left one in each direction");
    grid.cells[d] = cells[d];
    grid.lower[d] = lower[d];
    grid.upper[d] = upper[d];
    if (!of_pysac || cells[d] == 1) continue;
    constexpr double metres = 0.01;
    const double half = (upper[d] - lower[d]) / (2.0 * (cells[d] - 1));
    grid.lower[d] = metres * (lower[d] - half);
    grid.upper[d] = metres * (upper[d] + half);
  }
  return grid;
}

FileParameters parameters_in(hid_t group) {
  FileParameters parameters;
  const auto number = [&](const char* name) {
    return hdf5::has_attribute(group, name)
               ? std::optional(hdf5::read_attribute<double>(group, name))
               : std::nullopt;
  };
  parameters.gamma = number("gamma");
  if (!parameters.gamma && hdf5::has_attribute(group, "eqpar")) {
    const std::vector<double> list = hdf5::read_attribute_array<double>(group, "eqpar");
    if (!list.empty()) parameters.gamma = list.front();
  }
  parameters.resistivity = number("eta").value_or(0);
  parameters.viscosity = number("nu").value_or(0);
  if (hdf5::has_attribute(group, "gravity"))
    std::ranges::copy(one_to_three<double>(group, "gravity"), parameters.gravity.begin());
  return parameters;
}

/// A field of a file: its dataset, and the axes of the grid along the dataset's dimensions.
struct GdfField {
  std::string name;  ///< in the file
  std::vector<hsize_t> extent;
  std::array<std::size_t, 3> axes;  ///< the slowest first
};

bool is_not_one(hsize_t count) { return count != 1; }

/// Throws Failure where there are more or fewer values than cells.
GdfField field_in(hid_t group, const std::string& name, const Grid& grid, bool x_fastest) {
  GdfField field{name, hdf5::extent_of(hdf5::open_dataset(group, name)), {0, 1, 2}};
  if (x_fastest) field.axes = {2, 1, 0};
  const auto count = std::accumulate(field.extent.begin(), field.extent.end(), std::size_t(1),
                                     std::multiplies<>());
  if (count != grid.cell_count())
    throw hdf5::Failure(
        fmt::format("the field {} has {} values: expected {}", name, count, grid.cell_count()));
  return field;
}

/// The box of a dataset that has a box of the grid's cells, if its dimensions are those of the grid
/// but for some of one value.
std::optional<hdf5::BoxOfDataset> box_in(const GdfField& field, const Grid& grid,
                                         const Box& cells) {
  hdf5::BoxOfDataset box;
  auto axis = field.axes.begin();
  const auto cells_along = [&] { return hsize_t(grid.cells[*axis]); };
  for (const hsize_t count : field.extent) {
    while (is_not_one(count) && axis != field.axes.end() && cells_along() == 1) ++axis;
    const bool along_axis = is_not_one(count);
    if (along_axis && (axis == field.axes.end() || cells_along() != count)) return std::nullopt;
    box.begin.push_back(along_axis ? hsize_t(cells.begin[*axis]) : 0);
    box.count.push_back(along_axis ? hsize_t(cells.count[*axis]) : 1);
    if (along_axis) ++axis;
  }
  return box;
}

/// Values of a box with the last of `axes` fastest, with x fastest.
FieldValues with_x_fastest(const FieldValues& values, const std::array<std::size_t, 3>& axes,
                           const Box& box) {
  if (axes[2] == 0) return values;
  FieldValues ordered(values.size());
  const auto [nx, ny, nz] = box.count;
  for (std::size_t n = 0, i = 0; i < std::size_t(nx); ++i)
    for (std::size_t j = 0; j < std::size_t(ny); ++j)
      for (std::size_t k = 0; k < std::size_t(nz); ++k)
        ordered[i + std::size_t(nx) * (j + std::size_t(ny) * k)] = values[n++];
  return ordered;
}

void require_finite(const FieldValues& values, const std::string& name) {
  const auto bad = std::ranges::find_if_not(values, [](double v) { return std::isfinite(v); });
  if (bad != values.end())
    throw hdf5::Failure(fmt::format("the field {} holds {}: expected finite numbers", name, *bad));
}

/// What a file says of its state, and where its fields are.
struct GdfHead {
  FileState state;
  std::vector<GdfField> fields;
};

GdfHead head_in(hid_t file) {
  GdfHead head;
  FileState& state = head.state;
  state.format = "GDF";
  state.snapshot.grid = grid_in(file);
  const hdf5::Handle group = hdf5::open_group(file, "simulation_parameters");
  state.snapshot.time = hdf5::read_attribute<double>(group, "current_time");
  if (hdf5::has_attribute(group, "current_step"))
    state.snapshot.step = hdf5::read_attribute<int>(group, "current_step");
  state.parameters = parameters_in(group);
  const bool x_fastest = hdf5::read_attribute<int>(group, "field_ordering") == 1;
  const hdf5::Handle data = hdf5::open_group(file, "data");
  const hdf5::Handle grid = hdf5::open_group(data, gdf_grid_group);
  for (const std::string& name : hdf5::link_names(grid)) {
    head.fields.push_back(field_in(grid, name, state.snapshot.grid, x_fastest));
    state.snapshot.fields.push_back({our_field_name(name), {}});
  }
  if (head.fields.empty()) throw hdf5::Failure("it holds no fields");
  return head;
}

/// An open file and its head.
struct OpenGdf {
  fs::path path;
  hdf5::Handle file;
  GdfHead head;

  explicit OpenGdf(const fs::path& from)
      : path(from), file(hdf5::open_file(from)), head(head_in(file)) {}
};

class GdfReader final : public StateReader {
 public:
  explicit GdfReader(OpenGdf open) : StateReader(open.head.state), open_(std::move(open)) {}

 protected:
  void fill(FileState& state, const Box& cells) override {
    hdf5::reading(open_.path.string(), [&] {
      const hdf5::Handle data = hdf5::open_group(open_.file, "data");
      const hdf5::Handle group = hdf5::open_group(data, gdf_grid_group);
      for (std::size_t f = 0; f < open_.head.fields.size(); ++f) {
        const GdfField& field = open_.head.fields[f];
        state.snapshot.fields[f].values = values_of(field, group, cells);
        require_finite(state.snapshot.fields[f].values, field.name);
      }
    });
  }

 private:
  FieldValues values_of(const GdfField& field, hid_t group, const Box& cells) {
    const Grid& grid = head().snapshot.grid;
    const auto box = box_in(field, grid, cells);
    if (box) {
      count_values(cells.values());
      return with_x_fastest(hdf5::read_box(hdf5::open_dataset(group, field.name), field.name, *box),
                            field.axes, cells);
    }
    // Of another shape, whatever it is, all values in the order of the file are those of the grid.
    count_values(grid.cell_count());
    const Box whole = whole_field(grid, Placement::cells);
    const FieldValues all = hdf5::read_dataset<double>(group, field.name);
    return cut_out(with_x_fastest(all, field.axes, whole), whole, cells);
  }

  OpenGdf open_;
};

}  // namespace

bool is_gdf(const fs::path& path) {
  return hdf5::reading(
      path.string(), [&] { return hdf5::has_link(hdf5::open_file(path), "gridded_data_format"); });
}

Grid read_gdf_grid(const fs::path& path) {
  return hdf5::reading(path.string(), [&] { return grid_in(hdf5::open_file(path)); });
}

std::unique_ptr<StateReader> open_gdf(const fs::path& path) {
  return hdf5::reading(path.string(), [&]() -> std::unique_ptr<StateReader> {
    return std::make_unique<GdfReader>(OpenGdf(path));
  });
}

FileState read_gdf(const fs::path& path) { return open_gdf(path)->read_all(); }

}  // namespace solenoid
