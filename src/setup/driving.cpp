#include "src/setup/driving.hpp"

#include <stdexcept>
#include <string>

namespace solenoid {

DrivingSettings driving_settings(const Deck& deck) {
  DrivingSettings settings;
  if (deck.given("driving", "power")) settings.power = deck.number("driving", "power");
  if (deck.given("driving", "acceleration"))
    settings.acceleration = deck.number("driving", "acceleration");
  if (deck.given("driving", "mach_number"))
    settings.mach_number = deck.number("driving", "mach_number");
  if (!settings.given()) return settings;
  settings.correlation_time = deck.number("driving", "correlation_time");
  settings.wave_numbers = deck.interval("driving", "wave_numbers");
  settings.spectrum = deck.choice<DrivingSpectrum>("driving", "spectrum");
  settings.exponent = deck.number("driving", "exponent");
  settings.solenoidal_weight = deck.number("driving", "solenoidal_weight");
  settings.seed = std::uint64_t(deck.integer("driving", "seed"));
  settings.start_time = deck.number("run", "start_time");
  try {
    static_cast<void>(OrnsteinUhlenbeck(deck.grid(), settings));
  } catch (const std::invalid_argument& error) {
    throw DeckError({deck.problem("driving", "wave_numbers",
                                  std::string("'wave_numbers' in [driving]: ") + error.what())});
  }
  return settings;
}

}  // namespace solenoid
