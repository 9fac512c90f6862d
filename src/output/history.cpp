// Athena++'s history layout: two header lines, then rows of blank-separated numbers.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "src/output/files.hpp"
#include "src/output/replace.hpp"
#include "src/text/words.hpp"

namespace solenoid {
namespace {

constexpr int column_width = 25;

void require_valid(const std::vector<std::string>& labels) {
  std::set<std::string> seen{"time", "dt"};
  for (const std::string& label : labels) {
    if (label.empty() || label.find_first_of(" \t\r\n") != std::string::npos) {
      throw std::invalid_argument(
          fmt::format("the history label '{}' is empty or has blanks", label));
    }
    if (!seen.insert(label).second) {
      throw std::invalid_argument(fmt::format("two history columns are called {}", label));
    }
  }
}

std::string header_of(const std::vector<std::string>& labels) {
  std::string header = "# Athena++ history data\n";
  header += fmt::format("{:<{}}", "#  [1]=time", column_width);
  header += fmt::format("{:<{}}", " [2]=dt", column_width);
  for (std::size_t n = 0; n < labels.size(); ++n) {
    header += fmt::format("{:<{}}", fmt::format(" [{}]={}", n + 3, labels[n]), column_width);
    if (header.back() != ' ') header += ' ';
  }
  header.back() = '\n';
  return header;
}

std::string row_of(double time, double dt, const std::vector<double>& values) {
  std::string row = fmt::format(" {:24.16e} {:24.16e}", time, dt);
  for (const double value : values) row += fmt::format(" {:24.16e}", without_sign_of_nan(value));
  return row + '\n';
}

/// The time of a row, which must have `columns` numbers.
double time_of(const std::string& row, std::size_t columns) {
  std::istringstream words(row);
  std::string word;
  double time = 0;
  std::size_t count = 0;
  for (; words >> word; ++count) {
    std::size_t used = 0;
    const double value = std::stod(word, &used);
    if (used != word.size()) throw std::invalid_argument(word);
    if (count == 0) time = value;
  }
  if (count != columns) throw std::invalid_argument(row);
  return time;
}

/// What a restart keeps of the file: its header and the rows before `restart_time`. A last line
/// that does not end was broken off while it was written and goes too.
std::string kept_text(const std::filesystem::path& file, const std::string& header,
                      std::size_t columns, double restart_time) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream buffer;
  buffer << stream.rdbuf();
  if (!stream) throw OutputError(fmt::format("cannot read {}", file.string()));
  const std::string text = buffer.str();
  if (text.compare(0, header.size(), header) != 0) {
    throw OutputError(
        fmt::format("cannot continue {}: its columns are not those of this run; move it away or "
                    "restart with the deck that it was written with",
                    file.string()));
  }
  std::string kept = header;
  int line = 2;
  for (std::size_t begin = header.size(), end = 0;
       (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    ++line;
    const std::string row = text.substr(begin, end - begin);
    try {
      if (time_of(row, columns) < restart_time) kept += row + '\n';
    } catch (const std::logic_error&) {  // std::stod throws these for what is no number
      throw OutputError(fmt::format("cannot continue {}: line {} is not a row of {} numbers",
                                    file.string(), line, columns));
    }
  }
  return kept;
}

}  // namespace

HistoryFile::HistoryFile(std::filesystem::path file, std::vector<std::string> labels,
                         std::optional<double> restart_time)
    : file_(std::move(file)), columns_(labels.size() + 2) {
  require_valid(labels);
  const std::string header = header_of(labels);
  const bool continues = restart_time.has_value() && std::filesystem::exists(file_);
  replace_file_by_text(file_,
                       continues ? kept_text(file_, header, columns_, *restart_time) : header);
}

void HistoryFile::append(double time, double dt, const std::vector<double>& values) {
  if (values.size() + 2 != columns_) {
    throw std::invalid_argument(
        fmt::format("a history row of {} values for {} columns", values.size() + 2, columns_));
  }
  const std::string row = row_of(time, dt, values);
  const auto fail = [&](int reason) {
    throw OutputError(
        fmt::format("cannot append to {}: {}", file_.string(), std::strerror(reason)));
  };
  const int descriptor = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (descriptor < 0) fail(errno);
  const off_t size_before = ::lseek(descriptor, 0, SEEK_END);
  const ssize_t written = ::write(descriptor, row.data(), row.size());
  const int reason = written < 0 ? errno : ENOSPC;  // a short write means that no more fits
  const bool whole = written == ssize_t(row.size());
  const bool restored = whole || ::ftruncate(descriptor, size_before) == 0;
  const bool closed = ::close(descriptor) == 0;
  if (!restored) {
    throw OutputError(fmt::format("cannot append to {}: {}; its last line is broken off",
                                  file_.string(), std::strerror(reason)));
  }
  if (!whole) fail(reason);
  if (!closed) fail(errno);
}

}  // namespace solenoid
