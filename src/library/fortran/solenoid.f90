! Simulations in the caller's process, for Fortran: solenoid/solenoid.h, with Fortran's strings and
! arrays. Compile this file with your program, and link it with libsolenoid.
!
! Every call takes `status` as its last argument: solenoid_ok, or what went wrong, of which
! solenoid_message() says more. Without `status` what goes wrong is printed and ends the program.
! Arrays are those of cells, x first: values(nx, ny, nz).
module solenoid
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: error_unit
  implicit none
  private

  integer, parameter, public :: solenoid_ok = 0, solenoid_bad_deck = 1, solenoid_bad_argument = 2, &
      solenoid_bad_state = 3, solenoid_bad_file = 4, solenoid_bad_program = 5, &
      solenoid_no_memory = 6, solenoid_internal = 7

  ! A simulation; it is closed by solenoid_close.
  type, public :: simulation
    private
    type(c_ptr) :: handle = c_null_ptr
  end type simulation

  public :: solenoid_open, solenoid_open_program, solenoid_close, solenoid_message, solenoid_grid
  public :: solenoid_time, solenoid_steps, solenoid_last_dt, solenoid_end_time, solenoid_stable_dt
  public :: solenoid_step, solenoid_run_until, solenoid_run, solenoid_advance
  public :: solenoid_step_by, solenoid_substeps, solenoid_substep, solenoid_get_rate
  public :: solenoid_get_with_ghosts, solenoid_ghost_layers
  public :: solenoid_get, solenoid_set, solenoid_numbers, solenoid_write_checkpoint
  public :: solenoid_part, solenoid_fail_in_all, solenoid_get_later, solenoid_synchronise
  public :: solenoid_on_gpu, solenoid_get_on_device, solenoid_set_on_device
  public :: solenoid_history, solenoid_spectrum, solenoid_picture

  ! solenoid_get(s, name, values [, first] [, status] [, own]): copies a field, or the box of the shape
  ! of `values` that begins at first(3), counted from 1, to the caller's array. With own=.true. each
  ! process of several reads a box of its own, within solenoid_part(), where it begins without `first`.
  interface solenoid_get
    module procedure get_double, get_single
  end interface solenoid_get

  ! solenoid_get_later(s, name, values [, first] [, status]): the same values, of now, but they are on their
  ! way while steps go on, and there after solenoid_synchronise(s). Until then `values`, declared
  ! asynchronous, is not touched.
  interface solenoid_get_later
    module procedure get_double_later, get_single_later
  end interface solenoid_get_later

  ! solenoid_set(s, name, values [, first] [, status] [, own]): changes a field of the state, or that
  ! box of it.
  interface solenoid_set
    module procedure set_double, set_single
  end interface solenoid_set

  integer(c_int), parameter :: single_bytes = 4, double_bytes = 8

  type, bind(c) :: c_options
    type(c_ptr) :: overrides = c_null_ptr, device = c_null_ptr, restart = c_null_ptr, &
        folder = c_null_ptr
    integer(c_int) :: threads = 0
    type(c_ptr) :: sources = c_null_ptr
    integer(c_int) :: source_count = 0
    type(c_ptr) :: boundaries = c_null_ptr
    integer(c_int) :: boundary_count = 0
    integer(c_int) :: processes = 0, communicator = 0
    type(c_ptr) :: layout = c_null_ptr, transport = c_null_ptr
  end type c_options

  ! A text that options point to.
  type :: c_text
    character(kind=c_char, len=:), allocatable :: text
  end type c_text

  type, bind(c) :: c_box
    integer(c_int) :: begin(3), count(3), own
  end type c_box

  type, bind(c) :: c_span
    real(c_double) :: until, past, seconds
    integer(c_long) :: steps
  end type c_span

  type, bind(c) :: c_numbers
    real(c_double) :: minimum, maximum, sum, rms
  end type c_numbers

  ! Each is declared in full, also where several are alike: with one abstract interface for these, calls
  ! of solenoid_get went wrong (gfortran 12.2).
  interface
    function c_open(deck, options, handle) bind(c, name='solenoid_open') result(status)
      import
      character(kind=c_char), intent(in) :: deck(*)
      type(c_options), intent(in) :: options
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: status
    end function c_open
    function c_open_program(program, cells, lower, upper, options, handle) &
        bind(c, name='solenoid_open_program') result(status)
      import
      character(kind=c_char), intent(in) :: program(*)
      integer(c_int), intent(in) :: cells(3)
      real(c_double), intent(in) :: lower(3), upper(3)
      type(c_options), intent(in) :: options
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: status
    end function c_open_program
    subroutine c_close(handle) bind(c, name='solenoid_close')
      import
      type(c_ptr), value :: handle
    end subroutine c_close
    function c_message() bind(c, name='solenoid_message') result(text)
      import
      type(c_ptr) :: text
    end function c_message
    function c_strlen(text) bind(c, name='strlen') result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function c_strlen
    function c_grid(handle, cells, lower, upper) bind(c, name='solenoid_grid') result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int), intent(out) :: cells(3)
      real(c_double), intent(out) :: lower(3), upper(3)
      integer(c_int) :: status
    end function c_grid
    function c_time(handle) bind(c, name='solenoid_time') result(time)
      import
      type(c_ptr), value :: handle
      real(c_double) :: time
    end function c_time
    function c_last_dt(handle) bind(c, name='solenoid_last_dt') result(dt)
      import
      type(c_ptr), value :: handle
      real(c_double) :: dt
    end function c_last_dt
    function c_end_time(handle) bind(c, name='solenoid_end_time') result(time)
      import
      type(c_ptr), value :: handle
      real(c_double) :: time
    end function c_end_time
    function c_steps(handle) bind(c, name='solenoid_steps') result(steps)
      import
      type(c_ptr), value :: handle
      integer(c_long) :: steps
    end function c_steps
    function c_stable_dt(handle, dt) bind(c, name='solenoid_stable_dt') result(status)
      import
      type(c_ptr), value :: handle
      real(c_double), intent(out) :: dt
      integer(c_int) :: status
    end function c_stable_dt
    function c_step(handle, count) bind(c, name='solenoid_step') result(status)
      import
      type(c_ptr), value :: handle
      integer(c_long), value :: count
      integer(c_int) :: status
    end function c_step
    function c_step_by(handle, dt) bind(c, name='solenoid_step_by') result(status)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: dt
      integer(c_int) :: status
    end function c_step_by
    function c_substep(handle, dt) bind(c, name='solenoid_substep') result(status)
      import
      type(c_ptr), value :: handle
      real(c_double), value :: dt
      integer(c_int) :: status
    end function c_substep
    function c_substeps(handle) bind(c, name='solenoid_substeps') result(count)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: count
    end function c_substeps
    function c_ghost_layers(handle) bind(c, name='solenoid_ghost_layers') result(count)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: count
    end function c_ghost_layers
    function c_get_rate(handle, name, box, values) bind(c, name='solenoid_get_rate') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int) :: status
    end function c_get_rate
    function c_get_with_ghosts(handle, name, box, layers, values) &
        bind(c, name='solenoid_get_with_ghosts') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: layers
      integer(c_int) :: status
    end function c_get_with_ghosts
    function c_advance(handle, span, taken) bind(c, name='solenoid_advance') result(status)
      import
      type(c_ptr), value :: handle
      type(c_span), intent(in) :: span
      integer(c_long), intent(out) :: taken
      integer(c_int) :: status
    end function c_advance
    function c_part(handle, name, part) bind(c, name='solenoid_part') result(status)
      import
      type(c_ptr), value :: handle, name
      type(c_box), intent(out) :: part
      integer(c_int) :: status
    end function c_part
    function c_fail_in_all(handle, why) bind(c, name='solenoid_fail_in_all') result(status)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: why(*)
      integer(c_int) :: status
    end function c_fail_in_all
    function c_get(handle, name, box, precision, values) bind(c, name='solenoid_get') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_get
    function c_get_later(handle, name, box, precision, values) bind(c, name='solenoid_get_later') &
        result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_get_later
    function c_get_on_device(handle, name, box, precision, values) &
        bind(c, name='solenoid_get_on_device') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_get_on_device
    function c_set_on_device(handle, name, box, precision, values) &
        bind(c, name='solenoid_set_on_device') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_set_on_device
    function c_on_gpu(handle) bind(c, name='solenoid_on_gpu') result(is_there)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: is_there
    end function c_on_gpu
    function c_history_size(handle, count) bind(c, name='solenoid_history_size') result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int), intent(out) :: count
      integer(c_int) :: status
    end function c_history_size
    function c_history_label(handle, number) bind(c, name='solenoid_history_label') result(label)
      import
      type(c_ptr), value :: handle
      integer(c_int), value :: number
      type(c_ptr) :: label
    end function c_history_label
    function c_history(handle, values) bind(c, name='solenoid_history') result(status)
      import
      type(c_ptr), value :: handle
      real(c_double), intent(out) :: values(*)
      integer(c_int) :: status
    end function c_history
    function c_shell_count(handle, count) bind(c, name='solenoid_shell_count') result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int), intent(out) :: count
      integer(c_int) :: status
    end function c_shell_count
    function c_spectrum(handle, name, power) bind(c, name='solenoid_spectrum') result(status)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(out) :: power(*)
      integer(c_int) :: status
    end function c_spectrum
    function c_picture(handle, field, scale, colours, logarithmic, axis, position, bytes, count) &
        bind(c, name='solenoid_picture') result(status)
      import
      type(c_ptr), value :: handle, scale, colours
      character(kind=c_char), intent(in) :: field(*)
      integer(c_int), value :: logarithmic, axis
      real(c_double), value :: position
      type(c_ptr), intent(out) :: bytes
      integer(c_size_t), intent(out) :: count
      integer(c_int) :: status
    end function c_picture
    function c_synchronise(handle) bind(c, name='solenoid_synchronise') result(status)
      import
      type(c_ptr), value :: handle
      integer(c_int) :: status
    end function c_synchronise
    function c_set(handle, name, box, precision, values) bind(c, name='solenoid_set') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_set
    function c_field_numbers(handle, name, box, numbers) bind(c, name='solenoid_field_numbers') &
        result(status)
      import
      type(c_ptr), value :: handle, box
      character(kind=c_char), intent(in) :: name(*)
      type(c_numbers), intent(out) :: numbers
      integer(c_int) :: status
    end function c_field_numbers
    function c_write_checkpoint(handle, file) bind(c, name='solenoid_write_checkpoint') &
        result(status)
      import
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int) :: status
    end function c_write_checkpoint
  end interface

