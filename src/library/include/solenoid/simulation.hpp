#pragma once
/// \file
/// A simulation in the caller's process: made from a deck, stepped, read and changed.
///
/// All calls throw solenoid::Error. They may come from any thread; the library does one at a time.

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "error.hpp"

namespace solenoid {

/// What acts from outside: writes its values in all cells, x fastest, at a time; of several
/// processes each is asked for those of its Simulation::part().
using Source = std::function<void(double time, double* values)>;

/// What stands behind a face: writes values at `count` points at a time; of several processes
/// those are asked that have cells at the face.
using BoundaryValues = std::function<void(double time, std::size_t count, const double* x,
                                          const double* y, const double* z, double* values)>;

/// The processes that have a simulation.
enum class Together {
  alone,        ///< this one, whatever others there are
  launched,     ///< all that the launcher (mpirun, srun) has started; MPI is started if nobody has
  communicator  ///< those of SimulationOptions::communicator
};

/// What `solenoid run` takes beside the deck.
struct SimulationOptions {
  std::vector<std::string> overrides{};  ///< "section.key=value", as of --set
  std::string device{};                  ///< "cpu", "gpu", or empty: the GPU where there is one
  /// Of the CPU; 0: as many as the program would take. The first simulation of a process starts
  /// them, later ones have the same.
  int threads = 0;
  std::string restart{};  ///< the checkpoint to go on from
  /// Where the deck's outputs are written as the simulation reaches them, as `solenoid run` does;
  /// empty: none are.
  std::string folder{};
  /// Functions in place of expressions of [source], by name: acceleration_x, heating, or a field of
  /// a stencil program. They are called in the thread that takes steps, in every step for its
  /// middle, or in every substep, and must not call the simulation. What they throw ends the step,
  /// in all processes, after which the state has to be set anew. Checkpoints do not hold them.
  std::map<std::string, Source> sources{};
  /// Functions in place of expressions of [boundary.lower_x] and so on, by face and field:
  /// "lower_x.velocity_y". The deck says that the face is fixed. They are called as sources are,
  /// once for all points behind the face, whenever the ghosts there are filled at another time.
  std::map<std::string, BoundaryValues> boundaries{};
  /// Several processes compute the simulation in parts. All of them make it and call the same
  /// functions in the same order, with the same arguments (those of process 0 count, but for own
  /// boxes of values); all get what comes of it, or throw.
  Together processes = Together::alone;
  int communicator = 0;     ///< as MPI_Comm_c2f() gives it, of an MPI that the caller has started
  std::string layout{};     ///< parts along x, y and z, "1x2x2"; empty: those that send least
  std::string transport{};  ///< as of --transport; empty: the fastest that there is
};

/// A box of the values of a field: the first along x, y and z, and how many.
struct FieldBox {
  std::array<int, 3> begin{0, 0, 0};
  std::array<int, 3> count{1, 1, 1};
  /// Of several processes: whether each reads or sets a box of its own, within Simulation::part().
  bool own = false;
};

/// The grid of a program.
struct ProgramGrid {
  std::array<int, 3> cells{1, 1, 1};  ///< along x, y and z; 1 where inactive
  std::array<double, 3> lower{0, 0, 0}, upper{1, 1, 1};
};

/// A field of a simulation.
struct FieldInfo {
  std::string name;
  /// Values along x, y and z: cells, or one more along the axis on whose faces they stand.
  std::array<int, 3> shape{1, 1, 1};
  bool is_state = false;  ///< whether it defines the state, and can be set
};

/// How far steps are to go: to whatever comes first.
struct Span {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();
  /// Steps end at this very time, for which the last two share what is left.
  double until = unlimited;
  /// They end after the first step that reaches this time, whose length it does not change.
  double past = unlimited;
  long steps = std::numeric_limits<long>::max();  ///< after so many
  double seconds = unlimited;                     ///< after the first step that ends so late
};

/// Numbers of a field.
struct FieldNumbers {
  double minimum = 0, maximum = 0, sum = 0;
  double rms = 0;  ///< the root of the mean of the squares
};

/// How a picture shows a field.
struct PictureLook {
  std::optional<std::array<double, 2>> range{};  ///< of the scale; from the values if not given
  std::string colours = "viridis";               ///< viridis, inferno, grey or balance
  bool logarithmic = false;
  /// The plane normal to axis 0, 1 or 2 (x, y, z) at a coordinate; if not given, of three
  /// directions the middle of z.
  std::optional<std::pair<int, double>> slice{};
};

class Session;

class Simulation {
 public:
  /// From a deck's file, its state that of [initial] or of the checkpoint.
  explicit Simulation(const std::string& deck_file, const SimulationOptions& options = {});
  /// From the text of a deck; `name` stands for the file in messages and names outputs.
  static Simulation from_text(const std::string& deck, const std::string& name,
                              const SimulationOptions& options = {});
  /// Of equations in the stencil language (docs/stencil-language.md), without a deck. All its
  /// fields are 0 until they are set. Its uniforms, boundaries and whatever else a deck may say are
  /// overrides: "physics.viscosity=0.01", "grid.boundary_x=outflow", "solver.time_step=0.1". It has
  /// no end.
  static Simulation from_program(const std::string& program, const ProgramGrid& grid,
                                 const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&& other) noexcept;
  Simulation& operator=(Simulation&& other) noexcept;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// \name What it is
  /// @{
  [[nodiscard]] std::array<int, 3> cells() const;  ///< along x, y and z; 1 where inactive
  [[nodiscard]] std::array<double, 3> lower() const;
  [[nodiscard]] std::array<double, 3> upper() const;
  [[nodiscard]] std::string deck() const;       ///< the resolved deck, TOML
  [[nodiscard]] std::string precision() const;  ///< "single", "double" or "extended"
  [[nodiscard]] std::string device() const;     ///< "OpenMP, 8 threads, 8 lanes" or the GPU's name
  /// What looks wrong in the deck and may be meant.
  [[nodiscard]] std::vector<Problem> warnings() const;
  /// @}

