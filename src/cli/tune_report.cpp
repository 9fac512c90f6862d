#include "src/cli/tune_report.hpp"

#include <fmt/format.h>

#include "src/program/shapes.hpp"
#include "src/text/words.hpp"

namespace solenoid {

std::string tune_heading() {
  return fmt::format("{:<44} {:>10} {:>14}\n", "shape", "ns/vertex", "times default");
}

std::string tune_line(const ShapeResult& result, double of_default) {
  const std::string shape = shape_text(result.shape);
  if (!result.problem.empty()) return fmt::format("{:<44} {}\n", shape, result.problem);
  const std::string ratio =
      of_default > 0 ? fmt::format("{:.2f}", of_default / result.nanoseconds) : "-";
  return fmt::format("{:<44} {:>10.4g} {:>14}\n", shape, result.nanoseconds, ratio);
}

std::string tune_json(const TunedShape& fastest, const std::vector<ShapeResult>& results) {
  const TuningSubject& subject = fastest.subject;
  std::string json = fmt::format(
      "{{\n  \"program\": {}, \"order\": {}, \"precision\": {}, \"device\": {},\n"
      "  \"cells\": [{}], \"fastest\": {},\n  \"results\": [",
      json_text(subject.program), subject.order, json_text(subject.precision),
      json_text(subject.device), fmt::join(fastest.cells, ", "),
      json_text(shape_word(fastest.shape)));
  const char* separator = "\n";
  for (const ShapeResult& result : results) {
    json += fmt::format("{}    {{\"shape\": {}, ", separator, json_text(shape_word(result.shape)));
    json += result.problem.empty()
                ? fmt::format("\"nanoseconds_per_update\": {:.6g}}}", result.nanoseconds)
                : fmt::format("\"problem\": {}}}", json_text(result.problem));
    separator = ",\n";
  }
  return json + "\n  ]\n}\n";
}

}  // namespace solenoid
