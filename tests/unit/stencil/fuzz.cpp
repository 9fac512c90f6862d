/// Programs damaged at random: the compiler refuses or compiles them, and never crashes. The fuzzer
/// proper is tests/fuzz/run; this finds in seconds, also under the sanitizers, what it once found.

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "tests/fuzz/feed_stencil.hpp"
#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

/// All programs of the repository, bad ones included.
std::vector<std::string> corpus() {
  const std::filesystem::path source = source_folder();
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"physics/equations", "physics/equations/forcing",
                             "tests/unit/stencil/programs", "tests/unit/stencil/bad_programs"})
    for (const auto& entry : std::filesystem::directory_iterator(source / folder))
      if (entry.path().extension() == ".stencil") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) texts.push_back(text_of(path));
  return texts;
}

class Damage {
 public:
  explicit Damage(std::vector<std::string> texts) : texts_(std::move(texts)) {}

  /// A program of the corpus with one to four parts cut, doubled, moved, or replaced.
  std::string next() {
    std::string text = texts_[below(texts_.size())];
    for (std::size_t i = 1 + below(4); i > 0; --i) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

  std::string piece(const std::string& of) {
    const std::size_t at = below(of.size());
    return of.substr(at, below(1 + below(40)));
  }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        text.erase(at, 1 + below(1 + below(60)));
        return;
      case 1:
        text.insert(at, piece(text));
        return;
      case 2:
        text.insert(at, piece(texts_[below(texts_.size())]));
        return;
      case 3:
        text.insert(at, 1, char(random_()));
        return;
      case 4:
        text.resize(at);
        return;
      default: {
        static const std::string marks = "(){}[];,.=+-*/<>!?:x0";
        if (at < text.size()) text[at] = marks[below(marks.size())];
        return;
      }
    }
  }

  std::vector<std::string> texts_;
  std::mt19937 random_{20260101};
};

TEST(StencilFuzz, DamagedProgramsAreRefusedOrCompiled) {
  Damage damage(corpus());
  const auto start = std::chrono::steady_clock::now();
  int programs = 0;
  while (programs < 3000 && std::chrono::steady_clock::now() - start < std::chrono::seconds(5)) {
    const std::string text = damage.next();
    SCOPED_TRACE("program " + std::to_string(++programs) + ":\n" + text);
    ASSERT_NO_THROW(feed(text));
  }
  EXPECT_GE(programs, 50);
}

}  // namespace
}  // namespace solenoid::stencil
