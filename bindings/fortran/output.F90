! SPDX-License-Identifier: Apache-2.0
! Output of a model: plain arrays on a numbered set of cells, written to NetCDF files by the compute processes or by
! output servers. The contract (who calls what, what may block, when an array may be changed) is in
! docs/guide/output_library.md. Without `status` an error prints its message and stops the program; with `status`, its
! value is GROUNDSWELL_OUTPUT_ERROR_CODE, and groundswell_output_error() returns the message. Numbers of cells and of
! seconds, which count from the start of the run, are of default kind or int64, coordinates real32 or real64.
module groundswell_output
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
#ifdef GROUNDSWELL_HAS_MPI_F08
    use mpi_f08, only: MPI_Comm
#endif
    use groundswell_shared_arrays, only: array_place, place_of
    use groundswell_shared_texts
    use groundswell_output_c
    implicit none
    private

    integer, parameter, public :: GROUNDSWELL_OUTPUT_OK = 0, GROUNDSWELL_OUTPUT_ERROR_CODE = 1
    integer, parameter, public :: GROUNDSWELL_OUTPUT_NO_CELL = -1

    public :: groundswell_output_create, groundswell_output_is_server, groundswell_output_set_run
    public :: groundswell_output_set_header, groundswell_output_set_cells, groundswell_output_set_levels
    public :: groundswell_output_add_axis, groundswell_output_add_position, groundswell_output_add_variable
    public :: groundswell_output_add_file, groundswell_output_set_share, groundswell_output_set_queue
    public :: groundswell_output_set_transport, groundswell_output_set_progress
    public :: groundswell_output_set_go_on, groundswell_output_open, groundswell_output_is_due
    public :: groundswell_output_write, groundswell_output_progress, groundswell_output_serve
    public :: groundswell_output_set_restart, groundswell_output_write_restart, groundswell_output_wait
    public :: groundswell_output_agree, groundswell_output_backlog, groundswell_output_news
    public :: groundswell_output_close, groundswell_output_wet_cells, groundswell_output_error
    public :: groundswell_output_version

    ! id = groundswell_output_create(comm, n_server [, status])
    interface groundswell_output_create
        module procedure create
#ifdef GROUNDSWELL_HAS_MPI_F08
        module procedure create_f08
#endif
    end interface

    ! call groundswell_output_set_run(id, start, seconds [, calendar] [, status])
    interface groundswell_output_set_run
        module procedure set_run_int32, set_run_int64
    end interface

    ! call groundswell_output_set_cells(id, n_cell, cells [, first_index] [, status])
    ! Cell numbers begin with first_index (default 1). GROUNDSWELL_OUTPUT_NO_CELL: this entry of the arrays is not
    ! written.
    interface groundswell_output_set_cells
        module procedure set_cells_44, set_cells_48, set_cells_84, set_cells_88
    end interface

    ! call groundswell_output_add_variable(id, name, values [, has_levels] [, unit] [, standard_name] [, long_name]
    !                                      [, cells_last] [, status])
    ! The local cells are the first dimensions of values, up to the one at which their product is the number of cells,
    ! or with cells_last=.true. the last dimension. values must stay in place and needs the attribute target: without it
    ! the compiler reports "no specific subroutine".
    interface groundswell_output_add_variable
        module procedure real32_1, real32_2, real32_3, real64_1, real64_2, real64_3, int32_1, int32_2, int32_3
    end interface

    ! call groundswell_output_add_file(id, path, variables, interval [, first] [, last] [, status])
    interface groundswell_output_add_file
        module procedure add_file_int32, add_file_int64, add_file_48, add_file_84
    end interface

    ! call groundswell_output_set_go_on(id, seconds [, status])
    interface groundswell_output_set_go_on
        module procedure set_go_on_int32, set_go_on_int64
    end interface

    ! call groundswell_output_is_due(id, seconds, answer [, status])
    interface groundswell_output_is_due
        module procedure is_due_int32, is_due_int64
    end interface

    ! call groundswell_output_write(id, seconds [, status])
    interface groundswell_output_write
        module procedure write_int32, write_int64
    end interface

    ! call groundswell_output_write_restart(id, seconds [, status])
    interface groundswell_output_write_restart
        module procedure write_restart_int32, write_restart_int64
    end interface

    ! call groundswell_output_add_axis(id, name [, values] [, n] [, unit] [, standard_name] [, status])
    ! The columns of the grid and then, in a second call, its rows: their coordinates, or just their number. Files then
    ! have these dimensions, and cells listed by no process, such as land, have fill values.
    interface groundswell_output_add_axis
        module procedure add_axis_real32, add_axis_real64
    end interface

    ! call groundswell_output_set_levels(id, values [, unit] [, standard_name] [, is_down] [, status])
    interface groundswell_output_set_levels
        module procedure set_levels_real32, set_levels_real64
    end interface

    ! call groundswell_output_add_position(id, name, values [, unit] [, standard_name] [, long_name] [, status])
    ! One value per entry of the list of cells.
    interface groundswell_output_add_position
        module procedure add_position_real32, add_position_real64
    end interface

    ! call groundswell_output_set_queue(id, slots, memory [, status])
    interface groundswell_output_set_queue
        module procedure set_queue_int32, set_queue_int64
    end interface

    ! call groundswell_output_wet_cells(is_wet, i_first, j_first, numbers, n_cell [, share_saved] [, n_around]
    !                                   [, is_periodic] [, status])
    ! Land removal: numbers, from 1, of the cells (i_first:i_first + size(numbers, 1) - 1, j_first:...) of the grid
    ! is_wet(i, j) that are wet, or land next to a wet one; GROUNDSWELL_OUTPUT_NO_CELL elsewhere.
    interface groundswell_output_wet_cells
        module procedure wet_cells_int32, wet_cells_int64
    end interface

