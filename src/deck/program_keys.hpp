#pragma once
/// \file
/// The stencil program of a deck, and the keys that its fields and uniforms are, or the passive
/// scalars of a fluid.

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/deck/keys.hpp"
#include "src/stencil/kernels.hpp"

namespace solenoid {

/// A program of the stencil language, compiled as far as C++ (src/stencil/emit.hpp).
struct StencilProgram {
  std::string name;  ///< of its equations or file
  std::vector<stencil::SourceFile> files;
  stencil::CompilerOptions options;
  stencil::Kernels kernels;
  bool own = false;      ///< that of the deck, which its equations do not name
  bool forced = false;   ///< by random forcing
  bool helical = false;  ///< whose waves have helicity

  /// Names of the fields that define a state.
  [[nodiscard]] std::vector<std::string> state_fields() const;
};

/// Keys of a deck that come from its program: a field is an expression in [initial] and behind
/// faces, what acts from outside one in [source], a uniform a number in [physics].
struct ProgramKeys {
  std::vector<KeySpec> keys;
  std::list<std::string> texts;    ///< what the keys' names and defaults are views of
  std::vector<std::string> names;  ///< of fields that outputs may hold
  /// Uniforms that no deck sets, with the reductions that they are.
  std::map<std::string, std::string> reductions;
  /// Whether they are those of terms or scalars, which a fluid has beside its own: then all other
  /// keys stay.
  bool of_fluid = false;
};

/// The files of a program that comes with Solenoid, `forced` or not, by waves with helicity or not.
/// Throws std::logic_error for other equations.
std::vector<stencil::SourceFile> built_in_program(const std::string& equations, bool forced,
                                                  bool helical = false);

/// Whether the equations of magnetohydrodynamics that come with Solenoid have such a parameter.
bool is_built_in_uniform(const std::string& name);

/// Uniforms that random forcing sets, and no deck.
std::vector<std::string> forcing_uniforms(bool helical);

/// The keys of a program. Throws std::invalid_argument where a uniform has the name of a key that
/// [physics] has for every program, and where random forcing is asked of a program without its
/// uniforms.
std::shared_ptr<ProgramKeys> keys_of(const StencilProgram& program);

/// The uniform of terms in a shearing box, of which [shearing_box] says what it is.
inline constexpr const char* background_shear = "background_shear";

/// The table of terms beside a tabulated gas, which is that of [physics].
inline constexpr const char* table_of_gas = "temperature_of_energy";

/// The keys of terms: their uniforms, but for this one and for those that have the name of a number
/// that [physics] has for the fluid, such as gamma, and are that. Throws std::invalid_argument
/// where such a key is no number.
std::shared_ptr<ProgramKeys> keys_of_terms(const StencilProgram& terms);

/// Adds the keys of passive scalars: expressions in [initial] and behind faces.
void add_keys_of_scalars(const std::vector<std::string>& scalars, ProgramKeys& keys);

}  // namespace solenoid
