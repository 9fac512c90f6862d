#include "src/deck/schemes.hpp"

#include "src/deck/choices.hpp"

namespace solenoid {

std::string schemes_text(const ChoiceSet<Scheme>& schemes) {
  return "scheme = " + alternatives(names_of(schemes), "\"");
}

}  // namespace solenoid
