#include "src/solvers.hpp"

#include <Kokkos_Core.hpp>
#include <map>
#include <stdexcept>

#include "physics/muscl_hancock.hpp"
#include "physics/relaxing_tvd.hpp"
#include "src/boundary_values.hpp"
#include "src/host_memory.hpp"

namespace solenoid {

namespace {

template <class Choice>
Choice choose(const std::map<std::string, Choice>& choices, const std::string& name) {
  const auto found = choices.find(name);
  if (found == choices.end()) throw std::logic_error("no choice is named " + name);
  return found->second;
}

Precision precision_of(const Deck& deck) {
  return choose<Precision>(
      {{"single", Precision::single_precision}, {"double", Precision::double_precision}},
      deck.text("run", "precision"));
}

Limiter limiter_of(const Deck& deck) {
  return choose<Limiter>({{"minmod", Limiter::minmod},
                          {"van-leer", Limiter::van_leer},
                          {"monotonised-central", Limiter::monotonised_central}},
                         deck.text("solver", "limiter"));
}

RelaxingTvdSettings relaxing_tvd_settings(const Deck& deck) {
  RelaxingTvdSettings settings;
  settings.magnetised = deck.text("physics", "equations") == "mhd";
  settings.limiter = limiter_of(deck);
  settings.courant_number = deck.number("solver", "cfl");
  settings.first_order_fallback = deck.flag("solver", "first_order_fallback");
  settings.density_floor = deck.number("solver", "density_floor");
  settings.pressure_floor = deck.number("solver", "pressure_floor");
  settings.gamma = deck.number("physics", "gamma");
  return settings;
}

MusclHancockSettings muscl_hancock_settings(const Deck& deck) {
  MusclHancockSettings settings;
  settings.magnetised = deck.text("physics", "equations") == "mhd";
  settings.riemann = choose<RiemannSolver>({{"hll", RiemannSolver::hll},
                                            {"hllc", RiemannSolver::hllc},
                                            {"hlld", RiemannSolver::hlld},
                                            {"hll-bard-dorelli", RiemannSolver::hll_bard_dorelli}},
                                           deck.text("solver", "riemann"));
  settings.reconstruction = choose<Reconstruction>(
      {{"primitive", Reconstruction::primitive}, {"conserved", Reconstruction::conserved}},
      deck.text("solver", "reconstruction"));
  settings.limiter = limiter_of(deck);
  settings.courant_number = deck.number("solver", "cfl");
  settings.splitting =
      choose<Splitting>({{"strang", Splitting::strang}, {"symmetric", Splitting::symmetric}},
                        deck.text("solver", "splitting"));
  settings.damping = choose<DivergenceDamping>({{"dedner", DivergenceDamping::dedner},
                                                {"listing", DivergenceDamping::listing},
                                                {"paper", DivergenceDamping::paper},
                                                {"none", DivergenceDamping::none}},
                                               deck.text("solver", "divergence_damping"));
  settings.damping_length = deck.number("solver", "divergence_damping_length");
  settings.first_order_fallback = deck.flag("solver", "first_order_fallback");
  settings.density_floor = deck.number("solver", "density_floor");
  settings.pressure_floor = deck.number("solver", "pressure_floor");
  settings.gamma = deck.number("physics", "gamma");
  settings.gravity = deck.vector("physics", "gravity");
  return settings;
}

}  // namespace

bool gpu_available() {
#ifdef KOKKOS_ENABLE_CUDA
  return Kokkos::num_devices() > 0;
#else
  return false;
#endif
}

std::unique_ptr<Solver> make_solver(const Deck& deck, Device device) {
  const std::string scheme = deck.text("solver", "scheme");
  if (scheme == "muscl-hancock")
    return make_muscl_hancock(deck.grid(), deck.boundaries(), muscl_hancock_settings(deck),
                              precision_of(deck), device, fixed_boundary(deck));
  if (scheme == "relaxing-tvd")
    return make_relaxing_tvd(deck.grid(), deck.boundaries(), relaxing_tvd_settings(deck),
                             precision_of(deck), device, fixed_boundary(deck));
  throw std::logic_error("no scheme is named " + scheme);
}

MemoryNeed memory_need(const Deck& deck) {
  const Grid grid = deck.grid();
  const double cells = double(grid.cell_count());
  MemoryNeed need;
  need.device_bytes =
      deck.text("solver", "scheme") == "relaxing-tvd"
          ? relaxing_tvd_bytes(grid, relaxing_tvd_settings(deck), precision_of(deck))
          : muscl_hancock_bytes(grid, muscl_hancock_settings(deck), precision_of(deck));
  need.bytes_per_cell = double(need.device_bytes) / cells;
  // Initial fields are evaluated in double precision, all at once.
  const bool magnetised = deck.text("physics", "equations") == "mhd";
  need.host_bytes = grid.cell_count() * sizeof(double) * (magnetised ? 9 : 6);
  return need;
}

std::size_t free_memory(Device device) {
#ifdef KOKKOS_ENABLE_CUDA
  if (device == Device::gpu) {
    std::size_t available = 0;
    std::size_t total = 0;
    if (cudaMemGetInfo(&available, &total) != cudaSuccess)
      throw std::runtime_error("the GPU does not say how much memory is free");
    return available;
  }
#endif
  if (device == Device::gpu) return 0;
  return free_host_memory();
}

}  // namespace solenoid
