#pragma once
/// \file
/// Which Solenoid this is: what `info` prints and every output file records.

#include <string>

namespace solenoid {

struct BuildInfo {
  std::string version;     ///< of Solenoid, like "0.1.0"
  std::string commit;      ///< git commit, "-modified" after it where files differ; or "unknown"
  std::string compiler;    ///< name and version of the C++ compiler
  std::string flags;       ///< compiler options, those of Kokkos among them
  std::string build_type;  ///< "Release", "Debug", ...
};

/// Facts of the build of this executable.
const BuildInfo& build_info();

}  // namespace solenoid
