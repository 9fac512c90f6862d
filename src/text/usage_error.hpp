#pragma once
/// \file
/// What a user asked for and cannot have.

#include <stdexcept>

namespace solenoid {

/// Arguments that parse but cannot be meant; the message is one sentence. The program exits with 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace solenoid
