/// \file
/// How slabs go from process to process.

#include "src/parallel/transport_choice.hpp"

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
  void swap(const std::vector<Swap>&, std::size_t) override {}
  void trade(const std::vector<Exchange::Sent>&, const std::vector<Exchange::Received>&) override {}
  [[noreturn]] void end_all(int code) override { std::exit(code); }

 private:
  bool takes_;
};

/// What is chosen where linking GPUs by peer memory and by NCCL ends so ("": they are linked), and
/// how often that was tried.
struct Chosen {
  TransportChoice choice;
  int tried = 0;
};
Chosen chosen(const std::string& name, Device device, bool takes, const std::string& no_peers,
              const std::string& no_nccl = "shared") {
  Chosen found;
  found.choice = choose_transport(name, device, Messages(takes), [&](Transport way) {
    ++found.tried;
    return way == Transport::peer ? no_peers : no_nccl;
  });
  return found;
}

std::string refusal(const std::string& name, Device device, bool takes, const char* links) {
  try {
    require_transport(name, device, Messages(takes), links);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(TransportChoice, IsTheShortestWayThatThereIs) {
  for (const std::string name : {"", "auto"}) {
    EXPECT_EQ(refusal(name, Device::gpu, false, nullptr), "taken");
    EXPECT_EQ(chosen(name, Device::gpu, true, "").choice.transport, Transport::peer);
    EXPECT_EQ(chosen(name, Device::gpu, true, "hosts", "").choice.transport, Transport::nccl);
    EXPECT_EQ(chosen(name, Device::gpu, true, "hosts").choice.transport, Transport::mpi);
    EXPECT_EQ(chosen(name, Device::gpu, false, "hosts").choice.transport, Transport::staged);
    EXPECT_EQ(chosen(name, Device::cpu, false, "").choice.transport, Transport::mpi);
    EXPECT_EQ(chosen(name, Device::cpu, false, "").tried, 0);
  }
}

TEST(TransportChoice, SaysWhyItIsNoneThatIsFaster) {
  EXPECT_EQ(chosen("", Device::gpu, true, "").choice.why, "");
  EXPECT_EQ(chosen("", Device::gpu, true, "hosts", "").choice.why, "peer: hosts");
  EXPECT_EQ(text_of(chosen("auto", Device::gpu, false, "hosts").choice, Device::gpu),
            "messages by MPI through the memory of hosts (peer: hosts; nccl: shared; mpi: takes no "
            "memory of GPUs)");
  EXPECT_EQ(text_of(chosen("staged", Device::gpu, true, "").choice, Device::gpu),
            "messages by MPI through the memory of hosts");
}

TEST(TransportChoice, TriesNoOtherWayThanTheOneAskedFor) {
  for (const std::string name : {"mpi", "staged"}) {
    const Chosen found = chosen(name, Device::gpu, true, "");
    EXPECT_EQ(found.choice.transport, name == "mpi" ? Transport::mpi : Transport::staged);
    EXPECT_EQ(found.tried, 0);
  }
  for (const std::string name : {"peer", "nccl"}) {
    const Chosen found = chosen(name, Device::gpu, true, "", "");
    EXPECT_EQ(found.choice.transport, name == "peer" ? Transport::peer : Transport::nccl);
    EXPECT_EQ(found.tried, 1);
    EXPECT_THROW(chosen(name, Device::gpu, true, "hosts"), UsageError);
  }
}

TEST(TransportChoice, RefusesWaysThatThereAreNot) {
  EXPECT_NE(refusal("mpi", Device::gpu, false, "NCCL").find("does not take memory of a GPU"),
            std::string::npos);
  EXPECT_EQ(refusal("mpi", Device::gpu, true, nullptr), "taken");
  EXPECT_EQ(refusal("mpi", Device::cpu, false, nullptr), "taken");
  EXPECT_NE(refusal("staged", Device::cpu, true, nullptr).find("is for GPUs"), std::string::npos);
  EXPECT_NE(refusal("nccl", Device::cpu, true, "NCCL").find("is for GPUs"), std::string::npos);
  EXPECT_NE(refusal("nccl", Device::gpu, true, nullptr).find("built without NCCL"),
            std::string::npos);
  EXPECT_NE(refusal("pigeon", Device::gpu, true, "NCCL").find("found 'pigeon'"), std::string::npos);
}

}  // namespace
}  // namespace solenoid
