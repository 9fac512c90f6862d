#include "physics/solvers/reading.hpp"

#include "physics/solvers/substeps.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

Gather on_device(Solver& solver, Reading what, const std::string& name, double time) {
  if (what == Reading::shown) return solver.gather_field(name);
  if (what == Reading::stored) return solver.gather_part(name);
  auto& scheme = dynamic_cast<Substeps&>(solver);
  if (what == Reading::rate) return scheme.gather_rate(name, time);
  return scheme.gather_with_ghosts(name, time);
}

}  // namespace

Gather read(Solver& solver, Reading what, const std::string& name, double time) {
  return
      [device = solver.device(), gather = on_device(solver, what, name, time)](
          const Box& box, const MutableValues& here) { bring_to_host(device, gather, box, here); };
}

}  // namespace solenoid
