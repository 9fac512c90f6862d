#ifndef SOLENOID_SOLENOID_H
#define SOLENOID_SOLENOID_H
/** \file
 * Simulations in the caller's process, for C and for all that calls C. The same as
 * solenoid/simulation.hpp, which says more of each function.
 *
 * Functions return SOLENOID_OK or what went wrong, of which solenoid_message() says more; what they
 * give they write through their last arguments. Calls may come from any thread; the library does
 * one at a time. Arrays are compact, x fastest: values[i + nx * (j + ny * k)].
 */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum solenoid_status {
  SOLENOID_OK = 0,
  SOLENOID_BAD_DECK = 1,     /**< the deck has problems, all of which the message lists */
  SOLENOID_BAD_ARGUMENT = 2, /**< what was asked for cannot be had */
  SOLENOID_BAD_STATE = 3,    /**< the state cannot go on; its fields can be read and set */
  SOLENOID_BAD_FILE = 4,     /**< a file could not be written */
  SOLENOID_BAD_PROGRAM = 5,  /**< a stencil program could not be compiled or loaded */
  SOLENOID_NO_MEMORY = 6,
  SOLENOID_INTERNAL = 7 /**< a mistake in Solenoid: please report it */
};

/** The numbers of arrays that callers own. */
enum solenoid_precision { SOLENOID_SINGLE = 4, SOLENOID_DOUBLE = 8 };

typedef struct solenoid_simulation solenoid_simulation;

/** What acts from outside: writes its values in all cells (of several processes in those of
 * solenoid_part()), x fastest, at a time. Returns 0, or anything else to end the step. */
typedef int (*solenoid_source_function)(void* user, double time, double* values);
/** A function in place of an expression of [source]: see solenoid::SimulationOptions::sources. */
typedef struct solenoid_source {
  const char* name;
  solenoid_source_function give;
  void* user; /**< what it is called with */
} solenoid_source;

/** What stands behind a face: writes values at so many points at a time; returns as sources do. */
typedef int (*solenoid_boundary_function)(void* user, double time, size_t count, const double* x,
                                          const double* y, const double* z, double* values);
/** A function in place of an expression of [boundary.lower_x] and so on, called
 * "lower_x.velocity_y": see solenoid::SimulationOptions::boundaries. */
typedef struct solenoid_boundary {
  const char* name;
  solenoid_boundary_function give;
  void* user;
} solenoid_boundary;

/** The processes that have a simulation: see solenoid::SimulationOptions::processes. */
enum solenoid_processes {
  SOLENOID_ALONE = 0,       /**< this one */
  SOLENOID_LAUNCHED = 1,    /**< all that the launcher has started */
  SOLENOID_COMMUNICATOR = 2 /**< those of a communicator */
};

/** What `solenoid run` takes beside the deck; all zero, or a null pointer to it, for the defaults.
 */
typedef struct solenoid_options {
  const char* overrides; /**< lines of section.key=value, as of --set */
  const char* device;    /**< "cpu", "gpu", or empty: the GPU where there is one */
  const char* restart;   /**< the checkpoint to go on from */
  const char* folder;    /**< where the deck's outputs are written; without it none are */
  int threads;           /**< of the CPU; 0: as many as the program would take */
  const solenoid_source* sources;
  int source_count;
  const solenoid_boundary* boundaries;
  int boundary_count;
  int processes;         /**< enum solenoid_processes */
  int communicator;      /**< as MPI_Comm_c2f() gives it */
  const char* layout;    /**< parts along x, y and z, "1x2x2"; empty: those that send least */
  const char* transport; /**< as of --transport; empty: the fastest that there is */
} solenoid_options;

/** A box of the values of a field: the first along x, y and z, and how many. Null: all of it. */
typedef struct solenoid_box {
  int begin[3];
  int count[3];
  int own; /**< of several processes: whether each reads or sets a box of its own; else 0 */
} solenoid_box;

/** How far steps go: to whatever comes first. See solenoid::Span. */
typedef struct solenoid_span {
  double until;   /**< steps end at this very time; HUGE_VAL: no limit, as of the others */
  double past;    /**< they end after the first one that reaches this time */
  double seconds; /**< and after the first one that ends so late */
  long steps;     /**< and after so many */
} solenoid_span;

typedef struct solenoid_numbers {
  double minimum, maximum, sum, rms;
} solenoid_numbers;

/** The words of what went wrong in this thread's last call that did not return SOLENOID_OK. They
 * stay until its next such call. */
const char* solenoid_message(void);
/** "solenoid 0.1.1 (commit abc)". */
const char* solenoid_version(void);

/** Makes a simulation from the file of a deck, and gives it; null if it cannot. */
int solenoid_open(const char* deck_file, const solenoid_options* options,
                  solenoid_simulation** simulation);
/** The same from the text of a deck; `name` stands for the file in messages and names outputs. */
int solenoid_open_text(const char* deck, const char* name, const solenoid_options* options,
                       solenoid_simulation** simulation);
/** Of equations in the stencil language on a grid, without a deck: see
 * solenoid::Simulation::from_program. */
int solenoid_open_program(const char* program, const int cells[3], const double lower[3],
                          const double upper[3], const solenoid_options* options,
                          solenoid_simulation** simulation);
/** Lets go of it. Null is let go of, too. */
void solenoid_close(solenoid_simulation* simulation);

/** \name What it is
 * @{ */
/** Cells along x, y and z, and the ends of the box. */
int solenoid_grid(solenoid_simulation* simulation, int cells[3], double lower[3], double upper[3]);
/** The resolved deck, TOML; the precision of the run; its device. They stay until the simulation is
 * closed. */