contains

  ! What went wrong in the last call that did not return solenoid_ok.
  function solenoid_message() result(message)
    character(len=:), allocatable :: message
    type(c_ptr) :: text
    text = c_message()
    message = text_of(text, c_strlen(text))
  end function solenoid_message

  ! So many characters that begin there.
  function text_of(begin, length) result(text)
    type(c_ptr), intent(in) :: begin
    integer(c_size_t), intent(in) :: length
    character(len=:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer(c_size_t) :: i
    call c_f_pointer(begin, characters, [length])
    allocate (character(len=length) :: text)
    do i = 1, length
      text(i:i) = characters(i)
    end do
  end function text_of

  subroutine finish(code, status)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: status
    if (present(status)) then
      status = code
    else if (code /= solenoid_ok) then
      write (error_unit, '(a)') solenoid_message()
      error stop 1
    end if
  end subroutine finish

  ! Makes a simulation from the file of a deck. `overrides`: lines of section.key=value; `device`: "cpu"
  ! or "gpu"; `restart`: the checkpoint to go on from; `folder`: where the deck's outputs are written.
  ! `communicator`: of MPI, whose processes make the simulation together, in parts along x, y and z that
  ! `layout` tells, "1x2x2", or that send least.
  subroutine solenoid_open(s, deck, overrides, device, threads, restart, folder, status, &
                           communicator, layout)
    type(simulation), intent(out) :: s
    character(len=*), intent(in) :: deck
    character(len=*), intent(in), optional :: overrides, device, restart, folder, layout
    integer, intent(in), optional :: threads, communicator
    integer, intent(out), optional :: status
    type(c_text), target :: texts(5)
    texts(1) = c_text_of(overrides)
    texts(2) = c_text_of(device)
    texts(3) = c_text_of(restart)
    texts(4) = c_text_of(folder)
    texts(5) = c_text_of(layout)
    call finish(c_open(trim(deck)//c_null_char, options_of(texts, threads, communicator), s%handle), &
                status)
  end subroutine solenoid_open

  ! Makes a simulation of equations in the stencil language, without a deck: on so many cells (1 along
  ! inactive directions) of a box with these ends. All its fields are 0 until they are set. `overrides`:
  ! what a deck may say, its uniforms too: lines such as physics.viscosity=0.01.
  subroutine solenoid_open_program(s, program, cells, lower, upper, overrides, device, threads, &
                                   restart, status, communicator, layout)
    type(simulation), intent(out) :: s
    character(len=*), intent(in) :: program
    integer, intent(in) :: cells(3)
    real(c_double), intent(in) :: lower(3), upper(3)
    character(len=*), intent(in), optional :: overrides, device, restart, layout
    integer, intent(in), optional :: threads, communicator
    integer, intent(out), optional :: status
    type(c_text), target :: texts(5)
    texts(1) = c_text_of(overrides)
    texts(2) = c_text_of(device)
    texts(3) = c_text_of(restart)
    texts(4) = c_text_of()
    texts(5) = c_text_of(layout)
    call finish(c_open_program(program//c_null_char, int(cells, c_int), lower, upper, &
                               options_of(texts, threads, communicator), s%handle), status)
  end subroutine solenoid_open_program

  function c_text_of(given) result(made)
    character(len=*), intent(in), optional :: given
    type(c_text) :: made
    made%text = c_null_char
    if (present(given)) made%text = trim(given)//c_null_char
  end function c_text_of

  type(c_options) function options_of(texts, threads, communicator)
    type(c_text), intent(in), target :: texts(5)
    integer, intent(in), optional :: threads, communicator
    options_of%overrides = c_loc(texts(1)%text)
    options_of%device = c_loc(texts(2)%text)
    options_of%restart = c_loc(texts(3)%text)
    options_of%folder = c_loc(texts(4)%text)
    options_of%layout = c_loc(texts(5)%text)
    if (present(threads)) options_of%threads = int(threads, c_int)
    if (present(communicator)) then
      options_of%processes = 2  ! SOLENOID_COMMUNICATOR
      options_of%communicator = int(communicator, c_int)
    end if
  end function options_of

  subroutine solenoid_close(s)
    type(simulation), intent(inout) :: s
    call c_close(s%handle)
    s%handle = c_null_ptr
  end subroutine solenoid_close

  ! Cells along x, y and z, and the ends of the box.
  subroutine solenoid_grid(s, cells, lower, upper, status)
    type(simulation), intent(in) :: s
    integer, intent(out) :: cells(3)
    real(c_double), intent(out) :: lower(3), upper(3)
    integer, intent(out), optional :: status
    integer(c_int) :: counts(3)
    call finish(c_grid(s%handle, counts, lower, upper), status)
    cells = counts
  end subroutine solenoid_grid

  real(c_double) function solenoid_time(s)
    type(simulation), intent(in) :: s
    solenoid_time = c_time(s%handle)
  end function solenoid_time

  real(c_double) function solenoid_last_dt(s)
    type(simulation), intent(in) :: s
    solenoid_last_dt = c_last_dt(s%handle)
  end function solenoid_last_dt

  real(c_double) function solenoid_end_time(s)
    type(simulation), intent(in) :: s
    solenoid_end_time = c_end_time(s%handle)
  end function solenoid_end_time

  integer(c_long) function solenoid_steps(s)
    type(simulation), intent(in) :: s
    solenoid_steps = c_steps(s%handle)
  end function solenoid_steps

  ! The longest stable step of the present state.
  subroutine solenoid_stable_dt(s, dt, status)
    type(simulation), intent(in) :: s
    real(c_double), intent(out) :: dt
    integer, intent(out), optional :: status
    call finish(c_stable_dt(s%handle, dt), status)
  end subroutine solenoid_stable_dt

  ! Steps of the deck's run.
  subroutine solenoid_step(s, count, status)
    type(simulation), intent(in) :: s
    integer, intent(in) :: count
    integer, intent(out), optional :: status
    call finish(c_step(s%handle, int(count, c_long)), status)
  end subroutine solenoid_step

  ! Steps as far as is allowed, to whatever comes first: until this very time, past that one (whose
  ! step is not changed), so many steps, seconds of the clock. `taken`: how many steps there were.
  subroutine solenoid_advance(s, until, past, steps, seconds, taken, status)
    type(simulation), intent(in) :: s
    real(c_double), intent(in), optional :: until, past, seconds
    integer, intent(in), optional :: steps
    integer, intent(out), optional :: taken, status
    type(c_span) :: span
    integer(c_long) :: count
    span = c_span(huge(0.0_c_double), huge(0.0_c_double), huge(0.0_c_double), huge(0_c_long))
    if (present(until)) span%until = until
    if (present(past)) span%past = past
    if (present(seconds)) span%seconds = seconds
    if (present(steps)) span%steps = int(steps, c_long)
    count = 0
    call finish(c_advance(s%handle, span, count), status)
    if (present(taken)) taken = int(count)
  end subroutine solenoid_advance

  ! Steps until this very time.
  subroutine solenoid_run_until(s, time, status)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: time
    integer, intent(out), optional :: status
    call solenoid_advance(s, until=time, status=status)
  end subroutine solenoid_run_until

  ! Steps to the deck's end_time.
  subroutine solenoid_run(s, status)
    type(simulation), intent(in) :: s
    integer, intent(out), optional :: status
    call solenoid_run_until(s, solenoid_end_time(s), status)
  end subroutine solenoid_run

  ! One step of this length, which the caller vouches for.
  subroutine solenoid_step_by(s, dt, status)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: status
    call finish(c_step_by(s%handle, dt), status)
  end subroutine solenoid_step_by

  ! Substeps of a step of finite-difference; 0 of other schemes.
  integer function solenoid_substeps(s)
    type(simulation), intent(in) :: s
    solenoid_substeps = c_substeps(s%handle)
  end function solenoid_substeps

  ! How many layers of ghosts there are; 0 of schemes that give none.
  integer function solenoid_ghost_layers(s)
    type(simulation), intent(in) :: s
    solenoid_ghost_layers = c_ghost_layers(s%handle)
  end function solenoid_ghost_layers

  ! Takes the next substep of a step of length dt. Between the first and the last one fields of the
  ! state can be read and set, and nothing else be done.
  subroutine solenoid_substep(s, dt, status)
    type(simulation), intent(in) :: s
    real(c_double), intent(in) :: dt
    integer, intent(out), optional :: status
    call finish(c_substep(s%handle, dt), status)
  end subroutine solenoid_substep

  ! The rate of change of a field of the state, or of a box of it as of solenoid_get: the right-hand side
  ! alone.
  subroutine solenoid_get_rate(s, name, values, first, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    call finish(c_get_rate(s%handle, trim(name)//c_null_char, &
                           own_box_of(s, shape(values), first, own), c_loc(values)), status)
  end subroutine solenoid_get_rate

  ! The boundary conditions alone: a field of the state, or the box of it that begins at first(3), with so
  ! many layers of ghosts around it along active directions; values(nx + 2 layers, ny + 2 layers,
  ! nz + 2 layers) of a box of (nx, ny, nz). With own=.true. as solenoid_get.
  subroutine solenoid_get_with_ghosts(s, name, layers, values, status, first, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    integer, intent(in) :: layers
    real(c_double), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(out), optional :: status
    integer, intent(in), optional :: first(3)
    logical, intent(in), optional :: own
    integer :: inside(3)
    inside = shape(values) - 2*merge(layers, 0, cells_of(s) > 1)
    call finish(c_get_with_ghosts(s%handle, trim(name)//c_null_char, &
                                  own_box_of(s, inside, first, own), int(layers, c_int), &
                                  c_loc(values)), status)
  end subroutine solenoid_get_with_ghosts

  type(c_box) function box_of(values_shape, first)
    integer, intent(in) :: values_shape(3)
    integer, intent(in), optional :: first(3)
    box_of = c_box(0, values_shape, 0)
    if (present(first)) box_of%begin = first - 1
  end function box_of

  ! The same where it may be that of each process.
  type(c_box) function own_box_of(s, values_shape, first, own)
    type(simulation), intent(in) :: s
    integer, intent(in) :: values_shape(3)
    integer, intent(in), optional :: first(3)
    logical, intent(in), optional :: own
    type(c_box) :: part
    own_box_of = box_of(values_shape, first)
    if (.not. present(own)) return
    if (.not. own) return
    own_box_of%own = 1
    if (present(first)) return
    part = part_of(s, c_null_char)
    own_box_of%begin = part%begin
  end function own_box_of

  ! The own box of this process, of cells where the name is empty; what is not found is said by who asks
  ! for values there.
  type(c_box) function part_of(s, name)
    type(simulation), intent(in) :: s
    character(kind=c_char, len=*), intent(in), target :: name
    if (c_part(s%handle, c_loc(name), part_of) /= solenoid_ok) part_of = c_box(0, 1, 1)
  end function part_of

  function cells_of(s) result(cells)
    type(simulation), intent(in) :: s
    integer(c_int) :: cells(3)
    real(c_double) :: lower(3), upper(3)
    cells = 1
    if (c_grid(s%handle, cells, lower, upper) /= solenoid_ok) cells = 1
  end function cells_of

  ! The box that this process holds, of cells or of the values of a field: first(3), counted from 1 in the
  ! whole grid, and the shape(3) of an array of it. Each value of a field is that of one process.
  subroutine solenoid_part(s, first, shape, name, status)
    type(simulation), intent(in) :: s
    integer, intent(out) :: first(3), shape(3)
    character(len=*), intent(in), optional :: name
    integer, intent(out), optional :: status
    character(kind=c_char, len=:), allocatable, target :: text
    type(c_ptr) :: given
    type(c_box) :: part
    given = c_null_ptr
    if (present(name)) then
      text = trim(name)//c_null_char
      given = c_loc(text)
    end if
    part = c_box(0, 1, 0)
    call finish(c_part(s%handle, given, part), status)
    first = part%begin + 1
    shape = part%count
  end subroutine solenoid_part

  ! In place of a call, by a process that cannot make it: the call fails in all of them,
  ! and so does this one.
  subroutine solenoid_fail_in_all(s, why, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: why
    integer, intent(out), optional :: status
    call finish(c_fail_in_all(s%handle, trim(why)//c_null_char), status)
  end subroutine solenoid_fail_in_all

  subroutine get_double(s, name, values, first, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    call finish(c_get(s%handle, trim(name)//c_null_char, own_box_of(s, shape(values), first, own), &
                      double_bytes, c_loc(values)), status)
  end subroutine get_double

  subroutine get_single(s, name, values, first, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_float), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    call finish(c_get(s%handle, trim(name)//c_null_char, own_box_of(s, shape(values), first, own), &
                      single_bytes, c_loc(values)), status)
  end subroutine get_single

  subroutine get_double_later(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(inout), target, asynchronous, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_get_later(s%handle, trim(name)//c_null_char, box_of(shape(values), first), &
                            double_bytes, c_loc(values)), status)
  end subroutine get_double_later

  subroutine get_single_later(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_float), intent(inout), target, asynchronous, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_get_later(s%handle, trim(name)//c_null_char, box_of(shape(values), first), &
                            single_bytes, c_loc(values)), status)
  end subroutine get_single_later

  ! Waits until all work on the device, and all that is being read or written, is done.
  subroutine solenoid_synchronise(s, status)
    type(simulation), intent(in) :: s
    integer, intent(out), optional :: status
    call finish(c_synchronise(s%handle), status)
  end subroutine solenoid_synchronise

  subroutine set_double(s, name, values, first, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(in), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    call finish(c_set(s%handle, trim(name)//c_null_char, own_box_of(s, shape(values), first, own), &
                      double_bytes, c_loc(values)), status)
  end subroutine set_double

  subroutine set_single(s, name, values, first, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_float), intent(in), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    call finish(c_set(s%handle, trim(name)//c_null_char, own_box_of(s, shape(values), first, own), &
                      single_bytes, c_loc(values)), status)
  end subroutine set_single

  ! The extremes of a field, its sum, and the root of its mean square; of a vector, `velocity`, those of
  ! its length. With own=.true. each process of several gets those of its part.
  subroutine solenoid_numbers(s, name, minimum, maximum, sum, rms, status, own)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(out), optional :: minimum, maximum, sum, rms
    integer, intent(out), optional :: status
    logical, intent(in), optional :: own
    type(c_numbers) :: numbers
    type(c_box), target :: part
    type(c_ptr) :: box
    integer(c_int) :: code
    box = c_null_ptr
    if (present(own)) then
      if (own) then
        part = part_of(s, trim(name)//c_null_char)
        box = c_loc(part)
      end if
    end if
    code = c_field_numbers(s%handle, trim(name)//c_null_char, box, numbers)
    call finish(code, status)
    if (code /= solenoid_ok) return
    if (present(minimum)) minimum = numbers%minimum
    if (present(maximum)) maximum = numbers%maximum
    if (present(sum)) sum = numbers%sum
    if (present(rms)) rms = numbers%rms
  end subroutine solenoid_numbers

  ! Whether the memory of the simulation's device is another one than the host's.
  logical function solenoid_on_gpu(s)
    type(simulation), intent(in) :: s
    solenoid_on_gpu = c_on_gpu(s%handle) /= 0
  end function solenoid_on_gpu

  ! Copies a box of a field of the shape(3) that begins at first(3), by default its first values, to memory
  ! of the simulation's device, to the address where values(nx, ny, nz) of `bytes` each (4 or 8) begin. They
  ! are there after solenoid_synchronise(s).
  subroutine solenoid_get_on_device(s, name, values, shape, bytes, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    type(c_ptr), intent(in) :: values
    integer, intent(in) :: shape(3), bytes
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_get_on_device(s%handle, trim(name)//c_null_char, box_of(shape, first), &
                                int(bytes, c_int), values), status)
  end subroutine solenoid_get_on_device

  ! Changes such a box of a field of the state.
  subroutine solenoid_set_on_device(s, name, values, shape, bytes, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    type(c_ptr), intent(in) :: values
    integer, intent(in) :: shape(3), bytes
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_set_on_device(s%handle, trim(name)//c_null_char, box_of(shape, first), &
                                int(bytes, c_int), values), status)
  end subroutine solenoid_set_on_device

  ! A row of a history as of now, time and dt first, and what its quantities are called.
  subroutine solenoid_history(s, labels, values, status)
    type(simulation), intent(in) :: s
    character(len=64), allocatable, intent(out) :: labels(:)
    real(c_double), allocatable, intent(out) :: values(:)
    integer, intent(out), optional :: status
    type(c_ptr) :: label
    integer(c_int) :: count, code, n
    code = c_history_size(s%handle, count)
    if (code == solenoid_ok) then
      allocate (labels(count), values(count))
      do n = 1, count
        label = c_history_label(s%handle, n - 1)
        labels(n) = text_of(label, c_strlen(label))
      end do
      code = c_history(s%handle, values)
    end if
    call finish(code, status)
  end subroutine solenoid_history

  ! The power of a field, of a vector such as velocity, or of kinetic or magnetic energy: power(1) of the
  ! shell of wave number 0, and so on.
  subroutine solenoid_spectrum(s, name, power, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), allocatable, intent(out) :: power(:)
    integer, intent(out), optional :: status
    integer(c_int) :: count, code
    code = c_shell_count(s%handle, count)
    if (code == solenoid_ok) then
      allocate (power(count))
      code = c_spectrum(s%handle, trim(name)//c_null_char, power)
    end if
    call finish(code, status)
  end subroutine solenoid_spectrum

  ! A picture of a field as the bytes of a PNG file, to be written to a stream. `range`: the two ends of the
  ! scale; `colours`: viridis, inferno, grey or balance; `axis`: 1, 2 or 3 for the plane normal to x, y or z
  ! at `position`, by default of three directions the middle of z.
  subroutine solenoid_picture(s, field, png, range, colours, logarithmic, axis, position, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: field
    character(len=:), allocatable, intent(out) :: png
    real(c_double), intent(in), optional :: range(2), position
    character(len=*), intent(in), optional :: colours
    logical, intent(in), optional :: logarithmic
    integer, intent(in), optional :: axis
    integer, intent(out), optional :: status
    real(c_double), target :: ends(2)
    type(c_text), target :: name
    type(c_ptr) :: scale, colour_map, bytes
    integer(c_int) :: plane, is_logarithmic, code
    real(c_double) :: place
    integer(c_size_t) :: count
    scale = c_null_ptr
    colour_map = c_null_ptr
    plane = -1
    place = 0
    is_logarithmic = 0
    if (present(range)) then
      ends = range
      scale = c_loc(ends)
    end if
    if (present(colours)) then
      name = c_text_of(colours)
      colour_map = c_loc(name%text)
    end if
    if (present(axis)) plane = int(axis - 1, c_int)
    if (present(position)) place = position
    if (present(logarithmic)) is_logarithmic = merge(1_c_int, 0_c_int, logarithmic)
    code = c_picture(s%handle, trim(field)//c_null_char, scale, colour_map, is_logarithmic, plane, &
                     place, bytes, count)
    png = ''
    if (code == solenoid_ok) png = text_of(bytes, count)
    call finish(code, status)
  end subroutine solenoid_picture

  ! Writes a checkpoint, from which simulations and `solenoid run --restart` go on bit for bit.
  subroutine solenoid_write_checkpoint(s, file, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: file
    integer, intent(out), optional :: status
    call finish(c_write_checkpoint(s%handle, trim(file)//c_null_char), status)
  end subroutine solenoid_write_checkpoint

end module solenoid
