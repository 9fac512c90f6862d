#include "src/view/web/guard.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

const std::string token = "0123456789abcdef";

std::string refusal(const std::string& host, const std::string& origin, const std::string& path,
                    bool local = true) {
  return refusal_of({host, origin, path}, token, local);
}

TEST(Guard, LetsThoseInWhoKnowTheAddress) {
  for (const char* host :
       {"127.0.0.1:8137", "localhost:9000", "localhost", "LOCALHOST:1", "[::1]:80"})
    EXPECT_EQ(refusal(host, "", "/" + token + "/frame"), "") << host;
  EXPECT_EQ(refusal("localhost:1", "http://localhost:1", "/" + token + "/"), "");
}

TEST(Guard, SendsOthersAway) {
  EXPECT_NE(refusal("127.0.0.1", "", "/"), "");
  EXPECT_NE(refusal("127.0.0.1", "", "/" + token), "");
  EXPECT_NE(refusal("127.0.0.1", "", "/" + token + "0/"), "");
  EXPECT_NE(refusal("127.0.0.1", "", "/0123456789abcdee/"), "");
  EXPECT_NE(refusal("127.0.0.1", "", ""), "");
}

TEST(Guard, KnowsNoForeignNames) {
  for (const char* host : {"evil.example", "127.0.0.1.evil.example", "", "10.0.0.1:80",
                           "localhost.evil.example:80", "[", "[::2]:1"})
    EXPECT_NE(refusal(host, "", "/" + token + "/"), "") << host;
  EXPECT_EQ(refusal("10.0.0.1:80", "", "/" + token + "/", false), "");
  EXPECT_NE(refusal("evil.example", "", "/" + token + "/", false), "");
}

TEST(Guard, KnowsAddressesThatOnlyThisMachineReaches) {
  for (const char* address : {"127.0.0.1", "127.9.8.7", "127.1", "::1", "0:0:0:0:0:0:0:1",
                              "::ffff:127.0.0.1", "localhost", "LOCALHOST", "Localhost"}) {
    EXPECT_TRUE(is_local(address)) << address;
    EXPECT_FALSE(is_reached_from_elsewhere(address)) << address;
  }
  for (const char* address :
       {"0.0.0.0", "::", "10.0.0.1", "128.0.0.1", "::2", "fe80::1", "::ffff:10.0.0.1"}) {
    EXPECT_FALSE(is_local(address)) << address;
    EXPECT_TRUE(is_reached_from_elsewhere(address)) << address;
  }
  for (const char* name : {"", "127.evil.example", "127.0.0.1.evil.example", "[::1]"})
    EXPECT_FALSE(is_local(name)) << name;
}

TEST(Guard, AnswersNoForeignPages) {
  for (const char* origin :
       {"http://evil.example", "null", "https://localhost:1", "http://localhost:2"})
    EXPECT_NE(refusal("localhost:1", origin, "/" + token + "/control"), "") << origin;
}

}  // namespace
}  // namespace solenoid
