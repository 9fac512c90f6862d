// A program that was built without MPI.

#include <fmt/format.h>

#include "src/parallel/processes.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

void require_messages(int count) {
  if (count > 1)
    throw UsageError(
        fmt::format("{} processes: this program was built without MPI, and each would run all of "
                    "the deck; install MPI ('./solenoid setup --mpi' on Debian and Ubuntu) and "
                    "build again, or start one process",
                    count));
}

std::unique_ptr<Processes> join_processes() {
  require_messages(launched_processes());
  return process_alone();
}

std::unique_ptr<Processes> join_processes(const JoinedProcesses& joined) {
  if (joined.communicator)
    throw UsageError("a communicator was given, but this library was built without MPI");
  return join_processes();
}

}  // namespace solenoid
