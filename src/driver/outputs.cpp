#include "src/driver/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/plane_means.hpp"
#include "src/deck/program_keys.hpp"
#include "src/driver/history_output.hpp"
#include "src/driver/kept_outputs.hpp"
#include "src/driver/output_part.hpp"
#include "src/driver/spectrum_output.hpp"
#include "src/driver/start.hpp"
#include "src/driver/state_output.hpp"
#include "src/driver/table_output.hpp"
#include "src/output/replace.hpp"
#include "src/picture/picture.hpp"
#include "src/picture/volume_picture.hpp"
#include "src/setup/forcing.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// What the writers of all blocks need to know.
struct Place {
  fs::path folder;
  std::string deck_name;
  Grid grid;
  Provenance provenance;
  OutputQueue* queue = nullptr;
  DefinedFields fields{};

  [[nodiscard]] fs::path file(const std::string& rest) const {
    return folder / (deck_name + "." + rest);
  }
  /// Of all of the grid.
  [[nodiscard]] Snapshot head(const Moment& moment) const {
    return snapshot_head(grid, moment, provenance);
  }
};

std::vector<std::string> block_fields(Solver& solver, const OutputSettings& settings) {
  return settings.fields.empty() ? solver.primitive_names() : settings.fields;
}

class FieldOutput : public Output {
 public:
  FieldOutput(OutputSettings settings, long count, std::optional<long> last_step, Place place)
      : Output(std::move(settings), count, last_step),
        place_(std::move(place)),
        series_(std::make_shared<XdmfSeries>(place_.file(this->settings().name + ".xdmf"))) {
    // A restart goes on with the series of the files that are there.
    for (long i = 0; i < count; ++i) {
      if (fs::exists(numbered(i))) earlier_.push_back(numbered(i));
    }
  }

  [[nodiscard]] std::optional<Box> shown_cells() const override {
    const FieldPart part = output_part(settings(), place_.head({})).cells;
    return cells_of(part.box, part.block);
  }

 protected:
  void write_now(Solver& solver, const Moment& moment) override {
    OutputPart part = output_part(settings(), place_.head(moment));
    if (settings().precision == FilePrecision::single_precision)
      part.head.precision = Precision::single_precision;
    part.head.compressed = settings().compression;
    std::vector<fs::path> files = std::exchange(earlier_, {});
    files.push_back(numbered(count()));
    const auto gather = [&, time = moment.time](const std::string& name) {
      return place_.fields.gather(solver, name, time);
    };
    ToWrite<FieldSource> fields = keep_fields(
        solver, gather, block_fields(solver, settings()), part.cells,
        {part.head.precision, part.head.compressed, place_.fields, moment.time}, *place_.queue);
    const auto write = [head = part.head, files, series = series_](const FieldSource& source) {
      write_athdf(files.back(), head, source);
      series->add(files);
    };
    std::move(fields).hand_over(*place_.queue, write);
  }

 private:
  [[nodiscard]] fs::path numbered(long number) const {
    return place_.file(fmt::format("{}.{:05}.athdf", settings().name, number));
  }

  Place place_;
  std::vector<fs::path> earlier_;       ///< of the runs before, which no series of ours has yet
  std::shared_ptr<XdmfSeries> series_;  ///< which one work after the other has
};

class PictureOutput : public Output {
 public:
  PictureOutput(OutputSettings settings, long count, std::optional<long> last_step, Place place)
      : Output(std::move(settings), count, last_step), place_(std::move(place)) {}

  [[nodiscard]] std::optional<Box> shown_cells() const override {
    if (settings().picture.view == PictureView::volume) return std::nullopt;
    return picture_part(settings(), place_.head({})).cells.box;
  }

 protected:
  void write_now(Solver& solver, const Moment& moment) override {
    const PictureOptions& options = settings().picture;
    const std::string ending = name_of(settings().format);
    for (const std::string& name : block_fields(solver, settings())) {
      const std::string stem = settings().name + "." + name;
      const fs::path file = place_.file(fmt::format("{}.{:05}.{}", stem, count(), ending));
      // A viewer left open on this one follows the run.
      const fs::path latest = place_.file(stem + "." + ending);
      const auto write = [file, latest](const std::string& bytes) {
        replace_file_by_text(file, bytes, Survives::program);
        replace_file_by_copy(latest, file, Survives::program);
      };
      const auto draw = [name, options, format = settings().format](const auto& kept) {
        return picture_of(kept, name, options, format);
      };
      if (options.view == PictureView::volume)
        paint_box(solver, file, name, moment).hand_over(*place_.queue, draw, write);
      else
        keep_picture(solver, file, name, moment).hand_over(*place_.queue, draw, write);
    }
  }

