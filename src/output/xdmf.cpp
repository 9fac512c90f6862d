// XDMF 2.0 descriptions of .athdf files, for ParaView and VisIt.

#include <fmt/format.h>

#include <string>

#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/replace.hpp"

namespace solenoid {
namespace {

std::string escaped(const std::string& text) {
  std::string xml;
  for (const char character : text) {
    switch (character) {
      case '&':
        xml += "&amp;";
        break;
      case '<':
        xml += "&lt;";
        break;
      case '>':
        xml += "&gt;";
        break;
      case '"':
        xml += "&quot;";
        break;
      default:
        xml += character;
    }
  }
  return xml;
}

std::string document(const std::string& content) {
  return fmt::format(
      "<?xml version=\"1.0\" ?>\n"
      "<!DOCTYPE Xdmf SYSTEM \"Xdmf.dtd\" []>\n"
      "<Xdmf Version=\"2.0\">\n"
      "<Domain>\n"
      "{}"
      "</Domain>\n"
      "</Xdmf>\n",
      content);
}

/// A hyperslab (`selection`: begin, stride and count of each of `rank` indices) of a dataset.
struct Hyperslab {
  std::string dimensions;  ///< of the result
  int rank;
  std::string selection;
  std::string source_dimensions;
  std::size_t bytes;
  std::string source;  ///< file:/dataset
};

std::string xml_of(const Hyperslab& slab) {
  return fmt::format(
      "      <DataItem ItemType=\"HyperSlab\" Dimensions=\"{0}\" NumberType=\"Float\" "
      "Precision=\"{4}\">\n"
      "        <DataItem Dimensions=\"3 {1}\" NumberType=\"Int\" Format=\"XML\">{2}</DataItem>\n"
      "        <DataItem Dimensions=\"{3}\" NumberType=\"Float\" Precision=\"{4}\" "
      "Format=\"HDF\">{5}</DataItem>\n"
      "      </DataItem>\n",
      slab.dimensions, slab.rank, slab.selection, slab.source_dimensions, slab.bytes,
      escaped(slab.source));
}

std::string faces(const Grid& grid, int axis, const std::string& reference) {
  const int count = grid.cells[axis] + 1;
  return xml_of({std::to_string(count), 2, fmt::format("0 0 1 1 1 {}", count),
                 fmt::format("1 {}", count), sizeof(double),
                 fmt::format("{}:/x{}f", reference, axis + 1)});
}

/// Readers want a two-dimensional problem as a two-dimensional mesh, and a line as one with one
/// row. A slice of a box stays three-dimensional, one cell thick, and so at its place.
bool is_three_dimensional(const AthdfLayout& layout) { return layout.whole.cells[axis_z] > 1; }

std::string mesh(const AthdfLayout& layout, const std::string& reference) {
  const Grid& grid = layout.grid;
  const auto [nx, ny, nz] = grid.cells;
  const std::string coordinates = faces(grid, axis_x, reference) + faces(grid, axis_y, reference);
  if (!is_three_dimensional(layout)) {
    return fmt::format(
        "    <Topology TopologyType=\"2DRectMesh\" Dimensions=\"{} {}\"/>\n"
        "    <Geometry GeometryType=\"VXVY\">\n{}    </Geometry>\n",
        ny + 1, nx + 1, coordinates);
  }
  return fmt::format(
      "    <Topology TopologyType=\"3DRectMesh\" Dimensions=\"{} {} {}\"/>\n"
      "    <Geometry GeometryType=\"VXVYVZ\">\n{}{}    </Geometry>\n",
      nz + 1, ny + 1, nx + 1, coordinates, faces(grid, axis_z, reference));
}

std::string attribute(const AthdfLayout& layout, const AthdfDataset& dataset, std::size_t variable,
                      const std::string& reference) {
  const auto [nx, ny, nz] = layout.grid.cells;
  const std::string plane = fmt::format("{} {}", ny, nx);
  return fmt::format(
      "    <Attribute Name=\"{}\" AttributeType=\"Scalar\" Center=\"Cell\">\n{}    </Attribute>\n",
      escaped(dataset.variables[variable]),
      xml_of({is_three_dimensional(layout) ? fmt::format("{} {}", nz, plane) : plane, 5,
              fmt::format("{} 0 0 0 0 1 1 1 1 1 1 1 {} {}", variable, nz, plane),
              fmt::format("{} 1 {} {}", dataset.variables.size(), nz, plane),
              bytes_per_value(layout.precision), fmt::format("{}:/{}", reference, dataset.name)}));
}

}  // namespace

std::string xdmf_grid(const AthdfLayout& layout, const std::string& reference) {
  std::string grid = fmt::format(
      "  <Grid Name=\"MeshBlock0\" GridType=\"Uniform\">\n"
      "    <Time Value=\"{:.17g}\"/>\n{}",
      layout.time, mesh(layout, reference));
  for (const AthdfDataset& dataset : layout.datasets) {
    for (std::size_t n = 0; n < dataset.variables.size(); ++n) {
      grid += attribute(layout, dataset, n, reference);
    }
  }
  return grid + "  </Grid>\n";
}

void write_xdmf(const std::filesystem::path& athdf_file, const AthdfLayout& layout) {
  const std::string grid = xdmf_grid(layout, athdf_file.filename().string());
  replace_file_by_text(athdf_file.string() + ".xdmf",
                       document("<Grid Name=\"Mesh\" GridType=\"Collection\" "
                                "CollectionType=\"Spatial\">\n" +
                                grid + "</Grid>\n"),
                       Survives::program);
}

void XdmfSeries::add(const std::vector<std::filesystem::path>& athdf_files) {
  for (const std::filesystem::path& athdf_file : athdf_files) {
    const std::filesystem::path name = athdf_file.filename();
    grids_ += xdmf_grid(read_layout(file_.parent_path() / name), name.string());
  }
  replace_file_by_text(file_,
                       document("<Grid Name=\"Series\" GridType=\"Collection\" "
                                "CollectionType=\"Temporal\">\n" +
                                grids_ + "</Grid>\n"),
                       Survives::program);
}

}  // namespace solenoid
