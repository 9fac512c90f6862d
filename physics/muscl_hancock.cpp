#include "physics/muscl_hancock.hpp"

#include <stdexcept>

#include "physics/muscl_hancock_solver.hpp"

namespace solenoid {

namespace {

template <class Equations, class Real>
std::unique_ptr<Solver> make_on(Device device, const Grid& grid, const Boundaries& boundaries,
                                const MusclHancockSettings& settings, FixedBoundary fixed) {
  if (device == Device::cpu)
    return std::make_unique<MusclHancockSolver<Equations, Real, HostSpace>>(
        grid, boundaries, settings, std::move(fixed));
#if SOLENOID_HAS_DEVICE
  return std::make_unique<MusclHancockSolver<Equations, Real, DeviceSpace>>(
      grid, boundaries, settings, std::move(fixed));
#else
  throw std::invalid_argument("this program was built without a GPU backend");
#endif
}

template <class Equations>
std::unique_ptr<Solver> make_in(Precision precision, Device device, const Grid& grid,
                                const Boundaries& boundaries, const MusclHancockSettings& settings,
                                FixedBoundary fixed) {
  if (precision == Precision::single_precision)
    return make_on<Equations, float>(device, grid, boundaries, settings, std::move(fixed));
  return make_on<Equations, double>(device, grid, boundaries, settings, std::move(fixed));
}

}  // namespace

std::unique_ptr<Solver> make_muscl_hancock(const Grid& grid, const Boundaries& boundaries,
                                           const MusclHancockSettings& settings,
                                           Precision precision, Device device,
                                           FixedBoundary fixed) {
  if (settings.magnetised && settings.riemann == RiemannSolver::hllc)
    throw std::invalid_argument("hllc is a Riemann solver for hydrodynamics; use hlld or hll");
  if (!settings.magnetised && settings.riemann == RiemannSolver::hlld)
    throw std::invalid_argument("hlld is a Riemann solver for mhd; use hllc or hll");
  if (settings.magnetised)
    return make_in<IdealMhd>(precision, device, grid, boundaries, settings, std::move(fixed));
  return make_in<Hydrodynamics>(precision, device, grid, boundaries, settings, std::move(fixed));
}

std::size_t muscl_hancock_bytes(const Grid& grid, const MusclHancockSettings& settings,
                                Precision precision) {
  const std::size_t real =
      precision == Precision::single_precision ? sizeof(float) : sizeof(double);
  const int fields = settings.magnetised ? IdealMhd::size : Hydrodynamics::size;
  const int pack = precision == Precision::single_precision ? lane_width<HostPack<float>>
                                                            : lane_width<HostPack<double>>;
  const Layout layout = make_layout(grid, 2, int(real), pack);
  const bool several = settings.splitting == Splitting::symmetric && grid.dimensions() > 1;
  return std::size_t(layout.elements(fields)) * real * (several ? 4 : 2);
}

}  // namespace solenoid
