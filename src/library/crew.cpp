#include "src/library/crew.hpp"

#include <algorithm>

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

Parcel Crew::hear() const {
  std::size_t size = 0;
  share(&size, sizeof size);
  std::string bytes(size, '\0');
  share(bytes.data(), size);
  return Parcel(std::move(bytes));
}

}  // namespace solenoid
