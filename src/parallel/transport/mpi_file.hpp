#pragma once
/// \file
/// Files that processes write together by MPI-IO.

#include <mpi.h>

#include <filesystem>
#include <memory>

#include "src/parallel/collective_file.hpp"

namespace solenoid {

/// Opens a file for the processes of a communicator, which all call it together.
std::unique_ptr<CollectiveFile> open_by_mpi(MPI_Comm processes, const std::filesystem::path& file);

}  // namespace solenoid
