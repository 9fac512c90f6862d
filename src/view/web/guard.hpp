#pragma once
/// \file
/// Who is let in.

#include <string>

namespace solenoid {

/// What a request says of where it comes from and goes to.
struct Visitor {
  std::string host;    ///< the header Host
  std::string origin;  ///< the header Origin, of scripts and forms; may be empty
  std::string path;
};

/// Empty, or why the visitor is sent away: a path without the token; a Host by which no page of
/// ours is called (a name that someone else has pointed at this machine, so that his page may read
/// ours); an Origin other than our own page. With `local` only names of this machine for itself are
/// right, else also addresses in numbers and the machine's own name.
std::string refusal_of(const Visitor& visitor, const std::string& token, bool local);

/// Whether an address is one that no other machine reaches, by itself: 127.0.0.1, ::1, localhost.
bool is_local(const std::string& address);

/// Whether other machines reach who listens at an address, or at those that a name stands for. A
/// name that stands for none is not reached.
bool is_reached_from_elsewhere(const std::string& address);

/// An address as it stands in a URL: a machine's name for one that stands for all of its own.
std::string host_in_address(const std::string& address);

}  // namespace solenoid
