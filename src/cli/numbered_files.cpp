#include "src/cli/numbered_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <regex>
#include <system_error>
#include <utility>

namespace solenoid {

namespace fs = std::filesystem;

std::map<std::string, std::vector<fs::path>> numbered_files(const fs::path& folder,
                                                            const std::string& ending) {
  static const std::regex numbered(R"((.+)\.(\d{5,18})\.([^.]+))");
  std::map<std::string, std::vector<std::pair<long long, fs::path>>> found;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::smatch parts;
    const std::string name = entry->path().filename().string();
    if (std::regex_match(name, parts, numbered) && parts[3] == ending)
      found[parts[1]].emplace_back(std::stoll(parts[2]), entry->path());
  }
  std::map<std::string, std::vector<fs::path>> series;
  for (auto& [name, files] : found) {
    std::ranges::sort(files);
    for (auto& [number, file] : files) series[name].push_back(std::move(file));
  }
  return series;
}

std::optional<FileStamp> stamp_of(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) return std::nullopt;
  return FileStamp{std::uint64_t(found.st_dev), std::uint64_t(found.st_ino),
                   std::int64_t(found.st_size), std::int64_t(found.st_mtim.tv_sec),
                   std::int64_t(found.st_mtim.tv_nsec)};
}

}  // namespace solenoid
