// solenoid view

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/folder_view.hpp"
#include "src/cli/view_arguments.hpp"
#include "src/driver/stop.hpp"

namespace solenoid {

namespace {

struct FolderArguments {
  std::string folder;
  std::string series;
  ViewArguments view;
};

int view(const FolderArguments& arguments) {
  const Machine machine(MachineChoice{"cpu", std::nullopt});
  FolderView page(arguments.folder, arguments.series, server_place(arguments.view));
  std::cout << fmt::format("look at it at {}\nCtrl-C ends it", page.address()) << std::endl;
  const SignalWatch signals;
  while (!signals.stop_requested()) page.serve(0.2);
  return exit_good;
}

}  // namespace

Action add_view(CLI::App& command) {
  const auto arguments = std::make_shared<FolderArguments>();
  command.add_option("RUNFOLDER", arguments->folder, "the folder of a run")->required();
  command
      .add_option("--series", arguments->series,
                  "which outputs: what the names of the .athdf files have before the number")
      ->type_name("NAME");
  add_port(command, arguments->view);
  add_view_address(command, arguments->view);
  command.footer(
      "Shows .athdf files, one time or another, until Ctrl-C; those of a run that still goes on,\n"
      "on this machine or on another that shares the disk, as they come.\n"
      "Example:\n"
      "  solenoid view runs/orszag-tang");
  return [arguments] { return view(*arguments); };
}

}  // namespace solenoid
