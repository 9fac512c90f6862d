#include "src/library/crew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "src/library/public_error.hpp"
#include "src/parallel/first_problem.hpp"

namespace solenoid {

void Crew::share(void* bytes, std::size_t count) const {
  constexpr std::size_t most = std::size_t(1) << 30;
  for (std::size_t first = 0; first < count; first += most)
    processes_->broadcast(static_cast<char*>(bytes) + first, std::min(most, count - first));
}

void Crew::tell(const Parcel& parcel) const {
  std::string bytes = parcel.bytes();
  std::size_t size = bytes.size();
  share(&size, sizeof size);
  share(bytes.data(), size);
}

bool Crew::have_same(const std::string& text) const {
  // As many bits of it as a double has.
  const auto number = double(std::hash<std::string>{}(text) >> 11);
  std::array<double, 2> most{number, -number};
  processes_->take_largest(most.data(), most.size());
  return most[0] == -most[1];
}

std::string Crew::text_of_first(const std::string& text) const {
  if (leads()) {
    Parcel parcel;
    parcel.put(text);
    tell(parcel);
    return text;
  }
  std::string first;
  hear().take(first);
  return first;
}

void Crew::together(const std::function<void()>& work) const {
  std::optional<std::string> own;
  try {
    work();
  } catch (...) {
    const Error error = public_error();
    own = char(error.kind()) + std::string(error.what());
  }
  const auto first = first_problem(*processes_, own);
  if (!first) return;
  throw ErrorInAll(ErrorKind(first->text[0]),
                   fmt::format("{} (process {} of {})", first->text.substr(1), first->rank,
                               processes_->count()));
}

void CrewAgreement::in_all(const std::function<void()>& work) {
  try {
    crew_->together(work);
  } catch (const ErrorInAll&) {
    take_postponed();
    throw;
  }
}

void CrewAgreement::look() {
  crew_->together([&] {
    if (const std::exception_ptr failure = take_postponed()) std::rethrow_exception(failure);
  });
}

Parcel Crew::hear() const {
  std::size_t size = 0;
  share(&size, sizeof size);
  std::string bytes(size, '\0');
  share(bytes.data(), size);
  return Parcel(std::move(bytes));
}

}  // namespace solenoid
