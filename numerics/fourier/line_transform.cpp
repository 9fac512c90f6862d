#include "numerics/fourier/line_transform.hpp"

#include <cmath>
#include <numbers>

namespace solenoid {

std::vector<int> transform_radices(int length) {
  std::vector<int> radices;
  for (const int radix : {4, 2, 3, 5})
    for (; length % radix == 0; length /= radix) radices.push_back(radix);
  for (int prime = 7; length > 1; prime += 2) {
    // What has no smaller factor is a prime number itself.
    if (long(prime) * prime > length) prime = length;
    for (; length % prime == 0; length /= prime) radices.push_back(prime);
  }
  return radices;
}

std::vector<Root<double>> roots_of_unity(int length) {
  std::vector<Root<double>> roots(static_cast<std::size_t>(length));
  for (int n = 0; n < length; ++n) {
    // Angles up to an eighth of a turn, so that what is symmetric is so to the last bit.
    const long eighths = 8L * n / length;
    const long quarter = (eighths + 1) / 2;
    const double angle =
        2 * std::numbers::pi * (double(4L * n - quarter * length) / (4.0 * length));
    const double c = std::cos(angle), s = std::sin(angle);
    const double turned[4][2] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
    roots[std::size_t(n)] = {turned[quarter % 4][0], -turned[quarter % 4][1]};
  }
  return roots;
}

int smooth_length(int least) {
  for (int length = least + least % 2;; length += 2) {
    int rest = length;
    for (const int factor : {2, 3, 5})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return length;
  }
}

}  // namespace solenoid
