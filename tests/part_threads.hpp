#pragma once
/// \file
/// Parts of a grid that threads of this process compute, and their exchange.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "numerics/grid/exchange.hpp"

namespace solenoid {

/// Where threads, of which each computes a part, meet to exchange values.
class MeetingTable {
 public:
  explicit MeetingTable(std::size_t parts = 2)
      : slabs(parts), axes(parts), values(parts), lists(parts), sent(parts) {}

  /// Waits for the others. Throws where they do not come.
  void meet() {
    std::unique_lock<std::mutex> lock(mutex_);
    const long meeting = meetings_;
    if (++there_ == slabs.size()) {
      there_ = 0;
      ++meetings_;
      all_there_.notify_all();
      return;
    }
    if (!all_there_.wait_for(lock, std::chrono::seconds(60), [&] { return meetings_ != meeting; }))
      throw std::runtime_error("the other parts do not exchange anything");
  }

  std::vector<Exchange::Slabs> slabs;
  std::vector<Axis> axes;
  std::vector<double> values;
  std::vector<const double*> lists;
  std::vector<const std::vector<Exchange::Sent>*> sent;

 private:
  std::mutex mutex_;
  std::condition_variable all_there_;
  std::size_t there_ = 0;
  long meetings_ = 0;
};

/// The exchange of one of the parts: of two, or of any number that trade alone.
class WithOtherThreads final : public Exchange {
 public:
  WithOtherThreads(std::shared_ptr<MeetingTable> table, std::size_t part)
      : table_(std::move(table)), part_(part) {}

  /// From now on it takes layers, which arrive when their exchange is ended; until then what is to
  /// be received is none, and what is sent may not change.
  void take_layers() { takes_layers_ = true; }
  [[nodiscard]] bool takes_layers() const override { return takes_layers_; }
  void begin_layers(Axis, const Layers& layers) override {
    for (const auto& piece : layers.receive)
      for (const Side side : {side_lower, side_upper})
        if (layers.meets[side]) std::memset(piece[side], 0xff, layers.bytes);
    sent_before_ = sent(layers);
    ++exchanges_of_layers_;
  }
  void end_layers(Axis axis, const Layers& layers) override {
    EXPECT_TRUE(sent(layers) == sent_before_) << "what is sent has changed on the way";
    swap_pieces(axis, layers);
  }
  [[nodiscard]] std::size_t exchanges_of_layers() const { return exchanges_of_layers_; }

  /// From now on it swaps layers.
  void go_by_layers() { swaps_layers_ = true; }
  [[nodiscard]] bool swaps_layers() const override { return swaps_layers_; }
  void swap_layers(Axis axis, const Layers& layers) override {
    swap_pieces(axis, layers);
    ++exchanges_of_layers_;
  }

  void swap(Axis axis, const Slabs& slabs) override {
    table_->slabs[part_] = slabs;
    table_->axes[part_] = axis;
    table_->meet();
    const Slabs& theirs = table_->slabs[1 - part_];
    if (table_->axes[0] != table_->axes[1] || slabs.bytes != theirs.bytes)
      throw std::runtime_error("the parts exchange different things");
    for (const Side side : {side_lower, side_upper})
      if (slabs.receive[side] != nullptr)
        std::memcpy(slabs.receive[side], theirs.send[1 - side], slabs.bytes);
    table_->meet();
  }
  void trade(const std::vector<Sent>& sent, const std::vector<Received>& received) override {
    table_->sent[part_] = &sent;
    table_->meet();
    for (const Received& message : received) {
      const std::vector<Sent>& all = *table_->sent[std::size_t(message.from)];
      const auto is_this = [&](const Sent& one) { return one.to == int(part_); };
      const auto found = std::find_if(all.begin(), all.end(), is_this);
      if (std::count_if(all.begin(), all.end(), is_this) != 1 || found->bytes != message.bytes ||
          message.bytes == 0 || message.from == int(part_))
        throw std::runtime_error("the parts trade different things");
      std::memcpy(message.values, found->values, message.bytes);
    }
    traded_ += received.size();
    table_->meet();
  }
  void take_largest(double* values, std::size_t count) override {
    for (std::size_t n = 0; n < count; ++n) {
      table_->values[part_] = values[n];
      table_->meet();
      const double theirs = table_->values[1 - part_];
      table_->meet();
      if (!(values[n] > theirs || values[n] != values[n])) values[n] = theirs;
    }
  }
  void add_up(double* values, std::size_t count) override {
    table_->lists[part_] = values;
    table_->meet();
    std::vector<double> sums(count);
    for (std::size_t n = 0; n < count; ++n) sums[n] = table_->lists[0][n] + table_->lists[1][n];
    table_->meet();
    std::copy(sums.begin(), sums.end(), values);
  }

  /// How many messages have come.
  [[nodiscard]] std::size_t traded() const { return traded_; }

 private:
  void swap_pieces(Axis axis, const Layers& layers) {
    for (std::size_t n = 0; n < layers.send.size(); ++n) {
      Slabs slabs{{}, {}, layers.bytes};
      for (const Side side : {side_lower, side_upper}) {
        if (!layers.meets[side]) continue;
        // Nobody writes to what is sent.
        slabs.send[side] = const_cast<void*>(layers.send[n][side]);
        slabs.receive[side] = layers.receive[n][side];
      }
      swap(axis, slabs);
    }
  }
  /// What goes to neighbours, byte by byte.
  static std::vector<char> sent(const Layers& layers) {
    std::vector<char> all;
    for (const auto& piece : layers.send)
      for (const Side side : {side_lower, side_upper})
        if (layers.meets[side]) {
          const auto* const bytes = static_cast<const char*>(piece[side]);
          all.insert(all.end(), bytes, bytes + layers.bytes);
        }
    return all;
  }

  std::shared_ptr<MeetingTable> table_;
  std::size_t part_;
  std::size_t traded_ = 0;
  bool takes_layers_ = false, swaps_layers_ = false;
  std::size_t exchanges_of_layers_ = 0;
  std::vector<char> sent_before_;
};

/// Calls it for all parts at once, each in a thread of its own.
inline void on_threads(std::size_t parts, const std::function<void(std::size_t part)>& work) {
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < parts; ++p)
    threads.emplace_back([&work, p] {
      try {
        work(p);
      } catch (const std::exception& error) {
        ADD_FAILURE() << "part " << p << ": " << error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace solenoid
