#pragma once
/// \file
/// The part of HDF5's C interface that outputs need, with handles that close themselves and every
/// call checked. A failure is an hdf5::Failure whose text is HDF5's own reason; the caller adds
/// the name of the file.

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/output/fletcher32.hpp"

namespace solenoid::hdf5 {

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The library may not be safe to be called by several threads: whoever reads or writes has this.
inline std::recursive_mutex library_mutex;

/// Keeps HDF5 from printing its error stack, and other threads from calling it, while it lives.
class QuietErrors {
 public:
  QuietErrors();
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  std::lock_guard<std::recursive_mutex> lock_{library_mutex};
  H5E_auto2_t printer_ = nullptr;
  void* printer_data_ = nullptr;
};

/// An HDF5 identifier and what closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  /// Takes over `id`; a negative one (HDF5's sign of failure) throws Failure with `action`.
  Handle(hid_t id, Close closer, const std::string& action);
  Handle(Handle&& other) noexcept;
  Handle& operator=(Handle&&) = delete;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();
  // Converts, so that it goes wherever HDF5 takes an identifier.
  operator hid_t() const { return id_; }  // NOLINT(google-explicit-constructor)
  /// Closes now; a failure to bring data to the file shows up here.
  void close(const std::string& action);

 private:
  hid_t id_;
  Close close_;
};

/// Throws Failure, with what HDF5 says, if `status` is negative.
void check(herr_t status, const std::string& action);

enum class Format {
  widely_readable,  ///< any HDF5 since 1.0 reads it
  checksummed       ///< metadata carry checksums; HDF5 1.10 or later
};
/// Creates a file, calls `contents` with it and closes it. Throws Failure, above all with the
/// system's reason when the disk does not take the file.
void write_file(const std::filesystem::path& path, Format format,
                const std::function<void(hid_t file)>& contents);
/// Properties of what is created, H5P_DATASET_CREATE and others: it holds no time of its making, so
/// that the same data are the same bytes.
Handle creation(hid_t kind);
Handle open_file(const std::filesystem::path& path);
Handle create_group(hid_t parent, const std::string& name);
Handle open_group(hid_t parent, const std::string& name);

/// What attributes and datasets consist of: int (32 bits), std::int64_t, float, double.
template <class T>
hid_t file_type();
template <class T>
hid_t memory_type();

template <class T>
void write_attribute(hid_t object, const std::string& name, T value);
template <class T>
void write_attribute_array(hid_t object, const std::string& name, const std::vector<T>& values);
/// A text of fixed length, which h5py gives as bytes (a text of variable length it gives as str,
/// and athena_read and yt fail on that).
void write_attribute_text(hid_t object, const std::string& name, const std::string& text);
/// Texts of one fixed length: `width` bytes or, if the longest needs more, one more than that.
void write_attribute_texts(hid_t object, const std::string& name,
                           const std::vector<std::string>& texts, std::size_t width);

bool has_attribute(hid_t object, const std::string& name);
/// Readers throw Failure naming the attribute when it is missing or of another shape.
template <class T>
T read_attribute(hid_t object, const std::string& name);
template <class T>
std::vector<T> read_attribute_array(hid_t object, const std::string& name);
std::string read_attribute_text(hid_t object, const std::string& name);
std::vector<std::string> read_attribute_texts(hid_t object, const std::string& name);
std::vector<std::string> attribute_names(hid_t object);

bool has_link(hid_t parent, const std::string& name);
std::vector<std::string> link_names(hid_t group);

template <class T>
void write_dataset(hid_t parent, const std::string& name, const std::vector<hsize_t>& extent,
                   const std::vector<T>& values);
/// All values of a dataset, whatever its shape.
template <class T>
std::vector<T> read_dataset(hid_t parent, const std::string& name);
/// One-dimensional, in chunks that each carry a checksum, so that reading notices damage.
void write_checksummed(hid_t parent, const std::string& name, hid_t type, hsize_t count,
                       const void* values);
/// The same, its values coming piece by piece: whole when all of them have come.
class ChecksummedArray {
 public:
  /// `type` is that of the values in the file, too.
  ChecksummedArray(hid_t parent, std::string name, hid_t type, hsize_t count);
  void append(const void* values, hsize_t count);
  /// Makes room for all of them in place of that, and returns where in the file: at which bytes
  /// pieces of values_of_piece() begin, a checksum behind each.
  std::vector<std::uint64_t> leave_room();
  [[nodiscard]] std::size_t values_of_piece() const {
    return (chunk_.size() - checksum_bytes) / value_bytes_;
  }

 private:
  void write_chunk();
  /// Hands HDF5 the chunk as it is.
  void pass_on_chunk();

  std::string action_;
  std::size_t value_bytes_;
  hsize_t left_;             ///< values to come
  hsize_t chunk_begin_ = 0;  ///< number of the first value of the chunk
  Handle dataset_;
  std::size_t filled_ = 0;        ///< bytes of the chunk
  std::vector<std::byte> chunk_;  ///< its values and their checksum
};
/// Reads `count` values of a one-dimensional dataset from number `first` on.
void read_piece(hid_t dataset, const std::string& name, hid_t type, hsize_t first, hsize_t count,
                void* values);
/// A text of any length: one element of fixed length, with a checksum.
void write_text(hid_t parent, const std::string& name, const std::string& text);
std::string read_text(hid_t parent, const std::string& name);

Handle open_dataset(hid_t parent, const std::string& name);
std::vector<hsize_t> extent_of(hid_t dataset);
std::size_t value_bytes(hid_t dataset);

}  // namespace solenoid::hdf5
