#include "physics/fields/camera.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace solenoid {

std::array<double, 3> direction_of(const Camera& camera) {
  const double a = in_radians(camera.azimuth), e = in_radians(camera.elevation);
  return {-std::cos(e) * std::cos(a), -std::cos(e) * std::sin(a), -std::sin(e)};
}

std::vector<int> front_to_back(const GridCuts& cuts, const Camera& camera) {
  // Along each axis all rays go the same way.
  std::array<std::vector<int>, 3> along;
  const std::array<double, 3> into = direction_of(camera);
  for (std::size_t d = 0; d < 3; ++d) {
    for (int n = 0; n < cuts.along(d); ++n) along[d].push_back(n);
    if (into[d] < 0) std::reverse(along[d].begin(), along[d].end());
  }
  std::vector<int> parts;
  for (const int k : along[2])
    for (const int j : along[1])
      for (const int i : along[0]) parts.push_back(i + cuts.along(0) * (j + cuts.along(1) * k));
  return parts;
}

}  // namespace solenoid
