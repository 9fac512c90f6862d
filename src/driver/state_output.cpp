#include "src/driver/state_output.hpp"

#include <fmt/format.h>

#include <utility>

#include "src/driver/kept_outputs.hpp"
#include "src/formats/gdf.hpp"
#include "src/formats/sac_file.hpp"
#include "src/output/files.hpp"
#include "src/setup/deck_of_file.hpp"

namespace solenoid {

namespace {

/// Of a line in the file, which holds 79.
constexpr std::size_t longest_name = 60;

void write_sac(const std::filesystem::path& file, const std::string& name, const FileState& state,
               const OutputSettings& settings) {
  const bool smaug = settings.type == OutputType::smaug;
  try {
    write_sac_file(
        file,
        sac_snapshot(state, name.substr(0, longest_name),
                     smaug ? sac::Writer::smaug : sac::Writer::sac, settings.ghost_layers),
        smaug ? sac::Encoding::stream : sac::Encoding::records);
  } catch (const sac::FormatError& error) {
    throw OutputError(fmt::format("cannot write {}: {}", file.string(), error.what()));
  } catch (const MissingField& error) {
    throw OutputError(
        fmt::format("cannot write {}: the state lacks {}", file.string(), error.what()));
  }
}

}  // namespace

StateOutput::StateOutput(OutputSettings settings, long count, std::optional<long> last_step,
                         std::filesystem::path stem, FileState frame, DefinedFields fields,
                         OutputQueue& queue)
    : Output(std::move(settings), count, last_step),
      stem_(std::move(stem)),
      frame_(std::move(frame)),
      fields_(std::move(fields)),
      queue_(queue) {}

void StateOutput::write_now(Solver& solver, const Moment& moment) {
  const bool chosen = settings().type == OutputType::gdf && !settings().fields.empty();
  const std::vector<std::string> names = chosen ? settings().fields : solver.primitive_names();
  const std::size_t bytes = names.size() * frame_.snapshot.grid.cell_count() * sizeof(double);
  const bool kept = queue_.make_room(bytes);
  FileState state = frame_;
  state.snapshot.time = moment.time;
  state.snapshot.step = moment.step;
  const Box box = whole_field(solver.part(), Placement::cells);
  for (const std::string& name : names) {
    FieldValues values(box.values());
    fields_.read(solver, name, moment.time, box, {Precision::double_precision, values.data()});
    state.snapshot.fields.push_back({name, std::move(values)});
  }
  const auto write = [numbered = fmt::format("{}.{:05}", stem_.string(), count()),
                      name = stem_.filename().string(),
                      settings = settings()](const FileState& kept_state) {
    if (settings.type == OutputType::gdf)
      write_gdf(numbered + ".gdf", kept_state);
    else
      write_sac(numbered + ".out", name, kept_state, settings);
  };
  ToWrite<FileState>{std::move(state), kept, bytes}.hand_over(queue_, write);
}

FileState frame_of(const Deck& deck, const Provenance& provenance) {
  FileState frame;
  frame.snapshot.grid = deck.grid();
  frame.snapshot.provenance = provenance;
  frame.parameters = file_parameters(deck);
  frame.boundaries = deck.boundaries();
  return frame;
}

}  // namespace solenoid