  /// \name Steps
  /// @{
  [[nodiscard]] double time() const;
  [[nodiscard]] long steps() const;       ///< since the very start
  [[nodiscard]] double last_dt() const;   ///< length of the last step; 0 before the first
  [[nodiscard]] double stable_dt();       ///< the longest stable step of the present state
  [[nodiscard]] double end_time() const;  ///< of the deck
  /// Steps of the deck's run: those that `solenoid run` takes, which end at end_time(); behind that
  /// as long as is stable.
  void step(long count = 1);
  /// Steps until this very time. Throws where it is past.
  void run_until(double time);
  /// Steps to end_time(), and writes what `solenoid run` writes there.
  void run() { run_until(end_time()); }
  /// Steps as far as `span` allows; returns how many there were.
  long advance(const Span& span);
  /// One step of this length, which the caller vouches for, as where steps are shared with another
  /// code. The schemes that are split by direction come in pairs of steps of equal length.
  void step_by(double dt);
  /// @}

  /// \name Parts of a step, of the scheme finite-difference
  /// @{
  /// Substeps of a step; 0 where the scheme has none.
  [[nodiscard]] int substeps() const;
  /// Takes the next substep of a step of length dt. Between the first and the last one fields of
  /// the state can be read and set, and nothing else be done. The last one ends the step.
  void substep(double dt);
  /// The rate of change of a field of the state, all that the equations say of it: the right-hand
  /// side alone. The state stays as it is.
  void get_rate(const std::string& name, double* values);
  void get_rate(const std::string& name, const FieldBox& part, double* values);
  /// The boundary conditions alone: a field of the state with `layers` ghosts behind every face of
  /// the active directions, along which there are 2 `layers` values more.
  void get_with_ghosts(const std::string& name, int layers, double* values);
  /// The same of a box, with so many layers of its neighbours' values or of ghosts around it.
  void get_with_ghosts(const std::string& name, const FieldBox& part, int layers, double* values);
  /// How many layers there can be.
  [[nodiscard]] int ghost_layers() const;
  /// @}

