#pragma once
/// \file
/// Memory of the host that is wanted again and again.

#include <cstddef>
#include <memory>

namespace solenoid {

/// Keeps what was given back for those who take as much again: a system takes longer to find and to
/// clear pages than outputs take to fill them. Large pieces are in huge pages, where it has some.
/// Any thread may take and give back, also when the shelf is gone.
class MemoryShelf {
  struct Contents;
  struct GiveBack {
    std::shared_ptr<Contents> contents;
    std::size_t bytes = 0;
    void operator()(std::byte* memory) const;
  };

 public:
  using Piece = std::unique_ptr<std::byte[], GiveBack>;

  /// At most so many bytes stay that nobody has.
  explicit MemoryShelf(std::size_t most_idle);
  /// So many bytes, which hold anything.
  [[nodiscard]] Piece take(std::size_t bytes);
  /// The bytes that nobody has.
  [[nodiscard]] std::size_t idle() const;

 private:
  std::shared_ptr<Contents> contents_;
};

}  // namespace solenoid
