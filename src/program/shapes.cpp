#include "src/program/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include "src/stencil/emit.hpp"

namespace solenoid {

namespace {

/// Tiles without more than so many of a kind: compiling each takes a minute.
constexpr std::size_t most_tiles = 16;
constexpr int entries = 4;

bool can_run(const PassShape& shape) {
  if (shape.form == PassForm::blocks)
    return shape.columns >= 0 && shape.rows >= 1 && shape.planes >= 1;
  const int least = std::min({shape.columns, shape.rows, shape.planes, shape.teams});
  const int most = std::max({shape.columns, shape.rows, shape.planes, shape.teams});
  return least >= 1 && most <= most_threads && shape.vertices() <= most_threads &&
         shape.vertices() % threads_in_step == 0 && shape.teams <= most_resident_teams &&
         shape.vertices() * shape.teams <= most_resident_threads &&
         (shape.form == PassForm::plain || shape.columns % values_of_copy(sizeof(float)) == 0);
}

const char* form_name(PassForm form) {
  if (form == PassForm::plain) return "plain";
  return form == PassForm::tiles ? "tiles" : "blocks";
}

/// Takes a number off the front of a text, and the sign behind it unless that is 0.
bool take(std::string& text, int& number, char sign) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.erase(0, std::size_t(end - text.data()));
  if (sign == '\0') return text.empty();
  if (text.empty() || text.front() != sign) return false;
  text.erase(0, 1);
  return true;
}

/// Registers that a thread may have.
int registers(const PassShape& shape) { return all_registers / (shape.vertices() * shape.teams); }

/// Values that a team copies for a vertex of its own, in the pass where that is most; nothing
/// where no pass is for such tiles.
std::optional<double> copies(const PassShape& shape, const std::vector<stencil::StepNeeds>& passes,
                             int value_bytes) {
  std::optional<double> most;
  for (const stencil::StepNeeds& needs : passes) {
    if (needs.previous == 0) continue;  // not for tiles
    const TileExtents extents(shape, {needs.steps, needs.reach, needs.previous}, value_bytes);
    if (extents.fits)
      most = std::max(most.value_or(0), double(extents.values) / double(shape.vertices()));
  }
  return most;
}

std::vector<PassShape> tiles_for(const std::vector<stencil::StepNeeds>& passes, int value_bytes) {
  // What steps keep, and what they compute with; with too many there are too few warps to hide
  // what they wait for.
  int kept = 0;
  for (const stencil::StepNeeds& needs : passes) kept = std::max(kept, needs.kept);
  const int least_registers = kept * value_bytes / 4 + 36;
  constexpr int most_registers = 170;
  // Of tiles of one size only the best form: that copies least.
  std::map<std::tuple<int, int, int>, std::pair<double, PassShape>> best;
  const int bank_row = 128 / value_bytes;
  for (const int columns : {bank_row, 2 * bank_row})
    for (const int rows : {16, 10, 8, 6, 5, 4, 2})
      for (const int planes : {2, 4, 5, 6, 8})
        for (const int teams : {1, 2, 3}) {
          const PassShape shape{PassForm::tiles, columns, rows, planes, teams, entries};
          if (!can_run(shape) || registers(shape) < least_registers ||
              registers(shape) > most_registers)
            continue;
          const std::optional<double> copied = copies(shape, passes, value_bytes);
          if (!copied) continue;
          const auto size = std::tuple(columns, shape.vertices(), teams);
          const auto found = best.find(size);
          if (found == best.end() || *copied < found->second.first) best[size] = {*copied, shape};
        }
  std::vector<std::pair<double, PassShape>> sorted;
  for (const auto& [size, shape] : best) sorted.push_back(shape);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<PassShape> shapes;
  for (std::size_t i = 0; i < std::min(sorted.size(), most_tiles); ++i)
    shapes.push_back(sorted[i].second);
  return shapes;
}

int value_bytes_of(Precision precision) {
  return int(precision == Precision::single_precision ? sizeof(float) : sizeof(double));
}

std::vector<PassShape> once_each(const std::vector<PassShape>& shapes) {
  std::vector<PassShape> once;
  for (const PassShape& shape : shapes)
    if (std::find(once.begin(), once.end(), shape) == once.end()) once.push_back(shape);
  return once;
}

}  // namespace

