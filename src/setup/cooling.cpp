#include "src/setup/cooling.hpp"

#include <stdexcept>
#include <string>

namespace solenoid {

CoolingSettings cooling_settings(const Deck& deck) {
  CoolingSettings settings;
  const CoolingLists& curve = deck.cooling();
  if (curve.temperature.empty()) return settings;
  const double degree = deck.number("cooling", "temperature_unit");
  for (const double temperature : curve.temperature)
    settings.temperature.push_back(temperature / degree);
  for (const double rate : curve.rate)
    settings.rate.push_back(rate * deck.number("cooling", "rate_unit"));
  settings.lowest_temperature = deck.number("cooling", "lowest_temperature") / degree;
  settings.courant_number = deck.number("cooling", "cfl_cooling");
  try {
    require_curve(settings);
  } catch (const std::invalid_argument& error) {
    throw DeckError({deck.problem("cooling", "temperature_unit",
                                  std::string("[cooling], in the deck's units: ") + error.what())});
  }
  return settings;
}

}  // namespace solenoid
