#include "src/program/module.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include "src/output/temporary_files.hpp"
#include "src/program/built_in_solvers.hpp"
#include "src/program/content_name.hpp"
#include "src/program/library_file.hpp"
#include "src/program/shapes.hpp"
#include "src/stencil/emit.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// All headers that a module may include, and its source.
void add_headers(ContentName& name, const fs::path& source) {
  std::vector<fs::path> files;
  for (const char* folder : {"numerics", "physics"}) {
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(source / folder, error)) {
      if (entry.path().extension() == ".hpp") files.push_back(entry.path());
    }
  }
  files.push_back(source / module_source);
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) name.add(text_of(file));
}

/// Holds a lock among processes while it lives. Where the file system has no locks nothing waits,
/// and the same module may be made twice.
class FileLock {
 public:
  explicit FileLock(const fs::path& file)
      : descriptor_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    while (descriptor_ >= 0 && flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int descriptor_;
};

/// The first lines of what a compiler said.
std::string beginning(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  std::string line;
  for (int i = 0; i < 12 && std::getline(lines, line); ++i) result += "\n  " + line;
  return result;
}

/// The number type of a precision.
const char* type_of(Precision precision) {
  if (precision == Precision::single_precision) return "float";
  return precision == Precision::double_precision ? "double" : "solenoid::Extended";
}

/// One module: its text, what compiles it, and where it is kept.
class Module {
 public:
  Module(const StencilProgram& program, Precision precision, Device device,
         const std::optional<PassShape>& shape, const ModuleCompiler& compiler,
         const fs::path& folder)
      : compiler_(compiler) {
    const std::string definition =
        shape ? fmt::format("#define SOLENOID_PASS_SHAPE {}\n", shape_initialiser(*shape)) : "";
    text_ = definition + stencil::emit(program.kernels, "program", program.name);
    command_ = fmt::format(
        "{} -w -fPIC -shared -DSOLENOID_PROGRAM_REAL={} "
        "-DSOLENOID_PROGRAM_SPACE={}",
        compiler.command, type_of(precision),
        precision == Precision::extended_precision ? "SequentialSpace"
        : device == Device::gpu                    ? "DeviceSpace"
                                                   : "HostSpace");
    if (program.options.terms) command_ += " -DSOLENOID_PROGRAM_IS_TERMS";
    title_ = fmt::format("{}, order {}, {} precision", program.name, program.kernels.order,
                         name_of(precision));
    ContentName content;
    content.add(text_);
    content.add(command_);
    add_headers(content, compiler.source);
    // The loader joins what has one name in several modules: each program is a class of its own.
    const std::string type = "program_" + content.text();
    text_ = definition + stencil::emit(program.kernels, type, program.name);
    command_ += " -DSOLENOID_PROGRAM=" + type;
    stem_ = folder / fmt::format("{}-{}", program.name, content.text());
  }

  /// The shared object, made if it is not there.
  fs::path file(const Announce& announce) const {
    const fs::path file = with_suffix(".so");
    if (fs::exists(file)) return file;
    make_module_folder(stem_.parent_path());
    const FileLock lock(with_suffix(".lock"));
    if (fs::exists(file)) return file;
    if (announce) announce(fmt::format("compiling the stencil program {} (once)", title_));
    compile(file);
    return file;
  }

 private:
  [[nodiscard]] fs::path with_suffix(const std::string& suffix) const {
    return stem_.string() + suffix;
  }

