#include "src/cli/command_line.hpp"
#include "src/machine/waiting.hpp"

int main(int argc, char** argv) {
  solenoid::wait_briefly(argv);
  return solenoid::command_line(argc, argv);
}
