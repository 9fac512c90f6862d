#include "physics/fields/power_spectrum.hpp"

#include <Kokkos_Core.hpp>
#include <array>
#include <cmath>

#include "numerics/device/binned_sums.hpp"
#include "numerics/device/copies.hpp"
#include "numerics/fourier/even_convolution.hpp"
#include "numerics/fourier/wave_numbers.hpp"
#include "physics/fields/field_measuring.hpp"
#include "physics/fields/slabs_of_fields.hpp"

namespace solenoid {

namespace {

/// Squares of the wave numbers along an axis, by coefficients as EvenConvolution has them.
std::vector<double> squares_along(const Grid& grid, int axis) {
  const int cells = grid.cells[std::size_t(axis)];
  std::vector<double> squares;
  for (int n = 0; n < cells; ++n) {
    const double k = (2 * n <= cells ? n : n - cells) * longest_waves(grid)[std::size_t(axis)];
    squares.push_back(k * k);
  }
  return squares;
}

KOKKOS_INLINE_FUNCTION int shell_of(double square) { return int(Kokkos::sqrt(square) + 0.5); }

/// The transform of a periodic field, with a kernel that is nothing and needs no table.
ConvolutionKernel transform_of(const Grid& grid) {
  ConvolutionKernel kernel;
  kernel.cells = kernel.lengths = grid.cells;
  for (std::size_t axis = 0; axis < 3; ++axis)
    kernel.along[axis].assign(std::size_t(grid.cells[axis] / 2 + 1), 0.0);
  return kernel;
}

/// What coefficients of real transforms are of: the shell of each, and how much of its square is
/// power. Of one axis, cosines and sines of one wave number have the sum of squares
/// (|f_k|^2 + |f_-k|^2)/2; so have those of three axes, of all eight of k.
template <class Real>
struct ShellsOfCoefficients {
  const Real* coefficients;  ///< of a box
  Box box;
  Kokkos::Array<int, 3> cells;
  const double* squares;  ///< of wave numbers along x, then y, then z
  int* shells;
  double* values;
  double* weights;

  KOKKOS_FUNCTION void operator()(const int n) const {
    const int row = n / box.count[0];
    const int at[3] = {box.begin[0] + n - row * box.count[0], box.begin[1] + row % box.count[1],
                       box.begin[2] + row / box.count[1]};
    const double across = squares[cells[0] + at[1]] + squares[cells[0] + cells[1] + at[2]];
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis)
      if (at[axis] != 0 && 2 * at[axis] != cells[axis]) weight *= 2;
    shells[n] = shell_of(squares[at[0]] + across);
    values[n] = double(coefficients[n]);
    weights[n] = weight;
  }
};

}  // namespace

class PowerSpectrum::Sums {
 public:
  virtual ~Sums() = default;
  virtual void add(const Gather& gather) = 0;
  [[nodiscard]] virtual std::vector<double> power() = 0;
};

namespace {

template <class Real, class Space>
class SumsOnDevice final : public PowerSpectrum::Sums {
 public:
  explicit SumsOnDevice(const Subdomain& part)
      : part_(part),
        transform_(transform_of(part.whole), {transform_of(part.whole), part.cuts, 0}, part.number,
                   part.exchange),
        squares_(uninitialised("squares of wave numbers"),
                 std::size_t(part.whole.cells[0] + part.whole.cells[1] + part.whole.cells[2])),
        sums_(shell_count(part.whole), BinTerm::square) {
    std::vector<double> squares;
    for (int axis = 0; axis < 3; ++axis)
      for (const double square : squares_along(part.whole, axis)) squares.push_back(square);
    set_on_host(squares_, [&](const auto& there) {
      for (std::size_t n = 0; n < squares.size(); ++n) there(n) = squares[n];
    });
  }

