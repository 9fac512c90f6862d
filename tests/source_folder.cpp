#include "tests/source_folder.hpp"

namespace solenoid {

std::filesystem::path source_folder() { return SOLENOID_SOURCE_DIR; }

}  // namespace solenoid
