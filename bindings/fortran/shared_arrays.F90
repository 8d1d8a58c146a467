! SPDX-License-Identifier: Apache-2.0
! Common to the Fortran interfaces: the layout in memory of a caller's array, of any supported type and one to four
! dimensions.
module groundswell_shared_arrays
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
    implicit none
    private
    public :: array_place, place_of

    type :: array_place
        type(c_ptr) :: first = c_null_ptr  ! null if the array has no elements
        integer(c_int64_t) :: element_bytes = 0
        integer :: n_dim = 0
        integer(c_int64_t) :: extents(4) = 0, strides(4) = 0  ! of the first n_dim dimensions; strides in bytes
    end type

    ! place = place_of(values)
    ! values is a pointer, or has the attribute target; the compiler then makes no copy of it.
    interface place_of
        module procedure real32_1, real32_2, real32_3, real32_4, real64_1, real64_2, real64_3, real64_4
        module procedure int32_1, int32_2, int32_3, int32_4, int64_1, int64_2, int64_3, int64_4
        module procedure logic_1, logic_2, logic_3, logic_4, bool_1, bool_2, bool_3, bool_4
    end interface

contains

    ! `next` holds the addresses of the second element in each dimension, null if there is none.
    function make_place(first, next, extents, element_bits) result(place)
        type(c_ptr), intent(in) :: first, next(:)
        integer(c_int64_t), intent(in) :: extents(:)
        integer, intent(in) :: element_bits
        type(array_place) :: place
        integer :: i, n

        n = size(next)
        place%first = first
        place%element_bytes = element_bits/8
        place%n_dim = n
        place%extents(:n) = extents
        place%strides(:n) = place%element_bytes  ! arbitrary if there is only one element
        do i = 1, n
            if (c_associated(next(i))) place%strides(i) = address(next(i)) - address(first)
        end do
    end function

    integer(c_int64_t) function address(pointer)
        type(c_ptr), intent(in) :: pointer

        address = transfer(pointer, 0_c_intptr_t)
    end function

#define PLACE_TYPE real(real32)
#define PLACE(rank) real32_/**/rank
#include "array_places.inc"
#undef PLACE_TYPE
#undef PLACE
#define PLACE_TYPE real(real64)
#define PLACE(rank) real64_/**/rank
#include "array_places.inc"
#undef PLACE_TYPE
#undef PLACE
#define PLACE_TYPE integer(int32)
#define PLACE(rank) int32_/**/rank
#include "array_places.inc"
#undef PLACE_TYPE
#undef PLACE
#define PLACE_TYPE integer(int64)
#define PLACE(rank) int64_/**/rank
#include "array_places.inc"
#undef PLACE_TYPE
#undef PLACE
#define PLACE_TYPE logical
#define PLACE(rank) logic_/**/rank
#include "array_places.inc"
#undef PLACE_TYPE
#undef PLACE
#define PLACE_TYPE logical(c_bool)
#define PLACE(rank) bool_/**/rank
#include "array_places.inc"

end module
