#include "src/setup/forcing.hpp"

#include <array>
#include <stdexcept>

#include "physics/equations/forcing/random_forcing.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {

namespace {

RandomForcing random_forcing(const Deck& deck, double sound_speed) {
  RandomForcingSettings settings;
  settings.amplitude = deck.number("physics", "forcing_amplitude");
  settings.wave_numbers = deck.interval("physics", "forcing_wave_numbers");
  settings.sound_speed = sound_speed;
  settings.seed = std::uint64_t(deck.integer("physics", "forcing_seed"));
  if (deck.program()->helical) settings.helicity = deck.number("physics", "forcing_helicity");
  try {
    return {deck.grid(), settings};
  } catch (const std::invalid_argument& error) {
    throw DeckError(
        {deck.problem("physics", "forcing_wave_numbers",
                      std::string("'forcing_wave_numbers' in [physics]: ") + error.what())});
  }
}

}  // namespace

UniformsOfSteps forcing_of_steps(const Deck& deck, double sound_speed) {
  return [forcing = random_forcing(deck, sound_speed), helical = deck.program()->helical](
             std::uint64_t step, double dt) {
    const ForcingWave wave = forcing.wave(step, dt);
    std::map<std::string, double> uniforms{{"forcing_phase", wave.phase}};
    const auto set = [&](const std::string& name, const std::array<double, 3>& vector) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        uniforms[name + "_" + "xyz"[axis]] = vector[axis];
    };
    set("forcing_amplitude", wave.amplitude);
    set("forcing_wave_vector", wave.wave_vector);
    if (helical) set("forcing_sine_amplitude", wave.sine_amplitude);
    return uniforms;
  };
}

std::optional<double> forcing_wave_number(const Deck& deck) {
  if (deck.program() == nullptr || !deck.program()->forced) return std::nullopt;
  return random_forcing(deck, 1).mean_wave_number();
}

}  // namespace solenoid
