#include "src/cli/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "src/cli/command.hpp"
#include "src/machine/cores.hpp"
#include "src/output/files.hpp"

extern char** environ;

namespace solenoid {

namespace {

/// Starts this program; with a pipe, both its streams go there.
pid_t start(std::vector<std::string>& words, std::optional<int> pipe) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  if (pipe)
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_adddup2(&streams, *pipe, stream);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, "/proc/self/exe", &streams, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&streams);
  if (error != 0)
    throw OutputError(fmt::format("cannot start {}: {}", words.front(), std::strerror(error)));
  return process;
}

int code_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : int(exit_stopped);
}

}  // namespace

int run_program(std::vector<std::string> words) { return code_of(start(words, std::nullopt)); }

Child::Child(std::vector<std::string> words, const std::vector<int>& cores) {
  int ends[2];
  // Closed in other children, which would keep the pipe open.
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw OutputError(fmt::format("cannot start {}: {}", words.front(), std::strerror(errno)));
  output_ = ends[0];
  // A process begins on the cores of the thread that starts it.
  const std::vector<int> own = cores.empty() ? cores : cores_of_this_thread();
  if (!cores.empty()) stay_on(cores);
  try {
    process_ = start(words, ends[1]);
    if (!own.empty()) stay_on(own);
  } catch (const OutputError&) {
    if (!own.empty()) stay_on(own);
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
}

Child::~Child() {
  close(output_);
  if (process_ == 0) return;
  kill(process_, SIGKILL);
  code_of(process_);
}

std::optional<std::string> Child::line(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    const std::size_t length = text_.find('\n');
    if (length != std::string::npos) {
      const std::string line = text_.substr(0, length);
      text_.erase(0, length + 1);
      return line;
    }
    if (ended_) return std::nullopt;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd readable{output_, POLLIN, 0};
    if (poll(&readable, 1, int(std::max<long>(left, 0))) <= 0) {
      if (left <= 0) return std::nullopt;
      continue;
    }
    char buffer[4096];
    const ssize_t count = read(output_, buffer, sizeof buffer);
    if (count > 0) text_.append(buffer, std::size_t(count));
    if (count > 0 || (count < 0 && errno == EINTR)) continue;
    ended_ = true;
    if (!text_.empty()) text_ += '\n';
  }
}

void Child::ask_to_stop() const {
  if (process_ != 0) kill(process_, SIGTERM);
}

int Child::code() {
  const int code = code_of(process_);
  process_ = 0;
  return code;
}

}  // namespace solenoid
