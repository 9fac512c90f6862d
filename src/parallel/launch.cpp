#include "src/parallel/launch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "src/parallel/processes.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

/// What Open MPI is to do where nobody has said otherwise: it would bind two processes to a core
/// each, however many there are, refuse more processes than cores, and refuse root in a container.
/// From version 5 on it is PRRTE that starts processes.
void set_defaults_of_open_mpi() {
  const auto set = [](const char* name, const char* value) { setenv(name, value, 0); };
  set("OMPI_MCA_hwloc_base_binding_policy", "none");
  set("PRTE_MCA_hwloc_default_binding_policy", "none");
  set("OMPI_MCA_rmaps_base_oversubscribe", "1");
  set("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
  if (geteuid() != 0) return;
  set("OMPI_ALLOW_RUN_AS_ROOT", "1");
  set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
}

}  // namespace

void launch_processes(int count, const std::vector<std::string>& words) {
  if (launched_processes() > 1)
    throw UsageError(
        fmt::format("{} processes were started already; leave --ranks out", launched_processes()));
  require_messages(count);
  std::error_code error;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw UsageError("--ranks: this system does not say which program runs; use mpirun");
  set_defaults_of_open_mpi();
  std::vector<std::string> command{"mpirun", "-n", std::to_string(count), program};
  command.insert(command.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  throw UsageError(
      fmt::format("--ranks: mpirun could not be started: {}; './solenoid setup --mpi' "
                  "installs it on Debian and Ubuntu",
                  std::strerror(errno)));
}

}  // namespace solenoid