 private:
  /// A field seen from outside, painted where it is.
  struct PaintedBox {
    Snapshot head;
    PaintedVolume painted;
  };
  static std::string picture_of(const PaintedBox& box, const std::string& name,
                                const PictureOptions& options, PictureFormat format) {
    return volume_picture(box.head, name, box.painted, options, format);
  }
  static std::string picture_of(const Snapshot& plane, const std::string& name,
                                const PictureOptions& options, PictureFormat format) {
    return field_picture(plane, name, options, format);
  }

  [[nodiscard]] ToWrite<PaintedBox> paint_box(Solver& solver, const fs::path& file,
                                              const std::string& name, const Moment& moment) const {
    FieldPainter painter(solver.device());
    const VolumeOfField volume = volume_of(painter, solver, place_.fields, name, moment.time);
    return {{place_.head(moment), paint_volume(volume, place_.grid, file, settings().picture)},
            true};
  }

  /// The field, as values or as what its pixels show of them, and what is drawn over it.
  [[nodiscard]] ToWrite<Snapshot> keep_picture(Solver& solver, const fs::path& file,
                                               const std::string& name,
                                               const Moment& moment) const {
    const PictureOptions& options = settings().picture;
    OutputPart part = picture_part(settings(), place_.head(moment));
    const Box& box = part.cells.box;
    std::vector<std::string> overlays = overlay_fields(options, part.head.grid);
    const auto pixels = pixels_of_plane(file, part.head, options);
    const bool drawn_over = std::erase(overlays, name) > 0;
    const bool as_means = pixels && !drawn_over;
    const std::size_t bytes =
        (overlays.size() + (as_means ? 0 : 1)) * box.values() * sizeof(double);
    const bool kept = place_.queue->make_room(bytes);
    const auto values_of = [&](const std::string& of) {
      FieldValues values(box.values());
      place_.fields.read(solver, of, moment.time, box,
                         {Precision::double_precision, values.data()});
      return values;
    };
    NamedField field{name, {}};
    if (as_means)
      field.means = plane_means(solver.device(), place_.fields.gather(solver, name, moment.time),
                                box, *pixels);
    else
      field.values = values_of(name);
    part.head.fields.push_back(std::move(field));
    for (const std::string& over : overlays) part.head.fields.push_back({over, values_of(over)});
    return {std::move(part.head), kept, bytes};
  }

  Place place_;
};

std::string count_key(const std::string& name) { return "output." + name + ".count"; }
std::string last_step_key(const std::string& name) { return "output." + name + ".last_step"; }

/// <deck>.hst; with the name of the block where there are several histories.
fs::path history_file(const Place& place, const std::vector<OutputSettings>& blocks,
                      const OutputSettings& block) {
  const auto histories =
      std::count_if(blocks.begin(), blocks.end(),
                    [](const OutputSettings& other) { return other.type == OutputType::history; });
  return place.file(histories > 1 ? block.name + ".hst" : "hst");
}

/// Of the fields in files.
Precision precision_of(const Provenance& provenance) {
  return precision_named(provenance.precision) == Precision::single_precision
             ? Precision::single_precision
             : Precision::double_precision;
}

}  // namespace

std::vector<OutputSettings> output_blocks(const Deck& deck) {
  if (!deck.outputs().empty()) return deck.outputs();
  OutputSettings fields;
  fields.type = OutputType::hdf5;
  fields.name = "fields";
  OutputSettings history;
  history.type = OutputType::history;
  history.name = "history";
  history.every_time = (deck.number("run", "end_time") - deck.number("run", "start_time")) / 100;
  OutputSettings picture;
  picture.type = OutputType::png;
  picture.name = "picture";
  picture.fields = {deck.program() == nullptr ? "density" : deck.program()->state_fields()[0]};
  return {fields, history, picture};
}

std::optional<fs::path> history_file(const fs::path& folder, const Deck& deck) {
  const std::vector<OutputSettings> blocks = output_blocks(deck);
  const auto first = std::find_if(blocks.begin(), blocks.end(), [](const OutputSettings& block) {
    return block.type == OutputType::history;
  });
  if (first == blocks.end()) return std::nullopt;
  return history_file(Place{folder, deck.name(), deck.grid(), {}, nullptr}, blocks, *first);
}

