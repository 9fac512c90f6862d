#pragma once
/// \file
/// What a page shows of the outputs in a folder: a series of .athdf files, which a run may go on to
/// write, or write anew.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/numbered_files.hpp"
#include "src/output/snapshot.hpp"
#include "src/view/scene.hpp"

namespace solenoid {

class FolderMoments {
 public:
  /// What all moments have in common, as their first file has it.
  struct Subject {
    Grid grid;
    std::vector<std::string> fields;
    bool has_deck = false;                         ///< from which `history` follows
    std::optional<std::filesystem::path> history;  ///< the file of it
  };
  using Warn = std::function<void(const std::string& sentence)>;

  /// `series`: what the names of the files have before their number; empty where there is one
  /// series alone. Files at its beginning that cannot be read are left out; `warn` is told. Throws
  /// UsageError where there is no series, or none of its files can be read.
  FolderMoments(std::filesystem::path folder, const std::string& series, Warn warn);
  ~FolderMoments();

  /// \name Called by any thread
  /// @{
  [[nodiscard]] const std::string& series() const { return series_; }
  [[nodiscard]] Subject subject() const;
  [[nodiscard]] std::vector<std::filesystem::path> files() const;
  /// The file with the history of the run: by the deck in the files, or where they have none the
  /// first of its name that by its content is a history.
  [[nodiscard]] std::optional<std::filesystem::path> history() const;
  /// @}

  /// The moment of the file of that number. It is read again where it was written anew. The scene
  /// is good until the next call.
  Scene scene(long number);
  /// Whether a file of which a scene was given lately, or the first one, was written anew since
  /// the last call. The subject is then as they have it.
  bool notice_new_files();

 private:
  struct Moment;
  struct Stamped {
    std::filesystem::path file;
    std::optional<FileStamp> stamp;
  };
  void read_first();
  Moment& moment(const std::filesystem::path& file);
  void remember(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::string series_;
  Warn warn_;
  mutable std::mutex mutex_;  // of the next two
  Subject subject_;
  std::map<std::filesystem::path, std::optional<FileStamp>> left_out_;
  std::optional<Stamped> first_;    // which the subject is of
  std::vector<Stamped> shown_;      // the latest last
  std::unique_ptr<Moment> moment_;  // the last one that was asked for
};

}  // namespace solenoid
