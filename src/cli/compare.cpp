// solenoid compare

#include "src/output/compare.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/differences.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/output/history_table.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

struct CompareArguments {
  std::string a, b;
  bool coarsen = false;
  Tolerances tolerances;
};

bool is_history(const std::string& file) {
  return std::filesystem::path(file).extension() == ".hst";
}

/// Row by row. Throws UsageError when the numbers of rows differ.
ComparedFile compared_histories(const CompareArguments& arguments) {
  const HistoryTable a = read_history(arguments.a);
  const HistoryTable b = read_history(arguments.b);
  const std::size_t rows_a = a.columns.front().size();
  const std::size_t rows_b = b.columns.front().size();
  if (rows_a != rows_b || rows_a == 0) {
    throw UsageError(fmt::format("cannot compare {} with {}: they have {} and {} rows", arguments.a,
                                 arguments.b, rows_a, rows_b));
  }
  return compare_as(std::filesystem::path(arguments.a).filename().string(), snapshot_of(a),
                    snapshot_of(b));
}

std::vector<ComparedFile> compared_files(const CompareArguments& arguments) {
  // Outputs that cannot be read or do not match are bad arguments here, not a stopped run.
  try {
    if (is_history(arguments.a) && is_history(arguments.b)) return {compared_histories(arguments)};
    return compare_paths(arguments.a, arguments.b, arguments.coarsen);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

/// Everything in which `file` is out of tolerance. With any tolerance, a field that only one side
/// has is.
std::vector<std::string> complaints_about(const ComparedFile& file, const Tolerances& tolerances) {
  std::vector<std::string> complaints;
  for (const FieldDifference& field : file.fields) {
    if (const auto out = out_of_tolerance(field, tolerances)) {
      complaints.push_back(file.name + ": " + *out);
    }
  }
  if (!tolerances.any()) return complaints;
  for (const std::string& name : file.only_in_a) {
    complaints.push_back(fmt::format("{}: {} is in A only", file.name, name));
  }
  for (const std::string& name : file.only_in_b) {
    complaints.push_back(fmt::format("{}: {} is in B only", file.name, name));
  }
  return complaints;
}

/// The differences of one file, and what else differs.
std::string report_on(const ComparedFile& file) {
  std::string text = file.name + "\n";
  if (file.time_a != file.time_b) {
    text += fmt::format("the times differ: {:.9g} in A, {:.9g} in B\n", file.time_a, file.time_b);
  }
  if (!file.only_in_a.empty()) text += "in A only: " + quoted_list(file.only_in_a) + "\n";
  if (!file.only_in_b.empty()) text += "in B only: " + quoted_list(file.only_in_b) + "\n";
  return text + difference_table(file.fields) + "\n";
}

int compare_outputs(const CompareArguments& arguments) {
  const Machine machine(MachineChoice{"cpu", std::nullopt});
  std::vector<std::string> complaints;
  std::string reports;
  for (const ComparedFile& file : compared_files(arguments)) {
    reports += report_on(file);
    for (const std::string& complaint : complaints_about(file, arguments.tolerances)) {
      complaints.push_back(complaint);
    }
  }
  if (!complaints.empty()) {
    std::cerr << "solenoid: out of tolerance: " << complaints.front() << std::endl;
    for (std::size_t i = 1; i < complaints.size(); ++i) std::cerr << "  " << complaints[i] << "\n";
  }
  std::cout << reports << std::flush;
  return complaints.empty() ? exit_good : exit_out_of_tolerance;
}

}  // namespace

Action add_compare(CLI::App& command) {
  const auto arguments = std::make_shared<CompareArguments>();
  command.add_option("A", arguments->a, "an .athdf file, a history, a checkpoint or a run folder")
      ->required();
  command.add_option("B", arguments->b, "another")->required();
  command.add_flag("--coarsen", arguments->coarsen,
                   "average the one with more cells over the cells of the other");
  Tolerances& tolerances = arguments->tolerances;
  add_tolerance(command, "--max-ulp", tolerances.ulp, "largest units in the last place");
  add_tolerance(command, "--max-abs", tolerances.abs, "largest absolute difference");
  add_tolerance(command, "--max-l1", tolerances.l1, "largest mean absolute difference");
  add_tolerance(command, "--max-l2", tolerances.l2, "largest root mean square difference");
  add_tolerance(command, "--max-relative", tolerances.relative,
                "largest absolute difference over the largest value of A");
  command.footer(
      "Of run folders the .athdf files are compared, by name; of checkpoints the state as it is\n"
      "stored. Exit code 1 if a tolerance is exceeded; with one, by a field on one side only, "
      "too.\n"
      "Examples:\n"
      "  solenoid compare runs/a runs/b\n"
      "  solenoid compare runs/a/blast.fields.00003.athdf runs/b/blast.fields.00003.athdf "
      "--max-ulp 0");
  return [arguments] { return compare_outputs(*arguments); };
}

}  // namespace solenoid
