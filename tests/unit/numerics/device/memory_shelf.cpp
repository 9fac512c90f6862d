#include "numerics/device/memory_shelf.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace solenoid {
namespace {

TEST(MemoryShelf, WhatWasGivenBackServesThoseWhoTakeAsMuch) {
  MemoryShelf shelf(1000);
  MemoryShelf::Piece first = shelf.take(300);
  const std::byte* const place = first.get();
  std::memset(first.get(), 1, 300);
  EXPECT_EQ(shelf.idle(), 0u);
  first.reset();
  EXPECT_EQ(shelf.idle(), 300u);
  const MemoryShelf::Piece other = shelf.take(299), again = shelf.take(300);
  EXPECT_EQ(again.get(), place);
  EXPECT_NE(other.get(), place);
  EXPECT_EQ(shelf.idle(), 0u);
}

TEST(MemoryShelf, NoMoreThanIsAllowedStaysOnIt) {
  MemoryShelf shelf(1000);
  {
    std::vector<MemoryShelf::Piece> pieces;
    for (const std::size_t bytes : {400u, 1100u, 300u, 400u, 0u})
      pieces.push_back(shelf.take(bytes));
  }
  EXPECT_EQ(shelf.idle(), 700u);  // of 1100, 400, 400 and 300 the largest went
  const MemoryShelf::Piece small = shelf.take(300), large = shelf.take(400);
  EXPECT_EQ(shelf.idle(), 0u);
}

TEST(MemoryShelf, ManyThreadsTakeAndGiveBackAlsoWhenItIsGone) {
  auto shelf = std::make_unique<MemoryShelf>(10000);
  MemoryShelf::Piece last = shelf->take(5);
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&shelf, t] {
        for (int n = 0; n < 300; ++n) {
          const std::size_t bytes = std::size_t(n % 7 + 1) * 100;
          const MemoryShelf::Piece piece = shelf->take(bytes);
          std::memset(piece.get(), t, bytes);
          for (std::size_t b = 0; b < bytes; ++b) ASSERT_EQ(piece[b], std::byte(t));
        }
      });
  }
  EXPECT_LE(shelf->idle(), 10000u);
  shelf.reset();
  last.reset();
}

}  // namespace
}  // namespace solenoid
