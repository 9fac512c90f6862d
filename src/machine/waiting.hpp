#pragma once
/// \file
/// How threads wait for each other.

namespace solenoid {

/// Sees to it that threads which wait for others let go of their core after a fraction of a
/// millisecond. The default of GCC's runtime, to keep it for many, makes a run several times slower
/// as soon as anything else runs beside it. The runtime reads its settings before main() begins:
/// unless the environment has them (GOMP_SPINCOUNT, OMP_WAIT_POLICY), this starts the program anew,
/// with the same arguments, and does not return. Call it first of all.
void wait_briefly(char** arguments);

}  // namespace solenoid
