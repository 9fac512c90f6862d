/// \file
/// How slabs go from process to process.

#include "src/parallel/part_exchange.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "src/text/usage_error.hpp"

namespace solenoid {
namespace {

/// A process beside others whose messages take memory of GPUs, or not.
class Messages final : public Processes {
 public:
  explicit Messages(bool takes_device_memory) : takes_(takes_device_memory) {}
  [[nodiscard]] int count() const override { return 2; }
  [[nodiscard]] bool takes_device_memory() const override { return takes_; }
  void send(const void*, std::size_t, int) override {}
  void receive(void*, std::size_t, int) override {}
  void swap(const Swap&, const Swap&, std::size_t) override {}
  [[noreturn]] void end_all(int code) override { std::exit(code); }

 private:
  bool takes_;
};

std::string refusal(const std::string& name, Device device, bool takes) {
  try {
    static_cast<void>(choose_transport(name, device, Messages(takes)));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(PartExchange, ChoosesTheShortestWayThatThereIs) {
  for (const std::string name : {"", "auto"}) {
    EXPECT_EQ(choose_transport(name, Device::cpu, Messages(false)), Transport::mpi);
    EXPECT_EQ(choose_transport(name, Device::gpu, Messages(true)), Transport::mpi);
    EXPECT_EQ(choose_transport(name, Device::gpu, Messages(false)), Transport::staged);
  }
  EXPECT_EQ(choose_transport("staged", Device::gpu, Messages(true)), Transport::staged);
  EXPECT_EQ(choose_transport("mpi", Device::cpu, Messages(false)), Transport::mpi);
}

TEST(PartExchange, RefusesWaysThatThereAreNot) {
  EXPECT_NE(refusal("mpi", Device::gpu, false).find("does not take memory of a GPU"),
            std::string::npos);
  EXPECT_NE(refusal("staged", Device::cpu, true).find("is for GPUs"), std::string::npos);
  EXPECT_NE(refusal("pigeon", Device::gpu, true).find("found 'pigeon'"), std::string::npos);
}

}  // namespace
}  // namespace solenoid
