#include "src/program/tuned.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "src/output/replace.hpp"
#include "src/program/content_name.hpp"
#include "src/program/shapes.hpp"
#include "src/stencil/emit.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

constexpr const char* suffix = ".tuned";

using Lines = std::map<std::string, std::string>;

/// The lines "key = value" of a file. Throws std::runtime_error.
Lines lines_of(const fs::path& file) {
  std::ifstream stream(file);
  Lines lines;
  std::string line;
  while (std::getline(stream, line)) {
    const std::size_t sign = line.find(" = ");
    if (sign != std::string::npos) lines[line.substr(0, sign)] = line.substr(sign + 3);
  }
  if (lines.empty()) throw std::runtime_error("it cannot be read");
  return lines;
}

/// Throws std::runtime_error.
std::string value_of(const Lines& lines, const std::string& key) {
  const auto found = lines.find(key);
  if (found == lines.end()) throw std::runtime_error(fmt::format("'{}' is missing", key));
  return found->second;
}

/// The numbers of a line. Throws std::runtime_error if there are others than `count`.
std::vector<double> numbers_of(const Lines& lines, const std::string& key, std::size_t count) {
  std::istringstream text(value_of(lines, key));
  std::vector<double> numbers;
  double number = 0;
  while (text >> number) numbers.push_back(number);
  if (numbers.size() != count || !text.eof())
    throw std::runtime_error(fmt::format("'{}' is '{}'", key, value_of(lines, key)));
  return numbers;
}

/// Throws std::runtime_error that says what is wrong.
TunedShape read(const fs::path& file) {
  const Lines lines = lines_of(file);
  TunedShape tuned;
  tuned.subject.program = value_of(lines, "program");
  tuned.subject.order = int(numbers_of(lines, "order", 1)[0]);
  tuned.subject.precision = value_of(lines, "precision");
  tuned.subject.device = value_of(lines, "device");
  tuned.subject.content = value_of(lines, "content");
  const std::string word = value_of(lines, "shape");
  const std::optional<PassShape> shape = shape_of_word(word);
  if (!shape) throw std::runtime_error(fmt::format("'{}' is no shape of a pass", word));
  tuned.shape = *shape;
  const std::vector<double> cells = numbers_of(lines, "cells", tuned.cells.size());
  std::transform(cells.begin(), cells.end(), tuned.cells.begin(),
                 [](double number) { return int(number); });
  tuned.nanoseconds = numbers_of(lines, "nanoseconds", 1)[0];
  return tuned;
}

std::string text_of(const TunedShape& tuned) {
  const TuningSubject& of = tuned.subject;
  return fmt::format(
      "# Written by 'solenoid tune'; may be removed.\nprogram = {}\norder = {}\nprecision = {}\n"
      "device = {}\ncontent = {}\nshape = {}\ncells = {}\nnanoseconds = {:.6g}\n",
      of.program, of.order, of.precision, of.device, of.content, shape_word(tuned.shape),
      fmt::join(tuned.cells, " "), tuned.nanoseconds);
}

}  // namespace

TuningSubject::TuningSubject(const StencilProgram& stencil_program, Precision in, std::string on)
    : program(stencil_program.name),
      order(stencil_program.kernels.order),
      precision(name_of(in)),
      device(std::move(on)) {
  ContentName name;
  name.add(stencil::emit(stencil_program.kernels, "program", program));
  name.add(precision);
  name.add(device);
  content = name.text();
}

fs::path tuned_file(const TuningSubject& subject, const fs::path& folder) {
  return folder / fmt::format("{}-{}{}", subject.program, subject.content, suffix);
}

void keep_tuned(const TunedShape& tuned, const fs::path& folder) {
  make_module_folder(folder);
  replace_file_by_text(tuned_file(tuned.subject, folder), text_of(tuned), Survives::program);
}

std::optional<TunedShape> find_tuned(const TuningSubject& subject, const fs::path& folder,
                                     const Announce& complain) {
  const fs::path file = tuned_file(subject, folder);
  std::error_code error;
  if (!fs::exists(file, error)) return std::nullopt;
  try {
    TunedShape tuned = read(file);
    if (tuned.subject.device != subject.device)
      throw std::runtime_error("it was measured on " + tuned.subject.device);
    if (tuned.subject.content != subject.content)
      throw std::runtime_error("it was measured for another program");
    return tuned;
  } catch (const std::runtime_error& problem) {
    if (complain)
      complain(fmt::format("not used: the tuned shape in {}: {}; 'solenoid tune' makes a new one",
                           file.string(), problem.what()));
    return std::nullopt;
  }
}

std::vector<TunedShape> tuned_for(const StencilProgram& program, Precision precision,
                                  const fs::path& folder) {
  std::vector<TunedShape> tuned = all_tuned(folder);
  std::erase_if(tuned, [&](const TunedShape& kept) {
    return kept.subject.content != TuningSubject(program, precision, kept.subject.device).content;
  });
  return tuned;
}

std::vector<TunedShape> all_tuned(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == suffix) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<TunedShape> all;
  for (const fs::path& file : files) {
    try {
      all.push_back(read(file));
    } catch (const std::runtime_error&) {
      // Whoever uses it is told.
    }
  }
  return all;
}

}  // namespace solenoid
