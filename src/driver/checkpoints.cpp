#include "src/driver/checkpoints.hpp"

#include <fmt/format.h>

#include <system_error>

#include "src/deck/deck_entries.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) {
    throw OutputError(
        fmt::format("cannot rename {} to {}: {}", from.string(), to.string(), error.message()));
  }
}

std::string box_text(const Grid& grid) {
  return fmt::format("{} cells from ({}, {}, {}) to ({}, {}, {})", cells_text(grid.cells),
                     grid.lower[0], grid.lower[1], grid.lower[2], grid.upper[0], grid.upper[1],
                     grid.upper[2]);
}

}  // namespace

std::vector<std::string> deck_changes(const std::string& before, const std::string& now) {
  const auto old_entries = deck_entries(before);
  const auto new_entries = deck_entries(now);
  std::vector<std::string> changes;
  for (const auto& [key, value] : old_entries) {
    const auto found = new_entries.find(key);
    if (found == new_entries.end()) {
      changes.push_back(fmt::format("{}: {} before, absent now", key, value));
    } else if (found->second != value) {
      changes.push_back(fmt::format("{}: {} before, {} now", key, value, found->second));
    }
  }
  for (const auto& [key, value] : new_entries) {
    if (!old_entries.contains(key)) {
      changes.push_back(fmt::format("{}: absent before, {} now", key, value));
    }
  }
  return changes;
}

std::vector<std::string> check_restart(const CheckpointHead& checkpoint, const Deck& deck) {
  const Grid grid = deck.grid();
  const Grid& old_grid = checkpoint.grid;
  if (grid.cells != old_grid.cells || grid.lower != old_grid.lower ||
      grid.upper != old_grid.upper) {
    throw RestartError(
        fmt::format("the checkpoint cannot be continued on another grid: it holds {}, the deck "
                    "asks for {}; give the deck the checkpoint's grid, or start afresh",
                    box_text(old_grid), box_text(grid)));
  }
  const auto old_entries = deck_entries(checkpoint.provenance.deck);
  const auto new_entries = deck_entries(deck.resolved());
  for (const char* key : {"run.precision", "solver.scheme", "physics.equations"}) {
    const auto before = old_entries.find(key);
    const auto now = new_entries.find(key);
    const bool known = before != old_entries.end() && now != new_entries.end();
    if (known && before->second != now->second) {
      throw RestartError(
          fmt::format("the checkpoint cannot be continued with another {}: it was written with {}, "
                      "the deck asks for {}; set it back, or start afresh",
                      key, before->second, now->second));
    }
  }
  return deck_changes(checkpoint.provenance.deck, deck.resolved());
}

CheckpointFiles::CheckpointFiles(const std::filesystem::path& folder, const std::string& deck_name)
    : current_(folder / (deck_name + ".checkpoint.h5")),
      previous_(folder / (deck_name + ".checkpoint.previous.h5")),
      earlier_run_(folder / (deck_name + ".checkpoint.earlier-run.h5")) {}

std::optional<std::filesystem::path> CheckpointFiles::set_earlier_run_aside() const {
  if (!std::filesystem::exists(current_)) return std::nullopt;
  rename_file(current_, earlier_run_);
  return earlier_run_;
}

void CheckpointFiles::write(const CheckpointHead& head, const StateSource& state) const {
  std::filesystem::path fresh = current_;
  fresh.replace_extension(".new.h5");
  write_checkpoint(fresh, head, state);
  if (std::filesystem::exists(current_)) rename_file(current_, previous_);
  rename_file(fresh, current_);
}

std::string CheckpointFiles::last_one_text() const {
  if (std::filesystem::exists(current_))
    return "\nthe last good checkpoint is " + current_.string();
  return "\nno checkpoint has been written: a run can only begin again";
}

std::string CheckpointFiles::resume_text(const std::string& command) const {
  return fmt::format("to go on:\n  {} --restart {}", command, shell_word(current_.string()));
}

}  // namespace solenoid
