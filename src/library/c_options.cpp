#include "src/library/c_options.hpp"

#include <map>
#include <sstream>
#include <vector>

namespace solenoid {

namespace {

std::vector<std::string> lines_of(const char* text) {
  std::vector<std::string> lines;
  std::istringstream all(text == nullptr ? "" : text);
  for (std::string line; std::getline(all, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

/// Functions by their names. `given` has a name, a function and what that is called with.
template <class Function, class Given>
std::map<std::string, Function> functions_of(const Given* given, int count) {
  std::map<std::string, Function> functions;
  for (int n = 0; n < count; ++n) {
    const Given one = given[n];
    const std::string name = text_of(one.name, "the name of a function");
    if (one.give == nullptr) refuse("the function of " + name + " is missing");
    functions[name] = [name, one](auto... words) {
      if (one.give(one.user, words...) != 0)
        refuse("the function of " + name + " could not give its values");
    };
  }
  return functions;
}

}  // namespace

void refuse(const std::string& why) { throw Error(ErrorKind::argument, why); }

std::string text_of(const char* text, const char* what) {
  if (text == nullptr) refuse(std::string(what) + " is missing");
  return text;
}

SimulationOptions options_of(const solenoid_options* options) {
  if (options == nullptr) return {};
  const auto text = [](const char* given) { return std::string(given == nullptr ? "" : given); };
  SimulationOptions made;
  made.overrides = lines_of(options->overrides);
  made.device = text(options->device);
  made.threads = options->threads;
  made.restart = text(options->restart);
  made.folder = text(options->folder);
  made.sources = functions_of<Source>(options->sources, options->source_count);
  made.boundaries = functions_of<BoundaryValues>(options->boundaries, options->boundary_count);
  if (options->processes < SOLENOID_ALONE || options->processes > SOLENOID_COMMUNICATOR)
    refuse("processes: expected a value of enum solenoid_processes");
  made.processes = Together(options->processes);
  made.communicator = options->communicator;
  made.layout = text(options->layout);
  made.transport = text(options->transport);
  return made;
}

}  // namespace solenoid
