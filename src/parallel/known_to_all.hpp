#pragma once
/// \file
/// Errors that all processes know of.

namespace solenoid {

/// What every process throws at the same point: rank 0 tells the others then, which go on obeying.
class KnownToAll {
 public:
  virtual ~KnownToAll() = default;
};

}  // namespace solenoid
