#include "src/setup/state_file.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "src/formats/formats.hpp"
#include "src/formats/gdf.hpp"
#include "src/output/athdf_file.hpp"
#include "src/output/files.hpp"
#include "src/setup/checkpoint_reader.hpp"
#include "src/setup/deck_of_file.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// An .athdf file, whose deck, if it has one, says what its constants are.
class AthdfReader final : public StateReader {
 public:
  explicit AthdfReader(const fs::path& path) : AthdfReader(path, AthdfFile(path)) {}

 protected:
  void fill(FileState& state, const Box& cells) override {
    for (std::size_t f = 0; f < state.snapshot.fields.size(); ++f) {
      state.snapshot.fields[f].values = file_.read(f, cells);
      count_values(cells.values());
    }
  }

 private:
  AthdfReader(const fs::path& path, AthdfFile file)
      : StateReader(head_of(path, file)), file_(std::move(file)) {}

  static FileState head_of(const fs::path& path, const AthdfFile& file) {
    FileState state;
    state.snapshot = file.head();
    state.format = ".athdf";
    std::string problem;
    if (const std::optional<Deck> deck = deck_in(path, state.snapshot.provenance, problem)) {
      state.parameters = file_parameters(*deck);
      state.boundaries = deck->boundaries();
    }
    return state;
  }

  AthdfFile file_;
};

}  // namespace

std::unique_ptr<StateReader> open_state_file(const fs::path& path, const FileSelection& selection) {
  const FileFormat format = format_of_file(path);
  if (format != FileFormat::sac && selection.snapshot.value_or(0) != 0)
    throw OutputError(fmt::format("cannot read {}: it has no snapshot {}, only one, number 0",
                                  path.string(), *selection.snapshot));
  switch (format) {
    case FileFormat::checkpoint:
      return open_checkpoint(path);
    case FileFormat::athdf:
      return std::make_unique<AthdfReader>(path);
    case FileFormat::gdf:
      return open_gdf(path);
    case FileFormat::sac:
      return open_sac_state(path, selection);
  }
  throw std::logic_error("a file of no format");
}

FileState read_state_file(const fs::path& path, const FileSelection& selection) {
  return open_state_file(path, selection)->read_all();
}

}  // namespace solenoid
