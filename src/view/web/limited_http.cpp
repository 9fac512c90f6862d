#include "src/view/web/limited_http.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <utility>

#include "src/output/thread_without_signals.hpp"

namespace solenoid {

namespace {

constexpr std::size_t request_bytes = std::size_t(1) << 15;
constexpr double request_seconds = 5;   // from its first byte to its last
constexpr double write_seconds = 5;     // until a client takes some of what is sent to it
constexpr double answer_seconds = 60;   // until he has taken all of it
constexpr double ending_seconds = 0.5;  // the same once the server ends
constexpr int slice = 50;               // milliseconds after which a thread looks whether it ends

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void ConnectionThreads::enqueue(std::function<void()> connection) {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return running_ < most_; });
  ++running_;
  const auto serve = [this, work = std::move(connection)] {
    work();
    // Under the lock to the end: who waits for the last one destroys this object then.
    const std::lock_guard ending(mutex_);
    --running_;
    ended_.notify_all();
  };
  thread_without_signals(serve).detach();
}

void ConnectionThreads::shutdown() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return running_ == 0; });
}

bool LimitedStream::await(short event, double seconds) const {
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    const bool ends = server_ == INVALID_SOCKET;
    const double left = (ends ? std::min(seconds, ending_seconds) : seconds) - seconds_since(begin);
    if (left <= 0) return false;
    pollfd waiting{socket_, event, 0};
    const int found = ::poll(&waiting, 1, std::min(slice, int(1000 * left) + 1));
    if (found > 0) return true;
    if (found < 0 && errno != EINTR) return false;
  }
}

bool LimitedStream::begin_request() {
  const auto begin = std::chrono::steady_clock::now();
  while (begin_ == end_ && server_ != INVALID_SOCKET && seconds_since(begin) < idle_seconds) {
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, slice) != 0) break;
  }
  if (server_ == INVALID_SOCKET) return false;
  bytes_left_ = request_bytes;
  until_ =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(long(1000 * request_seconds));
  return true;
}

ssize_t LimitedStream::read(char* to, std::size_t size) {
  if (begin_ == end_) {
    const double left =
        std::chrono::duration<double>(until_ - std::chrono::steady_clock::now()).count();
    if (bytes_left_ == 0 || !await(POLLIN, left)) return -1;
    const ssize_t got = ::recv(socket_, buffer_.data(), std::min(buffer_.size(), bytes_left_), 0);
    if (got <= 0) return got;
    begin_ = 0;
    end_ = std::size_t(got);
    bytes_left_ -= end_;
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(buffer_.data() + begin_, count, to);
  begin_ += count;
  return ssize_t(count);
}

bool LimitedStream::is_writable() const { return await(POLLOUT, write_seconds); }

ssize_t LimitedStream::write(const char* from, std::size_t size) {
  const auto begin = std::chrono::steady_clock::now();
  // All of it: the library does not ask everywhere how much was taken.
  for (std::size_t sent = 0; sent < size;) {
    if (seconds_since(begin) > answer_seconds || !await(POLLOUT, write_seconds)) return -1;
    const ssize_t taken = ::send(socket_, from + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken >= 0) {
      sent += std::size_t(taken);
    } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
      return -1;
    }
  }
  return ssize_t(size);
}

void LimitedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();  // nothing is decided by it
  port = 0;
}

void LimitedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

bool LimitedServer::process_and_close_socket(socket_t socket) {
  LimitedStream stream(socket, svr_sock_);
  bool good = true;
  for (int n = 0; n < most_requests && good && stream.begin_request(); ++n) {
    bool closed = false;
    good = process_request(stream, n == most_requests - 1, closed, nullptr) && !closed;
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return good;
}

}  // namespace solenoid
