/// stencilc: compiles a program of the stencil language to a header of C++.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "src/stencil/emit.hpp"
#include "src/stencil/include.hpp"

namespace {

using namespace solenoid::stencil;

struct Options {
  std::vector<std::string> files;
  std::string output;
  std::string name;
  CompilerOptions compiler;
  std::string shipped;
  bool describe = false;
};

std::vector<SourceFile> read_files(const Options& options) {
  const ReadFile read = [&](const std::string& name) {
    const bool shipped = name.starts_with('<');
    if (shipped && options.shipped.empty())
      throw std::runtime_error(fmt::format("where {} is --shipped has to say", name));
    return text_of_file(shipped ? options.shipped + "/" + name.substr(1, name.size() - 2) : name);
  };
  std::vector<SourceFile> files;
  for (const std::string& name : options.files) files.push_back({name, text_of_file(name)});
  return with_includes(files, read);
}

void write_file(const std::string& name, const std::string& text) {
  std::ofstream file(name, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw std::runtime_error(fmt::format("cannot write '{}'", name));
}

int run(const Options& options) {
  const Kernels kernels = compile(read_files(options), options.compiler);
  if (options.describe) fmt::print("{}", describe(kernels));
  if (options.output.empty()) return 0;
  const std::string title =
      fmt::format("{}, differences of order {}{}", fmt::join(options.files, ", "),
                  options.compiler.order, options.compiler.decompose ? ", decomposed" : "");
  write_file(options.output, emit(kernels, options.name, title));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Compiles a program of the stencil language (docs/stencil-language.md) to a header "
      "of C++. Without --output it only checks the program."};
  Options options;
  app.add_option("files", options.files, "the files of the program")->required();
  app.add_option("-o,--output", options.output, "the header to write");
  app.add_option("--name", options.name, "what the program is called in C++")
      ->default_str("program");
  app.add_option("--order", options.compiler.order, "order of the differences")
      ->check(CLI::IsMember({2, 4, 6, 8}))
      ->capture_default_str();
  app.add_option("--shipped", options.shipped,
                 "the folder of files that are included as <file>: physics/equations");
  app.add_option("--sources", options.compiler.sources,
                 "what a deck gives in [source]; the rest is 0 and left out");
  app.add_flag("--decompose", options.compiler.decompose,
               "compute divergences whose gradient is needed in a pass of their own");
  app.add_flag("--terms", options.compiler.terms,
               "the program adds terms to equations that it does not hold, as [physics] terms of a "
               "deck do");
  app.add_flag("--describe", options.describe, "say what each pass reads and computes");
  options.name = "program";
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
