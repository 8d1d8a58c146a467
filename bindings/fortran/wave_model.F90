! SPDX-License-Identifier: Apache-2.0
! The wave model inside of another program, which makes its steps. Names follow the Basic Model Interface of CSDMS; what
! the calls do, and which are collective, is in bindings/c/groundswell/wave_model.h; docs/guide/couple_a_model.md has an
! example. Without `status` an error prints its message and stops the program; with `status`, its value is
! WAVE_MODEL_ERROR_CODE, and wave_model_error() returns the message. Times, which are seconds since the start date, and
! numbers of cells are of default kind or int64, values, longitudes and latitudes real32 or real64. Cells and fields are
! numbered from 1. Arrays may have any stride.
module groundswell_wave_model
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
#ifdef GROUNDSWELL_HAS_MPI_F08
    use mpi_f08, only: MPI_Comm
#endif
    use groundswell_shared_texts
    use groundswell_wave_model_c
    implicit none
    private

    integer, parameter, public :: WAVE_MODEL_OK = 0, WAVE_MODEL_ERROR_CODE = 1

    public :: wave_model_initialize, wave_model_resume, wave_model_finalize, wave_model_update
    public :: wave_model_update_until, wave_model_write_restart, wave_model_get_current_time
    public :: wave_model_get_end_time, wave_model_get_time_step, wave_model_get_start_date
    public :: wave_model_get_grid_size, wave_model_get_grid_points
    public :: wave_model_get_input_item_count, wave_model_get_output_item_count
    public :: wave_model_get_input_var_name, wave_model_get_output_var_name
    public :: wave_model_get_var_units, wave_model_get_var_parts
    public :: wave_model_set_value, wave_model_set_vector, wave_model_get_value, wave_model_get_vector
    public :: wave_model_error, wave_model_version

    ! call wave_model_initialize(comm, case_file, id [, overrides] [, status])
    ! overrides is a list of texts such as "time.end=2024-01-02".
    interface wave_model_initialize
        module procedure initialize
#ifdef GROUNDSWELL_HAS_MPI_F08
        module procedure initialize_f08
#endif
    end interface

    ! call wave_model_resume(comm, case_file, id [, overrides] [, date] [, status])
    interface wave_model_resume
        module procedure resume
#ifdef GROUNDSWELL_HAS_MPI_F08
        module procedure resume_f08
#endif
    end interface

    ! call wave_model_update_until(id, time [, status])
    interface wave_model_update_until
        module procedure update_until_int32, update_until_int64
    end interface

    ! call wave_model_get_current_time(id, time [, status])
    interface wave_model_get_current_time
        module procedure get_current_time_int32, get_current_time_int64
    end interface

    ! call wave_model_get_end_time(id, time [, status])
    interface wave_model_get_end_time
        module procedure get_end_time_int32, get_end_time_int64
    end interface

    ! call wave_model_get_time_step(id, time [, status])
    interface wave_model_get_time_step
        module procedure get_time_step_int32, get_time_step_int64
    end interface

    ! call wave_model_get_grid_size(id, n_point, n_global [, status])
    interface wave_model_get_grid_size
        module procedure get_grid_size_44, get_grid_size_48, get_grid_size_84, get_grid_size_88
    end interface

    ! call wave_model_get_grid_points(id, cells, lon, lat [, status])
    ! Longitudes and latitudes are in degrees.
    interface wave_model_get_grid_points
        module procedure get_grid_points_44, get_grid_points_48, get_grid_points_84, get_grid_points_88
    end interface

    ! call wave_model_set_value(id, name, time, values [, status])
    interface wave_model_set_value
        module procedure set_value_44, set_value_48, set_value_84, set_value_88
    end interface

    ! call wave_model_set_vector(id, name, time, east, north [, status])
    interface wave_model_set_vector
        module procedure set_vector_44, set_vector_48, set_vector_84, set_vector_88
    end interface

    ! call wave_model_get_value(id, name, values [, status])
    interface wave_model_get_value
        module procedure get_value_real32, get_value_real64
    end interface

    ! call wave_model_get_vector(id, name, east, north [, status])
    interface wave_model_get_vector
        module procedure get_vector_real32, get_vector_real64
    end interface

