#include "src/output/hdf5.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "src/output/files.hpp"
#include "src/output/hdf5_disk.hpp"

namespace solenoid {

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
#ifdef H5_HAVE_PARALLEL
  const char* const kind = "parallel";
#else
  const char* const kind = "serial";
#endif
  return fmt::format("{}.{}.{}, {}", major, minor, release, kind);
}

}  // namespace solenoid

namespace solenoid::hdf5 {
namespace {

/// HDF5 tidies up when a program ends and, if it had read a damaged file, does so in an endless
/// loop that it breaks off with a message. Handles close themselves: there is nothing to tidy up.
/// It has to be told before its first other call.
[[maybe_unused]] const herr_t leave_without_tidying_up = H5dont_atexit();

/// Called from the innermost error outwards; the innermost description is the cause.
herr_t take_reason(unsigned depth, const H5E_error2_t* error, void* reason) {
  if (depth == 0 && error->desc != nullptr) *static_cast<std::string*>(reason) = error->desc;
  return 0;
}

/// HDF5's innermost reason, reduced to the system's own message where it quotes one.
std::string reason_of_failure() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, &reason);
  H5Eclear2(H5E_DEFAULT);
  const std::string opening = "error message = '";
  const std::size_t begin = reason.find(opening);
  if (begin == std::string::npos) return reason.empty() ? "unknown reason" : reason;
  const std::size_t message = begin + opening.size();
  return reason.substr(message, reason.find('\'', message) - message);
}

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "create a data space"}; }

Handle space_of(const std::vector<hsize_t>& extent) {
  return {H5Screate_simple(int(extent.size()), extent.data(), nullptr), H5Sclose,
          "create a data space"};
}

Handle fixed_length_text(std::size_t bytes) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "create a text type");
  check(H5Tset_size(type, std::max<std::size_t>(bytes, 1)), "set the length of a text");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "set the padding of a text");
  return type;
}

void write_any_attribute(hid_t object, const std::string& name, hid_t type_in_file,
                         hid_t type_in_memory, hid_t space, const void* values) {
  const std::string action = fmt::format("write the attribute {}", name);
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type_in_file, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
      action);
  check(H5Awrite(attribute, type_in_memory, values), action);
}

Handle open_attribute(hid_t object, const std::string& name) {
  if (!has_attribute(object, name)) throw Failure(fmt::format("it has no attribute {}", name));
  return {H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose,
          fmt::format("open the attribute {}", name)};
}

std::size_t element_count(hid_t space) {
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  check(count < 0 ? -1 : 0, "ask for the size of a data space");
  return std::size_t(count);
}

/// A text without the NULs or blanks that fill it up.
std::string without_padding(const char* text, std::size_t bytes) {
  const std::string padded(text, bytes);
  return padded.substr(0, padded.find('\0'));
}

herr_t collect_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

herr_t collect_link(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &printer_, &printer_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, printer_, printer_data_); }

void check(herr_t status, const std::string& action) {
  if (status < 0) throw Failure(fmt::format("HDF5 could not {}: {}", action, reason_of_failure()));
}

Handle::Handle(hid_t id, Close closer, const std::string& action) : id_(id), close_(closer) {
  check(id < 0 ? -1 : 0, action);
}

Handle::Handle(Handle&& other) noexcept
    : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}

Handle::~Handle() {
  if (id_ >= 0) close_(id_);
}

void Handle::close(const std::string& action) {
  check(close_(std::exchange(id_, H5I_INVALID_HID)), action);
}

Handle creation(hid_t kind) {
  Handle properties(H5Pcreate(kind), H5Pclose, "create properties");
  check(H5Pset_obj_track_times(properties, false), "leave out times");
  return properties;
}

void write_file(const std::filesystem::path& path, Format format,
                const std::function<void(hid_t)>& contents) {
  DiskFailure disk;
  try {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "create access properties");
    check(report_disk_failures(access, disk), "choose how to reach the disk");
    if (format == Format::checksummed) {
      check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110), "choose the format");
    }
    Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation(H5P_FILE_CREATE), access), H5Fclose,
                "create the file");
    contents(file);
    file.close("finish the file");
  } catch (const Failure&) {
    if (disk.number == 0) throw;
  }
  if (disk.number != 0) throw Failure(std::strerror(disk.number));
}

Handle open_file(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) throw Failure("it is a folder; name a file in it");
  if (H5Fis_hdf5(path.c_str()) == 0) throw Failure("it is not an HDF5 file");
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "open the file"};
}