  /// \name Fields, in memory of the host, x fastest
  /// Whole fields of FieldInfo::shape, or parts of them, in double or single precision whatever the
  /// precision of the run.
  /// @{
  /// Those that define the state, then what is derived from it.
  [[nodiscard]] std::vector<FieldInfo> fields();
  [[nodiscard]] FieldInfo field(const std::string& name);
  /// The box of cells that this process holds, in the numbers of the whole grid, or of the values
  /// of a field: the whole of it where there is one process. Each value of a field is that of one
  /// process; a face between two parts belongs to the upper one. With such a box (`own` is set), or
  /// one within it, which may have no values, get(), set(), those on the device, get_rate(),
  /// get_with_ghosts() and numbers() of several processes work on the box of each, without the
  /// others' values and memory for them. All of them call it, with boxes of one field. What is
  /// wrong in one of them is thrown in all, and says which process it is.
  [[nodiscard]] FieldBox part() const;
  [[nodiscard]] FieldBox part(const std::string& name) const;
  /// In place of any call, by a process that cannot make it: throws in all of them, which do not
  /// wait for this one then.
  void fail_in_all(const std::string& why);
  void get(const std::string& name, double* values);
  void get(const std::string& name, float* values);
  void get(const std::string& name, const FieldBox& part, double* values);
  void get(const std::string& name, const FieldBox& part, float* values);
  [[nodiscard]] std::vector<double> get(const std::string& name);
  /// The values of now, but they are on their way while steps go on, and there when synchronise()
  /// has returned; until then the memory is not touched. Where they cannot be kept as they are now
  /// (there is no memory, or there are several processes), this is get().
  void get_later(const std::string& name, double* values);
  void get_later(const std::string& name, float* values);
  void get_later(const std::string& name, const FieldBox& part, double* values);
  void get_later(const std::string& name, const FieldBox& part, float* values);
  /// Changes a field of the state; the others stay. Changes are taken up together, by the next call
  /// that asks for the state: several are as dear as one. Where the scheme goes on from other
  /// fields than these (momentum and energy of a fluid) all cells are converted, which rounds.
  /// Throws for values that are not finite, or not positive where they have to be, and changes
  /// nothing then.
  void set(const std::string& name, const double* values);
  void set(const std::string& name, const float* values);
  void set(const std::string& name, const FieldBox& part, const double* values);
  void set(const std::string& name, const FieldBox& part, const float* values);
  /// To and from memory of the simulation's device (that of the host, where it runs there), compact
  /// as ever. get_on_device() returns when the copy is queued, and synchronise() waits for it; what
  /// set_on_device() takes has to be there, and stays there. (All changes, of set() too, are kept
  /// on the device until they are taken up, where it has room for a copy of the state.) Of several
  /// processes each has its own device: a box for all goes there by the host.
  void get_on_device(const std::string& name, const FieldBox& part, double* values);
  void get_on_device(const std::string& name, const FieldBox& part, float* values);
  void set_on_device(const std::string& name, const FieldBox& part, const double* values);
  void set_on_device(const std::string& name, const FieldBox& part, const float* values);
  /// Whether that is another memory than the host's.
  [[nodiscard]] bool on_gpu() const;
  /// Of the whole field or a part, summed in a fixed order in double precision. Of a vector, called
  /// `velocity` where there are velocity_x and so on, they are those of its length. An own box
  /// without values has extremes of infinity and -infinity, and sums of 0.
  [[nodiscard]] FieldNumbers numbers(const std::string& name);
  [[nodiscard]] FieldNumbers numbers(const std::string& name, const FieldBox& part);
  /// @}

  /// \name What is kept of it
  /// @{
  /// A row of a history as of now: time and dt, then what docs/outputs.md lists.
  [[nodiscard]] std::vector<std::pair<std::string, double>> history();
  /// The power of a field, of a vector such as `velocity`, or of `kinetic` or `magnetic`, by shells
  /// of wave numbers (docs/outputs.md, "Power spectra"). Throws where the box is not periodic.
  [[nodiscard]] int shells() const;
  [[nodiscard]] std::vector<double> spectrum(const std::string& name);
  /// Writes a checkpoint, which simulations and `solenoid run --restart` go on from bit for bit.
  void write_checkpoint(const std::string& file);
  /// The bytes of a PNG file.
  [[nodiscard]] std::string picture(const std::string& field, const PictureLook& look = {});
  /// Waits until all work on the device, and all that is being read or written, is done.
  void synchronise();
  /// @}

 private:
  explicit Simulation(std::unique_ptr<Session> session);
  std::unique_ptr<Session> session_;
};

/// "solenoid 0.1.1 (commit abc)".
std::string version();

}  // namespace solenoid
