#include "src/library/public_error.hpp"

#include "src/driver/failure.hpp"

namespace solenoid {

namespace {

ErrorKind public_kind(FailureKind kind) {
  switch (kind) {
    case FailureKind::deck:
      return ErrorKind::deck;
    case FailureKind::argument:
      return ErrorKind::argument;
    case FailureKind::state:
      return ErrorKind::state;
    case FailureKind::file:
      return ErrorKind::file;
    case FailureKind::program:
      return ErrorKind::program;
    case FailureKind::memory:
      return ErrorKind::memory;
    case FailureKind::internal:
      break;
  }
  return ErrorKind::internal;
}

}  // namespace

std::vector<Problem> public_problems(const std::vector<DeckProblem>& problems) {
  std::vector<Problem> list;
  for (const DeckProblem& problem : problems)
    list.push_back({problem.file, problem.line, problem.message});
  return list;
}

Error public_error() {
  try {
    throw;
  } catch (const Error& error) {
    return error;  // what a function of the caller's threw
  } catch (...) {
    const Failure failure = present_failure();
    return {public_kind(failure.kind), failure.message, public_problems(failure.problems)};
  }
}

}  // namespace solenoid
