#include "src/view/studio.hpp"

#include <chrono>
#include <stdexcept>
#include <vector>

namespace solenoid {

namespace {

std::shared_ptr<Answer> refusal(Answer::Kind kind, const std::string& why) {
  auto answer = std::make_shared<Answer>();
  answer->kind = kind;
  answer->text = why;
  return answer;
}

/// The answer to a question, also where it is that it cannot be drawn.
std::shared_ptr<const Answer> drawn(const Studio::Question& question, const Scene& scene,
                                    Artist& artist) {
  auto answer = std::make_shared<Answer>();
  try {
    question.draw(scene, artist, *answer);
    return answer;
  } catch (const std::invalid_argument& error) {
    return refusal(Answer::Kind::refused, error.what());
  } catch (const std::exception& error) {
    // A device without memory for an image, for one: the run goes on.
    return refusal(Answer::Kind::failed, error.what());
  }
}

}  // namespace

const std::string& Answer::jpeg(const std::function<std::string(const FieldImage&)>& encode) const {
  std::call_once(encoded_, [&] { bytes_ = encode(frame.image); });
  return bytes_;
}

std::shared_ptr<const Answer> Studio::ask(const Question& question, double seconds) {
  std::unique_lock lock(mutex_);
  if (closed_) return nullptr;
  auto found = tickets_.find(question.key);
  if (found == tickets_.end()) {
    if (tickets_.size() >= most_questions)
      return refusal(Answer::Kind::failed, "too many questions are waiting; ask again later");
    auto ticket = std::make_shared<Ticket>();
    ticket->question = question;
    ticket->order = ++order_;
    found = tickets_.emplace(question.key, std::move(ticket)).first;
    count_waiting();
    asked_.notify_all();
  }
  const std::shared_ptr<Ticket> ticket = found->second;
  ++ticket->waiting;
  answered_.wait_for(lock, std::chrono::duration<double>(seconds),
                     [&] { return closed_ || ticket->is_answered; });
  --ticket->waiting;
  if (!ticket->is_answered && ticket->waiting == 0) {
    // Nobody waits for it any more; one of the same key may be another ticket by now.
    const auto mine = tickets_.find(question.key);
    if (mine != tickets_.end() && mine->second == ticket) tickets_.erase(mine);
    count_waiting();
  }
  return ticket->answer;
}

std::optional<long> Studio::number_wanted() {
  const std::lock_guard lock(mutex_);
  const Ticket* oldest = nullptr;
  for (const auto& [key, ticket] : tickets_)
    if (oldest == nullptr || ticket->order < oldest->order) oldest = ticket.get();
  return oldest == nullptr ? std::nullopt : oldest->question.number;
}

void Studio::wait(double seconds) {
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, std::chrono::duration<double>(seconds),
                  [&] { return closed_ || !tickets_.empty(); });
}

void Studio::count_waiting() {
  std::array<int, 2> count{};
  for (const auto& [key, ticket] : tickets_) ++count[std::size_t(ticket->question.cost)];
  for (std::size_t n = 0; n < count.size(); ++n) waiting_[n] = count[n];
}

void Studio::give(const std::shared_ptr<Ticket>& ticket, std::shared_ptr<const Answer> answer) {
  {
    const std::lock_guard lock(mutex_);
    ticket->answer = std::move(answer);
    ticket->is_answered = true;
    const auto mine = tickets_.find(ticket->question.key);
    if (mine != tickets_.end() && mine->second == ticket) tickets_.erase(mine);
    count_waiting();
  }
  answered_.notify_all();
}

void Studio::answer(const Scene& scene, Artist& artist, std::optional<long> number,
                    std::optional<Cost> cost) {
  std::vector<std::shared_ptr<Ticket>> now;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, ticket] : tickets_)
      if (ticket->question.not_at != scene.step && ticket->question.number == number &&
          ticket->question.cost == cost.value_or(ticket->question.cost))
        now.push_back(ticket);
  }
  for (const auto& ticket : now) give(ticket, drawn(ticket->question, scene, artist));
}

void Studio::fail(std::optional<long> number, const std::string& why) {
  std::vector<std::shared_ptr<Ticket>> now;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, ticket] : tickets_)
      if (ticket->question.number == number) now.push_back(ticket);
  }
  for (const auto& ticket : now) give(ticket, refusal(Answer::Kind::failed, why));
}

void Studio::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  answered_.notify_all();
  asked_.notify_all();
}

}  // namespace solenoid
