#pragma once
/// \file
/// How slabs go from process to process.

#include <functional>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

enum class Transport {
  peer,   ///< kernels write to the memory of other GPUs of the host
  nccl,   ///< from GPU to GPU by NCCL, without a host that waits
  mpi,    ///< by MPI from where they are: memory of a CPU, or of a GPU that MPI reads and writes
  staged  ///< from a GPU to the memory of its host, and from there by MPI
};

/// Throws UsageError for the name of a transport ("" or "auto": the best) that there is not, or
/// that does not fit the device, this build or its MPI. `nccl`: the library (nccl_name()), or null.
void require_transport(const std::string& name, Device device, const Processes& processes,
                       const char* nccl);

/// A transport, and why it is none of those that are faster; "" where it was asked for or nothing
/// is.
struct TransportChoice {
  Transport transport = Transport::mpi;
  std::string why;
};
/// The transport of a name that require_transport() takes, or the fastest. `link` is called where
/// the GPUs of processes have to be linked for one: says why they are not, "" once they are. Throws
/// UsageError where they are not and nothing else will do.
TransportChoice choose_transport(const std::string& name, Device device, const Processes& processes,
                                 const std::function<std::string(Transport)>& link);

/// What a run says of it.
std::string text_of(const TransportChoice& choice, Device device);

}  // namespace solenoid
