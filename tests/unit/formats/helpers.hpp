#pragma once
/// \file
/// What tests of file formats share.

#include <fstream>
#include <iterator>
#include <string>

#include "src/formats/file_state.hpp"
#include "src/formats/sac.hpp"
#include "tests/source_folder.hpp"

namespace solenoid::testing_formats {

inline std::string bytes_of_file(const std::string& name) {
  std::ifstream file(source_folder() / "tests/unit/formats/data" / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A snapshot of nx x ny cells (ghosts among them) whose values are all different.
inline sac::Snapshot made_up(int nx, int ny) {
  sac::Snapshot snapshot;
  snapshot.headline = "test_mhd22";
  snapshot.step = 7;
  snapshot.time = 0.1;
  snapshot.dimensions = 2;
  snapshot.cells = {nx, ny};
  snapshot.fields = 10;
  snapshot.parameters = {1.4, 0.25, 1, -3, 0.5, 0.125};
  snapshot.names = sac::names_line(2, 2, sac::Writer::sac);
  snapshot.coordinates.resize(2);
  snapshot.values.resize(10);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      snapshot.coordinates[0].push_back((i - 2 + 0.5) * 0.1);
      snapshot.coordinates[1].push_back(1 + (j - 2 + 0.5) * 0.2);
      for (int w = 0; w < 10; ++w)
        snapshot.values[std::size_t(w)].push_back(1.0 / 3.0 + w + 0.01 * i + 0.001 * j);
    }
  return snapshot;
}

inline bool same(const sac::Snapshot& a, const sac::Snapshot& b) {
  return a.headline == b.headline && a.step == b.step && a.time == b.time && a.cells == b.cells &&
         a.dimensions == b.dimensions && a.generalised == b.generalised && a.names == b.names &&
         a.parameters == b.parameters && a.fields == b.fields && a.coordinates == b.coordinates &&
         a.values == b.values;
}

}  // namespace solenoid::testing_formats
