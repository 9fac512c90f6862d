#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <stdexcept>

#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

const Grid shifted{{5, 4, 3}, {-1, 0, 2}, {1, 0.5, 3}};

void expect_same(const Snapshot& a, const Snapshot& b) {
  EXPECT_EQ(a.grid.cells, b.grid.cells);
  EXPECT_EQ(a.grid.lower, b.grid.lower);
  EXPECT_EQ(a.grid.upper, b.grid.upper);
  EXPECT_EQ(a.whole.has_value(), b.whole.has_value());
  EXPECT_EQ(a.whole.value_or(a.grid).cells, b.whole.value_or(b.grid).cells);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.precision, b.precision);
  EXPECT_EQ(a.provenance.version, b.provenance.version);
  EXPECT_EQ(a.provenance.deck, b.provenance.deck);
  EXPECT_EQ(a.provenance.device, b.provenance.device);
  EXPECT_EQ(a.provenance.precision, b.provenance.precision);
  std::map<std::string, FieldValues> fields_a, fields_b;
  for (const NamedField& field : a.fields) fields_a[field.name] = field.values;
  for (const NamedField& field : b.fields) fields_b[field.name] = field.values;
  EXPECT_EQ(fields_a, fields_b);
}

TEST(Athdf, ReadsBackWhatItWrote) {
  const TemporaryFolder folder;
  Snapshot snapshot = snapshot_of(shifted, magnetised_fields());
  snapshot.fields.push_back({"mach_number", numbered(shifted, 9)});
  write_athdf(folder / "a.athdf", snapshot);
  expect_same(snapshot, read_athdf(folder / "a.athdf"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a.athdf.xdmf"));
  EXPECT_EQ(folder.file_count(), 2);
}

TEST(Athdf, ReadsBackSinglePrecision) {
  const TemporaryFolder folder;
  Snapshot snapshot = snapshot_of(shifted, {"density"});
  snapshot.precision = Precision::single_precision;
  write_athdf(folder / "a.athdf", snapshot);
  expect_same(snapshot, read_athdf(folder / "a.athdf"));
}

TEST(Athdf, KeepsALongDeckAndLongNames) {
  const TemporaryFolder folder;
  const std::string name = "a_derived_quantity_with_a_name_of_more_than_twenty_characters";
  Snapshot snapshot = snapshot_of(shifted, {name, "velocity_x"});
  snapshot.provenance.deck = std::string(200000, 'x');
  write_athdf(folder / "a.athdf", snapshot);
  expect_same(snapshot, read_athdf(folder / "a.athdf"));
}

TEST(Athdf, KeepsEmptyProvenance) {
  const TemporaryFolder folder;
  Snapshot snapshot = snapshot_of(shifted, {"density"});
  snapshot.provenance = {};
  write_athdf(folder / "a.athdf", snapshot);
  expect_same(snapshot, read_athdf(folder / "a.athdf"));
}

TEST(Athdf, PutsCompleteGroupsIntoTheDatasetsOfAthena) {
  const TemporaryFolder folder;
  std::vector<std::string> names = magnetised_fields();
  names.pop_back();  // an incomplete magnetic field
  write_athdf(folder / "a.athdf", snapshot_of(shifted, names));
  const hdf5::Handle file = hdf5::open_file(folder / "a.athdf");
  EXPECT_EQ(hdf5::read_attribute_texts(file, "DatasetNames"),
            (std::vector<std::string>{"prim", "derived"}));
  EXPECT_EQ(hdf5::read_attribute_array<int>(file, "NumVariables"), (std::vector<int>{5, 2}));
  EXPECT_EQ(hdf5::read_attribute_texts(file, "VariableNames"),
            (std::vector<std::string>{"rho", "press", "vel1", "vel2", "vel3", "Bcc1", "Bcc2"}));
  EXPECT_EQ(hdf5::extent_of(hdf5::open_dataset(file, "prim")),
            (std::vector<hsize_t>{5, 1, 3, 4, 5}));
}

TEST(Athdf, HasEveryAttributeOfTheLayout) {
  const TemporaryFolder folder;
  write_athdf(folder / "a.athdf", snapshot_of(shifted, magnetised_fields()));
  const hdf5::Handle file = hdf5::open_file(folder / "a.athdf");
  EXPECT_EQ(hdf5::read_attribute<int>(file, "NumCycles"), 42);
  EXPECT_EQ(hdf5::read_attribute<double>(file, "Time"), 0.1);
  EXPECT_EQ(hdf5::read_attribute_text(file, "Coordinates"), "cartesian");
  EXPECT_EQ(hdf5::read_attribute_array<double>(file, "RootGridX1"),
            (std::vector<double>{-1, 1, 1}));
  EXPECT_EQ(hdf5::read_attribute_array<double>(file, "RootGridX2"),
            (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(hdf5::read_attribute_array<double>(file, "RootGridX3"), (std::vector<double>{2, 3, 1}));
  EXPECT_EQ(hdf5::read_attribute_array<int>(file, "RootGridSize"), (std::vector<int>{5, 4, 3}));
  EXPECT_EQ(hdf5::read_attribute<int>(file, "NumMeshBlocks"), 1);
  EXPECT_EQ(hdf5::read_attribute_array<int>(file, "MeshBlockSize"), (std::vector<int>{5, 4, 3}));
  EXPECT_EQ(hdf5::read_attribute<int>(file, "MaxLevel"), 0);
  EXPECT_EQ(hdf5::extent_of(hdf5::open_dataset(file, "LogicalLocations")),
            (std::vector<hsize_t>{1, 3}));
  EXPECT_EQ(hdf5::extent_of(hdf5::open_dataset(file, "x1f")), (std::vector<hsize_t>{1, 6}));
  EXPECT_EQ(hdf5::extent_of(hdf5::open_dataset(file, "x3v")), (std::vector<hsize_t>{1, 3}));
}

TEST(Athdf, WritesASliceAsAthenaDoes) {
  const TemporaryFolder folder;
  for (const auto& [axis, name] : {std::pair{axis_x, "x1f"}, {axis_y, "x2f"}, {axis_z, "x3f"}}) {
    const Snapshot plane = slice(snapshot_of(shifted, {"density"}), axis, shifted.centre(axis, 1));
    write_athdf(folder / "a.athdf", plane);
    expect_same(plane, read_athdf(folder / "a.athdf"));
    const hdf5::Handle file = hdf5::open_file(folder / "a.athdf");
    EXPECT_EQ(hdf5::read_attribute_array<int>(file, "RootGridSize"), (std::vector<int>{5, 4, 3}));
    std::vector<int> block{5, 4, 3};
    block[std::size_t(axis)] = 1;
    EXPECT_EQ(hdf5::read_attribute_array<int>(file, "MeshBlockSize"), block);
    EXPECT_EQ(hdf5::read_dataset<double>(file, name),
              (std::vector<double>{shifted.face(axis, 1), shifted.face(axis, 2)}));
  }
}

TEST(Athdf, RefusesSnapshotsThatContradictThemselves) {
  const TemporaryFolder folder;
  Snapshot short_field = snapshot_of(shifted, {"density"});
  short_field.fields[0].values.pop_back();
  EXPECT_THROW(write_athdf(folder / "a.athdf", short_field), std::invalid_argument);
  EXPECT_THROW(write_athdf(folder / "a.athdf", snapshot_of(shifted, {"density", "density"})),
               std::invalid_argument);
  EXPECT_THROW(write_athdf(folder / "a.athdf", snapshot_of(shifted, {"density", "rho"})),
               std::invalid_argument);
  EXPECT_THROW(write_athdf(folder / "a.athdf", snapshot_of(shifted, {})), std::invalid_argument);
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Athdf, NamesAFolderThatIsNotThere) {
  const TemporaryFolder folder;
  const Snapshot snapshot = snapshot_of(shifted, {"density"});
  const std::string message =
      message_of([&] { write_athdf(folder / "missing/a.athdf", snapshot); });
  EXPECT_NE(message.find("missing/a.athdf: the folder"), std::string::npos) << message;
  EXPECT_NE(message.find("does not exist"), std::string::npos) << message;
}

TEST(Athdf, NamesAFileThatStandsWhereAFolderShould) {
  const TemporaryFolder folder;
  write_all(folder / "file", "x");
  const Snapshot snapshot = snapshot_of(shifted, {"density"});
  const std::string message = message_of([&] { write_athdf(folder / "file/a.athdf", snapshot); });
  EXPECT_NE(message.find("cannot write"), std::string::npos) << message;
}

TEST(Athdf, NamesAFolderThatIsNotWritable) {
  if (::geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  const TemporaryFolder folder;
  std::filesystem::permissions(
      folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const Snapshot snapshot = snapshot_of(shifted, {"density"});
  const std::string message = message_of([&] { write_athdf(folder / "a.athdf", snapshot); });
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
  EXPECT_NE(message.find("is not writable"), std::string::npos) << message;
}

TEST(Athdf, LeavesTheTargetAloneWhenWritingFails) {
  const TemporaryFolder folder;
  const Grid large{{64, 64, 8}, {0, 0, 0}, {1, 1, 1}};
  const Snapshot first = snapshot_of(large, {"density", "pressure"});
  write_athdf(folder / "a.athdf", first);
  Snapshot second = first;
  second.time = 2.0;
  // Limits that hit the creation, attributes, field values, and the last bytes of the file.
  const rlim_t size = std::filesystem::file_size(folder / "a.athdf");
  const int open_files = open_file_count();
  for (const rlim_t limit : {rlim_t(0), rlim_t(1000), rlim_t(10000), size / 2, size - 1}) {
    std::string message;
    {
      const FileSizeLimit full(limit);
      message = message_of([&] { write_athdf(folder / "a.athdf", second); });
    }
    EXPECT_NE(message.find("a.athdf: File too large"), std::string::npos) << limit << message;
    expect_same(first, read_athdf(folder / "a.athdf"));
    EXPECT_EQ(folder.file_count(), 2) << "a temporary file was left behind";
    EXPECT_EQ(open_file_count(), open_files) << "a removed file is open and takes space on";
  }
  write_athdf(folder / "a.athdf", second);
  expect_same(second, read_athdf(folder / "a.athdf"));
}

TEST(Athdf, SaysWhatIsWrongWithAFileThatItCannotRead) {
  const TemporaryFolder folder;
  const auto read = [&](const char* name) {
    return message_of([&] { (void)read_athdf(folder / name); });
  };
  EXPECT_NE(read("missing.athdf").find("No such file or directory"), std::string::npos)
      << read("missing.athdf");
  write_all(folder / "text.athdf", "this is no HDF5 file");
  EXPECT_NE(read("text.athdf").find("cannot read"), std::string::npos);
  hdf5::write_file(folder / "empty.athdf", hdf5::Format::widely_readable, [](hid_t) {});
  EXPECT_NE(read("empty.athdf").find("it has no attribute NumMeshBlocks"), std::string::npos)
      << read("empty.athdf");
}

TEST(Athdf, RefusesAFileOfSeveralBlocks) {
  const TemporaryFolder folder;
  hdf5::write_file(folder / "a.athdf", hdf5::Format::widely_readable,
                   [](hid_t file) { hdf5::write_attribute<int>(file, "NumMeshBlocks", 4); });
  const std::string message = message_of([&] { (void)read_athdf(folder / "a.athdf"); });
  EXPECT_NE(message.find("4 mesh blocks"), std::string::npos) << message;
}

TEST(Athdf, LetsTheProgramEndInOrderAfterAFullDisk) {
  const TemporaryFolder folder;
  const Snapshot snapshot = snapshot_of(shifted, magnetised_fields());
  const auto fail_and_exit = [&](rlim_t limit) {
    const FileSizeLimit full(limit);
    const std::string message = message_of([&] { write_athdf(folder / "a.athdf", snapshot); });
    std::filesystem::remove_all(folder.path());
    std::exit(message.empty() ? 1 : 0);
  };
  run_death_tests_in_fresh_processes();
  for (const rlim_t limit : {0, 2000, 6000}) {
    EXPECT_EXIT(fail_and_exit(limit), testing::ExitedWithCode(0), SaysNothingOfHdf5()) << limit;
  }
}

TEST(Athdf, NoticesAFileThatBrokeOff) {
  const TemporaryFolder folder;
  write_athdf(folder / "a.athdf", snapshot_of(shifted, magnetised_fields()));
  std::filesystem::resize_file(folder / "a.athdf", 3000);
  EXPECT_THROW((void)read_athdf(folder / "a.athdf"), OutputError);
}

}  // namespace
}  // namespace solenoid
