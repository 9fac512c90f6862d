#include "src/view/live_view.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "src/output/history_table.hpp"
#include "src/text/suggest.hpp"
#include "src/view/about.hpp"
#include "src/view/clock.hpp"

namespace solenoid {

namespace {

/// Of the run's time, for those who look at it. What steps lose besides, while a device waits, is
/// about as much again with twenty clients: at a fiftieth 3.4 percent in all.
constexpr double share = 1.0 / 70;
/// An image that takes longer has fewer pixels: so that there are some in two seconds.
constexpr double most_seconds = 0.01;
constexpr double least_interval = 1.0 / 60;  // seconds between two looks
constexpr double state_interval = 0.1, row_interval = 0.5;

/// A page asks for what it likes, and parts that are elsewhere cannot go on from what they have
/// not.
void require_known(const std::string& field, const std::vector<std::string>& known) {
  if (std::ranges::find(known, field) == known.end())
    throw std::invalid_argument(no_field_text(field, known));
}

}  // namespace

LiveView::LiveView(const ServerPlace& place, LiveSubject subject, std::shared_ptr<Control> control)
    : subject_(std::move(subject)), artist_(subject_.device) {
  ServerContents contents;
  contents.about = [text = about_text({subject_.name, subject_.title, true, subject_.grid,
                                       subject_.fields})] { return text; };
  contents.studio = &studio_;
  contents.feed = &feed_;
  contents.history = [this] { return history_text(); };
  contents.control = [control](Request request) { control->ask(request); };
  server_ = std::make_unique<ViewServer>(place, std::move(contents));
}

std::string LiveView::history_text() const {
  if (subject_.history && std::filesystem::exists(*subject_.history)) {
    try {
      return history_of_file(*subject_.history, rows_);
    } catch (const std::exception&) {
      // A row that is just being written; the next time it is whole.
    }
  }
  return rows_.text({}, {});
}

bool LiveView::wants(bool paused) {
  if (!studio_.has_questions() && !server_->is_watched()) return false;
  // A pause is told at once.
  return paused != was_paused_ || seconds_now() >= next_;
}

void LiveView::show(Solver& solver, const Progress& progress, bool paused) {
  solver.wait();  // so that what is measured is what watching takes
  const double begin = seconds_now();
  try {
    show_now(solver, progress, paused);
  } catch (const std::exception&) {
    // Whatever cannot be shown of a state, the run itself judges it.
  }
  const double end = seconds_now();
  // On a CPU images are encoded on cores that would make steps.
  const double encoded = server_->encode_seconds();
  double cost = end - begin;
  if (subject_.device == Device::cpu) cost += (encoded - encoded_) / std::max(1, subject_.threads);
  encoded_ = encoded;
  was_paused_ = paused;
  next_ = end + (paused ? least_interval : std::max(least_interval, cost * (1 / share - 1)));
}

void LiveView::show_now(Solver& solver, const Progress& progress, bool paused) {
  const double now = seconds_now();
  const bool turned = paused != was_paused_;
  if (server_->is_watched() && (turned || now >= next_state_)) {
    feed_.publish(state_text(progress, paused));
    next_state_ = now + state_interval;
  }
  Scene scene;
  scene.grid = subject_.grid;
  scene.device = subject_.device;
  scene.time = progress.time;
  scene.step = progress.step;
  scene.gather = [&, time = progress.time](const std::string& field) {
    require_known(field, subject_.fields);
    return subject_.defined.gather(solver, field, time);
  };
  scene.volume = [&, time = progress.time](FieldPainter& painter, const std::string& field) {
    require_known(field, subject_.fields);
    return volume_of(painter, solver, subject_.defined, field, time);
  };
  artist_.set_most_seconds(paused ? 0 : most_seconds);
  studio_.answer(scene, artist_);
  if (server_->is_watched() && !paused && now >= next_row_) {
    rows_.add(progress.time, solver.history());
    next_row_ = now + row_interval;
  }
}

void LiveView::ended(const Progress& progress, const std::string& how) {
  feed_.publish(state_text(progress, false, how), true);
  studio_.close();
}

}  // namespace solenoid