PassShape reference_shape(Device device) {
  return device == Device::cpu ? default_block_shape : plain_pass_shape;
}

std::string shape_word(const PassShape& shape) {
  const std::string size = fmt::format("{}x{}x{}", shape.columns, shape.rows, shape.planes);
  if (shape.form == PassForm::blocks) return "blocks:" + size;
  if (shape.form == PassForm::plain) return fmt::format("plain:{}:{}", size, shape.teams);
  return fmt::format("tiles:{}:{}:{}", size, shape.teams, shape.entries);
}

std::optional<PassShape> shape_of_word(const std::string& word) {
  for (const PassForm form : {PassForm::plain, PassForm::tiles, PassForm::blocks}) {
    const std::string beginning = fmt::format("{}:", form_name(form));
    if (word.rfind(beginning, 0) != 0) continue;
    std::string rest = word.substr(beginning.size());
    PassShape shape;
    shape.form = form;
    if (form == PassForm::blocks) shape.teams = 0;
    const bool gpu = form != PassForm::blocks;
    const bool tiles = form == PassForm::tiles;
    const bool read = take(rest, shape.columns, 'x') && take(rest, shape.rows, 'x') &&
                      take(rest, shape.planes, gpu ? ':' : '\0') &&
                      (!gpu || take(rest, shape.teams, tiles ? ':' : '\0')) &&
                      (!tiles || take(rest, shape.entries, '\0'));
    if (read && can_run(shape)) return shape;
  }
  return std::nullopt;
}

std::string shape_text(const PassShape& shape) {
  const std::string size = fmt::format("{} x {} x {}", shape.columns, shape.rows, shape.planes);
  if (shape.form == PassForm::blocks) {
    return shape.columns > 0 ? "blocks of " + size
                             : fmt::format("blocks of {} x {} rows", shape.rows, shape.planes);
  }
  const std::string teams = fmt::format("{} {}", shape.teams, shape.teams == 1 ? "team" : "teams");
  return shape.form == PassForm::tiles
             ? fmt::format("tiles of {}, {} fields, {}", size, shape.entries, teams)
             : fmt::format("no tiles, {}, {}", size, teams);
}

std::string shape_initialiser(const PassShape& shape) {
  return fmt::format("{{PassForm::{}, {}, {}, {}, {}, {}}}", form_name(shape.form), shape.columns,
                     shape.rows, shape.planes, shape.teams, shape.entries);
}

PassShape default_shape(Precision precision, Device device, const std::array<int, 3>& cells) {
  if (device == Device::cpu) return default_block_shape;
  return shape_for(default_tile_shape(std::size_t(value_bytes_of(precision))), precision, cells);
}

PassShape shape_for(const PassShape& wanted, Precision precision, const std::array<int, 3>& cells) {
  const bool tiles = wanted.form == PassForm::tiles;
  return tiles && !can_be_cut(cells, wanted, value_bytes_of(precision)) ? plain_pass_shape : wanted;
}

std::vector<PassShape> candidate_shapes(const stencil::Kernels& kernels, Precision precision,
                                        Device device, const std::array<int, 3>& cells) {
  std::vector<PassShape> shapes{reference_shape(device), default_shape(precision, device, cells)};
  if (device == Device::cpu) {
    for (const int columns : {0, 64})
      for (const int rows : {8, 16, 32})
        for (const int planes : {16, 32, 64})
          shapes.push_back({PassForm::blocks, columns, rows, planes, 0, 0});
    return once_each(shapes);
  }
  for (const auto& [rows, planes, teams] :
       {std::array{4, 1, 3}, {4, 1, 4}, {2, 2, 2}, {2, 2, 3}, {4, 2, 1}})
    shapes.push_back({PassForm::plain, 32, rows, planes, teams, 0});
  for (const PassShape& tiles : tiles_for(stencil::step_needs(kernels), value_bytes_of(precision)))
    shapes.push_back(shape_for(tiles, precision, cells));
  return once_each(shapes);
}

}  // namespace solenoid
