#pragma once
/// \file
/// Exact waves of ideal MHD: the linear ones and the circularly polarised Alfven wave. The magnetic
/// pressure is B^2/2.

#include <array>

namespace solenoid::reference {

using Vector = std::array<double, 3>;

struct MhdState {
  double density = 0;
  Vector velocity{};
  double pressure = 0;
  Vector magnetic_field{};
};

enum class WaveFamily { fast, alfven, slow, entropy };

/// A plane wave of small amplitude: background + amplitude eigenvector cos(2 pi (k.x - f t)).
class LinearWave {
 public:
  /// `wave_vector`: cycles per length along x, y, z; `direction`: 1 for the wave that runs along
  /// it in the medium's frame, -1 for the one that runs against it (entropy waves run with the
  /// medium). The eigenvector's largest component is 1. Throws std::invalid_argument where the
  /// families coincide: no field along or across the wave vector, no wave vector.
  LinearWave(const MhdState& background, double gamma, const Vector& wave_vector, WaveFamily family,
             int direction);

  /// Phase speed along the wave vector, the medium's velocity included.
  [[nodiscard]] double speed() const { return speed_; }
  /// The right eigenvector of the primitive variables.
  [[nodiscard]] const MhdState& eigenvector() const { return eigenvector_; }
  [[nodiscard]] MhdState at(const Vector& position, double time, double amplitude) const;

 private:
  MhdState background_, eigenvector_;
  Vector wave_vector_;
  double speed_ = 0;
};

/// A circularly polarised Alfven wave of any amplitude in the plane of x and y (G. Toth, J. Comput.
/// Phys. 161, 605 (2000)): density 1, pressure 0.1, unit field and unit Alfven speed along x1,
/// wavelength 1; the transverse field is amplitude (sin, cos)(2 pi x1') in x2 and z.
struct CircularAlfvenWave {
  double amplitude = 0.1;
  int direction = 1;            ///< 1 or -1: up or down x1
  double flow = 0;              ///< of the medium along x1
  double cosine = 1, sine = 0;  ///< of the angle from x to x1
  [[nodiscard]] MhdState at(const Vector& position, double time) const;
};

}  // namespace solenoid::reference
