#include "src/machine/control_groups.hpp"

#include <fstream>
#include <sstream>

namespace solenoid {

namespace fs = std::filesystem;

std::optional<std::size_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

std::optional<std::size_t> number_of(const std::string& name, const fs::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t number = 0;
    if (words >> word && word == name && words >> number) return number;
  }
  return std::nullopt;
}

void visit_control_groups(const fs::path& root, const std::string& controller,
                          const std::function<void(const fs::path&, GroupVersion)>& visit) {
  const auto visit_upwards = [&](const fs::path& hierarchy, const fs::path& path,
                                 GroupVersion version) {
    for (fs::path group = hierarchy / path.relative_path();; group = group.parent_path()) {
      visit(group, version);
      if (group == hierarchy || group == group.parent_path()) return;
    }
  };
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream mine(root / "proc/self/cgroup");
  // Lines are number:controllers:path; version 2 has no controllers there.
  for (std::string line; std::getline(mine, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") visit_upwards(groups, path, GroupVersion::two);
    if (controllers.find("," + controller + ",") != std::string::npos) {
      visit_upwards(groups / controller, path, GroupVersion::one);
    }
  }
}

}  // namespace solenoid
