// solenoid validate

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "src/cli/child.hpp"
#include "src/cli/command.hpp"
#include "src/cli/differences.hpp"
#include "src/cli/run_parts.hpp"
#include "src/cli/validate_rounding.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

struct ValidateArguments {
  DeckArguments deck;
  std::optional<int> threads;
  std::optional<long> steps;
  std::optional<double> max_ulp;
  bool extended = false;
  PartsChoice parts;
};

/// One way in which this program can run a deck.
struct Variant {
  std::string name;
  std::string device;
  std::optional<int> threads;
  std::vector<std::string> more{};  ///< words of the command
};

/// A folder for the checkpoints, gone with this object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "solenoid-validate-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw OutputError(fmt::format("cannot create the folder {}: {}", name, std::strerror(errno)));
    }
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<Variant> variants(const ValidateArguments& arguments) {
  const int threads = arguments.threads.value_or(available_threads());
  std::vector<Variant> list{{"cpu, 1 thread", "cpu", 1}};
  if (threads > 1) list.push_back({fmt::format("cpu, {} threads", threads), "cpu", threads});
  if (gpu_available()) list.push_back({"gpu", "gpu", std::nullopt});
  if (const int ranks = arguments.parts.ranks.value_or(1); ranks > 1) {
    Variant parts{fmt::format("cpu, {} processes", ranks), "cpu", 1};
    parts.more = {"--ranks", std::to_string(ranks)};
    if (!arguments.parts.layout.empty())
      parts.more.insert(parts.more.end(), {"--layout", arguments.parts.layout});
    list.push_back(parts);
    if (gpu_available()) {
      parts.name = fmt::format("gpu, {} processes", ranks);
      parts.device = "gpu";
      parts.threads.reset();
      if (!arguments.parts.transport.empty())
        parts.more.insert(parts.more.end(), {"--transport", arguments.parts.transport});
      list.push_back(std::move(parts));
    } else if (!arguments.parts.transport.empty()) {
      throw UsageError("--transport is for GPUs, and there is none");
    }
  } else {
    require_one_part(arguments.parts);
  }
  return list;
}

/// The stored state that `variant` reaches, or nothing and an exit code.
std::optional<Snapshot> reached_state(const ValidateArguments& arguments, const Deck& deck,
                                      const Variant& variant, const fs::path& folder, int& code) {
  std::vector<std::string> words{program_name(),
                                 "run",
                                 arguments.deck.path,
                                 "--quiet",
                                 "--no-outputs",
                                 "--device",
                                 variant.device,
                                 "--out",
                                 folder.string(),
                                 "--steps",
                                 std::to_string(arguments.steps.value_or(20))};
  if (variant.threads) words.insert(words.end(), {"--threads", std::to_string(*variant.threads)});
  words.insert(words.end(), variant.more.begin(), variant.more.end());
  for (const std::string& text : arguments.deck.overrides) {
    words.insert(words.end(), {"--set", text});
  }
  code = run_program(words);
  if (code != exit_good) return std::nullopt;
  return stored_fields(read_checkpoint(folder / (deck.name() + ".checkpoint.h5")));
}

int validate_deck(const ValidateArguments& arguments) {
  if (arguments.extended && arguments.parts.ranks)
    throw UsageError("--ranks compares bits, --extended errors: leave out one of them");
  if (arguments.extended)
    return validate_rounding(arguments.deck, arguments.threads, arguments.steps.value_or(1),
                             arguments.max_ulp);
  const Deck deck = arguments.deck.load();
  const Machine machine(MachineChoice{"cpu", arguments.threads});
  const std::vector<Variant> ways = variants(arguments);
  if (ways.size() < 2) {
    throw UsageError(
        "nothing to compare: this machine has one CPU thread and no GPU; --ranks 2 compares two "
        "processes");
  }
  Tolerances tolerances;
  tolerances.ulp = arguments.max_ulp.value_or(0);
  const ScratchFolder scratch;
  std::optional<Snapshot> reference;
  std::vector<std::string> complaints;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Variant& way = ways[i];
    int code = exit_good;
    std::optional<Snapshot> state =
        reached_state(arguments, deck, way, scratch.path() / std::to_string(i), code);
    if (!state) {
      std::cerr << fmt::format("solenoid: the run on {} failed\n", way.name);
      return code;
    }
    if (!reference) {
      reference = std::move(state);
      continue;
    }
    const std::vector<FieldDifference> fields = compare(*reference, *state);
    std::cout << fmt::format("{} against {} after {} steps\n{}\n", way.name, ways.front().name,
                             state->step, difference_table(fields));
    for (const FieldDifference& field : fields) {
      const auto out = out_of_tolerance(field, tolerances);
      if (out) complaints.push_back(way.name + ": " + *out);
    }
  }
  std::cout << std::flush;
  for (const std::string& complaint : complaints) {
    std::cerr << "solenoid: out of tolerance: " << complaint << "\n";
  }
  return complaints.empty() ? exit_good : exit_out_of_tolerance;
}

}  // namespace

Action add_validate(CLI::App& command) {
  const auto arguments = std::make_shared<ValidateArguments>();
  add_deck_arguments(command, arguments->deck);
  expect_whole_number(*command
                           .add_option("--steps", arguments->steps,
                                       "steps to compare after; 20 by default, 1 with --extended")
                           ->type_name("N"),
                      1);
  expect_whole_number(
      *command.add_option("--threads", arguments->threads, "CPU threads of the parallel run")
           ->type_name("N"),
      1);
  expect_number(*command
                     .add_option("--max-ulp", arguments->max_ulp,
                                 "allowed units in the last place; 0, bit for bit, by default, "
                                 "any number with --extended")
                     ->type_name("X"),
                0);
  add_parts_arguments(command, arguments->parts, "run it as N processes, too (docs/parallel.md)");
  command.add_flag("--extended", arguments->extended,
                   "compare single and double precision with extended precision instead");
  command.footer(
      "Runs the deck on one CPU thread, on several, on the GPU if there is one and, with --ranks,\n"
      "as several processes, and compares what is stored of every cell. Exit code 1 if they "
      "differ\n"
      "by more than allowed.\n"
      "With --extended (scheme finite-difference): runs it in single and double precision on CPU\n"
      "and GPU, and in extended precision on one thread, and prints the errors of reductions and\n"
      "fields in units in the last place.\n"
      "Examples:\n"
      "  solenoid validate inputs/orszag-tang.toml --steps 100\n"
      "  solenoid validate inputs/orszag-tang.toml --ranks 4\n"
      "  solenoid validate inputs/rounding-errors.toml --extended\n"
      "  solenoid validate inputs/rotor-1.toml --steps 100 --max-ulp 1000");
  return [arguments] { return validate_deck(*arguments); };
}

}  // namespace solenoid
