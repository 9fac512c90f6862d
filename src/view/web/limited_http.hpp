#pragma once
/// \file
/// The HTTP server of cpp-httplib with limits that it lacks: on how many connections there are, how
/// long a request may be on its way and how large it may be.

#include <httplib.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace solenoid {

inline constexpr double idle_seconds = 20;    ///< between two requests of a connection
inline constexpr int most_requests = 100000;  ///< of a connection

/// A thread for each connection, with all signals blocked, while there are fewer than so many;
/// then whoever connects waits.
class ConnectionThreads final : public httplib::TaskQueue {
 public:
  explicit ConnectionThreads(int most) : most_(most) {}
  void enqueue(std::function<void()> connection) override;
  /// Waits for all of them.
  void shutdown() override;

 private:
  const int most_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

/// A connection of which each request has a number of bytes and a time to come in, and each write
/// a time to be taken.
class LimitedStream final : public httplib::Stream {
 public:
  /// `server`: its socket, which is none once it ends.
  LimitedStream(int socket, const std::atomic<socket_t>& server)
      : socket_(socket), server_(server) {}
  /// Another request may begin: whether one does, before the time is over.
  [[nodiscard]] bool begin_request();

  [[nodiscard]] bool is_readable() const override { return true; }
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* to, std::size_t size) override;
  ssize_t write(const char* from, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  [[nodiscard]] bool await(short event, double seconds) const;

  int socket_;
  const std::atomic<socket_t>& server_;
  std::size_t bytes_left_ = 0;
  std::chrono::steady_clock::time_point until_{};
  // The library reads byte by byte.
  std::array<char, 4096> buffer_{};
  std::size_t begin_ = 0, end_ = 0;
};

/// The server with such connections.
class LimitedServer final : public httplib::Server {
 private:
  bool process_and_close_socket(socket_t socket) override;
};

}  // namespace solenoid
