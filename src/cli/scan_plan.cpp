#include "src/cli/scan_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <set>
#include <string_view>

#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr std::size_t most_runs = 10000;
constexpr std::size_t longest_word = 40;

/// Cuts at the commas that belong to no value; nothing if a bracket or quote stays open.
std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> values(1);
  std::string open;  // closing characters that are due
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool quoted = !open.empty() && (open.back() == '"' || open.back() == '\'');
    if (!open.empty() && c == open.back()) {
      open.pop_back();
    } else if (quoted) {
      if (open.back() == '"' && c == '\\' && i + 1 < text.size()) values.back() += text[i++];
    } else if (c == '"' || c == '\'') {
      open += c;
    } else if (c == '(' || c == '[' || c == '{') {
      open += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (c == ')' || c == ']' || c == '}') {
      return {};
    } else if (c == ',' && open.empty()) {
      values.emplace_back();
      continue;
    }
    values.back() += text[i];
  }
  return open.empty() ? values : std::vector<std::string>{};
}

/// Eight digits that follow from a text.
std::string digits_of(const std::string& text) {
  std::uint32_t hash = 0x811c9dc5U;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return fmt::format("{:08x}", hash);
}

/// A value as a part of a file name: without outer quotes and brackets, and with - for what shells
/// and file systems may take for something else.
std::string file_word(const std::string& value) {
  constexpr std::string_view outer = "\"'[](){} ";
  const std::size_t first = value.find_first_not_of(outer);
  const std::size_t last = value.find_last_not_of(outer);
  const std::string inner = first == std::string::npos ? "" : value.substr(first, last - first + 1);
  std::string word;
  bool replaced = false;
  for (const char c : inner) {
    const bool safe = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                      std::string_view(".+-_").find(c) != std::string_view::npos;
    if (safe) word += c;
    if (!safe && !replaced) word += '-';
    replaced = !safe;
  }
  return word;
}

/// The words of all values of an axis, each of its own: where two would be the same, or one is
/// long, digits that follow from the value make the difference.
std::vector<std::string> file_words(const std::vector<std::string>& values) {
  std::vector<std::string> words;
  std::multiset<std::string> all;
  for (const std::string& value : values) all.insert(file_word(value));
  for (const std::string& value : values) {
    std::string word = file_word(value);
    if (word.empty() || word.size() > longest_word || all.count(word) > 1) {
      word = word.substr(0, longest_word - 9) + "-" + digits_of(value);
    }
    words.push_back(word);
  }
  return words;
}

/// What keys are called in names of folders: by their last part, if only one has it.
std::vector<std::string> short_keys(const std::vector<ScanAxis>& axes) {
  const auto last_part = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  std::multiset<std::string> all;
  for (const ScanAxis& axis : axes) all.insert(last_part(axis.key));
  std::vector<std::string> keys;
  for (const ScanAxis& axis : axes) {
    keys.push_back(all.count(last_part(axis.key)) > 1 ? axis.key : last_part(axis.key));
  }
  return keys;
}

void check_axes(const std::vector<ScanAxis>& axes) {
  std::set<std::string> keys;
  double count = 1;
  for (const ScanAxis& axis : axes) {
    count *= double(axis.values.size());
    if (!keys.insert(axis.key).second) {
      throw UsageError(fmt::format("{} is set twice; give all its values in one: --set {}=1,2,3",
                                   axis.key, axis.key));
    }
  }
  if (varied(axes).empty()) {
    throw UsageError(
        "a scan needs a key of several values, such as --set constants.B=0.1,0.2,0.3; 'solenoid "
        "run' runs a deck once");
  }
  if (count > double(most_runs)) {
    throw UsageError(fmt::format("these are {:.0f} runs; a scan has at most {}", count, most_runs));
  }
}

}  // namespace

ScanAxis scan_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    throw UsageError(fmt::format(
        "--set {}: expected section.key=value,value,..., such as constants.B=0.1,0.2", text));
  }
  ScanAxis axis;
  axis.key = text.substr(0, equals);
  const std::vector<std::string> values = split_at_commas(text.substr(equals + 1));
  if (values.empty()) {
    throw UsageError(fmt::format("--set {}: a bracket or quotation mark has no partner", text));
  }
  for (const std::string& value : values) {
    axis.values.push_back(trimmed(value));
    if (axis.values.back().empty()) {
      throw UsageError(fmt::format("--set {}: value {} of {} is empty", text, axis.values.size(),
                                   values.size()));
    }
    if (std::count(axis.values.begin(), axis.values.end(), axis.values.back()) > 1) {
      throw UsageError(
          fmt::format("--set {}: the value {} is there twice", text, axis.values.back()));
    }
  }
  return axis;
}

std::vector<ScanAxis> varied(const std::vector<ScanAxis>& axes) {
  std::vector<ScanAxis> several;
  std::copy_if(axes.begin(), axes.end(), std::back_inserter(several),
               [](const ScanAxis& axis) { return axis.values.size() > 1; });
  return several;
}

std::vector<ScanPoint> scan_points(const std::vector<ScanAxis>& axes) {
  check_axes(axes);
  std::vector<ScanPoint> points(1);
  const std::vector<std::string> keys = short_keys(axes);
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const ScanAxis& axis = axes[a];
    const std::vector<std::string> words = file_words(axis.values);
    std::vector<ScanPoint> longer;
    for (const ScanPoint& point : points) {
      for (std::size_t v = 0; v < axis.values.size(); ++v) {
        ScanPoint next = point;
        next.overrides.push_back(axis.key + "=" + axis.values[v]);
        if (axis.values.size() > 1) {
          next.values.push_back(axis.values[v]);
          next.name += (next.name.empty() ? "" : ",") + keys[a] + "=" + words[v];
        }
        longer.push_back(std::move(next));
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<int> shared_out(int total, int among) {
  std::vector<int> shares;
  for (int i = 0; i < among; ++i) {
    shares.push_back(std::max(1, total / among + (i < total % among ? 1 : 0)));
  }
  return shares;
}

std::string scan_progress_line(const ScanProgress& progress, int width) {
  std::string line = fmt::format("{:.1f}%", 100 * progress.fraction);
  if (progress.seconds_left >= 0) line += "  " + duration_text(progress.seconds_left) + " left";
  line += fmt::format("  {} finished", progress.finished);
  if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
  line += fmt::format(", {} running", progress.running);
  if (progress.waiting > 0) line += fmt::format(", {} waiting", progress.waiting);
  const auto room = std::size_t(std::max(width, 0));
  for (const auto& [name, fraction] : progress.runs) {
    const std::string run = fmt::format("  {} {:.0f}%", name, 100 * fraction);
    if (line.size() + run.size() > room) break;
    line += run;
  }
  return line.substr(0, room);
}

}  // namespace solenoid
