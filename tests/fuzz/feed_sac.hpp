#pragma once
/// \file
/// What fuzzers of the readers of SAC's and SMAUG's files do with an input.

#include <string_view>

#include "src/formats/sac.hpp"

namespace solenoid::sac {

/// Reads all snapshots of some bytes and writes them again. They may be refused, by FormatError;
/// any other exception, crash or sanitizer's report is a bug.
inline void feed(std::string_view bytes) {
  try {
    looks_like_sac(bytes);
    const Contents contents = find_snapshots(bytes);
    for (const Entry& entry : contents.snapshots) {
      const Snapshot snapshot = read_snapshot(bytes, contents.encoding, entry);
      parameters_of(snapshot);
      for (const Encoding encoding :
           {Encoding::text, Encoding::records, Encoding::single_records, Encoding::stream}) {
        try {
          write_snapshot(snapshot, encoding);
        } catch (const FormatError&) {
        }
      }
    }
  } catch (const FormatError&) {
  }
}

}  // namespace solenoid::sac