Handle create_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, creation(H5P_GROUP_CREATE), H5P_DEFAULT),
          H5Gclose, fmt::format("create the group {}", name)};
}

Handle open_group(hid_t parent, const std::string& name) {
  if (!has_link(parent, name)) throw Failure(fmt::format("it has no group {}", name));
  return {H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose,
          fmt::format("open the group {}", name)};
}

template <class T>
hid_t file_type() {
  if constexpr (std::is_same_v<T, int>) return H5T_STD_I32LE;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5T_STD_I64LE;
  if constexpr (std::is_same_v<T, float>) return H5T_IEEE_F32LE;
  if constexpr (std::is_same_v<T, double>) return H5T_IEEE_F64LE;
}

template <class T>
hid_t memory_type() {
  if constexpr (std::is_same_v<T, int>) return H5T_NATIVE_INT32;
  if constexpr (std::is_same_v<T, std::int64_t>) return H5T_NATIVE_INT64;
  if constexpr (std::is_same_v<T, float>) return H5T_NATIVE_FLOAT;
  if constexpr (std::is_same_v<T, double>) return H5T_NATIVE_DOUBLE;
}

template <class T>
void write_attribute(hid_t object, const std::string& name, T value) {
  write_any_attribute(object, name, file_type<T>(), memory_type<T>(), scalar_space(), &value);
}

template <class T>
void write_attribute_array(hid_t object, const std::string& name, const std::vector<T>& values) {
  write_any_attribute(object, name, file_type<T>(), memory_type<T>(), space_of({values.size()}),
                      values.data());
}

void write_attribute_text(hid_t object, const std::string& name, const std::string& text) {
  const Handle type = fixed_length_text(text.size());
  write_any_attribute(object, name, type, type, scalar_space(), text.c_str());
}

void write_attribute_texts(hid_t object, const std::string& name,
                           const std::vector<std::string>& texts, std::size_t width) {
  for (const std::string& text : texts) width = std::max(width, text.size() + 1);
  std::vector<char> padded(width * texts.size(), '\0');
  for (std::size_t n = 0; n < texts.size(); ++n) {
    std::copy(texts[n].begin(), texts[n].end(), padded.data() + n * width);
  }
  const Handle type = fixed_length_text(width);
  write_any_attribute(object, name, type, type, space_of({texts.size()}), padded.data());
}

bool has_attribute(hid_t object, const std::string& name) {
  const htri_t found = H5Aexists(object, name.c_str());
  check(found < 0 ? -1 : 0, fmt::format("look for the attribute {}", name));
  return found > 0;
}

template <class T>
std::vector<T> read_attribute_array(hid_t object, const std::string& name) {
  const Handle attribute = open_attribute(object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, "ask for the shape of " + name);
  std::vector<T> values(element_count(space));
  check(H5Aread(attribute, memory_type<T>(), values.data()), "read the attribute " + name);
  return values;
}

template <class T>
T read_attribute(hid_t object, const std::string& name) {
  const std::vector<T> values = read_attribute_array<T>(object, name);
  if (values.size() != 1) {
    throw Failure(
        fmt::format("the attribute {} holds {} values instead of one", name, values.size()));
  }
  return values.front();
}

std::vector<std::string> read_attribute_texts(hid_t object, const std::string& name) {
  const Handle attribute = open_attribute(object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, "ask for the shape of " + name);
  const Handle type(H5Aget_type(attribute), H5Tclose, "ask for the type of " + name);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0) {
    throw Failure(fmt::format("the attribute {} is not a text of fixed length", name));
  }
  const std::size_t width = H5Tget_size(type);
  std::vector<char> padded(width * element_count(space));
  check(H5Aread(attribute, type, padded.data()), "read the attribute " + name);
  std::vector<std::string> texts;
  for (std::size_t begin = 0; begin < padded.size(); begin += width) {
    texts.push_back(without_padding(padded.data() + begin, width));
  }
  return texts;
}

std::string read_attribute_text(hid_t object, const std::string& name) {
  const std::vector<std::string> texts = read_attribute_texts(object, name);
  if (texts.size() != 1) {
    throw Failure(
        fmt::format("the attribute {} holds {} texts instead of one", name, texts.size()));
  }
  return texts.front();
}

std::vector<std::string> attribute_names(hid_t object) {
  std::vector<std::string> names;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_attribute, &names),
        "list attributes");
  return names;
}

