#include "src/setup/deck_of_file.hpp"

#include "src/deck/program_keys.hpp"

namespace solenoid {

namespace {

/// The number that a uniform of a program has, if it has one of this name.
std::optional<double> uniform_of(const Deck& deck, const std::string& name) {
  for (const stencil::Uniform& uniform : deck.program()->kernels.uniforms)
    if (uniform.name == name && uniform.reduction < 0) return deck.number("physics", name);
  return std::nullopt;
}

}  // namespace

FileParameters file_parameters(const Deck& deck) {
  FileParameters parameters;
  if (deck.program() == nullptr) {
    if (deck.choice<EquationOfState>("physics", "equation_of_state") == EquationOfState::ideal)
      parameters.gamma = deck.number("physics", "gamma");
    parameters.gravity = deck.vector("physics", "gravity");
    return parameters;
  }
  parameters.gamma = uniform_of(deck, "gamma");
  parameters.resistivity = uniform_of(deck, "resistivity").value_or(0);
  parameters.viscosity = uniform_of(deck, "viscosity").value_or(0);
  for (std::size_t d = 0; d < 3; ++d)
    parameters.gravity[d] = uniform_of(deck, std::string("gravity_") + "xyz"[d]).value_or(0);
  return parameters;
}

std::optional<Deck> deck_in(const std::filesystem::path& file, const Provenance& provenance,
                            std::string& problem) {
  problem = "it holds no deck";
  if (provenance.deck.empty()) return std::nullopt;
  for (const std::string& place : {file.string(), file.filename().string()}) {
    try {
      return Deck::parse(provenance.deck, place);
    } catch (const DeckError& error) {
      problem = error.problems().front().message;
    }
  }
  return std::nullopt;
}

}  // namespace solenoid
