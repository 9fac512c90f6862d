// What a step costs from C++: as steps.c.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <solenoid/simulation.hpp>
#include <sstream>

namespace {

double seconds(const std::vector<std::string>& words) {
  solenoid::SimulationOptions options;
  std::istringstream lines(words[2]);
  for (std::string line; std::getline(lines, line);) options.overrides.push_back(line);
  options.device = words[3];
  options.threads = std::stoi(words[4]);
  const long steps = std::stol(words[5]), calls = std::stol(words[6]);
  solenoid::Simulation simulation(words[1], options);
  simulation.synchronise();
  const auto begin = std::chrono::steady_clock::now();
  for (long call = 0; call < calls; ++call) simulation.step(steps / calls);
  simulation.synchronise();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int count, char** words) {
  if (count != 7) return 2;
  try {
    std::printf("%.9f\n", seconds({words, words + count}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
