#include "src/deck/deck_entries.hpp"

#include <fmt/format.h>

#include <sstream>

#include "src/text/words.hpp"

namespace solenoid {

std::map<std::string, std::string> deck_entries(const std::string& toml) {
  std::map<std::string, std::string> entries;
  std::map<std::string, int> blocks;
  std::istringstream lines(toml);
  std::string section;
  for (std::string raw; std::getline(lines, raw);) {
    const std::string line = trimmed(raw);
    const std::size_t equals = line.find('=');
    if (line.rfind("[[", 0) == 0) {
      const std::string name = line.substr(2, line.find("]]") - 2);
      section = fmt::format("{} {}", name, ++blocks[name]);
    } else if (line.rfind('[', 0) == 0) {
      section = line.substr(1, line.find(']') - 1);
    } else if (!line.empty() && line[0] != '#' && equals != std::string::npos) {
      entries[section + "." + trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
    }
  }
  return entries;
}

}  // namespace solenoid
