#pragma once
/// \file
/// The outputs of a run in a browser, one moment or another.

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/file_fields.hpp"
#include "src/view/server.hpp"

namespace solenoid {

/// A series of .athdf files in a folder, whose fields are read when they are asked for. Files that
/// come later, of a run that still goes on, are found when the page asks again what there is.
class FolderView {
 public:
  /// `series`: what the names of the files have before their number; empty where there is one
  /// series alone. Throws UsageError where there is none, or no server.
  FolderView(std::filesystem::path folder, const std::string& series, const ServerPlace& place);
  ~FolderView();

  [[nodiscard]] const std::string& address() const { return server_->address(); }
  /// Answers what is asked for, waiting at most so many seconds for a question.
  void serve(double seconds);

 private:
  struct Moment;
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  [[nodiscard]] std::string about() const;
  [[nodiscard]] std::string history_text() const;
  Moment& moment(long number);

  std::filesystem::path folder_;
  std::string series_;
  Grid grid_;
  std::vector<std::string> fields_;
  Studio studio_;
  StateFeed feed_;
  HistoryRows rows_;
  Artist artist_{Device::cpu};
  std::unique_ptr<Moment> moment_;      // the last one that was asked for
  std::unique_ptr<ViewServer> server_;  // its threads know the others, which live longer
};

}  // namespace solenoid
