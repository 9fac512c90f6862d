// Checkpoints: raw state in HDF5. Only Solenoid reads them, so they use HDF5 1.10's format, whose
// metadata carry checksums; arrays and deck carry theirs by the Fletcher32 filter.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <utility>

#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/hdf5_reading.hpp"
#include "src/output/replace.hpp"

namespace solenoid {
namespace {

constexpr const char* format_name = "Solenoid checkpoint";
/// Version 2 may hold a state that lacks the last sweep of its step, which no program that knows
/// version 1 only would notice.
constexpr int format_version = 2;
constexpr int oldest_format_version = 1;
constexpr std::uintmax_t metadata_bytes = 64 * 1024;

hid_t type_in_file(Precision precision) {
  if (precision == Precision::single_precision) return H5T_NATIVE_FLOAT;
  return precision == Precision::double_precision ? H5T_NATIVE_DOUBLE : H5T_NATIVE_LDOUBLE;
}

StateSource source_of(const SolverState& state) {
  if (state.arrays.empty()) throw std::invalid_argument("a checkpoint without arrays");
  StateSource source{state.precision, {}, state.scalars, {}};
  for (const auto& [name, bytes] : state.arrays) {
    const std::size_t values = bytes.size() / bytes_per_value(state.precision);
    if (bytes.empty() || values * bytes_per_value(state.precision) != bytes.size()) {
      throw std::invalid_argument(
          fmt::format("the array {} has {} bytes, which is not a number "
                      "of {} precision values",
                      name, bytes.size(), name_of(state.precision)));
    }
    source.arrays.push_back({name, {{0, 0, 0}, {int(values), 1, 1}}});
  }
  source.read = [&state, arrays = source.arrays](std::size_t array) -> Gather {
    return [&bytes = state.arrays.at(arrays[array].name)](const Box&, const MutableValues& there) {
      std::memcpy(there.data, bytes.data(), bytes.size());
    };
  };
  return source;
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

void write_array(hdf5::ChecksummedArray& array, const Box& box, Precision precision,
                 const Gather& read) {
  std::vector<std::byte> values;
  for (const Box& slab : slabs_of(box, state_slab_values)) {
    values.resize(slab.values() * bytes_per_value(precision));
    read(slab, {precision, values.data()});
    array.append(values.data(), slab.values());
  }
}

/// Returns the arrays that are left to others.
std::vector<ArrayInFile> write_contents(hid_t file, const CheckpointHead& checkpoint,
                                        const StateSource& state) {
  const Grid& grid = checkpoint.grid;
  hdf5::write_attribute_text(file, "Format", format_name);
  hdf5::write_attribute<int>(file, "FormatVersion", format_version);
  hdf5::write_attribute<double>(file, "Time", checkpoint.time);
  hdf5::write_attribute<std::int64_t>(file, "Step", checkpoint.step);
  hdf5::write_attribute_array<int>(file, "Cells", {grid.cells.begin(), grid.cells.end()});
  hdf5::write_attribute_array<double>(file, "Lower", {grid.lower.begin(), grid.lower.end()});
  hdf5::write_attribute_array<double>(file, "Upper", {grid.upper.begin(), grid.upper.end()});
  hdf5::write_attribute_text(file, "StatePrecision", name_of(state.precision));
  hdf5::write_attribute_text(file, "SolenoidVersion", checkpoint.provenance.version);
  hdf5::write_attribute_text(file, "Device", checkpoint.provenance.device);
  hdf5::write_attribute_text(file, "Precision", checkpoint.provenance.precision);
  hdf5::write_text(file, "Deck", checkpoint.provenance.deck);
  write_numbers(file, "scalars", state.numbers);
  write_numbers(file, "driver", checkpoint.driver);
  const hdf5::Handle arrays = hdf5::create_group(file, "arrays");
  std::vector<ArrayInFile> left;
  for (std::size_t a = 0; a < state.arrays.size(); ++a) {
    const auto& [name, box] = state.arrays[a];
    hdf5::ChecksummedArray array(arrays, name, type_in_file(state.precision), box.values());
    if (state.write)
      left.push_back({.field = name,
                      .stored = true,
                      .box = box,
                      .precision = state.precision,
                      .values_of_piece = array.values_of_piece(),
                      .checksummed = true,
                      .pieces = array.leave_room()});
    else
      write_array(array, box, state.precision, state.read(a));
  }
  return left;
}

void write_file(const std::filesystem::path& path, const CheckpointHead& head,
                const StateSource& state) {
  std::uintmax_t bytes = metadata_bytes + head.provenance.deck.size();
  for (const auto& array : state.arrays)
    bytes += array.box.values() * bytes_per_value(state.precision);
  replace_file(path, bytes, [&](const std::filesystem::path& temporary) {
    std::vector<ArrayInFile> left;
    {
      const hdf5::QuietErrors quiet;
      hdf5::write_file(temporary, hdf5::Format::checksummed,
                       [&](hid_t file) { left = write_contents(file, head, state); });
    }
    if (!left.empty()) state.write(temporary, left);
  });
}

void require_checkpoint(hid_t file) {
  if (!hdf5::has_attribute(file, "Format") ||
      hdf5::read_attribute_text(file, "Format") != format_name) {
    throw hdf5::Failure("it is not a checkpoint of Solenoid");
  }
  const int version = hdf5::read_attribute<int>(file, "FormatVersion");
  if (version < oldest_format_version || version > format_version) {
    throw hdf5::Failure(
        fmt::format("its format is version {}; this program reads versions {} to {}", version,
                    oldest_format_version, format_version));
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

CheckpointHead read_head(hid_t file) {
  require_checkpoint(file);
  CheckpointHead head;
  head.grid = {read_triple<int>(file, "Cells"), read_triple<double>(file, "Lower"),
               read_triple<double>(file, "Upper")};
  head.time = hdf5::read_attribute<double>(file, "Time");
  head.step = long(hdf5::read_attribute<std::int64_t>(file, "Step"));
  head.provenance = {hdf5::read_attribute_text(file, "SolenoidVersion"),
                     hdf5::read_text(file, "Deck"), hdf5::read_attribute_text(file, "Device"),
                     hdf5::read_attribute_text(file, "Precision")};
  return head;
}

/// An array of a state: how many values it has.
struct StoredArray {
  hdf5::Handle dataset;
  std::size_t values;
};

std::map<std::string, StoredArray> open_arrays(hid_t file, Precision precision) {
  std::map<std::string, StoredArray> arrays;
  const hdf5::Handle group = hdf5::open_group(file, "arrays");
  for (const std::string& name : hdf5::link_names(group)) {
    hdf5::Handle dataset = hdf5::open_dataset(group, name);
    const std::vector<hsize_t> extent = hdf5::extent_of(dataset);
    if (extent.size() != 1 || hdf5::value_bytes(dataset) != bytes_per_value(precision)) {
      throw hdf5::Failure("the array " + name + " has another shape or precision than it should");
    }
    arrays.emplace(name, StoredArray{std::move(dataset), std::size_t(extent.front())});
  }
  if (arrays.empty()) throw hdf5::Failure("it holds no arrays");
  return arrays;
}

std::string called(const std::filesystem::path& path) { return "the checkpoint " + path.string(); }

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
  write_file(path, checkpoint, source_of(checkpoint.state));
}

StateSource state_of(Solver& solver) {
  StateSource source{solver.precision(), {}, solver.state_numbers(), {}};
  auto fields = solver.state_fields(StateForm::stored);
  std::ranges::sort(fields, {}, &StateField::name);
  for (const StateField& field : fields)
    source.arrays.push_back({field.name, whole_field(solver.part(), field.placement)});
  source.read = [&solver, arrays = source.arrays](std::size_t array) {
    return solver.read_part(arrays[array].name);
  };
  if (auto* const files = dynamic_cast<FilesOfParts*>(&solver))
    source.write = [files](const auto& file, const auto& arrays) {
      files->write_parts(file, arrays);
    };
  return source;
}

void write_checkpoint(const std::filesystem::path& path, const CheckpointHead& head,
                      const StateSource& state) {
  write_file(path, head, state);
}

struct CheckpointFile::Contents {
  std::filesystem::path path;
  hdf5::Handle file;
  CheckpointHead head;
  Precision precision;
  std::map<std::string, double> numbers;
  std::map<std::string, StoredArray> arrays;

  explicit Contents(const std::filesystem::path& from)
      : path(from),
        file(hdf5::open_file(from)),
        head(read_head(file)),
        precision(read_precision(file)),
        numbers(read_numbers(file, "scalars")),
        arrays(open_arrays(file, precision)) {
    head.driver = read_numbers(file, "driver");
  }
};

CheckpointFile::CheckpointFile(const std::filesystem::path& file)
    : contents_(hdf5::reading(called(file), [&] { return std::make_unique<Contents>(file); })) {}
CheckpointFile::~CheckpointFile() = default;

const CheckpointHead& CheckpointFile::head() const { return contents_->head; }
Precision CheckpointFile::precision() const { return contents_->precision; }
const std::map<std::string, double>& CheckpointFile::numbers() const { return contents_->numbers; }

std::vector<std::string> CheckpointFile::array_names() const {
  std::vector<std::string> names;
  for (const auto& [name, array] : contents_->arrays) names.push_back(name);
  return names;
}

std::optional<std::size_t> CheckpointFile::values(const std::string& name) const {
  const auto found = contents_->arrays.find(name);
  if (found == contents_->arrays.end()) return std::nullopt;
  return found->second.values;
}

void CheckpointFile::read(const std::string& name, std::size_t first, std::size_t count, void* to) {
  hdf5::reading(called(contents_->path), [&] {
    hdf5::read_piece(contents_->arrays.at(name).dataset, "the array " + name,
                     type_in_file(contents_->precision), first, count, to);
  });
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  CheckpointFile file(path);
  Checkpoint checkpoint{file.head(), {file.precision(), {}, file.numbers()}};
  for (const std::string& name : file.array_names()) {
    const std::size_t values = file.values(name).value();
    auto& bytes = checkpoint.state.arrays[name];
    bytes.resize(values * bytes_per_value(file.precision()));
    file.read(name, 0, values, bytes.data());
  }
  return checkpoint;
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
