#include "src/library/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "physics/solvers/time_step_error.hpp"
#include "src/driver/failure.hpp"
#include "src/driver/memory.hpp"
#include "src/driver/start.hpp"
#include "src/driver/summary.hpp"
#include "src/driver/take_step.hpp"
#include "src/driver/unphysical.hpp"
#include "src/library/runtime.hpp"
#include "src/output/temporary_files.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

MachineChoice choice_of(const SimulationOptions& options) {
  MachineChoice choice;
  choice.device = options.device;
  if (!choice.device.empty() && choice.device != "cpu" && choice.device != "gpu")
    throw UsageError(fmt::format("the device is '{}'; expected cpu or gpu", choice.device));
  if (options.threads != 0) choice.threads = options.threads;
  return choice;
}

}  // namespace

Session::Writing::Writing(const std::string& path, const std::string& deck_name,
                          std::size_t most_bytes)
    : folder(path), checkpoints(folder.path(), deck_name), queue(most_bytes) {}

Session::Session(const Deck& deck, const SimulationOptions& options, const Company* company)
    : deck_(deck),
      machine_(machine_for(
          company == nullptr ? choice_of(options)
                             : choice_of_process(choice_of(options), company->crew->processes()))),
      provenance_{version_text(), deck.resolved(), Machine::device_text(machine_->device()),
                  deck.text("run", "precision")},
      end_time_(deck.number("run", "end_time")),
      crew_(company == nullptr ? nullptr : company->crew) {
  const MemoryNeed need =
      crew_ ? need_of_host(deck, crew_->processes(), options.layout) : memory_need(deck);
  if (const auto shortage =
          memory_shortage(deck.grid(), need, machine_->device(), machine_->free_memory()))
    throw UsageError(*shortage);
  readings_.emplace(need.host_bytes);
  if (!options.folder.empty() && (!crew_ || crew_->leads()))
    writing_.emplace(options.folder, deck.name(), need.host_bytes);
  for (const auto& [name, give] : options.sources)
    deck_.set_source_function(name, source_function(name, give));
  for (const auto& [name, give] : options.boundaries)
    deck_.set_boundary_function(name, boundary_function(name, give));
  if (crew_ && !(options.sources.empty() && options.boundaries.empty())) {
    agreement_ = std::make_shared<CrewAgreement>(crew_);
    deck_.set_agreement(agreement_);
  }
  if (crew_)
    join(options, company->ready);
  else
    make_alone(options);
  if (dynamic_cast<Substeps*>(&own_solver()) != nullptr)
    scheme_ = dynamic_cast<Substeps*>(solver_.get());
  change_.emplace(own_solver(), fields_);
}

void Session::make_alone(const SimulationOptions& options) {
  if (!options.layout.empty() || !options.transport.empty())
    throw UsageError("a layout and a transport are for simulations of several processes");
  solver_ = make_solver(deck_, machine_->device());
}

void Session::start(const SimulationOptions& options) {
  if (options.restart.empty()) {
    set_initial_state_in_parts(deck_, *solver_);
    start_ = start_of(deck_);
  } else {
    std::vector<std::string> changes;
    start_ = start_from(options.restart, deck_, *solver_, changes);
  }
  moment_ = moment_of(start_);
  fields_ = user_fields(*solver_, deck_.defined_fields());
}

double Session::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
}

void Session::ask(const std::string& name, const std::function<void()>& give) {
  is_asking_ = true;
  const std::unique_ptr<bool, void (*)(bool*)> end(&is_asking_, [](bool* is) { *is = false; });
  try {
    give();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(ErrorKind::argument,
                fmt::format("the function of '{}' has failed: {}", name, error.what()));
  }
}

SourceFunction Session::source_function(const std::string& name, const Source& give) {
  return [this, name, give](const Box&, double time, double* values) {
    ask(name, [&] { give(time, values); });
  };
}

PointsFunction Session::boundary_function(const std::string& name, const BoundaryValues& give) {
  return [this, name, give](double time, std::size_t count, const double* x, const double* y,
                            const double* z, double* values) {
    ask(name, [&] { give(time, count, x, y, z, values); });
  };
}

void Session::require_whole_step() const {
  if (substeps_taken_ > 0)
    throw UsageError(
        fmt::format("the simulation has taken {} of {} substeps: until the last one fields of the "
                    "state can be read and set, and nothing else be done",
                    substeps_taken_, substeps()));
}

void Session::settle() {
  require_whole_step();
  settle_substep();
}

