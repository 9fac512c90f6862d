#pragma once
/// \file
/// The outputs of a run in a browser, one moment or another.

#include <filesystem>
#include <memory>
#include <string>

#include "src/cli/folder_moments.hpp"
#include "src/view/server.hpp"

namespace solenoid {

/// A series of .athdf files in a folder, whose fields are read when they are asked for. Files that
/// come later, of a run that still goes on, are found when the page asks again what there is; of
/// those that are written anew it is told.
class FolderView {
 public:
  /// As FolderMoments. Throws UsageError also where there is no server.
  FolderView(std::filesystem::path folder, const std::string& series, const ServerPlace& place);
  ~FolderView();

  [[nodiscard]] const std::string& address() const { return server_->address(); }
  /// Answers what is asked for, waiting at most so many seconds for a question.
  void serve(double seconds);

 private:
  [[nodiscard]] std::string about() const;
  [[nodiscard]] std::string history_text() const;
  void tell_of_new_files();

  FolderMoments moments_;
  Studio studio_;
  StateFeed feed_;
  HistoryRows rows_;
  Artist artist_{Device::cpu};
  double next_look_ = 0;  // on the clock of seconds_now()
  long changes_ = 0;
  std::unique_ptr<ViewServer> server_;  // its threads know the others, which live longer
};

}  // namespace solenoid
