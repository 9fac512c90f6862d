// solenoid compare

#include "src/output/compare.hpp"

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/differences.hpp"
#include "src/cli/machine.hpp"
#include "src/output/files.hpp"

namespace solenoid {

namespace {

struct CompareArguments {
  std::string a, b;
  Tolerances tolerances;
};

std::vector<ComparedFile> compared_files(const CompareArguments& arguments) {
  // Outputs that cannot be read or do not match are bad arguments here, not a stopped run.
  try {
    return compare_paths(arguments.a, arguments.b);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

int compare_outputs(const CompareArguments& arguments) {
  const Machine machine(DeviceArguments{"cpu", std::nullopt});
  std::vector<std::string> complaints;
  std::string tables;
  for (const ComparedFile& file : compared_files(arguments)) {
    tables += file.name + "\n" + difference_table(file.fields) + "\n";
    for (const FieldDifference& field : file.fields) {
      if (const auto out = out_of_tolerance(field, arguments.tolerances)) {
        complaints.push_back(file.name + ": " + *out);
      }
    }
  }
  if (!complaints.empty()) {
    std::cerr << "solenoid: out of tolerance: " << complaints.front() << std::endl;
    for (std::size_t i = 1; i < complaints.size(); ++i) std::cerr << "  " << complaints[i] << "\n";
  }
  std::cout << tables << std::flush;
  return complaints.empty() ? exit_good : exit_out_of_tolerance;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto arguments = std::make_shared<CompareArguments>();
  command.add_option("A", arguments->a, "an .athdf file or a run folder")->required();
  command.add_option("B", arguments->b, "another")->required();
  Tolerances& tolerances = arguments->tolerances;
  add_tolerance(command, "--max-ulp", tolerances.ulp, "largest units in the last place");
  add_tolerance(command, "--max-abs", tolerances.abs, "largest absolute difference");
  add_tolerance(command, "--max-l1", tolerances.l1, "largest mean absolute difference");
  add_tolerance(command, "--max-l2", tolerances.l2, "largest root mean square difference");
  add_tolerance(command, "--max-relative", tolerances.relative,
                "largest absolute difference over the largest value of A");
  command.footer(
      "Folders are compared file by file, by name. Exit code 1 if a tolerance is exceeded.\n"
      "Examples:\n"
      "  solenoid compare runs/a runs/b\n"
      "  solenoid compare runs/a/blast.fields.00003.athdf runs/b/blast.fields.00003.athdf "
      "--max-ulp 0");
  return [arguments] { return compare_outputs(*arguments); };
}

}  // namespace solenoid
