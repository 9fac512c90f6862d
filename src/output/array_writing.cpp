#include "src/output/array_writing.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "src/output/fletcher32.hpp"
#include "src/output/shared_file.hpp"

namespace solenoid {

namespace {

/// Pieces that one thread reads and writes at a time: a few MiB.
struct Portion {
  std::size_t array, first, count;
};

std::vector<Portion> portions_of(const std::vector<ArrayInFile>& arrays) {
  constexpr std::size_t values_at_a_time = std::size_t(1) << 19;
  std::vector<Portion> portions;
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    const std::size_t pieces = arrays[a].pieces.size();
    const std::size_t step = std::max<std::size_t>(1, values_at_a_time / arrays[a].values_of_piece);
    for (std::size_t first = 0; first < pieces; first += step)
      portions.push_back({a, first, std::min(step, pieces - first)});
  }
  return portions;
}

/// What threads do with a file: one portion after the other, until all are done or one failed.
class Writing {
 public:
  Writing(const std::filesystem::path& file, const std::vector<ArrayInFile>& arrays,
          const std::function<Gather(const std::string&)>& read)
      : path_(file), arrays_(arrays), portions_(portions_of(arrays)) {
    for (const ArrayInFile& array : arrays) gathers_.push_back(read(array.field));
  }

  void reserve() { attempt(&SharedFile::reserve); }
  /// Of each thread.
  void work() {
    std::vector<char> values;
    attempt([&](SharedFile& file) {
      for (std::size_t n = next_++; n < portions_.size() && !failed_; n = next_++) {
        write(file, portions_[n], values);
        if (file.failure() != 0) return;
      }
    });
  }
  void throw_failure() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void write(SharedFile& file, const Portion& portion, std::vector<char>& values) const {
    const ArrayInFile& array = arrays_[portion.array];
    const std::size_t bytes = bytes_of_value(array.precision);
    const std::size_t begin = values_before(array, portion.first);
    const std::size_t end = values_before(array, portion.first + portion.count);
    values.resize(portion.count * array.values_of_piece * bytes);
    std::fill(values.begin() + std::ptrdiff_t((end - begin) * bytes), values.end(), 0);
    char* to = values.data();
    for (const Box& box : boxes_of_range(array.box, begin, end)) {
      gathers_[portion.array](box, {array.precision, to});
      to += box.values() * bytes;
    }
    write_pieces(file, array, portion.first, portion.count, values.data());
  }
  /// Does something with the file, whose failure is that of all.
  template <class Deed>
  void attempt(const Deed& deed) {
    std::exception_ptr error;
    try {
      SharedFile file(path_);
      std::invoke(deed, file);
      if (file.failure() != 0) throw std::runtime_error(std::strerror(file.failure()));
    } catch (...) {
      error = std::current_exception();
    }
    if (!error) return;
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
  }

  std::filesystem::path path_;
  const std::vector<ArrayInFile>& arrays_;
  std::vector<Portion> portions_;
  std::vector<Gather> gathers_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

std::vector<Box> boxes_of_range(const Box& whole, std::size_t first, std::size_t last) {
  const auto row = std::size_t(whole.count[0]);
  const std::size_t plane = row * std::size_t(whole.count[1]);
  std::vector<Box> boxes;
  while (first < last) {
    Box box{whole.at(first), {1, 1, 1}};
    const std::size_t left = last - first;
    if (first % row != 0 || left < row) {
      box.count[0] = int(std::min(row - first % row, left));
    } else if (first % plane != 0 || left < plane) {
      box.count[0] = whole.count[0];
      box.count[1] = int(std::min(plane - first % plane, left) / row);
    } else {
      box.count = {whole.count[0], whole.count[1], int(left / plane)};
    }
    boxes.push_back(box);
    first += box.values();
  }
  return boxes;
}

std::size_t values_before(const ArrayInFile& array, std::size_t piece) {
  return std::min(piece * array.values_of_piece, array.box.values());
}

void write_pieces(PlacedFile& file, const ArrayInFile& array, std::size_t first, std::size_t count,
                  const char* values) {
  const std::size_t value_bytes = bytes_of_value(array.precision);
  const std::size_t piece_bytes = array.values_of_piece * value_bytes;
  const std::size_t checksum = array.checksummed ? hdf5::checksum_bytes : 0;
  std::vector<std::byte> checksums(count * checksum);
  std::vector<PlacedFile::Bytes> together;
  std::uint64_t begin = 0, end = 0;
  for (std::size_t n = 0; n < count; ++n) {
    const std::size_t piece = first + n;
    const char* const data = &values[n * piece_bytes];
    const std::size_t number = values_before(array, piece + 1) - values_before(array, piece);
    const std::size_t bytes = array.checksummed ? piece_bytes : number * value_bytes;
    if (const std::uint64_t place = array.pieces[piece]; place != end) {
      file.write(begin, std::move(together));
      together.clear();
      begin = end = place;
    }
    together.push_back({data, bytes});
    if (array.checksummed) {
      hdf5::put_checksum(data, bytes, &checksums[n * checksum]);
      together.push_back({&checksums[n * checksum], checksum});
    }
    end += bytes + checksum;
  }
  file.write(begin, std::move(together));
}

WriteArrays by_threads(int threads, std::function<Gather(const std::string& field)> read) {
  return [threads, from = std::move(read)](const std::filesystem::path& file,
                                           const std::vector<ArrayInFile>& arrays) {
    Writing writing(file, arrays, from);
    writing.reserve();
    std::vector<std::thread> others;
    for (int n = 1; n < threads; ++n) others.emplace_back([&] { writing.work(); });
    writing.work();
    for (std::thread& thread : others) thread.join();
    writing.throw_failure();
  };
}

}  // namespace solenoid
