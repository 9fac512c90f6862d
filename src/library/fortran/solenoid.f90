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

  public :: solenoid_open, solenoid_close, solenoid_message, solenoid_grid
  public :: solenoid_time, solenoid_steps, solenoid_last_dt, solenoid_end_time, solenoid_stable_dt
  public :: solenoid_step, solenoid_run_until, solenoid_run, solenoid_advance
  public :: solenoid_get, solenoid_set, solenoid_numbers, solenoid_write_checkpoint

  ! solenoid_get(s, name, values [, first] [, status]): copies a field, or the box of the shape of
  ! `values` that begins at first(3), counted from 1, to the caller's array.
  interface solenoid_get
    module procedure get_double, get_single
  end interface solenoid_get

  ! solenoid_set(s, name, values [, first] [, status]): changes a field of the state, or that box of it.
  interface solenoid_set
    module procedure set_double, set_single
  end interface solenoid_set

  integer(c_int), parameter :: single_bytes = 4, double_bytes = 8

  type, bind(c) :: c_options
    type(c_ptr) :: overrides = c_null_ptr, device = c_null_ptr, restart = c_null_ptr, &
        folder = c_null_ptr
    integer(c_int) :: threads = 0
  end type c_options

  type, bind(c) :: c_box
    integer(c_int) :: begin(3), count(3)
  end type c_box

  type, bind(c) :: c_span
    real(c_double) :: until, past, seconds
    integer(c_long) :: steps
  end type c_span

  type, bind(c) :: c_numbers
    real(c_double) :: minimum, maximum, sum, rms
  end type c_numbers

  interface
    function c_open(deck, options, handle) bind(c, name='solenoid_open') result(status)
      import
      character(kind=c_char), intent(in) :: deck(*)
      type(c_options), intent(in) :: options
      type(c_ptr), intent(out) :: handle
      integer(c_int) :: status
    end function c_open
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
    function c_advance(handle, span, taken) bind(c, name='solenoid_advance') result(status)
      import
      type(c_ptr), value :: handle
      type(c_span), intent(in) :: span
      integer(c_long), intent(out) :: taken
      integer(c_int) :: status
    end function c_advance
    function c_get(handle, name, box, precision, values) bind(c, name='solenoid_get') result(status)
      import
      type(c_ptr), value :: handle, values
      character(kind=c_char), intent(in) :: name(*)
      type(c_box), intent(in) :: box
      integer(c_int), value :: precision
      integer(c_int) :: status
    end function c_get
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
    character(kind=c_char), pointer :: characters(:)
    integer :: i
    text = c_message()
    call c_f_pointer(text, characters, [c_strlen(text)])
    allocate (character(len=size(characters)) :: message)
    do i = 1, size(characters)
      message(i:i) = characters(i)
    end do
  end function solenoid_message

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
  subroutine solenoid_open(s, deck, overrides, device, threads, restart, folder, status)
    type(simulation), intent(out) :: s
    character(len=*), intent(in) :: deck
    character(len=*), intent(in), optional :: overrides, device, restart, folder
    integer, intent(in), optional :: threads
    integer, intent(out), optional :: status
    type(c_options) :: options
    character(kind=c_char), allocatable, target :: texts(:, :)
    allocate (texts(longest(), 4))
    call hand_over(overrides, texts(:, 1), options%overrides)
    call hand_over(device, texts(:, 2), options%device)
    call hand_over(restart, texts(:, 3), options%restart)
    call hand_over(folder, texts(:, 4), options%folder)
    if (present(threads)) options%threads = int(threads, c_int)
    call finish(c_open(trim(deck)//c_null_char, options, s%handle), status)

  contains

    integer function longest()
      longest = 1
      if (present(overrides)) longest = max(longest, len(overrides) + 1)
      if (present(device)) longest = max(longest, len(device) + 1)
      if (present(restart)) longest = max(longest, len(restart) + 1)
      if (present(folder)) longest = max(longest, len(folder) + 1)
    end function longest

    subroutine hand_over(text, copy, place)
      character(len=*), intent(in), optional :: text
      character(kind=c_char), intent(inout), target, contiguous :: copy(:)
      type(c_ptr), intent(inout) :: place
      integer :: i
      if (.not. present(text)) return
      do i = 1, len_trim(text)
        copy(i) = text(i:i)
      end do
      copy(len_trim(text) + 1) = c_null_char
      place = c_loc(copy)
    end subroutine hand_over

  end subroutine solenoid_open

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

  type(c_box) function box_of(values_shape, first)
    integer, intent(in) :: values_shape(3)
    integer, intent(in), optional :: first(3)
    box_of = c_box(0, values_shape)
    if (present(first)) box_of%begin = first - 1
  end function box_of

  subroutine get_double(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_get(s%handle, trim(name)//c_null_char, box_of(shape(values), first), double_bytes, &
                      c_loc(values)), status)
  end subroutine get_double

  subroutine get_single(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_float), intent(out), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_get(s%handle, trim(name)//c_null_char, box_of(shape(values), first), single_bytes, &
                      c_loc(values)), status)
  end subroutine get_single

  subroutine set_double(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(in), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_set(s%handle, trim(name)//c_null_char, box_of(shape(values), first), double_bytes, &
                      c_loc(values)), status)
  end subroutine set_double

  subroutine set_single(s, name, values, first, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_float), intent(in), target, contiguous :: values(:, :, :)
    integer, intent(in), optional :: first(3)
    integer, intent(out), optional :: status
    call finish(c_set(s%handle, trim(name)//c_null_char, box_of(shape(values), first), single_bytes, &
                      c_loc(values)), status)
  end subroutine set_single

  ! The extremes of a field, its sum, and the root of its mean square.
  subroutine solenoid_numbers(s, name, minimum, maximum, sum, rms, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: name
    real(c_double), intent(out), optional :: minimum, maximum, sum, rms
    integer, intent(out), optional :: status
    type(c_numbers) :: numbers
    integer(c_int) :: code
    code = c_field_numbers(s%handle, trim(name)//c_null_char, c_null_ptr, numbers)
    call finish(code, status)
    if (code /= solenoid_ok) return
    if (present(minimum)) minimum = numbers%minimum
    if (present(maximum)) maximum = numbers%maximum
    if (present(sum)) sum = numbers%sum
    if (present(rms)) rms = numbers%rms
  end subroutine solenoid_numbers

  ! Writes a checkpoint, from which simulations and `solenoid run --restart` go on bit for bit.
  subroutine solenoid_write_checkpoint(s, file, status)
    type(simulation), intent(in) :: s
    character(len=*), intent(in) :: file
    integer, intent(out), optional :: status
    call finish(c_write_checkpoint(s%handle, trim(file)//c_null_char), status)
  end subroutine solenoid_write_checkpoint

end module solenoid
