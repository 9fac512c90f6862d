#include "physics/solvers/kernels/shared_parts.hpp"

SOLENOID_SHARED_PARTS(, float);
