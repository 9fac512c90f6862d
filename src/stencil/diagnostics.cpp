#include "src/stencil/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "src/text/utf8.hpp"

namespace solenoid::stencil {

namespace {

auto order(const Location& where) { return std::tuple(where.file, where.line, where.column); }

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else if (c != '\r') {
      lines.back() += c;
    }
  }
  return lines;
}

}  // namespace

Diagnostics::Diagnostics(const std::vector<SourceFile>& files) {
  for (const SourceFile& file : files) {
    names_.push_back(file.name);
    lines_.push_back(split_lines(file.text));
  }
}

std::string Diagnostics::place(const Location& of, const Location& elsewhere) const {
  return of.file == elsewhere.file
             ? fmt::format("in line {}", of.line)
             : fmt::format("in {}:{}", names_.at(std::size_t(of.file)), of.line);
}

void Diagnostics::error(const Location& where, const std::string& message) {
  const auto same = [&](const Error& e) { return order(e.where) == order(where); };
  if (!full() && std::none_of(errors_.begin(), errors_.end(), same)) {
    errors_.push_back({where, message});
  }
}

std::string Diagnostics::text_of(const Error& error) const {
  const Location& at = error.where;
  std::string result = fmt::format("{}:{}:{}: {}\n", names_.at(std::size_t(at.file)), at.line,
                                   at.column, error.message);
  const std::vector<std::string>& lines = lines_.at(std::size_t(at.file));
  if (std::size_t(at.line) > lines.size()) return result;
  // Of a very long line the part around the place. Columns and widths are those of characters.
  constexpr std::size_t widest = 120;
  const std::string& whole = lines[std::size_t(at.line) - 1];
  const std::size_t column =
      std::min(std::size_t(at.column) - 1, characters_in(whole, whole.size()));
  const std::size_t cut = column < widest ? 0 : column - widest / 2;
  const std::size_t begin = byte_of_character(whole, cut);
  const std::string line = whole.substr(begin, byte_of_character(whole, cut + widest) - begin);
  const std::size_t before = column - cut;
  // A tab under a tab, so that the mark stands right however wide tabs are.
  std::string mark;
  for (std::size_t i = 0; i < before; ++i)
    mark += line[byte_of_character(line, i)] == '\t' ? '\t' : ' ';
  const std::size_t left = characters_in(line, line.size()) - before;
  const std::size_t under = std::max<std::size_t>(1, std::min(std::size_t(at.length), left));
  return result + fmt::format("    {}\n    {}^{}\n", line, mark, std::string(under - 1, '~'));
}

std::string Diagnostics::text() const {
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Error& a, const Error& b) { return order(a.where) < order(b.where); });
  std::string all;
  for (const Error& error : sorted) all += text_of(error);
  if (full()) all += fmt::format("(the first {} errors; there may be more)\n", most);
  all.pop_back();
  return all;
}

void Diagnostics::throw_if_any() const {
  if (!errors_.empty()) throw ProgramError(text());
}

}  // namespace solenoid::stencil
