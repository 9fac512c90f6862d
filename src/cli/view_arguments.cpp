// Options of commands that show a page

#include "src/cli/view_arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <system_error>

#include "src/driver/outputs.hpp"
#include "src/text/usage_error.hpp"
#include "src/view/web/guard.hpp"

namespace solenoid {

namespace {

int port_number(const std::string& option, const std::string& text) {
  constexpr int most = 65535;
  int port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port < 1 || port > most)
    throw CLI::ValidationError(
        option,
        fmt::format("'{}' is no port: expected a whole number from 1 to {}; without one the "
                    "page is shown at {}, or at any that is free",
                    text, most, usual_port));
  return port;
}

}  // namespace

void add_view_address(CLI::App& command, ViewArguments& arguments) {
  command
      .add_option("--view-address", arguments.address,
                  "let other machines, too, that reach ADDRESS see the page and what it controls; "
                  "all that goes to and fro can be read on the way")
      ->type_name("ADDRESS");
}

void add_port(CLI::App& command, ViewArguments& arguments) {
  command
      .add_option_function<std::string>(
          "--port",
          [&arguments](const std::string& port) { arguments.port = port_number("--port", port); },
          "port of this machine at which they are shown")
      ->type_name("PORT");
}

void add_view_arguments(CLI::App& command, ViewArguments& arguments) {
  command
      .add_option_function<std::vector<std::string>>(
          "--view",
          [&arguments](const std::vector<std::string>& port) {
            arguments.view = true;
            // Without a number there is an empty one.
            if (!port.empty() && !port.front().empty())
              arguments.port = port_number("--view", port.front());
          },
          "show the run in a browser while it goes on, at a port of this machine")
      ->expected(0, 1)
      ->type_name("[PORT]");
  add_view_address(command, arguments);
  command.add_flag("--hold", arguments.hold,
                   "begin with a pause, until the page or 'solenoid control' lets the run go on");
}

ServerPlace server_place(const ViewArguments& arguments) {
  ServerPlace place;
  place.port = arguments.port;
  if (arguments.address.empty()) return place;
  place.address = arguments.address;
  if (!is_reached_from_elsewhere(arguments.address)) return place;
  std::cerr << fmt::format(
                   "solenoid: warning: whoever can reach {} and knows the address of the page can "
                   "see and control this run, and it is sent without encryption; 'ssh -L' is "
                   "safer (docs/watching.md)",
                   arguments.address)
            << std::endl;
  return place;
}

std::unique_ptr<LiveView> start_view(const ViewArguments& arguments, const Deck& deck,
                                     Solver& solver, const RunOptions& options, int threads) {
  if (!arguments.view) {
    if (!arguments.address.empty())
      throw UsageError("--view-address says where --view shows the run: give --view, too");
    return nullptr;
  }
  LiveSubject subject;
  subject.name = deck.name();
  subject.title = deck.text("run", "title");
  subject.grid = deck.grid();
  subject.device = options.device;
  subject.threads = threads;
  subject.defined = deck.defined_fields();
  subject.fields = subject.defined.names_with(solver);
  if (options.outputs) subject.history = history_file(options.folder, deck);
  auto view =
      std::make_unique<LiveView>(server_place(arguments), std::move(subject), options.control);
  // Also where errors alone are to be printed: nobody could guess it.
  std::cout << "watch it at " << view->address() << std::endl;
  return view;
}

}  // namespace solenoid