void Session::settle_substep() {
  refuse_within_step();
  if (!change_->is_pending()) return;
  if (WholeSolver* const all = whole())
    all->take_up(moment_.time);
  else
    take_up(moment_.time);
}

void Session::refuse_within_step() const {
  if (is_asking_)
    throw UsageError(
        "the simulation is in the middle of a step: what a function needs of it has to be asked "
        "for "
        "before");
}

void Session::begin() {
  settle();
  if (has_begun_) return;
  start_totals_ = totals_at_start(*solver_, start_);
  has_begun_ = true;
  if (!writing_) return;
  remove_left_over_files(writing_->folder.path());
  if (start_.fresh) writing_->checkpoints.set_earlier_run_aside();
  outputs_.emplace(deck_, *solver_, writing_->folder.path(), provenance_, start_, writing_->queue);
  if (start_.fresh) outputs_->write_all(*solver_, moment_);
}

void Session::fail(const std::string& why) {
  failure_ = why;
  throw RunError(why);
}

/// Makes what outputs show.
void Session::complete() {
  solver_->wait();
  solver_->complete_step();
}

void Session::write_due() {
  if (!outputs_) return;
  if (outputs_->due(moment_)) {
    solver_->wait();
    outputs_->complete_due(*solver_, moment_);
    if (const auto bad = unphysical_state(*solver_, moment_)) fail(*bad);
    outputs_->write_due(*solver_, moment_);
  }
  writing_->queue.collect();
}

void Session::write_last() {
  if (!outputs_ || has_ended_) return;
  complete();
  if (const auto bad = unphysical_state(*solver_, moment_)) fail(*bad);
  outputs_->write_all(*solver_, moment_);
  writing_->queue.finish();
  writing_->checkpoints.write(
      checkpoint_head(deck_.grid(), moment_, provenance_, &*outputs_, start_totals_),
      state_of(*solver_));
  has_ended_ = true;
}

double Session::stable_step() {
  settle();
  return solver_->stable_step();
}

void Session::step(long count) {
  if (count < 0) throw UsageError(fmt::format("cannot take {} steps", count));
  while (count > 0) {
    Span span;
    if (moment_.time < end_time_) span.until = end_time_;
    span.steps = count;
    count -= advance(span);
  }
}

long Session::advance(const Span& span) {
  if (std::isnan(span.until) || span.until < moment_.time)
    throw UsageError(fmt::format("cannot run until time {}: the simulation is at time {}",
                                 span.until, moment_.time));
  begin();
  if (failure_) throw RunError(*failure_);
  const double began = elapsed();
  long taken = 0;
  while (taken < span.steps && moment_.time < span.until && moment_.time < span.past &&
         elapsed() - began < span.seconds) {
    const bool first_of_pair = (moment_.step - first_of_pairs_) % 2 == 0;
    in_step([&] {
      if (const auto bad = take_step(*solver_, moment_, span.until, first_of_pair)) fail(*bad);
    });
    moment_.wall = elapsed();
    ++taken;
    write_due();
  }
  if (moment_.time >= end_time_) write_last();
  return taken;
}

void Session::lose_step(const std::string& why) {
  substeps_taken_ = 0;
  failure_ = "the last step was not completed, set the state anew: " + why;
}

void Session::in_step(const std::function<void()>& work) {
  try {
    work();
  } catch (const TimeStepError&) {
    throw;  // before anything was done
  } catch (const RunError&) {
    throw;  // and noted
  } catch (const Error& error) {
    lose_step(error.what());
    throw;
  } catch (...) {
    lose_step(present_failure().message);
    throw;
  }
}

std::vector<std::pair<std::string, double>> Session::history() {
  settle();
  complete();
  std::vector<std::pair<std::string, double>> row{{"time", moment_.time}, {"dt", moment_.dt}};
  for (const auto& quantity : solver_->history()) row.push_back(quantity);
  return row;
}

void Session::write_checkpoint(const std::string& file) {
  begin();
  solver_->wait();
  if (const auto bad = unphysical_state(*solver_, moment_)) fail(*bad);
  solenoid::write_checkpoint(file,
                             checkpoint_head(deck_.grid(), moment_, provenance_,
                                             outputs_ ? &*outputs_ : nullptr, start_totals_),
                             state_of(*solver_));
}

void Session::synchronise() {
  settle_substep();
  solver_->wait();
  readings_->finish();
  if (writing_) writing_->queue.finish();
}

}  // namespace solenoid
