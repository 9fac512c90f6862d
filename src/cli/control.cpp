// solenoid control

#include "src/driver/control.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

#include "src/cli/command.hpp"
#include "src/driver/run_folder.hpp"
#include "src/output/files.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

struct ControlArguments {
  std::string folder;
  std::string request;
};

/// A run takes a request between two steps, which may be long.
constexpr double patience = 60;  // seconds

/// Waits until the run has taken the request. Throws OutputError where it does not.
void wait_until_taken(const ControlFolder& requests, const fs::path& request,
                      const std::string& folder) {
  const auto begin = std::chrono::steady_clock::now();
  while (ControlFolder::is_waiting(request)) {
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
    const bool gone = !run_in(folder);
    if ((gone || waited.count() > patience) && requests.withdraw(request))
      throw OutputError(gone ? fmt::format("the run in {} ended before it took the request", folder)
                             : fmt::format("the run in {} took no request for {:.0f} s: its steps "
                                           "take longer, or it hangs; nothing was asked",
                                           folder, patience));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

int control(const ControlArguments& arguments) {
  const auto request = choice_named<Request>(arguments.request);
  if (!request)
    throw UsageError(fmt::format("unknown request '{}'{} (the requests are {})", arguments.request,
                                 did_you_mean(arguments.request, names_of<Request>()),
                                 quoted_list(names_of<Request>())));
  const auto holder = run_in(arguments.folder);
  if (!holder)
    throw UsageError(
        fmt::format("no run goes on in {}: expected the folder of one, such as runs/orszag-tang",
                    arguments.folder));
  const ControlFolder requests(arguments.folder);
  wait_until_taken(requests, requests.put(*request), arguments.folder);
  std::cout << fmt::format("{}: asked of {}", arguments.request, *holder) << std::endl;
  return exit_good;
}

}  // namespace

Action add_control(CLI::App& command) {
  const auto arguments = std::make_shared<ControlArguments>();
  command.add_option("RUNFOLDER", arguments->folder, "the folder of a run that goes on")
      ->required();
  command.add_option("REQUEST", arguments->request, "what it is to do")->required();
  std::string footer = "Requests, which the run takes up after the step in progress:\n";
  for (const Named<Request>& row : Names<Request>::rows)
    footer += fmt::format("  {:11} {}\n", row.name, meaning_of(row.value));
  command.footer(
      footer +
      "None of them changes a bit of the state; 'output' shifts the numbers of later files.\n"
      "Example:\n"
      "  solenoid control runs/orszag-tang pause");
  return [arguments] { return control(*arguments); };
}

}  // namespace solenoid
