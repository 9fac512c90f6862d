#include "numerics/device/stream_clock.hpp"

#include <array>
#include <stdexcept>

#include "numerics/device/cuda_calls.hpp"

namespace solenoid {

#if SOLENOID_CUDA_CALLS

struct StreamClock::Events {
  using Pair = std::array<cudaEvent_t, 2>;
  // More than a host queues ahead, so that it seldom waits for one.
  std::array<Pair, 256> pairs{};
  std::size_t oldest = 0, queued = 0;
  double seconds = 0;
  cudaStream_t stream = DeviceSpace().cuda_stream();

  Events() {
    for (Pair& pair : pairs)
      for (cudaEvent_t& event : pair) check_cuda(cudaEventCreate(&event));
  }
  ~Events() {
    for (Pair& pair : pairs)
      for (cudaEvent_t event : pair) cudaEventDestroy(event);
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  Pair& next() { return pairs[(oldest + queued) % pairs.size()]; }
  void take_oldest() {
    const Pair& pair = pairs[oldest];
    float milliseconds = 0;
    check_cuda(cudaEventSynchronize(pair[1]));
    check_cuda(cudaEventElapsedTime(&milliseconds, pair[0], pair[1]));
    seconds += 1e-3 * double(milliseconds);
    oldest = (oldest + 1) % pairs.size();
    --queued;
  }
};

StreamClock::StreamClock() : events_(std::make_unique<Events>()) {}
StreamClock::~StreamClock() = default;

void StreamClock::begin() {
  if (events_->queued == events_->pairs.size()) events_->take_oldest();
  check_cuda(cudaEventRecord(events_->next()[0], events_->stream));
}

void StreamClock::end() {
  check_cuda(cudaEventRecord(events_->next()[1], events_->stream));
  ++events_->queued;
}

double StreamClock::seconds() {
  while (events_->queued > 0) events_->take_oldest();
  return events_->seconds;
}

#else

struct StreamClock::Events {};

StreamClock::StreamClock() { throw std::logic_error("there is no device"); }
StreamClock::~StreamClock() = default;

void StreamClock::begin() {}
void StreamClock::end() {}
double StreamClock::seconds() { return 0; }

#endif

}  // namespace solenoid
