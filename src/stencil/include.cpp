#include "src/stencil/include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "src/stencil/scanner.hpp"

namespace solenoid::stencil {

namespace {

namespace fs = std::filesystem;

/// What a file calls another one, as a name that is the same from wherever it is included.
std::string full_name(const std::string& written, const std::string& in) {
  if (written.starts_with('<'))
    return "<" + fs::path(written.substr(1)).lexically_normal().string();
  if (!in.starts_with('<'))
    return (fs::path(in).parent_path() / written).lexically_normal().string();
  // Beside a file that comes with Solenoid.
  const fs::path folder = fs::path(in.substr(1, in.size() - 2)).parent_path();
  return "<" + (folder / written).lexically_normal().string() + ">";
}

class Includer {
 public:
  explicit Includer(const ReadFile& read) : read_(read) {}

  void add(SourceFile file) {
    const auto same = [&](const SourceFile& other) { return other.name == file.name; };
    if (std::any_of(result_.begin(), result_.end(), same)) return;
    open_.push_back(file.name);
    for (const Token& token : includes_of(file)) add_included(file, token);
    open_.pop_back();
    file.included = true;
    result_.push_back(std::move(file));
  }

  std::vector<SourceFile> take() { return std::move(result_); }

 private:
  static std::vector<Token> includes_of(const SourceFile& file) {
    Diagnostics unheard({file});  // the parser scans the file again and reports what is wrong
    Scanner scanner(file, 0, unheard);
    std::vector<Token> found;
    for (Token token = scanner.next(); token.kind != Token::Kind::end; token = scanner.next())
      if (token.kind == Token::Kind::include) found.push_back(token);
    return found;
  }

  void add_included(const SourceFile& from, const Token& token) {
    const std::string name = full_name(token.text, from.name);
    const auto begin = std::find(open_.begin(), open_.end(), name);
    if (begin != open_.end()) {
      std::string way;
      for (auto file = begin + 1; file != open_.end(); ++file) way += ", by way of " + *file;
      fail(from, token, fmt::format("{} includes itself{}", name, way));
    }
    SourceFile file{name, {}, false};
    try {
      file.text = read_(name);
    } catch (const std::runtime_error& error) {
      fail(from, token, error.what());
    }
    add(std::move(file));
  }

  [[noreturn]] static void fail(const SourceFile& file, const Token& token,
                                const std::string& message) {
    Diagnostics diagnostics({file});
    diagnostics.error(token.where, message);
    diagnostics.throw_if_any();
    throw std::logic_error("an error that is none");
  }

  const ReadFile& read_;
  std::vector<std::string> open_;  ///< those whose includes are being read
  std::vector<SourceFile> result_;
};

}  // namespace

std::vector<SourceFile> with_includes(const std::vector<SourceFile>& files, const ReadFile& read) {
  Includer includer(read);
  for (const SourceFile& file : files) {
    SourceFile named = file;
    if (!named.name.starts_with('<')) named.name = fs::path(named.name).lexically_normal().string();
    includer.add(std::move(named));
  }
  return includer.take();
}

std::string text_of_file(const std::string& name) {
  std::error_code unknown;
  std::ifstream file(name, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || fs::is_directory(name, unknown))
    throw std::runtime_error(
        fmt::format("cannot read '{}', expected a file of the stencil language", name));
  return text.str();
}

}  // namespace solenoid::stencil
