#include "src/cli/folder_moments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "src/cli/file_fields.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/outputs.hpp"
#include "src/output/history_table.hpp"
#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

/// Files that are looked at for whether they were written anew.
constexpr std::size_t most_remembered = 16;

std::string chosen_series(const fs::path& folder, const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto& [name, files] : numbered_files(folder, "athdf")) names.push_back(name);
  if (names.empty())
    throw UsageError(fmt::format(
        "{} holds no outputs that can be shown (.00000.athdf): expected the folder of a run",
        folder.string()));
  if (wanted.empty() && names.size() > 1)
    throw UsageError(fmt::format("{} holds several series of outputs; choose one with --series: {}",
                                 folder.string(), quoted_list(names)));
  if (wanted.empty() || std::ranges::count(names, wanted) > 0)
    return wanted.empty() ? names.front() : wanted;
  throw UsageError(fmt::format("{} holds no series '{}'{} (it holds {})", folder.string(), wanted,
                               did_you_mean(wanted, names), quoted_list(names)));
}

/// The deck of a run under the name that its outputs have. A series is called <deck>.<block>. A
/// program of the deck is looked for beside the outputs and in the current folder.
std::optional<Deck> deck_of_series(const std::string& text, const std::string& series,
                                   const fs::path& folder) {
  if (text.empty()) return std::nullopt;
  for (std::size_t dot = series.rfind('.'); dot != std::string::npos && dot > 0;
       dot = series.rfind('.', dot - 1)) {
    const std::string file = series.substr(0, dot) + ".toml";
    for (const std::string& place : {(folder / file).string(), file}) {
      try {
        Deck deck = Deck::parse(text, place);
        if (std::ranges::count(output_blocks(deck), series.substr(dot + 1), &OutputSettings::name))
          return deck;
      } catch (const DeckError&) {
        // One that this version does not take, or a program that is elsewhere.
      }
    }
  }
  return std::nullopt;
}

/// Whether it is a history and no table of spectra, which has a column for each shell.
bool holds_history(const fs::path& file) {
  try {
    const std::vector<std::string> labels = read_history(file).labels;
    return labels.size() > 2 && labels[0] == "time" && !labels[2].starts_with("k=");
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

/// One file, and of its fields those that were asked for.
struct FolderMoments::Moment {
  Stamped source;
  FileFields file;
  std::map<std::string, FieldValues> values{};

  explicit Moment(const fs::path& path)
      : source{path, stamp_of(path)}, file(path.string(), std::nullopt) {}

  Scene scene() {
    const Snapshot frame = file.frame();
    Scene scene;
    scene.grid = frame.grid;
    scene.time = frame.time;
    scene.step = frame.step;
    scene.gather = [this, grid = frame.grid](const std::string& field) {
      auto found = values.find(field);
      if (found == values.end()) {
        try {
          found = values.emplace(field, file.field(field, "field").values).first;
        } catch (const UsageError& error) {
          throw std::invalid_argument(error.what());
        }
      }
      return gather_of(grid, found->second);
    };
    return scene;
  }
};

FolderMoments::FolderMoments(fs::path folder, const std::string& series, Warn warn)
    : folder_(std::move(folder)), series_(chosen_series(folder_, series)), warn_(std::move(warn)) {
  read_first();
}

FolderMoments::~FolderMoments() = default;

FolderMoments::Subject FolderMoments::subject() const {
  const std::lock_guard lock(mutex_);
  return subject_;
}

std::vector<fs::path> FolderMoments::files() const {
  std::vector<fs::path> all = numbered_files(folder_, "athdf")[series_];
  const std::lock_guard lock(mutex_);
  std::erase_if(all, [&](const fs::path& file) {
    const auto found = left_out_.find(file);
    return found != left_out_.end() && found->second == stamp_of(file);
  });
  return all;
}

std::optional<fs::path> FolderMoments::history() const {
  const Subject subject = this->subject();
  if (subject.has_deck) return subject.history;
  // Of the same deck, whose name the series begins with; the shortest is that of the deck alone.
  const std::string stem = series_.substr(0, series_.rfind('.'));
  std::vector<std::pair<std::size_t, fs::path>> found;
  std::error_code error;
  fs::directory_iterator entry(folder_, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().stem().string();
    if (entry->path().extension() == ".hst" && (name == stem || name.starts_with(stem + ".")))
      found.emplace_back(name.size(), entry->path());
  }
  std::ranges::sort(found);
  for (const auto& [size, file] : found)
    if (holds_history(file)) return file;
  return std::nullopt;
}

/// Finds the first file that can be read.
void FolderMoments::read_first() {
  std::vector<std::string> problems;
  for (const fs::path& file : files()) {
    try {
      moment(file);
    } catch (const std::exception& error) {
      problems.push_back(error.what());
      const std::lock_guard lock(mutex_);
      left_out_[file] = stamp_of(file);
      continue;
    }
    for (const std::string& problem : problems) warn_("left out: " + problem);
    FileFields& fields = moment_->file;
    const Snapshot frame = fields.frame();
    Subject subject{frame.grid, fields.held(), false, std::nullopt};
    const std::vector<std::string> derived = fields.derived();
    subject.fields.insert(subject.fields.end(), derived.begin(), derived.end());
    if (const auto deck = deck_of_series(frame.provenance.deck, series_, folder_)) {
      subject.has_deck = true;
      subject.history = history_file(folder_, *deck);
    }
    first_ = moment_->source;
    const std::lock_guard lock(mutex_);
    subject_ = std::move(subject);
    return;
  }
  throw UsageError(fmt::format("none of the outputs {}.*.athdf in {} can be read: {}", series_,
                               folder_.string(),
                               problems.empty() ? "they are gone" : problems.front()));
}

FolderMoments::Moment& FolderMoments::moment(const fs::path& file) {
  if (moment_ && moment_->source.file == file && moment_->source.stamp == stamp_of(file))
    return *moment_;
  moment_.reset();  // not two in memory
  moment_ = std::make_unique<Moment>(file);
  return *moment_;
}

Scene FolderMoments::scene(long number) {
  const std::vector<fs::path> all = files();
  if (number < 0 || number >= long(all.size()))
    throw UsageError(fmt::format("there are {} outputs, counted from 0", all.size()));
  const fs::path& file = all[std::size_t(number)];
  remember(file);  // also of one that cannot be read
  return moment(file).scene();
}

void FolderMoments::remember(const fs::path& file) {
  const auto known = std::ranges::find(shown_, file, &Stamped::file);
  // As it was when it was shown first, until all are told that it is another.
  const Stamped shown = known == shown_.end() ? Stamped{file, stamp_of(file)} : *known;
  if (known != shown_.end()) shown_.erase(known);
  shown_.push_back(shown);
  if (shown_.size() > most_remembered) shown_.erase(shown_.begin());
}

bool FolderMoments::notice_new_files() {
  bool changed = false;
  for (Stamped& shown : shown_) {
    const auto stamp = stamp_of(shown.file);
    if (stamp == shown.stamp) continue;
    shown.stamp = stamp;
    changed = true;
  }
  const bool had_first = first_.has_value();
  if (had_first && stamp_of(first_->file) == first_->stamp) return changed;
  try {
    read_first();
  } catch (const std::exception&) {
    // No file is there just now, or none that can be read: who asks for one is told.
    first_ = std::nullopt;
  }
  return changed || had_first || first_;
}

}  // namespace solenoid
