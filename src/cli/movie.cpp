// solenoid movie

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>

#include "src/cli/command.hpp"
#include "src/cli/numbered_files.hpp"
#include "src/output/files.hpp"
#include "src/picture/png_size.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

struct MovieArguments {
  std::string folder;
  std::string series;
  std::string out;
  double rate = 12;
};

/// Numbered pictures by the name of their series, in order.
std::map<std::string, std::vector<fs::path>> picture_series(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw UsageError(fmt::format("{} is no folder: expected that of a run", folder.string()));
  return numbered_files(folder, "png");
}

/// A folder that is gone with this object.
class PictureFolder {
 public:
  PictureFolder() {
    std::string name = (fs::temp_directory_path() / "solenoid-movie-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw OutputError("cannot make a folder for the pictures in " +
                        fs::temp_directory_path().string());
    path_ = name;
  }
  ~PictureFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PictureFolder(const PictureFolder&) = delete;
  PictureFolder& operator=(const PictureFolder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Runs a program of the PATH in a folder; its exit code, 127 where there is none of the name.
int run_words(std::vector<std::string> words, const fs::path& folder) {
  const pid_t process = ::fork();
  if (process < 0) throw OutputError("cannot start " + words.front());
  if (process == 0) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    if (::chdir(folder.c_str()) != 0) ::_exit(1);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// What a film is made of.
struct Pictures {
  std::vector<fs::path> files;
  std::array<unsigned, 2> sides{2, 2};  ///< that all fit into, even ones, which most encoders want
};

/// Those that are whole; of others it is said that they are left out.
Pictures whole_pictures(const std::vector<fs::path>& files) {
  Pictures pictures;
  std::string problem;
  for (const fs::path& file : files) {
    try {
      const auto size = size_of_png(file);
      for (std::size_t d = 0; d < 2; ++d)
        pictures.sides[d] = std::max(pictures.sides[d], (size[d] + 1) / 2 * 2);
      pictures.files.push_back(file);
    } catch (const std::runtime_error& error) {
      problem = fmt::format("{}: {}", file.string(), error.what());
      std::cerr << fmt::format("solenoid: warning: left out {}", problem) << std::endl;
    }
  }
  if (pictures.files.empty())
    throw UsageError(fmt::format("no picture is left to make a film of; the last was {}", problem));
  return pictures;
}

const std::vector<fs::path>& chosen(const std::map<std::string, std::vector<fs::path>>& series,
                                    const MovieArguments& arguments, std::string& name) {
  std::vector<std::string> names;
  for (const auto& [each, pictures] : series) names.push_back(each);
  if (names.empty())
    throw UsageError(
        fmt::format("{} holds no numbered pictures (.00000.png); a run writes them by "
                    "an [[output]] of type \"png\"",
                    arguments.folder));
  if (arguments.series.empty() && names.size() > 1)
    throw UsageError(
        fmt::format("{} holds several series of pictures; choose one with --series: {}",
                    arguments.folder, quoted_list(names)));
  name = arguments.series.empty() ? names.front() : arguments.series;
  const auto found = series.find(name);
  if (found == series.end())
    throw UsageError(fmt::format("{} holds no series '{}'{} (it holds {})", arguments.folder, name,
                                 did_you_mean(name, names), quoted_list(names)));
  return found->second;
}

int movie(const MovieArguments& arguments) {
  const auto series = picture_series(arguments.folder);
  std::string name;
  const std::vector<fs::path>& files = chosen(series, arguments, name);
  const fs::path out = arguments.out.empty() ? fs::path(arguments.folder) / (name + ".mp4")
                                             : fs::path(arguments.out);
  const std::string ending = out.extension().string();
  if (ending != ".mp4" && ending != ".webp")
    throw UsageError(
        fmt::format("--out {}: expected a name that ends with .mp4 or .webp", out.string()));
  const Pictures pictures = whole_pictures(files);
  const PictureFolder scratch;
  for (std::size_t n = 0; n < pictures.files.size(); ++n)
    fs::create_symlink(fs::absolute(pictures.files[n]),
                       scratch.path() / fmt::format("{:08}.png", n));
  std::vector<std::string> words{
      "ffmpeg",     "-loglevel",
      "error",      "-y",
      "-framerate", fmt::format("{}", arguments.rate),
      "-i",         "%08d.png",
      "-vf",        fmt::format("pad={}:{}:0:0:white", pictures.sides[0], pictures.sides[1])};
  const std::vector<std::string> mp4{"-c:v",     "libx264", "-crf",      "18",
                                     "-pix_fmt", "yuv420p", "-movflags", "+faststart"};
  const std::vector<std::string> webp{"-c:v", "libwebp", "-quality", "85", "-loop", "0"};
  const std::vector<std::string>& encoder = ending == ".mp4" ? mp4 : webp;
  words.insert(words.end(), encoder.begin(), encoder.end());
  const std::string film = "film" + ending;
  words.push_back(film);
  // There: its name may have what ffmpeg takes for a pattern, a % or a colon.
  const int code = run_words(words, scratch.path());
  if (code == 127)
    throw UsageError("ffmpeg, which makes the film, is not installed (Debian package ffmpeg)");
  if (code != 0)
    throw OutputError(fmt::format("ffmpeg could not make {} (see above)", out.string()));
  std::error_code error;
  fs::copy_file(scratch.path() / film, out, fs::copy_options::overwrite_existing, error);
  if (error) throw OutputError(fmt::format("cannot write {}: {}", out.string(), error.message()));
  std::cout << fmt::format("{}: {} pictures, {:.3g} s", out.string(), pictures.files.size(),
                           double(pictures.files.size()) / arguments.rate)
            << std::endl;
  return exit_good;
}

}  // namespace

Action add_movie(CLI::App& command) {
  const auto arguments = std::make_shared<MovieArguments>();
  command.add_option("RUNFOLDER", arguments->folder, "a folder with numbered pictures")->required();
  command
      .add_option("--series", arguments->series,
                  "which pictures: what their names have before the number")
      ->type_name("NAME");
  command.add_option("--rate", arguments->rate, "pictures a second; by default 12")
      ->check(CLI::Range(0.01, 240.0))
      ->type_name("N");
  command
      .add_option("--out", arguments->out,
                  "the film, .mp4 or .webp; by default RUNFOLDER/<series>.mp4")
      ->type_name("FILE");
  command.footer(
      "It is made by ffmpeg, which has to be installed.\n"
      "Examples:\n"
      "  solenoid movie runs/orszag-tang\n"
      "  solenoid movie runs/blast-3d --series blast-3d.volume.pressure --out blast.webp");
  return [arguments] { return movie(*arguments); };
}

}  // namespace solenoid
