#include "src/driver/failure.hpp"

#include <fmt/format.h>

#include <new>
#include <stdexcept>

#include "physics/solvers/time_step_error.hpp"
#include "src/driver/checkpoints.hpp"
#include "src/driver/take_step.hpp"
#include "src/output/files.hpp"
#include "src/program/module.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

Failure deck_failure(const DeckError& error) {
  const std::size_t count = error.problems().size();
  return {FailureKind::deck,
          fmt::format("the deck has {}:\n{}",
                      count == 1 ? "a problem" : fmt::format("{} problems", count), error.what()),
          error.problems()};
}

}  // namespace

Failure present_failure() {
  try {
    throw;
  } catch (const DeckError& error) {
    return deck_failure(error);
  } catch (const UsageError& error) {
    return {FailureKind::argument, error.what(), {}};
  } catch (const RestartError& error) {
    return {FailureKind::argument, error.what(), {}};
  } catch (const TimeStepError& error) {
    return {FailureKind::argument, error.what(), {}};
  } catch (const std::length_error& error) {
    return {FailureKind::argument, error.what(), {}};  // a grid beyond all index ranges
  } catch (const OutputError& error) {
    return {FailureKind::file, error.what(), {}};
  } catch (const RunError& error) {
    return {FailureKind::state, error.what(), {}};
  } catch (const BoundaryValueError& error) {
    return {FailureKind::state, error.what(), {}};
  } catch (const ModuleError& error) {
    return {FailureKind::program, error.what(), {}};
  } catch (const std::bad_alloc&) {
    return {FailureKind::memory, "out of memory; 'solenoid check DECK' says what a deck needs", {}};
  } catch (const std::exception& error) {
    return {FailureKind::internal,
            fmt::format("internal error: {}; please report it", error.what()),
            {}};
  }
}

}  // namespace solenoid