const char* solenoid_deck(solenoid_simulation* simulation);
const char* solenoid_run_precision(solenoid_simulation* simulation);
const char* solenoid_device(solenoid_simulation* simulation);
/** What looks wrong in the deck and may be meant, a line each. */
const char* solenoid_warnings(solenoid_simulation* simulation);
/** @} */

/** \name Steps
 * @{ */
double solenoid_time(solenoid_simulation* simulation);
double solenoid_last_dt(solenoid_simulation* simulation);
double solenoid_end_time(solenoid_simulation* simulation);
long solenoid_steps(solenoid_simulation* simulation);
int solenoid_stable_dt(solenoid_simulation* simulation, double* dt);
/** Steps of the deck's run. */
int solenoid_step(solenoid_simulation* simulation, long count);
/** Steps until this very time. */
int solenoid_run_until(solenoid_simulation* simulation, double time);
/** Steps to the deck's end_time. */
int solenoid_run(solenoid_simulation* simulation);
/** Steps as far as `span` allows; `taken`, where it is not null, is how many there were. */
int solenoid_advance(solenoid_simulation* simulation, const solenoid_span* span, long* taken);
/** @} */

/** One step of this length, which the caller vouches for. */
int solenoid_step_by(solenoid_simulation* simulation, double dt);
/** \name Parts of a step, of the scheme finite-difference
 * @{ */
/** Substeps of a step, and layers of ghosts behind a face; 0 where the scheme has none. */
int solenoid_substeps(solenoid_simulation* simulation);
int solenoid_ghost_layers(solenoid_simulation* simulation);
/** Takes the next substep of a step of length dt. Between the first and the last one fields of the
 * state can be read and set, and nothing else be done. */
int solenoid_substep(solenoid_simulation* simulation, double dt);
/** The rate of change of a field of the state, or of a box of it: the right-hand side alone. */
int solenoid_get_rate(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                      double* values);
/** The boundary conditions alone: a field of the state, or a box of it, with so many layers of
 * ghosts around it along the active directions. */
int solenoid_get_with_ghosts(solenoid_simulation* simulation, const char* name,
                             const solenoid_box* box, int layers, double* values);
/** @} */

/** \name Fields
 * @{ */
/** How many there are; those that define the state come first. */
int solenoid_field_count(solenoid_simulation* simulation, int* count);
/** The name of a field, which stays until the simulation is closed, how many values it has along x,
 * y and z, and whether it can be set. Pointers may be null. */
int solenoid_field(solenoid_simulation* simulation, int number, const char** name, int shape[3],
                   int* is_state);
/** The box of cells that this process holds, or of the values of a field where `name` is not null;
 * it is an own one (see solenoid::Simulation::part). */
int solenoid_part(solenoid_simulation* simulation, const char* name, solenoid_box* part);
/** In place of a call, by a process that cannot make it: the call fails in all of
 * them, and so does this one. */
int solenoid_fail_in_all(solenoid_simulation* simulation, const char* why);
/** Copies a field, or a box of it, to `values` in the caller's memory. */
int solenoid_get(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                 enum solenoid_precision precision, void* values);
/** The same values, of now, but they are on their way while steps go on, and there after
 * solenoid_synchronise() or when the simulation is closed; until then `values` is not touched. */
int solenoid_get_later(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                       enum solenoid_precision precision, void* values);
/** Changes a field of the state, or a box of it. */
int solenoid_set(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                 enum solenoid_precision precision, const void* values);
/** The same from and to memory of the simulation's device; a box has to be given. What
 * solenoid_get_on_device() copies is there after solenoid_synchronise(). */
int solenoid_get_on_device(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, enum solenoid_precision precision,
                           void* values);
int solenoid_set_on_device(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, enum solenoid_precision precision,
                           const void* values);
/** Whether that is another memory than the host's; and some of it, to be given back by
 * solenoid_free_on_device(), also after the simulation is closed. There is none before the first
 * simulation of a process. */
int solenoid_on_gpu(solenoid_simulation* simulation);
int solenoid_allocate_on_device(int on_gpu, size_t bytes, void** memory);
void solenoid_free_on_device(int on_gpu, void* memory);
/** Its extremes, its sum, the root of its mean square; of a vector (`velocity`) those of its
 * length. */
int solenoid_field_numbers(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, solenoid_numbers* numbers);
/** @} */

/** \name What is kept of it
 * @{ */
/** How many quantities a row of a history has, time and dt among them. */
int solenoid_history_size(solenoid_simulation* simulation, int* size);
/** What they are called; the names stay until the simulation is closed. */
const char* solenoid_history_label(solenoid_simulation* simulation, int number);
/** Their values as of now. */
int solenoid_history(solenoid_simulation* simulation, double* values);
/** How many shells of wave numbers a power spectrum has, and the power in each of a field, of a
 * vector such as velocity, or of kinetic or magnetic energy. */
int solenoid_shell_count(solenoid_simulation* simulation, int* count);
int solenoid_spectrum(solenoid_simulation* simulation, const char* name, double* power);
int solenoid_write_checkpoint(solenoid_simulation* simulation, const char* file);
/** A picture of a field as the bytes of a PNG file, which stay until the next picture. `range`: the
 * two ends of the scale, or null. `colours`: viridis, inferno, grey or balance, or null. `axis`: 0,
 * 1 or 2 for the plane normal to x, y or z at `position`; -1: of three directions the middle of z.
 */
int solenoid_picture(solenoid_simulation* simulation, const char* field, const double range[2],
                     const char* colours, int logarithmic, int axis, double position,
                     const void** bytes, size_t* size);
/** Waits until all work on the device, and all that is being written, is done. */
int solenoid_synchronise(solenoid_simulation* simulation);
/** @} */

#ifdef __cplusplus
}
#endif

#endif