Snapshot snapshot_head(const Grid& grid, const Moment& moment, const Provenance& provenance) {
  Snapshot snapshot;
  snapshot.grid = grid;
  snapshot.time = moment.time;
  snapshot.step = moment.step;
  snapshot.precision = precision_of(provenance);
  snapshot.provenance = provenance;
  return snapshot;
}

Output::Output(OutputSettings settings, long count, std::optional<long> last_step)
    : settings_(std::move(settings)),
      cadence_(settings_.every_time, settings_.every_steps, settings_.every_wall_time),
      count_(count),
      last_step_(last_step) {}

bool Output::due(const Moment& moment) const {
  return cadence_.due(moment.time, moment.step, moment.wall);
}

void Output::write(Solver& solver, const Moment& moment) {
  if (last_step_ == moment.step) return;
  write_now(solver, moment);
  ++count_;
  last_step_ = moment.step;
  cadence_.done(moment.time, moment.wall);
}

void Output::resume(Solver&, const Moment& moment) { cadence_.done(moment.time, moment.wall); }

Outputs::Outputs(const Deck& deck, Solver& solver, const std::filesystem::path& folder,
                 const Provenance& provenance, const StartingPoint& start, OutputQueue& queue)
    : queue_(queue) {
  const std::vector<OutputSettings> blocks = output_blocks(deck);
  const Place place{folder, deck.name(), deck.grid(), provenance, &queue, deck.defined_fields()};
  const std::optional<double> restart_time = start.fresh ? std::nullopt : std::optional(start.time);
  for (const OutputSettings& block : blocks) {
    long count = 0;
    std::optional<long> last_step;
    if (const auto found = start.driver.find(count_key(block.name)); found != start.driver.end()) {
      count = long(found->second);
      last_step = long(start.driver.at(last_step_key(block.name)));
    }
    switch (block.type) {
      case OutputType::hdf5:
        outputs_.push_back(std::make_unique<FieldOutput>(block, count, last_step, place));
        break;
      case OutputType::png:
        outputs_.push_back(std::make_unique<PictureOutput>(block, count, last_step, place));
        break;
      case OutputType::history:
        outputs_.push_back(std::make_unique<HistoryOutput>(
            block, count, last_step, history_file(place, blocks, block), solver, restart_time));
        break;
      case OutputType::spectrum:
        outputs_.push_back(std::make_unique<SpectrumOutput>(
            block, count, last_step,
            SpectrumPlace{place.file(block.name), deck.name(), place.grid, precision_of(provenance),
                          forcing_wave_number(deck), &queue, place.fields},
            solver, restart_time));
        break;
      case OutputType::profile:
      case OutputType::pdf:
      case OutputType::histogram:
        outputs_.push_back(std::make_unique<TableOutput>(
            block, count, last_step, place.file(block.name), place.fields, queue));
        break;
      case OutputType::sac:
      case OutputType::smaug:
      case OutputType::gdf:
        outputs_.push_back(
            std::make_unique<StateOutput>(block, count, last_step, place.file(block.name),
                                          frame_of(deck, provenance), place.fields, queue));
        break;
    }
  }
  const Moment moment = moment_of(start);
  for (const auto& output : outputs_) {
    if (!start.fresh) output->resume(solver, moment);
  }
}

bool Outputs::due(const Moment& moment) const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [&](const auto& output) { return output->due(moment); });
}

void Outputs::complete_due(Solver& solver, const Moment& moment) const {
  for (const auto& output : outputs_) {
    if (!output->due(moment)) continue;
    const std::optional<Box> cells = output->shown_cells();
    if (!cells) return solver.complete_step();
    solver.complete_cells(*cells);
  }
}

void Outputs::write_due(Solver& solver, const Moment& moment) {
  queue_.begin_moment();
  for (const auto& output : outputs_) {
    if (output->due(moment)) output->write(solver, moment);
  }
}

void Outputs::write_all(Solver& solver, const Moment& moment) {
  queue_.begin_moment();
  for (const auto& output : outputs_) output->write(solver, moment);
}

std::map<std::string, double> Outputs::state() const {
  std::map<std::string, double> state;
  for (const auto& output : outputs_) {
    if (!output->last_step()) continue;
    state[count_key(output->settings().name)] = double(output->count());
    state[last_step_key(output->settings().name)] = double(*output->last_step());
  }
  return state;
}

std::string Outputs::files_text() const {
  std::string text;
  for (const auto& output : outputs_) {
    text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", output->count(),
                        noun(output->settings().type), output->settings().name);
  }
  return text;
}

}  // namespace solenoid
