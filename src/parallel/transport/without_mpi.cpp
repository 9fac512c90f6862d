// A program that was built without MPI.

#include <fmt/format.h>

#include "src/parallel/processes.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

std::unique_ptr<Processes> join_processes() {
  if (launched_processes() > 1)
    throw UsageError(fmt::format(
        "{} processes were started, but this program was built without MPI: each would run all of "
        "the deck; install MPI (libopenmpi-dev on Debian) and build again, or start one process",
        launched_processes()));
  return process_alone();
}

}  // namespace solenoid