contains

    function groundswell_output_version() result(version)
        character(:), allocatable :: version

        version = fortran_text(c_output_version())
    end function

    function groundswell_output_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_output_error())
    end function

    subroutine report(code, status)
        integer, intent(in) :: code
        integer, intent(out), optional :: status

        call report_code(code, c_output_error(), status)
    end subroutine

    integer function create(comm, n_server, status)
        integer, intent(in) :: comm, n_server
        integer, intent(out), optional :: status

        create = c_create(comm, n_server)
        call report(merge(GROUNDSWELL_OUTPUT_OK, GROUNDSWELL_OUTPUT_ERROR_CODE, create > 0), status)
    end function

#ifdef GROUNDSWELL_HAS_MPI_F08
    integer function create_f08(comm, n_server, status)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: n_server
        integer, intent(out), optional :: status

        create_f08 = create(comm%mpi_val, n_server, status)
    end function
#endif

    subroutine groundswell_output_is_server(id, answer, status)
        integer, intent(in) :: id
        logical, intent(out) :: answer
        integer, intent(out), optional :: status
        logical(c_bool) :: c_answer

        c_answer = .false.
        call report(c_is_server(id, c_answer), status)
        answer = c_answer
    end subroutine

    subroutine set_run_int64(id, start, seconds, calendar, status)
        integer, intent(in) :: id
        character(*), intent(in) :: start
        integer(int64), intent(in) :: seconds
        character(*), intent(in), optional :: calendar
        integer, intent(out), optional :: status

        call report(c_set_run(id, c_text(start), c_text(calendar), seconds), status)
    end subroutine

    subroutine groundswell_output_set_header(id, title, source, history, status)
        integer, intent(in) :: id
        character(*), intent(in), optional :: title, source, history
        integer, intent(out), optional :: status

        call report(c_set_header(id, c_text(title), c_text(source), c_text(history)), status)
    end subroutine

    subroutine set_cells_88(id, n_cell, cells, first_index, status)
        integer, intent(in) :: id
        integer(int64), intent(in) :: n_cell, cells(:)
        integer, intent(in), optional :: first_index
        integer, intent(out), optional :: status
        integer :: first

        first = 1
        if (present(first_index)) first = first_index
        call report(c_set_cells(id, n_cell, size(cells, kind=c_int64_t), cells, first), status)
    end subroutine

    subroutine add_axis_real64(id, name, values, n, unit, standard_name, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        real(real64), intent(in), target, contiguous, optional :: values(:)
        integer, intent(in), optional :: n
        character(*), intent(in), optional :: unit, standard_name
        integer, intent(out), optional :: status
        type(c_ptr) :: first
        integer(c_int64_t) :: n_value

        first = c_null_ptr
        n_value = 0
        if (present(n)) n_value = n
        if (present(values)) n_value = size(values)
        if (present(values) .and. n_value > 0) first = c_loc(values)
        call report(c_add_axis(id, c_text(name), n_value, first, c_text(unit), c_text(standard_name)), status)
    end subroutine

    subroutine set_levels_real64(id, values, unit, standard_name, is_down, status)
        integer, intent(in) :: id
        real(real64), intent(in) :: values(:)
        character(*), intent(in), optional :: unit, standard_name
        logical, intent(in), optional :: is_down
        integer, intent(out), optional :: status
        logical(c_bool) :: down

        down = .true.
        if (present(is_down)) down = logical(is_down, c_bool)
        call report(c_set_levels(id, size(values), values, c_text(unit), c_text(standard_name), down), status)
    end subroutine

    subroutine add_position_real64(id, name, values, unit, standard_name, long_name, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        real(real64), intent(in) :: values(:)
        character(*), intent(in), optional :: unit, standard_name, long_name
        integer, intent(out), optional :: status

        call report(c_add_position(id, c_text(name), c_text(unit), c_text(standard_name), c_text(long_name), values), &
                    status)
    end subroutine

    subroutine add_array(id, name, place, is_integer, has_levels, unit, standard_name, long_name, cells_last, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        type(array_place), intent(in) :: place
        logical, intent(in) :: is_integer
        logical, intent(in), optional :: has_levels, cells_last
        character(*), intent(in), optional :: unit, standard_name, long_name
        integer, intent(out), optional :: status
        logical(c_bool) :: levels, last
        integer :: code

        levels = .false.
        if (present(has_levels)) levels = logical(has_levels, c_bool)
        last = .false.
        if (present(cells_last)) last = logical(cells_last, c_bool)
        code = c_add_array(id, c_text(name), c_text(unit), c_text(standard_name), c_text(long_name), place%first, &
                           int(place%element_bytes), levels, place%n_dim, place%extents, place%strides, last)
        if (code == GROUNDSWELL_OUTPUT_OK .and. is_integer) code = c_set_integers(id, c_text(name))
        call report(code, status)
    end subroutine

    subroutine add_file_int64(id, path, variables, interval, first, last, status)
        integer, intent(in) :: id
        character(*), intent(in) :: path, variables
        integer(int64), intent(in) :: interval
        integer(int64), intent(in), optional :: first, last
        integer, intent(out), optional :: status
        integer(int64) :: begin, end

        begin = 0
        end = -1
        if (present(first)) begin = first
        if (present(last)) end = last
        call report(c_add_file(id, c_text(path), c_text(variables), interval, begin, end), status)
    end subroutine

    subroutine groundswell_output_set_share(id, along, status)
        integer, intent(in) :: id
        character(*), intent(in) :: along
        integer, intent(out), optional :: status

        call report(c_set_share(id, c_text(along)), status)
    end subroutine

    subroutine set_queue_int64(id, slots, memory, status)
        integer, intent(in) :: id, slots
        integer(int64), intent(in) :: memory
        integer, intent(out), optional :: status

        call report(c_set_queue(id, slots, memory), status)
    end subroutine

    subroutine groundswell_output_set_transport(id, transport, primaries, status)
        integer, intent(in) :: id
        character(*), intent(in) :: transport
        integer, intent(in), optional :: primaries
        integer, intent(out), optional :: status
        integer :: n

        n = 1
        if (present(primaries)) n = primaries
        call report(c_set_transport(id, c_text(transport), n), status)
    end subroutine

    subroutine groundswell_output_set_progress(id, progress, status)
        integer, intent(in) :: id
        character(*), intent(in) :: progress
        integer, intent(out), optional :: status

        call report(c_set_progress(id, c_text(progress)), status)
    end subroutine

    subroutine set_go_on_int64(id, seconds, status)
        integer, intent(in) :: id
        integer(int64), intent(in) :: seconds
        integer, intent(out), optional :: status

        call report(c_set_go_on(id, seconds), status)
    end subroutine

    subroutine groundswell_output_open(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_open(id), status)
    end subroutine

    subroutine is_due_int64(id, seconds, answer, status)
        integer, intent(in) :: id
        integer(int64), intent(in) :: seconds
        logical, intent(out) :: answer
        integer, intent(out), optional :: status
        logical(c_bool) :: c_answer

        c_answer = .false.
        call report(c_is_due(id, seconds, c_answer), status)
        answer = c_answer
    end subroutine

    subroutine write_int64(id, seconds, status)
        integer, intent(in) :: id
        integer(int64), intent(in) :: seconds
        integer, intent(out), optional :: status

        call report(c_write(id, seconds), status)
    end subroutine

    subroutine groundswell_output_progress(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_progress(id), status)
    end subroutine

    subroutine groundswell_output_serve(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_serve(id), status)
    end subroutine

    subroutine groundswell_output_close(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_close(id), status)
    end subroutine

#include "output_restarts.inc"
#include "output_land_removal.inc"
#include "output_kinds.inc"

#define IS_INTEGER .false.
#define ARRAY_TYPE real(real32)
#define ARRAY(rank) real32_/**/rank
#include "output_procedures.inc"
#undef ARRAY_TYPE
#undef ARRAY
#define ARRAY_TYPE real(real64)
#define ARRAY(rank) real64_/**/rank
#include "output_procedures.inc"
#undef ARRAY_TYPE
#undef ARRAY
#undef IS_INTEGER
#define IS_INTEGER .true.
#define ARRAY_TYPE integer(int32)
#define ARRAY(rank) int32_/**/rank
#include "output_procedures.inc"

end module
