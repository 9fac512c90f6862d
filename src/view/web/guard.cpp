#include "src/view/web/guard.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>

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

/// Whether it is of 127.0.0.0 to 127.255.255.255, or ::1, however they are written.
bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in four{};
    std::memcpy(&four, &address, sizeof four);
    return ntohl(four.sin_addr.s_addr) >> 24U == 127;
  }
  if (address.sa_family != AF_INET6) return false;
  sockaddr_in6 six{};
  std::memcpy(&six, &address, sizeof six);
  if (IN6_IS_ADDR_LOOPBACK(&six.sin6_addr)) return true;
  return IN6_IS_ADDR_V4MAPPED(&six.sin6_addr) && six.sin6_addr.s6_addr[12] == 127;
}

/// Whether all addresses of a name are; `unknown` where it has none. `flags` of getaddrinfo(3).
bool is_loopback(const std::string& name, int flags, bool unknown) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  if (name.empty() || ::getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0) return unknown;
  bool all = true;
  for (const addrinfo* each = found; each != nullptr; each = each->ai_next)
    all = all && is_loopback(*each->ai_addr);
  ::freeaddrinfo(found);
  return all;
}

/// Names have no capitals.
bool is_localhost(std::string name) {
  for (char& letter : name)
    if ('A' <= letter && letter <= 'Z') letter = char(letter - 'A' + 'a');
  return name == "localhost";
}

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
  return is_localhost(address) || is_loopback(address, AI_NUMERICHOST, false);
}

bool is_reached_from_elsewhere(const std::string& address) {
  return !is_local(address) && !is_loopback(address, 0, true);
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
