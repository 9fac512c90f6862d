#include "src/cli/folder_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"
#include "src/view/about.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

/// Numbered outputs by the name of their series.
std::map<std::string, std::vector<fs::path>> series_in(const fs::path& folder) {
  static const std::regex numbered(R"((.+)\.(\d{5,})\.athdf)");
  std::map<std::string, std::vector<fs::path>> series;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    std::smatch parts;
    const std::string name = entry.path().filename().string();
    if (std::regex_match(name, parts, numbered)) series[parts[1]].push_back(entry.path());
  }
  for (auto& [name, files] : series) std::ranges::sort(files);
  return series;
}

std::string chosen_series(const fs::path& folder, const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto& [name, files] : series_in(folder)) names.push_back(name);
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

}  // namespace

/// One file, and of its fields those that were asked for.
struct FolderView::Moment {
  long number;
  FileFields file;
  std::map<std::string, FieldValues> values{};

  Moment(long which, const fs::path& path) : number(which), file(path.string(), std::nullopt) {}

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

FolderView::FolderView(fs::path folder, const std::string& series, const ServerPlace& place)
    : folder_(std::move(folder)), series_(chosen_series(folder_, series)) {
  FileFields& first = moment(0).file;
  grid_ = first.frame().grid;
  fields_ = first.held();
  const std::vector<std::string> derived = first.derived();
  fields_.insert(fields_.end(), derived.begin(), derived.end());
  ServerContents contents;
  contents.about = [this] { return about(); };
  contents.studio = &studio_;
  contents.feed = &feed_;
  contents.history = [this] { return history_text(); };
  server_ = std::make_unique<ViewServer>(place, std::move(contents));
}

FolderView::~FolderView() {
  feed_.publish("{}", true);
  studio_.close();
}

std::vector<fs::path> FolderView::files() const {
  auto series = series_in(folder_);
  return series[series_];
}

std::string FolderView::about() const {
  AboutSubject subject{series_, "", false, grid_, fields_};
  for (const fs::path& file : files()) subject.moments.push_back(file.filename().string());
  return about_text(subject);
}

std::string FolderView::history_text() const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    if (entry.path().extension() != ".hst") continue;
    try {
      return history_of_file(entry.path(), rows_);
    } catch (const std::exception&) {
      // A table of spectra, or a row that is just being written.
    }
  }
  return rows_.text({}, {});
}

FolderView::Moment& FolderView::moment(long number) {
  if (moment_ && moment_->number == number) return *moment_;
  const std::vector<fs::path> all = files();
  if (number < 0 || number >= long(all.size()))
    throw UsageError(fmt::format("there are {} outputs, counted from 0", all.size()));
  moment_.reset();  // not two in memory
  moment_ = std::make_unique<Moment>(number, all[std::size_t(number)]);
  return *moment_;
}

void FolderView::serve(double seconds) {
  studio_.wait(seconds);
  if (!studio_.has_questions()) return;
  const std::optional<long> number = studio_.number_wanted();
  try {
    studio_.answer(moment(number.value_or(0)).scene(), artist_, number);
  } catch (const std::exception& error) {
    studio_.fail(number, error.what());
  }
}

}  // namespace solenoid
