#include "src/output/temporary_files.hpp"

#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

namespace solenoid {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = ".tmp-";
constexpr std::chrono::hours quiet_enough(24);

/// The process that writes a file.
struct Writer {
  std::string machine;  ///< a running system, and its numbering of processes
  long process = 0;
  unsigned long long start =
      0;  ///< when the process began, in ticks since the system did; or unknown
};

/// When a process began; nothing where this cannot be read.
std::optional<unsigned long long> start_of(long process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  // The name of the program, in brackets, may hold anything; what follows are numbers and a letter.
  const std::size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return std::nullopt;
  std::istringstream words(text.substr(end_of_name + 1));
  constexpr int place = 20;
  std::string word;
  for (int i = 1; i < place; ++i) words >> word;
  unsigned long long start = 0;
  if (!(words >> start)) return std::nullopt;
  return start;
}

/// Eight digits that follow from the machine's name, from its last start, and from the container
/// that this process may be in, which counts processes for itself.
std::string machine_digits() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code ignored;
  const std::string text = host + boot + fs::read_symlink("/proc/self/ns/pid", ignored).string();
  std::uint32_t hash = 0x811c9dc5U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return fmt::format("{:08x}", hash);
}

const std::string& this_machine() {
  static const std::string machine = machine_digits();
  return machine;
}

/// Who writes a file of this name; nothing if it is none of ours.
std::optional<Writer> writer_of(const std::string& name) {
  const std::size_t found = name.rfind(mark);
  if (found == std::string::npos || found == 0) return std::nullopt;
  std::istringstream text(name.substr(found + mark.size()));
  Writer writer;
  char dash = 0;
  if (!std::getline(text, writer.machine, '-') || writer.machine.size() != 8 ||
      writer.machine.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return std::nullopt;
  }
  if (!(text >> writer.process >> dash >> writer.start) || dash != '-' || writer.process <= 0 ||
      text.peek() != std::istringstream::traits_type::eof()) {
    return std::nullopt;
  }
  return writer;
}

bool is_gone(const Writer& writer) {
  if (::kill(pid_t(writer.process), 0) != 0 && errno == ESRCH) return true;
  const std::optional<unsigned long long> start = start_of(writer.process);
  return writer.start != 0 && start && *start != writer.start;
}

bool is_quiet(const fs::path& path) {
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(path, error);
  return !error && fs::file_time_type::clock::now() - written > quiet_enough;
}

}  // namespace

std::string temporary_ending() {
  const long process = ::getpid();
  return fmt::format("{}{}-{}-{}", mark, this_machine(), process, start_of(process).value_or(0));
}

std::vector<std::string> remove_left_over_files(const fs::path& folder) {
  std::vector<fs::path> left_over;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::optional<Writer> writer = writer_of(entry->path().filename().string());
    if (!writer) continue;
    const bool here = writer->machine == this_machine();
    if (here ? is_gone(*writer) : is_quiet(entry->path())) left_over.push_back(entry->path());
  }
  std::vector<std::string> removed;
  for (const fs::path& path : left_over) {
    std::error_code failed;
    if (fs::remove_all(path, failed) > 0 && !failed) removed.push_back(path.filename().string());
  }
  std::sort(removed.begin(), removed.end());
  return removed;
}

}  // namespace solenoid
