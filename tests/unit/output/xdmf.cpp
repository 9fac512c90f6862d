#include <gtest/gtest.h>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

/// The XDMF beside an .athdf file of a grid of these cells.
std::string xdmf_of(const std::array<int, 3>& cells, const std::string& name = "a.athdf") {
  const TemporaryFolder folder;
  const Grid grid{cells, {0, 0, 0}, {1, 1, 1}};
  write_athdf(folder / name, snapshot_of(grid, {"density", "mach_number"}));
  return read_all(folder / (name + ".xdmf"));
}

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
}

TEST(Xdmf, DescribesABox) {
  const std::string xdmf = xdmf_of({5, 4, 3});
  expect_in("TopologyType=\"3DRectMesh\" Dimensions=\"4 5 6\"", xdmf);
  expect_in("GeometryType=\"VXVYVZ\"", xdmf);
  expect_in("a.athdf:/x3f", xdmf);
  expect_in("Name=\"rho\" AttributeType=\"Scalar\" Center=\"Cell\"", xdmf);
  expect_in("Dimensions=\"3 4 5\"", xdmf);
  expect_in(">1 0 0 0 0 1 1 1 1 1 1 1 3 4 5<", xdmf);
  expect_in("Dimensions=\"2 1 3 4 5\"", xdmf);
  expect_in("<Time Value=\"0.1", xdmf);
}

TEST(Xdmf, DescribesAPlaneAsATwoDimensionalMesh) {
  const std::string xdmf = xdmf_of({5, 4, 1});
  expect_in("TopologyType=\"2DRectMesh\" Dimensions=\"5 6\"", xdmf);
  expect_in("GeometryType=\"VXVY\"", xdmf);
  expect_in("Dimensions=\"4 5\"", xdmf);
  EXPECT_EQ(xdmf.find("x3f"), std::string::npos);
}

TEST(Xdmf, DescribesALineAsAPlaneOfOneRow) {
  const std::string xdmf = xdmf_of({5, 1, 1});
  expect_in("TopologyType=\"2DRectMesh\" Dimensions=\"2 6\"", xdmf);
  expect_in("Dimensions=\"1 5\"", xdmf);
  expect_in("a.athdf:/x2f", xdmf);
}

TEST(Xdmf, KeepsASliceOfABoxAtItsPlace) {
  const TemporaryFolder folder;
  const Grid box{{5, 4, 3}, {0, 0, 0}, {1, 1, 1}};
  write_athdf(folder / "a.athdf", slice(snapshot_of(box, {"density"}), axis_z, 0.5));
  const std::string xdmf = read_all(folder / "a.athdf.xdmf");
  expect_in("TopologyType=\"3DRectMesh\" Dimensions=\"2 5 6\"", xdmf);
  expect_in("a.athdf:/x3f", xdmf);
  expect_in("Dimensions=\"1 4 5\"", xdmf);
}

TEST(Xdmf, EscapesFileNames) { expect_in("a&amp;b.athdf:/x1f", xdmf_of({5, 4, 1}, "a&b.athdf")); }

TEST(Xdmf, CollectsASeriesInTime) {
  const TemporaryFolder folder;
  const Grid grid{{4, 4, 1}, {0, 0, 0}, {1, 1, 1}};
  Snapshot snapshot = snapshot_of(grid, {"density"});
  write_athdf(folder / "a.00000.athdf", snapshot);
  snapshot.time = 0.25;
  write_athdf(folder / "a.00001.athdf", snapshot);
  XdmfSeries series(folder / "a.xdmf");
  series.add({"a.00000.athdf"});
  std::filesystem::remove(folder / "a.00000.athdf");  // is not read again
  series.add({folder / "a.00001.athdf"});
  const std::string xdmf = read_all(folder / "a.xdmf");
  expect_in("CollectionType=\"Temporal\"", xdmf);
  expect_in("<Time Value=\"0.25\"/>", xdmf);
  expect_in(">a.00000.athdf:/derived<", xdmf);
  expect_in(">a.00001.athdf:/derived<", xdmf);
}

TEST(Xdmf, NamesAFileOfTheSeriesThatIsMissing) {
  const TemporaryFolder folder;
  const std::string message =
      message_of([&] { XdmfSeries(folder / "a.xdmf").add({folder / "a.00000.athdf"}); });
  expect_in("a.00000.athdf", message);
  EXPECT_EQ(folder.file_count(), 0);
}

}  // namespace
}  // namespace solenoid
