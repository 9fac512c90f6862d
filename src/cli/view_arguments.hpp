#pragma once
/// \file
/// Options of commands that show a page.

#include <memory>
#include <optional>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/run.hpp"
#include "src/view/live_view.hpp"

namespace CLI {
class App;
}

namespace solenoid {

struct ViewArguments {
  bool view = false;
  std::optional<int> port;
  std::string address;  ///< empty: that of this machine for itself
  bool hold = false;
};

/// --view, --view-address and --hold.
void add_view_arguments(CLI::App& command, ViewArguments& arguments);

/// --port alone.
void add_port(CLI::App& command, ViewArguments& arguments);

/// --view-address alone.
void add_view_address(CLI::App& command, ViewArguments& arguments);

/// Where the page is to be shown. Warns of an address that other machines reach.
ServerPlace server_place(const ViewArguments& arguments);

/// The page of a run, whose address it prints; null where none is asked for. Throws UsageError
/// where it cannot be shown.
std::unique_ptr<LiveView> start_view(const ViewArguments& arguments, const Deck& deck,
                                     Solver& solver, const RunOptions& options, int threads);

}  // namespace solenoid
