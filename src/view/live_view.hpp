#pragma once
/// \file
/// A run in a browser while it goes on.

#include <filesystem>
#include <memory>
#include <optional>

#include "physics/fields/defined_fields.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/control.hpp"
#include "src/driver/watcher.hpp"
#include "src/view/server.hpp"

namespace solenoid {

/// What a page shows of a run.
struct LiveSubject {
  std::string name;  ///< of the deck
  std::string title;
  Grid grid;
  Device device = Device::cpu;
  int threads = 1;  ///< that steps run on, of a CPU
  std::vector<std::string> fields;
  DefinedFields defined{};                       ///< of these
  std::optional<std::filesystem::path> history;  ///< a file with rows from before
};

/// Gives what pages ask for between steps, at a Pace.
class LiveView final : public Watcher {
 public:
  /// Throws as ViewServer does.
  LiveView(const ServerPlace& place, LiveSubject subject, std::shared_ptr<Control> control);

  [[nodiscard]] const std::string& address() const { return server_->address(); }
  [[nodiscard]] bool wants(bool paused) override;
  void show(Solver& solver, const Progress& progress, bool paused) override;
  void ended(const Progress& progress, const std::string& how) override;

 private:
  [[nodiscard]] Scene scene_of(Solver& solver, const Progress& progress) const;
  void add_row(Solver& solver, double time);
  void set_pixels(bool paused);
  [[nodiscard]] std::string history_text() const;

  LiveSubject subject_;
  Studio studio_;
  StateFeed feed_;
  HistoryRows rows_;
  Artist artist_;
  Pace pace_;
  double next_state_ = 0, next_row_ = 0;  // on the clock of seconds_now()
  double encoded_ = 0;                    // seconds, as of the last images
  bool was_paused_ = false;
  std::unique_ptr<ViewServer> server_;  // its threads know the others, which live longer
};

}  // namespace solenoid
