#include "src/parallel/kept_files.hpp"

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <stdexcept>
#include <string>

namespace solenoid {

namespace {

PartOrder of_file(PartOrder order, int file) {
  order.file = file;
  return order;
}

}  // namespace

struct KeptFiles::File {
  enum class Stage { kept, asked_for, begun, ended };

  const int number;
  std::mutex mutex;  ///< of all below
  std::condition_variable changed;
  Stage stage = Stage::kept;
  std::filesystem::path path{};
  std::vector<ArrayInFile> arrays{};  ///< where they are in the file
  std::string problem{};

  explicit File(int its_number) : number(its_number) {}

  void end(const std::string& with) {
    const std::lock_guard lock(mutex);
    problem = with;
    stage = Stage::ended;
    changed.notify_all();
  }
  /// By whoever writes the file.
  void write(const std::filesystem::path& file, const std::vector<ArrayInFile>& all) {
    std::unique_lock lock(mutex);
    path = std::filesystem::absolute(file);
    arrays = all;
    if (stage == Stage::kept) stage = Stage::asked_for;
    changed.wait(lock, [&] { return stage == Stage::ended; });
    if (!problem.empty()) throw std::runtime_error(problem);
  }
};

KeptFiles::~KeptFiles() {
  for (const Known& known : files_)
    if (const auto file = known.file.lock()) file->end("the run has ended");
}

WriteArrays KeptFiles::keep(const std::vector<ArrayInFile>& arrays) {
  const auto file = std::make_shared<File>(next_++);
  for (const ArrayInFile& array : arrays)
    orders_.order(of_file(PartOrder::of_array(Deed::keep_array, array), file->number));
  files_.push_back({file->number, file});
  return [file](const std::filesystem::path& path, const std::vector<ArrayInFile>& placed) {
    file->write(path, placed);
  };
}

void KeptFiles::begin(File& file) {
  for (const ArrayInFile& array : file.arrays)
    orders_.order(of_file(PartOrder::of_array(Deed::place_array, array), file.number),
                  {.bytes = bytes_of(array.pieces)});
  orders_.order(of_file({Deed::begin_file}, file.number), {.bytes = file.path.string()});
  const std::lock_guard lock(file.mutex);
  file.stage = File::Stage::begun;
}

void KeptFiles::forget(int file) { orders_.order(of_file({Deed::end_file}, file)); }

void KeptFiles::end(File& file) {
  forget(file.number);
  file.end(orders_.files().problem());
}

void KeptFiles::attend() {
  std::erase_if(files_, [&](const Known& known) {
    const auto file = known.file.lock();
    if (!file) {
      forget(known.number);
      return true;
    }
    File::Stage stage{};
    {
      const std::lock_guard lock(file->mutex);
      stage = file->stage;
    }
    // Whoever has asked waits, and touches nothing.
    if (stage == File::Stage::asked_for) begin(*file);
    if (stage != File::Stage::begun || !orders_.files().is_written(file->number)) return false;
    end(*file);
    return true;
  });
}

}  // namespace solenoid
