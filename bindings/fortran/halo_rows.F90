! SPDX-License-Identifier: Apache-2.0
! The data of a halo exchange: a row of bytes per local cell. Part of the module groundswell_halo.
module groundswell_halo_rows
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
    use groundswell_shared_arrays, only: array_place, place_of
    use groundswell_shared_texts, only: c_text
    implicit none
    private
    public :: halo_rows

    ! struct groundswell_halo_rows of bindings/c/groundswell/halo.h.
    type, bind(c) :: halo_rows
        type(c_ptr) :: data = c_null_ptr
        integer(c_int64_t) :: n_row = 0, stride = 0, offset = 0, length = 0
        integer(c_int) :: space = 0  ! host memory
        integer(c_int64_t) :: line_length = 0, line_stride = 0, n_level(3) = 0, level_stride(3) = 0
        integer(c_int64_t) :: n_row_axis = 0
    end type

    ! rows = halo_rows(values [, axes])
    ! The last dimension of values counts the local cells; the values of one cell are contiguous. With axes, a letter
    ! for each dimension, i and j count cells and other letters levels, in any order: "ij", "ijk", "ikj", "kij", or "ik"
    ! for cells with levels. values may then be any part of an array. All processes name the same axes. It must stay in
    ! place and needs the attribute target; without it the compiler takes halo_rows for a type, to which it "cannot
    ! convert". A component of an array of a derived type needs a pointer (salt => waters%salt), since compilers may
    ! copy the component itself.
    interface halo_rows
        module procedure real32_1, real32_2, real32_3, real32_4, real64_1, real64_2, real64_3, real64_4
        module procedure int32_1, int32_2, int32_3, int32_4, int64_1, int64_2, int64_3, int64_4
        module procedure logic_1, logic_2, logic_3, logic_4, bool_1, bool_2, bool_3, bool_4
    end interface

    integer(c_int64_t), parameter :: is_split = -1  ! GROUNDSWELL_HALO_SPLIT; rejected by the start of an exchange

    interface
        subroutine c_array(data, element_bytes, axes, n_dim, extents, strides, rows) &
                bind(c, name="groundswell_halo_array_f")
            import :: c_ptr, c_int, c_int64_t, c_char, halo_rows
            type(c_ptr), value :: data
            integer(c_int64_t), value :: element_bytes
            character(kind=c_char), intent(in) :: axes(*)
            integer(c_int), value :: n_dim
            integer(c_int64_t), intent(in) :: extents(*), strides(*)
            type(halo_rows), intent(inout) :: rows
        end subroutine
    end interface

contains

    function rows_of(place, axes) result(rows)
        type(array_place), intent(in) :: place
        character(*), intent(in), optional :: axes
        type(halo_rows) :: rows
        integer(c_int64_t) :: length
        integer :: i, last
        logical :: is_whole

        if (present(axes)) then
            call c_array(place%first, place%element_bytes, c_text(axes), place%n_dim, place%extents, &
                         place%strides, rows)
            return
        end if
        last = place%n_dim
        length = place%element_bytes
        is_whole = .true.
        do i = 1, last - 1
            is_whole = is_whole .and. (place%strides(i) == length .or. place%extents(i) == 1 .or. &
                                       .not. c_associated(place%first))
            length = length*place%extents(i)
        end do
        rows%data = place%first
        rows%n_row = place%extents(last)
        rows%stride = length
        if (c_associated(place%first) .and. rows%n_row > 1) rows%stride = place%strides(last)
        rows%length = merge(length, is_split, is_whole)
    end function

#define ROWS_TYPE real(real32)
#define ROWS(rank) real32_/**/rank
#include "halo_rows.inc"
#undef ROWS_TYPE
#undef ROWS
#define ROWS_TYPE real(real64)
#define ROWS(rank) real64_/**/rank
#include "halo_rows.inc"
#undef ROWS_TYPE
#undef ROWS
#define ROWS_TYPE integer(int32)
#define ROWS(rank) int32_/**/rank
#include "halo_rows.inc"
#undef ROWS_TYPE
#undef ROWS
#define ROWS_TYPE integer(int64)
#define ROWS(rank) int64_/**/rank
#include "halo_rows.inc"
#undef ROWS_TYPE
#undef ROWS
#define ROWS_TYPE logical
#define ROWS(rank) logic_/**/rank
#include "halo_rows.inc"
#undef ROWS_TYPE
#undef ROWS
#define ROWS_TYPE logical(c_bool)
#define ROWS(rank) bool_/**/rank
#include "halo_rows.inc"

end module
