#pragma once
/// \file
/// The page that shows a run, and what it asks for, over HTTP.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "src/driver/control.hpp"
#include "src/view/state_feed.hpp"
#include "src/view/studio.hpp"

namespace solenoid {

/// Where a server listens.
struct ServerPlace {
  std::string address = "127.0.0.1";
  std::optional<int> port;  ///< without it `usual_port`, or any other where that is taken
};
inline constexpr int usual_port = 8137;

/// What there is to be seen. All that it refers to lives longer than the server.
struct ServerContents {
  std::function<std::string()> about;  ///< JSON: fields, grid, colours; called by any thread
  Studio* studio = nullptr;
  StateFeed* feed = nullptr;
  std::function<std::string()> history;    ///< JSON; called by any thread
  std::function<void(Request)> control{};  ///< empty where there is nothing to control
};

/// Listens on threads of its own, which wait most of the time and keep away from the signals of the
/// run. Whoever asks has to know the token in address(); connections, sizes and times are limited,
/// and what a client does or leaves undone holds up no one but himself.
class ViewServer {
 public:
  /// Throws UsageError where it cannot listen, and in a program that was built without a server.
  ViewServer(const ServerPlace& place, ServerContents contents);
  /// Ends after readers of the feed have had its last text, or a moment later.
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  /// What to open in a browser.
  [[nodiscard]] const std::string& address() const;
  /// Whether a page is open.
  [[nodiscard]] bool is_watched() const;
  /// Seconds of processors that went into encoding images, in all.
  [[nodiscard]] double encode_seconds() const;

  class Implementation;

 private:
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace solenoid
