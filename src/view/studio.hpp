#pragma once
/// \file
/// Between threads that want something drawn and the one thread that has the fields.

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "src/view/artist.hpp"
#include "src/view/pace.hpp"

namespace solenoid {

/// What comes of a question. It stays as it is once it is given.
struct Answer {
  enum class Kind { frame, text, refused, failed };
  Kind kind = Kind::failed;
  Frame frame{};     ///< of a frame
  std::string text;  ///< JSON; of a refusal or a failure a sentence

  /// The image as a JPEG file, made once however many ask.
  const std::string& jpeg(const std::function<std::string(const FieldImage&)>& encode) const;

 private:
  mutable std::once_flag encoded_;
  mutable std::string bytes_;
};

/// A question is asked by any thread and answered by one, and drawn once where several ask the
/// same. What is not asked for is not drawn.
class Studio {
 public:
  struct Question {
    std::string key;             ///< equal for equal questions
    std::optional<long> not_at;  ///< to be answered at another step than this
    std::optional<long> number;  ///< of the moment that is meant, where there are several
    Cost cost = Cost::large;     ///< of the answer
    std::function<void(const Scene&, Artist&, Answer&)> draw;
  };

  /// Waits for the answer, at most so many seconds; null when none came by then or nothing more is
  /// answered. At most `most_questions` are waiting, more are refused.
  std::shared_ptr<const Answer> ask(const Question& question, double seconds);
  static constexpr std::size_t most_questions = 64;

  /// Whether someone waits for an answer.
  [[nodiscard]] bool has_questions() const {
    return has_questions(Cost::small) || has_questions(Cost::large);
  }
  [[nodiscard]] bool has_questions(Cost cost) const {
    return waiting_[std::size_t(cost)].load(std::memory_order_relaxed) > 0;
  }
  /// The number of a moment that is asked for, of the question that has waited longest.
  [[nodiscard]] std::optional<long> number_wanted();
  /// Waits for a question, at most so many seconds.
  void wait(double seconds);
  /// Answers what can be answered of the scene; of questions with a number those with this one, and
  /// those of one cost where it is given.
  void answer(const Scene& scene, Artist& artist, std::optional<long> number = std::nullopt,
              std::optional<Cost> cost = std::nullopt);
  /// Answers all that is asked for that moment with a failure.
  void fail(std::optional<long> number, const std::string& why);
  /// Nothing more is answered.
  void close();

 private:
  struct Ticket {
    Question question;
    long order = 0;
    std::shared_ptr<const Answer> answer;
    bool is_answered = false;
    int waiting = 0;
  };
  using Tickets = std::map<std::string, std::shared_ptr<Ticket>>;
  void give(const std::shared_ptr<Ticket>& ticket, std::shared_ptr<const Answer> answer);
  void count_waiting();

  std::mutex mutex_;
  std::condition_variable answered_, asked_;
  Tickets tickets_;
  std::array<std::atomic<int>, 2> waiting_{};  // by cost
  long order_ = 0;
  bool closed_ = false;
};

}  // namespace solenoid