contains

    function wave_model_version() result(version)
        character(:), allocatable :: version

        version = fortran_text(c_wave_model_version())
    end function

    function wave_model_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_wave_model_error())
    end function

    subroutine report(code, status)
        integer, intent(in) :: code
        integer, intent(out), optional :: status

        call report_code(code, c_wave_model_error(), status)
    end subroutine

    ! The code, or that of an error if a time is above the highest of its kind; the time is then 0.
    integer function fitting(code, time, highest)
        integer, intent(in) :: code
        integer(int64), intent(inout) :: time
        integer(int64), intent(in) :: highest

        fitting = code
        if (code /= WAVE_MODEL_OK .or. time <= highest) return
        fitting = c_refuse_time(time)
        time = 0
    end function

    ! The texts as lines.
    function lines_of(texts) result(lines)
        character(*), intent(in), optional :: texts(:)
        character(:), allocatable :: lines
        integer :: i

        lines = ""
        if (.not. present(texts)) return
        do i = 1, size(texts)
            lines = lines//trim(texts(i))//c_new_line
        end do
    end function

    ! The size of all arrays, or one that is not the number of the run's points if they differ.
    integer(int64) function common_size(id, sizes)
        integer, intent(in) :: id
        integer(int64), intent(in) :: sizes(:)
        integer(int64) :: n_point, n_global
        integer :: i

        common_size = sizes(1)
        if (all(sizes == sizes(1))) return
        if (c_get_grid_size(id, n_point, n_global) /= WAVE_MODEL_OK) return
        do i = 1, size(sizes)
            if (sizes(i) /= n_point) common_size = sizes(i)
        end do
    end function

    ! What a C function has written to a buffer; nothing after an error.
    subroutine take_text(buffer, words)
        character(kind=c_char), intent(in) :: buffer(:)
        character(*), intent(out) :: words
        integer :: i

        words = ""
        do i = 1, len(words)
            if (buffer(i) == c_null_char) exit
            words(i:i) = buffer(i)
        end do
    end subroutine

    subroutine initialize(comm, case_file, id, overrides, status)
        integer, intent(in) :: comm
        character(*), intent(in) :: case_file
        integer, intent(out) :: id
        character(*), intent(in), optional :: overrides(:)
        integer, intent(out), optional :: status

        id = -1
        call report(c_initialize(comm, c_text(case_file), c_text(lines_of(overrides)), id), status)
    end subroutine

    subroutine resume(comm, case_file, id, overrides, date, status)
        integer, intent(in) :: comm
        character(*), intent(in) :: case_file
        integer, intent(out) :: id
        character(*), intent(in), optional :: overrides(:), date
        integer, intent(out), optional :: status

        id = -1
        call report(c_resume(comm, c_text(case_file), c_text(lines_of(overrides)), c_text(date), id), status)
    end subroutine

#ifdef GROUNDSWELL_HAS_MPI_F08
    subroutine initialize_f08(comm, case_file, id, overrides, status)
        type(MPI_Comm), intent(in) :: comm
        character(*), intent(in) :: case_file
        integer, intent(out) :: id
        character(*), intent(in), optional :: overrides(:)
        integer, intent(out), optional :: status

        call initialize(comm%mpi_val, case_file, id, overrides, status)
    end subroutine

    subroutine resume_f08(comm, case_file, id, overrides, date, status)
        type(MPI_Comm), intent(in) :: comm
        character(*), intent(in) :: case_file
        integer, intent(out) :: id
        character(*), intent(in), optional :: overrides(:), date
        integer, intent(out), optional :: status

        call resume(comm%mpi_val, case_file, id, overrides, date, status)
    end subroutine