bool has_link(hid_t parent, const std::string& name) {
  const htri_t found = H5Lexists(parent, name.c_str(), H5P_DEFAULT);
  check(found < 0 ? -1 : 0, fmt::format("look for {}", name));
  return found > 0;
}

std::vector<std::string> link_names(hid_t group) {
  std::vector<std::string> names;
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect_link, &names),
        "list the members of a group");
  return names;
}

template <class T>
void write_dataset(hid_t parent, const std::string& name, const std::vector<hsize_t>& extent,
                   const std::vector<T>& values) {
  const std::string action = fmt::format("write {}", name);
  const Handle space = space_of(extent);
  const Handle dataset(H5Dcreate2(parent, name.c_str(), file_type<T>(), space, H5P_DEFAULT,
                                  creation(H5P_DATASET_CREATE), H5P_DEFAULT),
                       H5Dclose, action);
  check(H5Dwrite(dataset, memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), action);
}

template <class T>
std::vector<T> read_dataset(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  const Handle space(H5Dget_space(dataset), H5Sclose, "ask for the shape of " + name);
  std::vector<T> values(element_count(space));
  check(H5Dread(dataset, memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        "read " + name);
  return values;
}

void read_piece(hid_t dataset, const std::string& name, hid_t type, hsize_t first, hsize_t count,
                void* values) {
  const std::string action = "read " + name;
  const Handle space(H5Dget_space(dataset), H5Sclose, action);
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr), action);
  const Handle piece = space_of({count});
  check(H5Dread(dataset, type, piece, space, H5P_DEFAULT, values), action);
}

void write_text(hid_t parent, const std::string& name, const std::string& text) {
  const Handle type = fixed_length_text(text.size());
  write_checksummed(parent, name, type, 1, text.c_str());
}

std::string read_text(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  const Handle type(H5Dget_type(dataset), H5Tclose, "ask for the type of " + name);
  const Handle space(H5Dget_space(dataset), H5Sclose, "ask for the shape of " + name);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 ||
      element_count(space) != 1) {
    throw Failure(fmt::format("{} is not one text of fixed length", name));
  }
  std::vector<char> padded(H5Tget_size(type));
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()), "read " + name);
  return without_padding(padded.data(), padded.size());
}

Handle open_dataset(hid_t parent, const std::string& name) {
  if (!has_link(parent, name)) throw Failure(fmt::format("it has no dataset {}", name));
  return {H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose,
          fmt::format("open the dataset {}", name)};
}

std::vector<hsize_t> extent_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose, "ask for the shape of a dataset");
  const int rank = H5Sget_simple_extent_ndims(space);
  check(rank < 0 ? -1 : 0, "ask for the shape of a dataset");
  std::vector<hsize_t> extent(std::size_t(rank), 0);
  check(H5Sget_simple_extent_dims(space, extent.data(), nullptr) < 0 ? -1 : 0,
        "ask for the shape of a dataset");
  return extent;
}

std::size_t value_bytes(hid_t dataset) {
  const Handle type(H5Dget_type(dataset), H5Tclose, "ask for the type of a dataset");
  return H5Tget_size(type);
}

template void write_attribute<int>(hid_t, const std::string&, int);
template void write_attribute<std::int64_t>(hid_t, const std::string&, std::int64_t);
template void write_attribute<double>(hid_t, const std::string&, double);
template void write_attribute_array<int>(hid_t, const std::string&, const std::vector<int>&);
template void write_attribute_array<double>(hid_t, const std::string&, const std::vector<double>&);
template int read_attribute<int>(hid_t, const std::string&);
template std::int64_t read_attribute<std::int64_t>(hid_t, const std::string&);
template double read_attribute<double>(hid_t, const std::string&);
template std::vector<int> read_attribute_array<int>(hid_t, const std::string&);
template std::vector<double> read_attribute_array<double>(hid_t, const std::string&);
template void write_dataset<int>(hid_t, const std::string&, const std::vector<hsize_t>&,
                                 const std::vector<int>&);
template void write_dataset<std::int64_t>(hid_t, const std::string&, const std::vector<hsize_t>&,
                                          const std::vector<std::int64_t>&);
template void write_dataset<double>(hid_t, const std::string&, const std::vector<hsize_t>&,
                                    const std::vector<double>&);
template std::vector<double> read_dataset<double>(hid_t, const std::string&);
template hid_t file_type<double>();
template hid_t file_type<float>();
template hid_t memory_type<double>();
template hid_t memory_type<float>();

}  // namespace solenoid::hdf5
