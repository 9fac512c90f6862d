/// Convolutions with even kernels: against their definition, in packs and teams to the same bits.

#include "numerics/fourier/even_convolution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "numerics/device/scratch_teams.hpp"
#include "numerics/fourier/line_passes_on_host.hpp"
#include "numerics/fourier/lines_team.hpp"
#include "tests/host_team.hpp"

namespace solenoid {
namespace {

std::vector<double> noise(std::size_t count) {
  std::vector<double> values(count);
  unsigned state = 12345;
  for (double& value : values) {
    state = state * 1664525U + 1013904223U;
    value = double(state >> 8) / double(1U << 24) - 0.3;
  }
  return values;
}

template <class Real>
LineTransform<Real> line_of(int length, const std::vector<Root<Real>>& roots) {
  LineTransform<Real> line;
  line.length = length;
  line.roots = roots.data();
  for (const int radix : transform_radices(length)) line.radix[line.passes++] = radix;
  return line;
}

TEST(LineTransform, IsTheSumThatDefinesIt) {
  for (const int length : {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 30, 49, 64, 77, 100, 169, 240}) {
    const std::vector<Root<double>> roots = roots_of_unity(length);
    LinesOnHost<double> lines(line_of(length, roots));
    const auto values = noise(2 * std::size_t(length));
    for (int i = 0; i < length; ++i) {
      lines.lines().re[i] = values[std::size_t(2 * i)];
      lines.lines().im[i] = values[std::size_t(2 * i + 1)];
    }
    lines.transform();
    for (int k = 0; k < length; ++k) {
      std::complex<double> sum = 0;
      for (int j = 0; j < length; ++j)
        sum += std::complex<double>(values[std::size_t(2 * j)], values[std::size_t(2 * j + 1)]) *
               std::polar(1.0, -2 * std::numbers::pi * double(long(j) * k % length) / length);
      EXPECT_NEAR(lines.lines().re[k], sum.real(), 1e-14 * length) << length;
      EXPECT_NEAR(lines.lines().im[k], sum.imag(), 1e-14 * length) << length;
    }
  }
}

TEST(LineTransform, TakesFactorsThatMultiplyToTheLength) {
  for (int length = 1; length < 300; ++length) {
    int product = 1;
    for (const int radix : transform_radices(length)) product *= radix;
    EXPECT_EQ(product, length);
  }
  EXPECT_EQ(smooth_length(32), 32);
  EXPECT_EQ(smooth_length(33), 36);
  EXPECT_EQ(smooth_length(62), 64);
  EXPECT_EQ(smooth_length(14), 16);
}

/// A kernel by distances, on `lengths` that repeat it.
ConvolutionKernel kernel_of(const std::array<int, 3>& cells, const std::array<int, 3>& lengths,
                            int margin, std::vector<double>& by_distance) {
  ConvolutionKernel kernel{cells, lengths, margin, {}, {}, 0, {}};
  kernel.waves = kernel.all_waves();
  std::size_t count = 1;
  for (const int length : lengths) count *= std::size_t(length / 2 + 1);
  by_distance = noise(count);
  kernel.table = by_distance;
  transform_even_kernel(lengths, kernel.table);
  return kernel;
}

double expected(const ConvolutionKernel& kernel, const std::vector<double>& by_distance,
                const std::vector<double>& field, const std::array<int, 3>& at) {
  double sum = 0;
  std::size_t cell = 0;
  std::array<int, 3> j{};
  for (j[2] = 0; j[2] < kernel.cells[2]; ++j[2])
    for (j[1] = 0; j[1] < kernel.cells[1]; ++j[1])
      for (j[0] = 0; j[0] < kernel.cells[0]; ++j[0]) {
        std::size_t place = 0, stride = 1;
        for (std::size_t d = 0; d < 3; ++d) {
          const int length = kernel.lengths[d];
          const int apart = std::abs(at[d] - j[d]) % length;
          place += stride * std::size_t(std::min(apart, length - apart));
          stride *= std::size_t(length / 2 + 1);
        }
        sum += by_distance[place] * field[cell++];
      }
  return sum;
}

void compare(const std::array<int, 3>& cells, const std::array<int, 3>& lengths, int margin) {
  std::vector<double> by_distance;
  const ConvolutionKernel kernel = kernel_of(cells, lengths, margin, by_distance);
  EvenConvolution<double, HostSpace> convolution(kernel);
  const auto field = noise(std::size_t(cells[0] * cells[1] * cells[2]));
  convolution.apply(HostSpace(), field.data(), {1, cells[0], cells[0] * cells[1]});
  const auto margin_of = [&](std::size_t d) { return cells[d] > 1 ? margin : 0; };
  for (int k = -margin_of(2); k < cells[2] + margin_of(2); ++k)
    for (int j = -margin_of(1); j < cells[1] + margin_of(1); ++j)
      for (int i = -margin_of(0); i < cells[0] + margin_of(0); ++i) {
        const auto stride = convolution.stride();
        EXPECT_NEAR(convolution.values()[i * stride[0] + j * stride[1] + k * stride[2]],
                    expected(kernel, by_distance, field, {i, j, k}), 1e-11);
      }
}

TEST(EvenConvolution, IsTheSumThatDefinesIt) {
  compare({12, 1, 1}, {12, 1, 1}, 0);
  compare({1, 9, 1}, {1, 9, 1}, 0);
  compare({10, 7, 1}, {10, 7, 1}, 0);
  compare({40, 1, 6}, {40, 1, 6}, 0);
  compare({1, 5, 6}, {1, 5, 6}, 0);
  compare({8, 6, 5}, {8, 6, 5}, 0);
  compare({37, 4, 4}, {37, 4, 4}, 0);
  compare({9, 1, 1}, {18, 1, 1}, 1);
  compare({9, 20, 1}, {18, 40, 1}, 1);
  compare({4, 5, 7}, {8, 10, 16}, 1);
}

/// A thread of a team of the host, as plain Kokkos gives one of a device to kernels.
template <class Team>
struct KokkosMember {
  const Team& team;
  struct Scratch {
    void* memory;
    [[nodiscard]] void* get_shmem_aligned(int, int) const { return memory; }
  };
  [[nodiscard]] int league_rank() const { return team.league_rank(); }
  [[nodiscard]] int team_rank() const { return team.team_rank(); }
  void team_barrier() const { team.barrier(); }
  [[nodiscard]] Scratch team_scratch(int) const { return {team.scratch()}; }
};
/// A kernel launched in plain Kokkos, with as much scratch memory as a run asks for.
template <class Kernel>
struct InPlainKokkos {
  Kernel kernel;
  template <class Team>
  void operator()(const Team& team) const {
    RunTeamWith<Kernel>{kernel, 0, 0}(KokkosMember<Team>{team});
  }
};
template <class Kernel>
InPlainKokkos(const Kernel&) -> InPlainKokkos<Kernel>;

/// The same pass on a host in packs and one by one, and in teams as on a device.
template <class Real>
void compare_forms(PassKind kind, const std::array<int, 3>& cells, int axis,
                   bool has_table = false) {
  const int next = axis == 0 ? 1 : 0;
  const std::array<std::ptrdiff_t, 3> stride{1, cells[0], std::ptrdiff_t(cells[0]) * cells[1]};
  const int length = cells[std::size_t(axis)];
  std::vector<Root<Real>> roots;
  for (const Root<double>& root : roots_of_unity(length))
    roots.push_back({Real(root.re), Real(root.im)});
  std::vector<Real> along(std::size_t(std::max({cells[0], cells[1], cells[2]})));
  for (std::size_t n = 0; n < along.size(); ++n) along[n] = Real(n) / Real(7);
  LinesPass<Real> pass{};
  pass.kind = kind;
  pass.line = line_of(length, roots);
  pass.axes = {axis, next, 3 - axis - next};
  for (std::size_t n = 0; n < 3; ++n)
    pass.from_stride[n] = pass.to_stride[n] = stride[std::size_t(pass.axes[n])];
  pass.across = {cells[std::size_t(pass.axes[1])], cells[std::size_t(pass.axes[2])]};
  pass.taken = pass.written = length;
  pass.symbol = {nullptr, {along.data(), along.data(), along.data()}, Real(3), cells};
  for (std::size_t n = 0; n < 3; ++n) pass.symbol.waves[n] = cells[n] / 2 + 1;
  std::vector<Real> table;
  for (const double value : noise(std::size_t(pass.symbol.waves[0]) *
                                  std::size_t(pass.symbol.waves[1] * pass.symbol.waves[2])))
    table.push_back(Real(value));
  if (has_table) pass.symbol.table = table.data();
  std::vector<Real> field;
  for (const double value : noise(std::size_t(cells[0] * cells[1] * cells[2])))
    field.push_back(Real(value));
  std::vector<Real> wider;
  const auto made = [&](const auto& run) {
    std::vector<Real> values = field;
    pass.from = pass.to = values.data();
    run();
    if (kind == PassKind::forward) return values;
    // Not in place, of fewer values, to more of them.
    LinesPass<Real> in_place = pass;
    wider.assign(field.size() * 3, Real(-1));
    pass.from = field.data();
    pass.to = wider.data();
    if (kind == PassKind::through) pass.taken = (length + 1) / 2;
    pass.first = -1;
    pass.written = std::max(1, length - 2);
    pass.to_stride[0] = std::ptrdiff_t(pass.across[0]) * pass.across[1];
    pass.to_stride[1] = pass.across[1];
    pass.to_stride[2] = 1;
    run();
    std::swap(pass, in_place);
    values.insert(values.end(), wider.begin(), wider.end());
    return values;
  };
  const auto packs = made([&] { run_packs<HostPack<Real>>(pass); });
  EXPECT_EQ(packs, made([&] { run_packs<Real>(pass); }));
  const auto compare_teams = [&](const auto& lengths_of, std::size_t scratch_values) {
    const auto compare_team = [&](TurnOrder order, bool in_plain_kokkos) {
      EXPECT_EQ(packs, made([&] {
                  const LinesTeam team{pass, lengths_of()};
                  const auto run = [&](const auto& kernel) {
                    run_teams_on_host(kernel, team.groups() * pass.across[1], team.threads,
                                      int(scratch_values * sizeof(Real)), order);
                  };
                  if (in_plain_kokkos)
                    run(InPlainKokkos{team});
                  else
                    run(team);
                }));
    };
    for (const TurnOrder order : turn_orders) compare_team(order, false);
    compare_team(turn_orders[0], true);
  };
  using Any = AnyLength<Real, true>;
  compare_teams([&] { return Any(pass.line, 4, is_along_x(pass)); },
                Any::scratch_values(length, 4));
  with_fixed_length(pass, [&](const auto& lengths) {
    compare_teams([&] { return lengths; }, lengths.scratch_values);
  });
}

TEST(LinesPasses, GiveTheSameBitsInAllForms) {
  for (const PassKind kind : {PassKind::forward, PassKind::through, PassKind::inverse})
    for (const int axis : {0, 1, 2}) {
      compare_forms<double>(kind, {40, 6, 2}, axis);
      compare_forms<float>(kind, {36, 7, 3}, axis);
      if (kind != PassKind::through) continue;
      compare_forms<double>(kind, {40, 6, 5}, axis, true);
      compare_forms<float>(kind, {67, 4, 3}, axis, true);
    }
  // One and two passes at a time, of all radices, first and behind others.
  for (const PassKind kind : {PassKind::forward, PassKind::through, PassKind::inverse})
    for (const int length : {1, 2, 3, 4, 5, 8, 12, 14, 16, 20, 32, 48, 64, 128, 144, 160, 256})
      compare_forms<double>(kind, {length, 3, 1}, 0);
  // Lines without a second one, whose transforms have rounding in place of its zeros.
  for (const int length : {18, 60, 64, 200, 256}) {
    compare_forms<double>(PassKind::through, {length, 1, 1}, 0, true);
    compare_forms<float>(PassKind::through, {length, 35, 1}, 0, true);
    compare_forms<double>(PassKind::through, {1, 3, length}, 2, true);
    compare_forms<float>(PassKind::through, {37, length, 1}, 1, true);
  }
  // Lengths that kernels are compiled for, of some pairs, whole and half, and more than a team's.
  for (const PassKind kind : {PassKind::forward, PassKind::through, PassKind::inverse})
    for (const int length : {128, 256, 512}) {
      compare_forms<double>(kind, {length, 37, 1}, 0);
      compare_forms<float>(kind, {length, 2, 3}, 0);
      compare_forms<double>(kind, {5, length, 2}, 1);
      compare_forms<float>(kind, {43, 2, length}, 2);
    }
}

}  // namespace
}  // namespace solenoid