  void add(const Gather& gather) override {
    const auto field = gathered(gather);
    const std::array<int, 3>& cells = part_.cells;
    const auto [box, coefficients] = transform_.coefficients(
        space_, field.data(), {1, cells[0], std::ptrdiff_t(cells[0]) * cells[1]});
    constexpr std::size_t most = is_host_space<Space> ? transfer_values / 8 : transfer_values;
    std::size_t values = 0;
    const std::vector<Box> slabs = slabs_of(box, most);
    for (const Box& slab : slabs) values = std::max(values, slab.values());
    const Memory<int> shells(uninitialised("shells"), values);
    const Memory<double> numbers(uninitialised("coefficients"), 2 * values);
    const Real* from = coefficients;
    for (const Box& slab : slabs) {
      const int count = int(slab.values());
      double* const weights = numbers.data() + values;
      Kokkos::parallel_for("shells of coefficients", CellItems<Space>(space_, 0, count),
                           ShellsOfCoefficients<Real>{
                               from,
                               slab,
                               {part_.whole.cells[0], part_.whole.cells[1], part_.whole.cells[2]},
                               squares_.data(),
                               shells.data(),
                               numbers.data(),
                               weights});
      sums_.add(space_, {count, shells.data(), numbers.data(), weights});
      from += count;
    }
    space_.fence();  // the memory goes
  }

  [[nodiscard]] std::vector<double> power() override {
    std::vector<double> power = sums_.totals(space_, part_.exchange.get());
    const double factor = factor_of_transforms(part_.whole.cells);
    for (double& shell : power) shell /= factor * factor;
    return power;
  }

 private:
  template <class Value>
  using Memory = Kokkos::View<Value*, typename Space::memory_space>;

  static auto uninitialised(const std::string& label) {
    return Kokkos::view_alloc(Kokkos::WithoutInitializing, label);
  }

  /// The cells of the part, x fastest.
  [[nodiscard]] Memory<Real> gathered(const Gather& gather) const {
    constexpr Precision precision =
        sizeof(Real) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
    const Memory<Real> field(uninitialised("field of a spectrum"), part_.cell_count());
    Real* there = field.data();
    for (const Box& slab : slabs_of_cells(part_, transfer_values)) {
      gather(slab, {precision, there});
      there += slab.values();
    }
    return field;
  }

  Space space_;
  Subdomain part_;
  EvenConvolution<Real, Space> transform_;
  Memory<double> squares_;
  BinnedSums<Space> sums_;
};

template <class Space>
std::unique_ptr<PowerSpectrum::Sums> sums_on(const Subdomain& part, Precision precision) {
  if (precision == Precision::single_precision)
    return std::make_unique<SumsOnDevice<float, Space>>(part);
  return std::make_unique<SumsOnDevice<double, Space>>(part);
}

std::unique_ptr<PowerSpectrum::Sums> sums_on(const Subdomain& part, Precision precision,
                                             Device device) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) return sums_on<DeviceSpace>(part, precision);
#endif
  static_cast<void>(device);
  return sums_on<HostSpace>(part, precision);
}

}  // namespace

int shell_count(const Grid& grid) {
  double square = 0;
  for (int axis = 0; axis < 3; ++axis)
    square += squares_along(grid, axis)[std::size_t(grid.cells[std::size_t(axis)] / 2)];
  return shell_of(square) + 1;
}

std::size_t spectrum_bytes(const Grid& grid, const GridCuts& cuts, Precision precision) {
  const std::size_t value =
      precision == Precision::single_precision ? sizeof(float) : sizeof(double);
  const ConvolutionKernel kernel = transform_of(grid);
  return grid.cell_count() * value +
         std::size_t(cuts.count()) * convolution_bytes(kernel, {kernel, cuts, 0}, value);
}

PowerSpectrum::PowerSpectrum(const Subdomain& part, Precision precision, Device device)
    : sums_(sums_on(part, precision, device)) {}

PowerSpectrum::~PowerSpectrum() = default;

void PowerSpectrum::add(const Gather& gather) { sums_->add(gather); }

std::vector<double> PowerSpectrum::power() { return sums_->power(); }

std::vector<double> power_of(Solver& solver, const DefinedFields& fields,
                             const SpectrumRequest& request, double time) {
  if (auto* const measuring = dynamic_cast<FieldMeasuring*>(&solver))
    return std::get<std::vector<double>>(measuring->measure({fields, time, request}));
  solver.complete_step();
  PowerSpectrum spectrum(solver.part(), request.precision, solver.device());
  for (const std::string& field : request.fields) spectrum.add(fields.gather(solver, field, time));
  return spectrum.power();
}

}  // namespace solenoid
