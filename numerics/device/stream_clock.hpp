#pragma once
/// \file
/// How long parts of the work on a device take, without waiting for them.

#include <memory>

namespace solenoid {

/// Time on the device's default instance between begin() and end(), of any number of such
/// intervals. Only where there is a device.
class StreamClock {
 public:
  StreamClock();
  ~StreamClock();

  void begin();
  void end();
  /// The sum of all intervals; waits for what is queued.
  double seconds();

 private:
  struct Events;
  std::unique_ptr<Events> events_;
};

}  // namespace solenoid
