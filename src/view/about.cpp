#include "src/view/about.hpp"

#include <fmt/format.h>

#include "src/driver/control.hpp"
#include "src/machine/machine.hpp"
#include "src/output/history_table.hpp"
#include "src/picture/colour_scale.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr int shown_colours = 32;  // of a map, on the page's scale

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ",") + part;
  return text;
}

std::string texts(const std::vector<std::string>& words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(json_text(word));
  return "[" + joined(parts) + "]";
}

std::string colour_maps_text() {
  std::vector<std::string> maps;
  for (const std::string& name : colour_map_names()) {
    std::vector<std::string> colours;
    for (int n = 0; n < shown_colours; ++n)
      colours.push_back(
          fmt::format("#{:06x}", code_of(colour_map(name)(n / (shown_colours - 1.0)))));
    maps.push_back(json_text(name) + ":" + texts(colours));
  }
  return "{" + joined(maps) + "}";
}

std::string requests_text() {
  std::vector<std::string> requests;
  for (const Named<Request>& row : Names<Request>::rows)
    requests.push_back(json_text(row.name) + ":" + json_text(meaning_of(row.value)));
  return "{" + joined(requests) + "}";
}

}  // namespace

std::string about_text(const AboutSubject& subject) {
  const Grid& grid = subject.grid;
  return fmt::format(
      "{{\"name\":{},\"title\":{},\"version\":{},\"live\":{},\"dimensions\":{},"
      "\"cells\":[{},{},{}],\"lower\":[{},{},{}],\"upper\":[{},{},{}],\"fields\":{},"
      "\"moments\":{},\"colours\":{},\"requests\":{}}}",
      json_text(subject.name), json_text(subject.title), json_text(version_text()), subject.live,
      grid.dimensions(), grid.cells[0], grid.cells[1], grid.cells[2], grid.lower[0], grid.lower[1],
      grid.lower[2], grid.upper[0], grid.upper[1], grid.upper[2], texts(subject.fields),
      texts(subject.moments), colour_maps_text(), requests_text());
}

std::string history_of_file(const std::filesystem::path& file, const HistoryRows& rows) {
  const HistoryTable table = read_history(file);
  const std::size_t values = 2;  // time and dt come before them
  std::vector<std::vector<double>> before(table.columns.front().size());
  for (std::size_t n = 0; n < before.size(); ++n) {
    before[n].push_back(table.columns[0][n]);
    for (std::size_t c = values; c < table.columns.size(); ++c)
      before[n].push_back(table.columns[c][n]);
  }
  return rows.text({table.labels.begin() + std::ptrdiff_t(values), table.labels.end()}, before);
}

}  // namespace solenoid