#endif

    subroutine wave_model_finalize(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_finalize(id), status)
    end subroutine

    subroutine wave_model_update(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_update(id), status)
    end subroutine

    subroutine wave_model_write_restart(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_write_restart(id), status)
    end subroutine

    subroutine wave_model_get_start_date(id, date, status)
        integer, intent(in) :: id
        character(*), intent(out) :: date
        integer, intent(out), optional :: status
        character(kind=c_char) :: buffer(len(date) + 1)

        buffer = c_null_char
        call report(c_get_start_date(id, buffer, size(buffer)), status)
        call take_text(buffer, date)
    end subroutine

    subroutine wave_model_get_input_item_count(id, n, status)
        integer, intent(in) :: id
        integer, intent(out) :: n
        integer, intent(out), optional :: status

        n = 0
        call report(c_get_input_item_count(id, n), status)
    end subroutine

    subroutine wave_model_get_output_item_count(id, n, status)
        integer, intent(in) :: id
        integer, intent(out) :: n
        integer, intent(out), optional :: status

        n = 0
        call report(c_get_output_item_count(id, n), status)
    end subroutine

    subroutine wave_model_get_input_var_name(id, i, name, status)
        integer, intent(in) :: id, i
        character(*), intent(out) :: name
        integer, intent(out), optional :: status
        character(kind=c_char) :: buffer(len(name) + 1)

        buffer = c_null_char
        call report(c_get_input_var_name(id, i - 1, buffer, size(buffer)), status)
        call take_text(buffer, name)
    end subroutine

    subroutine wave_model_get_output_var_name(id, i, name, status)
        integer, intent(in) :: id, i
        character(*), intent(out) :: name
        integer, intent(out), optional :: status
        character(kind=c_char) :: buffer(len(name) + 1)

        buffer = c_null_char
        call report(c_get_output_var_name(id, i - 1, buffer, size(buffer)), status)
        call take_text(buffer, name)
    end subroutine

    subroutine wave_model_get_var_units(id, name, units, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        character(*), intent(out) :: units
        integer, intent(out), optional :: status
        character(kind=c_char) :: buffer(len(units) + 1)

        buffer = c_null_char
        call report(c_get_var_units(id, c_text(name), buffer, size(buffer)), status)
        call take_text(buffer, units)
    end subroutine

    subroutine wave_model_get_var_parts(id, name, parts, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        integer, intent(out) :: parts
        integer, intent(out), optional :: status

        parts = 0
        call report(c_get_var_parts(id, c_text(name), parts), status)
    end subroutine

#define TIME_KIND int32
#define TIMES(name) name/**/_int32
#include "wave_model_times.inc"
#define TIME_KIND int64
#define TIMES(name) name/**/_int64
#include "wave_model_times.inc"

#define CELL_KIND int32
#define GLOBAL_KIND int32
#define PLACE_KIND real32
#define GRID(name) name/**/_44
#include "wave_model_grid.inc"
#define CELL_KIND int32
#define GLOBAL_KIND int64
#define PLACE_KIND real64
#define GRID(name) name/**/_48
#include "wave_model_grid.inc"
#define CELL_KIND int64
#define GLOBAL_KIND int32
#define PLACE_KIND real32
#define GRID(name) name/**/_84
#include "wave_model_grid.inc"
#define CELL_KIND int64
#define GLOBAL_KIND int64
#define PLACE_KIND real64
#define GRID(name) name/**/_88
#include "wave_model_grid.inc"

#define TIME_KIND int32
#define VALUE_KIND real32
#define SET(name) set_/**/name/**/_44
#define C_SET(name) c_set_/**/name/**/_real32
#include "wave_model_set.inc"
#define TIME_KIND int32
#define VALUE_KIND real64
#define SET(name) set_/**/name/**/_48
#define C_SET(name) c_set_/**/name/**/_real64
#include "wave_model_set.inc"
#define TIME_KIND int64
#define VALUE_KIND real32
#define SET(name) set_/**/name/**/_84
#define C_SET(name) c_set_/**/name/**/_real32
#include "wave_model_set.inc"
#define TIME_KIND int64
#define VALUE_KIND real64
#define SET(name) set_/**/name/**/_88
#define C_SET(name) c_set_/**/name/**/_real64
#include "wave_model_set.inc"

#define VALUE_KIND real32
#define GET(name) get_/**/name/**/_real32
#define C_GET(name) c_get_/**/name/**/_real32
#include "wave_model_get.inc"
#define VALUE_KIND real64
#define GET(name) get_/**/name/**/_real64
#define C_GET(name) c_get_/**/name/**/_real64
#include "wave_model_get.inc"

end module
