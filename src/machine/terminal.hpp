#pragma once
/// \file
/// The terminal that a user looks at.

namespace solenoid {

/// Columns of the terminal behind a file descriptor, as it is now: what the terminal says of
/// itself, else the environment variable COLUMNS. 80 where neither tells; 0 where it is no
/// terminal.
int terminal_columns(int descriptor);

}  // namespace solenoid