  /// Beside the target, which appears whole or not at all.
  void compile(const fs::path& target) const {
    const fs::path source = fs::path(compiler_.source) / module_source;
    if (!fs::exists(source)) {
      throw ModuleError(fmt::format(
          "cannot compile the stencil program {}: the sources of Solenoid that its headers are in "
          "are no longer in {}; build Solenoid again, or install it, headers and all",
          title_, compiler_.source));
    }
    if (const std::string changed = changed_header(compiler_.source, recorded_compiler().headers);
        !changed.empty()) {
      throw ModuleError(fmt::format(
          "cannot compile the stencil program {}: {} in {} is not what this Solenoid was built "
          "from; build it again",
          title_, changed, compiler_.source));
    }
    remove_left_over_files(stem_.parent_path());
    const fs::path folder = stem_.string() + temporary_ending();
    fs::create_directories(folder);
    std::ofstream(folder / "solenoid_program.hpp") << text_;
    const fs::path object = folder / "program.so";
    const fs::path log = folder / "log";
    const int code = run(fmt::format("{} -I{} -o {} {} >{} 2>&1", command_,
                                     shell_word(folder.string()), shell_word(object.string()),
                                     shell_word(source.string()), shell_word(log.string())));
    const std::string said = text_of(log);
    std::error_code error;
    if (code == 0) fs::rename(object, target, error);
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    if (code == 127) {
      throw ModuleError(
          fmt::format("cannot compile the stencil program {}: the compiler that built Solenoid is "
                      "not here, install it or build Solenoid again; it said:{}",
                      title_, beginning(said)));
    }
    if (code != 0 || error) {
      throw ModuleError(
          fmt::format("compiling the stencil program {} failed: {}{}", title_,
                      error ? error.message() : "the compiler said:", beginning(said)));
    }
  }

  static int run(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

  const ModuleCompiler& compiler_;
  std::string text_;
  std::string command_;
  std::string title_;
  fs::path stem_;
};

/// Modules find the Kokkos of a program, which shows it to all that it loads. The library may have
/// been loaded for one caller alone, as Python does.
void show_kokkos_of_library() {
  const fs::path library = library_file();
  if (!library.empty()) dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

}  // namespace

fs::path module_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return fs::path(value == nullptr ? "" : value);
  };
  if (const fs::path cache = variable("SOLENOID_CACHE"); !cache.empty()) return cache;
  if (const fs::path cache = variable("XDG_CACHE_HOME"); !cache.empty()) return cache / "solenoid";
  if (const fs::path home = variable("HOME"); !home.empty()) return home / ".cache" / "solenoid";
  return fs::temp_directory_path() / fmt::format("solenoid-{}", getuid());
}

void make_module_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    throw ModuleError(fmt::format(
        "cannot create the folder {} of compiled stencil programs: {}; set SOLENOID_CACHE to a "
        "folder that can be written to",
        folder.string(), error.message()));
  }
}

fs::path compile_module(const StencilProgram& program, Precision precision, Device device,
                        const std::optional<PassShape>& shape, const Announce& announce) {
  if (find_built_in_solver(program, precision, device, shape) != nullptr) return {};
  return Module(program, precision, device, shape, module_compiler(), module_folder())
      .file(announce);
}

MakeProgramSolver load_module(const StencilProgram& program, Precision precision, Device device,
                              const std::optional<PassShape>& shape, const Announce& announce) {
  if (const MakeProgramSolver built_in = find_built_in_solver(program, precision, device, shape))
    return built_in;
  return load_module(program, precision, device, shape, announce, module_compiler(),
                     module_folder());
}

namespace {

/// A function of a module. Throws ModuleError.
void* function_in(const fs::path& file, const char* symbol) {
  show_kokkos_of_library();
  link_for_programs();
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* reason = handle == nullptr ? dlerror() : nullptr;
  void* function = handle == nullptr ? nullptr : dlsym(handle, symbol);
  if (function == nullptr) {
    throw ModuleError(
        fmt::format("cannot load the compiled stencil program {}: {}; remove the file "
                    "to have it compiled again",
                    file.string(), reason == nullptr ? "no solver in it" : reason));
  }
  return function;
}

}  // namespace

MakeProgramSolver load_module(const StencilProgram& program, Precision precision, Device device,
                              const std::optional<PassShape>& shape, const Announce& announce,
                              const ModuleCompiler& compiler, const fs::path& folder) {
  const fs::path file = Module(program, precision, device, shape, compiler, folder).file(announce);
  return reinterpret_cast<MakeProgramSolver>(function_in(file, make_program_solver_symbol));
}

MakeTerms load_terms(const StencilProgram& program, Precision precision, Device device,
                     const Announce& announce) {
  const fs::path file = compile_module(program, precision, device, {}, announce);
  return reinterpret_cast<MakeTerms>(function_in(file, make_terms_symbol));
}

}  // namespace solenoid
