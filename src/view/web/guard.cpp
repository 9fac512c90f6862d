#include "src/view/web/guard.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <array>

namespace solenoid {

namespace {

/// "host:port" without the port; an IPv6 address without its brackets.
std::string name_in(const std::string& host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

bool is_number(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return ::inet_pton(AF_INET, name.c_str(), bytes.data()) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), bytes.data()) == 1;
}

/// Whether it is one of 127.0.0.0 to 127.255.255.255, in numbers.
bool is_loopback(const std::string& name) { return is_number(name) && name.starts_with("127."); }

std::string machine_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Compares all letters, so that the time taken tells nothing of where they differ.
bool equal(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned char differences = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differences = static_cast<unsigned char>(differences | (a[i] ^ b[i]));
  return differences == 0;
}

}  // namespace

bool is_local(const std::string& address) {
  return address == "localhost" || address == "::1" || is_loopback(address);
}

std::string host_in_address(const std::string& address) {
  if (address == "0.0.0.0" || address == "::") return machine_name();
  return address.find(':') == std::string::npos ? address : "[" + address + "]";
}

std::string refusal_of(const Visitor& visitor, const std::string& token, bool local) {
  const std::string name = name_in(visitor.host);
  const bool known = is_local(name) || (!local && (is_number(name) || name == machine_name() ||
                                                   name.starts_with(machine_name() + ".")));
  if (!known) return "this page goes by another name: use the address that the program printed";
  if (!visitor.origin.empty() && visitor.origin != "http://" + visitor.host)
    return "another page may not ask for this one";
  const std::size_t end = visitor.path.find('/', 1);
  if (!visitor.path.starts_with('/') || end == std::string::npos ||
      !equal(visitor.path.substr(1, end - 1), token))
    return "use the whole address that the program printed: it holds a token";
  return {};
}

}  // namespace solenoid
