#include "src/cli/command_line.hpp"

int main(int argc, char** argv) { return solenoid::command_line(argc, argv); }
