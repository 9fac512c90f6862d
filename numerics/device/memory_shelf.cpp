#include "numerics/device/memory_shelf.hpp"

#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "numerics/device/huge_pages.hpp"

namespace solenoid {

struct MemoryShelf::Contents {
  using Memory = std::unique_ptr<std::byte[]>;

  std::mutex mutex;
  const std::size_t most_idle;
  std::multimap<std::size_t, Memory> pieces;  // that nobody has, by their bytes
  std::size_t idle = 0;

  explicit Contents(std::size_t most) : most_idle(most) {}

  /// One of them, or none.
  Memory find(std::size_t bytes) {
    const std::lock_guard held(mutex);
    const auto found = pieces.find(bytes);
    return found == pieces.end() ? nullptr : remove(found);
  }
  /// The largest go where these are too much.
  void keep(std::size_t bytes, Memory memory) {
    const std::lock_guard held(mutex);
    pieces.emplace(bytes, std::move(memory));
    idle += bytes;
    while (idle > most_idle) remove(std::prev(pieces.end()));
  }

 private:
  Memory remove(std::multimap<std::size_t, Memory>::iterator piece) {
    idle -= piece->first;
    Memory memory = std::move(piece->second);
    pieces.erase(piece);
    return memory;
  }
};

void MemoryShelf::GiveBack::operator()(std::byte* memory) const {
  try {
    contents->keep(bytes, Contents::Memory(memory));
  } catch (const std::bad_alloc&) {
    // There was no room to note it: it has gone back to the system.
  }
}

MemoryShelf::MemoryShelf(std::size_t most_idle)
    : contents_(std::make_shared<Contents>(most_idle)) {}

MemoryShelf::Piece MemoryShelf::take(std::size_t bytes) {
  Contents::Memory memory = contents_->find(bytes);
  if (memory == nullptr) {
    memory.reset(new std::byte[bytes]);  // not set to zero first
    ask_for_huge_pages(memory.get(), bytes);
  }
  return Piece(memory.release(), GiveBack{contents_, bytes});
}

std::size_t MemoryShelf::idle() const {
  const std::lock_guard held(contents_->mutex);
  return contents_->idle;
}

}  // namespace solenoid
