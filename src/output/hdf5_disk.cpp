#include "src/output/hdf5_disk.hpp"

#include <fcntl.h>
#include <unistd.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <memory>

#include "src/output/hdf5.hpp"

namespace solenoid::hdf5 {
namespace {

struct DiskFile {
  H5FD_t common{};  // HDF5 knows a file by this, so that it has to come first
  int descriptor = -1;
  haddr_t allocated = 0;  ///< what HDF5 calls the end of allocated space
  std::size_t to_sync =
      0;            ///< bytes written since the system was last asked to bring them to the disk
  haddr_t end = 0;  ///< what the file's size would be without a failure
  DiskFailure* failure = nullptr;
  std::vector<std::uint64_t>* left_out = nullptr;  ///< where values begin that are not written
};

DiskFile& file_of(H5FD_t* file) { return *reinterpret_cast<DiskFile*>(file); }
const DiskFile& file_of(const H5FD_t* file) { return *reinterpret_cast<const DiskFile*>(file); }

void keep_first(DiskFailure& failure, int number) {
  if (failure.number == 0) failure.number = number;
}

H5FD_t* open_file_of_disk(const char* name, unsigned flags, hid_t access, haddr_t) {
  const auto* failure = static_cast<DiskFailure* const*>(H5Pget_driver_info(access));
  if (failure == nullptr) return nullptr;
  auto file = std::make_unique<DiskFile>();
  file->failure = *failure;
  const int truncate = (flags & H5F_ACC_TRUNC) != 0 ? O_TRUNC : 0;
  const int create = (flags & H5F_ACC_CREAT) != 0 ? O_CREAT : 0;
  file->descriptor = ::open(name, O_RDWR | O_CLOEXEC | truncate | create, 0666);
  if (file->descriptor < 0) {
    keep_first(*file->failure, errno);
    return nullptr;
  }
  return &file.release()->common;
}

herr_t close_file(H5FD_t* handle) {
  const std::unique_ptr<DiskFile> file(&file_of(handle));
  if (::close(file->descriptor) != 0) keep_first(*file->failure, errno);
  return 0;
}

herr_t features(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t allocated_end(const H5FD_t* file, H5FD_mem_t) { return file_of(file).allocated; }

herr_t set_allocated_end(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  file_of(file).allocated = address;
  return 0;
}

haddr_t file_end(const H5FD_t* file, H5FD_mem_t) { return file_of(file).end; }

/// What was never written, or dropped after a failure, reads as zeros.
herr_t read_bytes(H5FD_t* handle, H5FD_mem_t, hid_t, haddr_t address, size_t size, void* buffer) {
  DiskFile& file = file_of(handle);
  auto* bytes = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t count = ::pread(file.descriptor, bytes, size, off_t(address));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) keep_first(*file.failure, errno);
    if (count <= 0) break;
    bytes += count;
    address += haddr_t(count);
    size -= size_t(count);
  }
  std::memset(bytes, 0, size);
  return 0;
}

/// Has the system begin to bring to the disk what has been written, long before the file is synced:
/// a checkpoint waits for all of it. For files of less it is not worth a call.
void begin_to_sync(DiskFile& file, std::size_t written) {
#ifdef SYNC_FILE_RANGE_WRITE
  constexpr std::size_t worth_a_call = std::size_t(1) << 26;
  file.to_sync += written;
  if (file.to_sync < worth_a_call) return;
  file.to_sync = 0;
  // Where that fails, syncing takes longer and says why.
  static_cast<void>(::sync_file_range(file.descriptor, 0, 0, SYNC_FILE_RANGE_WRITE));
#else
  static_cast<void>(file);
  static_cast<void>(written);
#endif
}

herr_t write_bytes(H5FD_t* handle, H5FD_mem_t kind, hid_t, haddr_t address, size_t size,
                   const void* buffer) {
  DiskFile& file = file_of(handle);
  file.end = std::max(file.end, address + size);
  if (kind == H5FD_MEM_DRAW && file.left_out != nullptr) {
    file.left_out->push_back(address);
    return 0;
  }
  const auto* bytes = static_cast<const char*>(buffer);
  while (size > 0 && file.failure->number == 0) {
    const ssize_t count = ::pwrite(file.descriptor, bytes, size, off_t(address));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      keep_first(*file.failure, errno);
      break;
    }
    bytes += count;
    address += haddr_t(count);
    size -= size_t(count);
    begin_to_sync(file, size_t(count));
  }
  return 0;
}

herr_t set_size(H5FD_t* handle, hid_t, hbool_t) {
  DiskFile& file = file_of(handle);
  if (file.failure->number == 0 && file.end != file.allocated &&
      ::ftruncate(file.descriptor, off_t(file.allocated)) != 0) {
    keep_first(*file.failure, errno);
  }
  file.end = file.allocated;
  return 0;
}

herr_t give_handle(H5FD_t* file, hid_t, void** handle) {
  *handle = file;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = H5FD_class_value_t(511);  // 256 to 511 are for drivers that no registry knows
#endif
  driver.name = "solenoid_disk";
  driver.maxaddr = haddr_t(std::numeric_limits<off_t>::max());
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(DiskFailure*);
  driver.open = open_file_of_disk;
  driver.close = close_file;
  driver.query = features;
  driver.get_eoa = allocated_end;
  driver.set_eoa = set_allocated_end;
  driver.get_eof = file_end;
  driver.get_handle = give_handle;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = set_size;
  const H5FD_mem_t free_lists[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(free_lists), std::end(free_lists), std::begin(driver.fl_map));
  return driver;
}

hid_t registered_driver() {
  static const H5FD_class_t driver = driver_class();
  static const hid_t registered = H5FDregister(&driver);
  return registered;
}

}  // namespace

herr_t report_disk_failures(hid_t access, DiskFailure& failure) {
  DiskFailure* const pointer = &failure;
  return H5Pset_driver(access, registered_driver(), &pointer);
}

LeftOut::LeftOut(hid_t dataset) {
  const Handle file(H5Iget_file_id(dataset), H5Fclose, "find the file of a dataset");
  const Handle access(H5Fget_access_plist(file), H5Pclose, "find how a file is reached");
  if (H5Pget_driver(access) != registered_driver())
    throw Failure("values can be left out of files that are written here only");
  check(H5Fget_vfd_handle(file, H5P_DEFAULT, &file_), "find the file on the disk");
  file_of(static_cast<H5FD_t*>(file_)).left_out = &begins_;
}

LeftOut::~LeftOut() { file_of(static_cast<H5FD_t*>(file_)).left_out = nullptr; }

}  // namespace solenoid::hdf5
