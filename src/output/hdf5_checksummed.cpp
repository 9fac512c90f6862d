// Arrays with checksums, in the form that HDF5's Fletcher32 filter gives them. HDF5 itself computes
// it two bytes at a time and copies each value three times on its way; arrays of checkpoints are as
// large as memory.

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "src/output/array_in_file.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/hdf5_disk.hpp"

namespace solenoid::hdf5 {
namespace {

hsize_t values_of_chunk(hsize_t count) {
  return std::clamp<hsize_t>(count, 1, most_values_of_piece);
}

Handle create(hid_t parent, const std::string& name, hid_t type, hsize_t count) {
  const std::string action = "write " + name;
  const hsize_t chunk = values_of_chunk(count);
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, action);
  const Handle layout = creation(H5P_DATASET_CREATE);
  check(H5Pset_chunk(layout, 1, &chunk), action);
  check(H5Pset_fletcher32(layout), action);
  return {H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, layout, H5P_DEFAULT), H5Dclose,
          action};
}

/// A sum of 16-bit words as its end-around carries leave it: zero for zeros only.
std::uint32_t folded(std::uint64_t sum) {
  return sum == 0 ? 0 : std::uint32_t((sum - 1) % 65535) + 1;
}

}  // namespace

std::uint32_t fletcher32(const void* data, std::size_t bytes) {
  const auto* byte = static_cast<const unsigned char*>(data);
  std::uint64_t sum = 0, sum_of_sums = 0;
  // Both sums of so many words fit into 32 bits, in which a processor adds eight or sixteen at
  // once.
  constexpr std::size_t most_words = 256;
  for (std::size_t words = bytes / 2; words > 0;) {
    const std::size_t count = std::min(words, most_words);
    std::uint32_t plain = 0, weighted = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t word = std::uint32_t(byte[2 * i]) << 8 | byte[2 * i + 1];
      plain += word;
      weighted += std::uint32_t(count - i) * word;
    }
    sum_of_sums += count * sum + weighted;
    sum += plain;
    byte += 2 * count;
    words -= count;
  }
  return folded(sum_of_sums) << 16 | folded(sum);
}

void put_checksum(const void* data, std::size_t bytes, std::byte* there) {
  const std::uint32_t checksum = fletcher32(data, bytes);
  for (std::size_t n = 0; n < checksum_bytes; ++n) there[n] = std::byte(checksum >> 8 * n & 0xff);
}

ChecksummedArray::ChecksummedArray(hid_t parent, std::string name, hid_t type, hsize_t count)
    : action_("write " + name),
      value_bytes_(H5Tget_size(type)),
      left_(count),
      dataset_(create(parent, name, type, count)),
      chunk_(values_of_chunk(count) * value_bytes_ + checksum_bytes) {}

void ChecksummedArray::append(const void* values, hsize_t count) {
  const auto* from = static_cast<const std::byte*>(values);
  const std::size_t room = chunk_.size() - checksum_bytes;
  left_ -= count;
  for (std::size_t bytes = count * value_bytes_; bytes > 0;) {
    const std::size_t taken = std::min(bytes, room - filled_);
    std::memcpy(&chunk_[filled_], from, taken);
    filled_ += taken;
    from += taken;
    bytes -= taken;
    if (filled_ == room) write_chunk();
  }
  if (left_ > 0 || filled_ == 0) return;
  std::fill(chunk_.begin() + std::ptrdiff_t(filled_), chunk_.end(), std::byte(0));
  write_chunk();
}

std::vector<std::uint64_t> ChecksummedArray::leave_room() {
  const LeftOut values(dataset_);
  for (; chunk_begin_ < left_; chunk_begin_ += values_of_piece()) pass_on_chunk();
  left_ = 0;
  return values.begins();
}

void ChecksummedArray::write_chunk() {
  const std::size_t room = chunk_.size() - checksum_bytes;
  put_checksum(chunk_.data(), room, &chunk_[room]);
  pass_on_chunk();
  chunk_begin_ += room / value_bytes_;
  filled_ = 0;
}

void ChecksummedArray::pass_on_chunk() {
  check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, &chunk_begin_, chunk_.size(), chunk_.data()),
        action_);
}

void write_checksummed(hid_t parent, const std::string& name, hid_t type, hsize_t count,
                       const void* values) {
  const Handle dataset = create(parent, name, type, count);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "write " + name);
}

}  // namespace solenoid::hdf5
