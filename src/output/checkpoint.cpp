// Checkpoints: raw state in HDF5. Only Solenoid reads them, so they use HDF5 1.10's format, whose
// metadata carry checksums; arrays and deck carry theirs by the Fletcher32 filter.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/replace.hpp"

namespace solenoid {
namespace {

constexpr const char* format_name = "Solenoid checkpoint";
constexpr int format_version = 1;
constexpr std::uintmax_t metadata_bytes = 64 * 1024;

hid_t type_in_file(Precision precision) {
  if (precision == Precision::single_precision) return H5T_NATIVE_FLOAT;
  return precision == Precision::double_precision ? H5T_NATIVE_DOUBLE : H5T_NATIVE_LDOUBLE;
}

void require_consistent(const Checkpoint& checkpoint) {
  if (checkpoint.state.arrays.empty()) throw std::invalid_argument("a checkpoint without arrays");
  for (const auto& [name, bytes] : checkpoint.state.arrays) {
    if (bytes.empty() || bytes.size() % bytes_per_value(checkpoint.state.precision) != 0) {
      throw std::invalid_argument(
          fmt::format("the array {} has {} bytes, which is not a number "
                      "of {} precision values",
                      name, bytes.size(), name_of(checkpoint.state.precision)));
    }
  }
}

void write_numbers(hid_t file, const std::string& group_name,
                   const std::map<std::string, double>& numbers) {
  const hdf5::Handle group = hdf5::create_group(file, group_name);
  for (const auto& [name, value] : numbers) hdf5::write_attribute<double>(group, name, value);
}

std::map<std::string, double> read_numbers(hid_t file, const std::string& group_name) {
  const hdf5::Handle group = hdf5::open_group(file, group_name);
  std::map<std::string, double> numbers;
  for (const std::string& name : hdf5::attribute_names(group)) {
    numbers[name] = hdf5::read_attribute<double>(group, name);
  }
  return numbers;
}

void write_contents(hid_t file, const Checkpoint& checkpoint) {
  const Grid& grid = checkpoint.grid;
  hdf5::write_attribute_text(file, "Format", format_name);
  hdf5::write_attribute<int>(file, "FormatVersion", format_version);
  hdf5::write_attribute<double>(file, "Time", checkpoint.time);
  hdf5::write_attribute<std::int64_t>(file, "Step", checkpoint.step);
  hdf5::write_attribute_array<int>(file, "Cells", {grid.cells.begin(), grid.cells.end()});
  hdf5::write_attribute_array<double>(file, "Lower", {grid.lower.begin(), grid.lower.end()});
  hdf5::write_attribute_array<double>(file, "Upper", {grid.upper.begin(), grid.upper.end()});
  hdf5::write_attribute_text(file, "StatePrecision", name_of(checkpoint.state.precision));
  hdf5::write_attribute_text(file, "SolenoidVersion", checkpoint.provenance.version);
  hdf5::write_attribute_text(file, "Device", checkpoint.provenance.device);
  hdf5::write_attribute_text(file, "Precision", checkpoint.provenance.precision);
  hdf5::write_text(file, "Deck", checkpoint.provenance.deck);
  write_numbers(file, "scalars", checkpoint.state.scalars);
  write_numbers(file, "driver", checkpoint.driver);
  const hdf5::Handle arrays = hdf5::create_group(file, "arrays");
  for (const auto& [name, bytes] : checkpoint.state.arrays) {
    hdf5::write_checksummed(arrays, name, type_in_file(checkpoint.state.precision),
                            bytes.size() / bytes_per_value(checkpoint.state.precision),
                            bytes.data());
  }
}

void require_checkpoint(hid_t file) {
  if (!hdf5::has_attribute(file, "Format") ||
      hdf5::read_attribute_text(file, "Format") != format_name) {
    throw hdf5::Failure("it is not a checkpoint of Solenoid");
  }
  const int version = hdf5::read_attribute<int>(file, "FormatVersion");
  if (version != format_version) {
    throw hdf5::Failure(fmt::format("its format is version {}; this program reads version {}",
                                    version, format_version));
  }
}

template <class T>
std::array<T, 3> read_triple(hid_t file, const std::string& name) {
  const std::vector<T> values = hdf5::read_attribute_array<T>(file, name);
  if (values.size() != 3) throw hdf5::Failure("the attribute " + name + " is not three numbers");
  return {values[0], values[1], values[2]};
}

Precision read_precision(hid_t file) {
  const std::string name = hdf5::read_attribute_text(file, "StatePrecision");
  if (const auto precision = precision_named(name)) return *precision;
  throw hdf5::Failure("StatePrecision is '" + name + "', neither single nor double nor extended");
}

std::vector<std::byte> read_array(hid_t arrays, const std::string& name, Precision precision) {
  const hdf5::Handle dataset = hdf5::open_dataset(arrays, name);
  const std::vector<hsize_t> extent = hdf5::extent_of(dataset);
  if (extent.size() != 1 || hdf5::value_bytes(dataset) != bytes_per_value(precision)) {
    throw hdf5::Failure("the array " + name + " has another shape or precision than it should");
  }
  std::vector<std::byte> bytes(extent.front() * bytes_per_value(precision));
  hdf5::check(
      H5Dread(dataset, type_in_file(precision), H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()),
      "read the array " + name);
  return bytes;
}

SolverState read_state(hid_t file) {
  SolverState state;
  state.precision = read_precision(file);
  state.scalars = read_numbers(file, "scalars");
  const hdf5::Handle arrays = hdf5::open_group(file, "arrays");
  for (const std::string& name : hdf5::link_names(arrays)) {
    state.arrays[name] = read_array(arrays, name, state.precision);
  }
  if (state.arrays.empty()) throw hdf5::Failure("it holds no arrays");
  return state;
}

Checkpoint read_contents(hid_t file) {
  require_checkpoint(file);
  Checkpoint checkpoint;
  checkpoint.grid = {read_triple<int>(file, "Cells"), read_triple<double>(file, "Lower"),
                     read_triple<double>(file, "Upper")};
  checkpoint.time = hdf5::read_attribute<double>(file, "Time");
  checkpoint.step = long(hdf5::read_attribute<std::int64_t>(file, "Step"));
  checkpoint.provenance = {hdf5::read_attribute_text(file, "SolenoidVersion"),
                           hdf5::read_text(file, "Deck"), hdf5::read_attribute_text(file, "Device"),
                           hdf5::read_attribute_text(file, "Precision")};
  checkpoint.state = read_state(file);
  checkpoint.driver = read_numbers(file, "driver");
  return checkpoint;
}

template <class T>
FieldValues numbers_from(const std::vector<std::byte>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return {values.begin(), values.end()};
}

FieldValues values_of(const std::vector<std::byte>& bytes, Precision precision) {
  if (precision == Precision::single_precision) return numbers_from<float>(bytes);
  if (precision == Precision::double_precision) return numbers_from<double>(bytes);
  return numbers_from<long double>(bytes);
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  require_consistent(checkpoint);
  std::uintmax_t bytes = metadata_bytes + checkpoint.provenance.deck.size();
  for (const auto& [name, array] : checkpoint.state.arrays) bytes += array.size();
  replace_file(path, bytes, [&](const std::filesystem::path& temporary) {
    const hdf5::QuietErrors quiet;
    hdf5::write_file(temporary, hdf5::Format::checksummed,
                     [&](hid_t file) { write_contents(file, checkpoint); });
  });
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const hdf5::QuietErrors quiet;
  try {
    return read_contents(hdf5::open_file(path));
  } catch (const hdf5::Failure& failure) {
    throw OutputError(
        fmt::format("cannot read the checkpoint {}: {}", path.string(), failure.what()));
  }
}

Snapshot stored_fields(const Checkpoint& checkpoint) {
  Snapshot snapshot;
  snapshot.grid = checkpoint.grid;
  snapshot.time = checkpoint.time;
  snapshot.step = checkpoint.step;
  snapshot.precision = checkpoint.state.precision;
  snapshot.provenance = checkpoint.provenance;
  for (const auto& [name, bytes] : checkpoint.state.arrays) {
    snapshot.fields.push_back({name, values_of(bytes, checkpoint.state.precision)});
  }
  return snapshot;
}

}  // namespace solenoid
