#include "src/cli/folder_view.hpp"

#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "src/view/about.hpp"
#include "src/view/clock.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

constexpr double seconds_between_looks = 1;  // for files that were written anew

void warn_of_output(const std::string& sentence) {
  std::cerr << "solenoid: warning: " << sentence << std::endl;
}

}  // namespace

FolderView::FolderView(fs::path folder, const std::string& series, const ServerPlace& place)
    : moments_(std::move(folder), series, warn_of_output) {
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

std::string FolderView::about() const {
  const FolderMoments::Subject shown = moments_.subject();
  AboutSubject subject{moments_.series(), "", false, shown.grid, shown.fields};
  for (const fs::path& file : moments_.files()) subject.moments.push_back(file.filename().string());
  return about_text(subject);
}

std::string FolderView::history_text() const {
  const auto file = moments_.history();
  if (file && fs::exists(*file)) {
    try {
      return history_of_file(*file, rows_);
    } catch (const std::exception&) {
      // A row that is just being written; the next time it is whole.
    }
  }
  return rows_.text({}, {});
}

void FolderView::tell_of_new_files() {
  const double now = seconds_now();
  if (now < next_look_) return;
  next_look_ = now + seconds_between_looks;
  if (moments_.notice_new_files()) feed_.publish(fmt::format("{{\"changes\":{}}}", ++changes_));
}

void FolderView::serve(double seconds) {
  studio_.wait(seconds);
  tell_of_new_files();
  if (!studio_.has_questions()) return;
  const std::optional<long> number = studio_.number_wanted();
  try {
    studio_.answer(moments_.scene(number.value_or(0)), artist_, number);
  } catch (const std::exception& error) {
    studio_.fail(number, error.what());
  }
}

}  // namespace solenoid
