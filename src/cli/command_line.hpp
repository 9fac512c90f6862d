#pragma once
/// \file
/// The command line of the program.

namespace solenoid {

/// Runs the command that the arguments ask for. Errors become one clear line on stderr, more lines
/// after it where they help. Returns the exit code: 0; 1 a comparison out of tolerance; 2 a bad
/// deck or bad arguments; 3 a run that had to stop.
int command_line(int argc, char** argv);

}  // namespace solenoid
