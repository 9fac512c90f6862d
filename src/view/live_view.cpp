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

/// Images that take longer have fewer pixels, so that one a second takes their share.
constexpr double most_seconds = Pace::share_of_large;
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
  const bool watched = server_->is_watched();
  if (!studio_.has_questions() && !watched) return false;
  if (paused != was_paused_) return true;  // a pause is told at once
  const double now = seconds_now();
  if (studio_.has_questions(Cost::large) && pace_.is_due(Cost::large, now)) return true;
  if (watched && now >= next_state_) return true;
  return pace_.is_due(Cost::small, now) &&
         (studio_.has_questions(Cost::small) || (watched && now >= next_row_));
}

void LiveView::show(Solver& solver, const Progress& progress, bool paused) {
  solver.wait();  // so that what is measured is what watching takes
  const bool turned = paused != was_paused_;
  if (server_->is_watched() && (turned || seconds_now() >= next_state_)) {
    // Of no cost that could be measured, so that a page learns it whatever else has to wait.
    feed_.publish(state_text(progress, paused));
    next_state_ = seconds_now() + state_interval;
  }
  const Scene scene = scene_of(solver, progress);
  for (const Cost cost : {Cost::small, Cost::large}) {
    const double begin = seconds_now(), encoded = encoded_;
    if (!turned && !pace_.is_due(cost, begin)) continue;
    if (cost == Cost::large && !studio_.has_questions(cost)) continue;
    try {
      if (cost == Cost::large) set_pixels(paused);
      studio_.answer(scene, artist_, std::nullopt, cost);
      if (cost == Cost::small && !paused) add_row(solver, progress.time);
    } catch (const std::exception&) {
      // Whatever cannot be shown of a state, the run itself judges it.
    }
    const double end = seconds_now();
    pace_.took(cost, end - begin + encoded_ - encoded, end, paused);
  }
  was_paused_ = paused;
}

/// Images are made of as many pixels as there is time for.
void LiveView::set_pixels(bool paused) {
  artist_.set_most_seconds(paused ? 0 : most_seconds);
  if (subject_.device != Device::cpu) return;
  // Here images are encoded on cores that would make steps.
  encoded_ = server_->encode_seconds() / std::max(1, subject_.threads);
  artist_.set_seconds_elsewhere(encoded_ / std::max(1.0, artist_.pixels_drawn()));
}

Scene LiveView::scene_of(Solver& solver, const Progress& progress) const {
  Scene scene;
  scene.grid = subject_.grid;
  scene.device = subject_.device;
  scene.time = progress.time;
  scene.step = progress.step;
  scene.gather = [this, &solver, time = progress.time](const std::string& field) {
    require_known(field, subject_.fields);
    return subject_.defined.gather(solver, field, time);
  };
  scene.volume = [this, &solver, time = progress.time](FieldPainter& painter,
                                                       const std::string& field) {
    require_known(field, subject_.fields);
    return volume_of(painter, solver, subject_.defined, field, time);
  };
  return scene;
}

void LiveView::add_row(Solver& solver, double time) {
  const double now = seconds_now();
  if (!server_->is_watched() || now < next_row_) return;
  rows_.add(time, solver.history());
  next_row_ = now + row_interval;
}

void LiveView::ended(const Progress& progress, const std::string& how) {
  feed_.publish(state_text(progress, false, how), true);
  studio_.close();
}

}  // namespace solenoid
