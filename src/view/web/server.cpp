#include "src/view/server.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

#include "src/machine/machine.hpp"
#include "src/output/thread_without_signals.hpp"
#include "src/text/usage_error.hpp"
#include "src/view/web/guard.hpp"
#include "src/view/web/jpeg.hpp"
#include "src/view/web/limited_http.hpp"
#include "src/view/web/page.hpp"

namespace solenoid {

namespace {

using HttpRequest = httplib::Request;
using HttpResponse = httplib::Response;

constexpr int most_connections = 96;
constexpr double answer_seconds = 10;  // until a page that waits is told to ask again
constexpr double feed_seconds = 2;     // between two signs of life
constexpr int no_content = 204, bad_request = 400, forbidden = 403, unavailable = 503;

const char* json = "application/json";

std::string new_token() {
  unsigned char bytes[16];
  if (::getrandom(bytes, sizeof bytes, 0) != ssize_t(sizeof bytes))
    throw std::runtime_error("the system gives no random numbers for the address of the page");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

/// Lets the port be taken again at once after a run, but not shared with another program.
void set_options(socket_t socket) {
  const int yes = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

}  // namespace

class ViewServer::Implementation {
 public:
  Implementation(const ServerPlace& place, ServerContents contents)
      : contents_(std::move(contents)), token_(new_token()) {
    server_.new_task_queue = [] { return new ConnectionThreads(most_connections); };
    server_.set_socket_options(set_options);
    server_.set_tcp_nodelay(true);
    server_.set_payload_max_length(1024);
    server_.set_keep_alive_max_count(most_requests);
    server_.set_keep_alive_timeout(time_t(idle_seconds));
    server_.set_default_headers(
        {{"Cache-Control", "no-store"},
         {"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
          "img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}});
    add_pages();
    add_answers();
    if (contents_.control) add_control();
    listen(place);
  }

  ~Implementation() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }

  const std::string& address() const { return address_; }
  bool is_watched() const { return readers_ > 0; }
  double encode_seconds() const { return encode_seconds_; }

 private:
  void listen(const ServerPlace& place) {
    const std::string host = host_in_address(place.address);
    int port = place.port.value_or(usual_port);
    bool bound = server_.bind_to_port(place.address, port);
    if (!bound && !place.port) {
      port = server_.bind_to_any_port(place.address);
      bound = port > 0;
    }
    if (!bound && place.port)
      throw UsageError(
          fmt::format("the page cannot be shown at {}:{}: the port is taken, or the machine has no "
                      "such address; name another port, or none",
                      host, port));
    if (!bound)
      throw UsageError(
          fmt::format("the page cannot be shown at {}: the machine has no such address; expected "
                      "one of its own, such as 127.0.0.1 or 0.0.0.0",
                      host));
    address_ = fmt::format("http://{}:{}/{}/", host, port, token_);
    server_.set_pre_routing_handler(
        [this, place](const HttpRequest& request, HttpResponse& response) {
          return let_in(place, request, response);
        });
    thread_ = thread_without_signals([this] {
      stay_on(allowed_cores());  // not on the one core of the run's first thread
      server_.listen_after_bind();
    });
    // stop() is of no effect before that.
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  httplib::Server::HandlerResponse let_in(const ServerPlace& place, const HttpRequest& request,
                                          HttpResponse& response) const {
    const Visitor visitor{request.get_header_value("Host"), request.get_header_value("Origin"),
                          request.path};
    const std::string problem = refusal_of(visitor, token_, is_local(place.address));
    if (problem.empty()) return httplib::Server::HandlerResponse::Unhandled;
    response.status = forbidden;
    response.set_content(problem + "\n", "text/plain");
    response.set_header("Connection", "close");
    return httplib::Server::HandlerResponse::Handled;
  }

  std::string under_token(const std::string& name) const { return "/" + token_ + "/" + name; }

  void add_pages() {
    for (const PageFile& file : page_files)
      server_.Get(under_token(file.name), [&file](const HttpRequest&, HttpResponse& response) {
        response.set_content(file.text.data(), file.text.size(), file.type);
      });
    server_.Get(under_token("about"), [this](const HttpRequest&, HttpResponse& response) {
      response.set_content(contents_.about(), json);
    });
    server_.Get(under_token("history"), [this](const HttpRequest&, HttpResponse& response) {
      response.set_content(contents_.history(), json);
    });
    server_.Get(under_token("events"), [this](const HttpRequest&, HttpResponse& response) {
      readers_ += 1;
      response.set_chunked_content_provider(
          "text/event-stream",
          [this, number = 0L](std::size_t, httplib::DataSink& sink) mutable {
            return send_news(sink, number);
          },
          [this](bool) { readers_ -= 1; });
    });
  }

  /// The next text of the feed, or a sign of life; whether there is more to come.
  bool send_news(httplib::DataSink& sink, long& number) {
    const auto news = contents_.feed->newer_than(number, feed_seconds);
    const std::string text = news ? "data: " + news->text + "\n\n" : ": waiting\n\n";
    if (news) number = news->number;
    if (!sink.write(text.data(), text.size())) return false;
    if (news && news->last) sink.done();
    return server_.is_running();
  }

  void add_answers() {
    add_question("frame", Cost::large, [](const HttpRequest& request) -> Draw {
      const FrameSettings settings = frame_settings(request.params);
      return [settings](const Scene& scene, Artist& artist, Answer& answer) {
        answer.frame = artist.frame(scene, settings);
        answer.kind = Answer::Kind::frame;
      };
    });
    add_question("line", Cost::large, [](const HttpRequest& request) -> Draw {
      const LineSettings settings = line_settings(request.params);
      return [settings](const Scene& scene, Artist& artist, Answer& answer) {
        answer.text = artist.line(scene, settings);
        answer.kind = Answer::Kind::text;
      };
    });
    add_question("probe", Cost::small, [](const HttpRequest& request) -> Draw {
      const ProbeSettings settings = probe_settings(request.params);
      return [settings](const Scene& scene, Artist& artist, Answer& answer) {
        answer.text = artist.probe(scene, settings);
        answer.kind = Answer::Kind::text;
      };
    });
  }

  using Draw = std::function<void(const Scene&, Artist&, Answer&)>;
  /// A request that is answered where the fields are; `read` makes of its parameters what draws.
  void add_question(const std::string& name, Cost cost,
                    const std::function<Draw(const HttpRequest&)>& read) {
    server_.Get(under_token(name),
                [this, cost, read](const HttpRequest& request, HttpResponse& response) {
                  try {
                    Studio::Question question;
                    question.key = request.target;
                    question.not_at = whole_parameter(request.params, "after");
                    question.number = whole_parameter(request.params, "moment");
                    question.cost = cost;
                    question.draw = read(request);
                    give(contents_.studio->ask(question, answer_seconds).get(), response);
                  } catch (const std::invalid_argument& error) {
                    response.status = bad_request;
                    response.set_content(std::string(error.what()) + "\n", "text/plain");
                  }
                });
  }

  void give(const Answer* answer, HttpResponse& response) {
    if (answer == nullptr) {
      response.status = no_content;
      return;
    }
    switch (answer->kind) {
      case Answer::Kind::frame: {
        const double begin = processor_seconds();
        const std::string& bytes = answer->jpeg(jpeg_of);
        encode_seconds_ = encode_seconds_ + processor_seconds() - begin;
        response.set_header("X-Frame", answer->frame.about);
        response.set_content(bytes, "image/jpeg");
        return;
      }
      case Answer::Kind::text:
        response.set_content(answer->text, json);
        return;
      case Answer::Kind::refused:
      case Answer::Kind::failed:
        response.status = answer->kind == Answer::Kind::refused ? bad_request : unavailable;
        response.set_content(answer->text + "\n", "text/plain");
    }
  }

  void add_control() {
    server_.Post(under_token("control"),
                 [this](const HttpRequest& request, HttpResponse& response) {
                   const auto asked = choice_named<Request>(request.get_param_value("do"));
                   if (!asked) {
                     response.status = bad_request;
                     return;
                   }
                   contents_.control(*asked);
                   response.set_content("{}", json);
                 });
  }

  ServerContents contents_;
  std::string token_, address_;
  std::atomic<int> readers_ = 0;
  std::atomic<double> encode_seconds_ = 0;
  LimitedServer server_;
  std::thread thread_;
};

ViewServer::ViewServer(const ServerPlace& place, ServerContents contents)
    : implementation_(std::make_unique<Implementation>(place, std::move(contents))) {}

ViewServer::~ViewServer() = default;

const std::string& ViewServer::address() const { return implementation_->address(); }
bool ViewServer::is_watched() const { return implementation_->is_watched(); }
double ViewServer::encode_seconds() const { return implementation_->encode_seconds(); }

}  // namespace solenoid
