! SPDX-License-Identifier: Apache-2.0
! What the tests of halos expect; it is printed if it does not hold.
module halo_expect
    use, intrinsic :: iso_fortran_env, only: error_unit
    use groundswell_halo, only: halo_error, HALO_ERROR_CODE
    implicit none
    integer :: n_failed = 0, rank

contains

    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(*), intent(in) :: what

        if (holds) return
        n_failed = n_failed + 1
        write (error_unit, '(a, i0, 3a)') "rank ", rank, ": ", what, " is wrong; last sentence: "//halo_error()
    end subroutine

    logical function refused(status, words)
        integer, intent(in) :: status
        character(*), intent(in) :: words

        refused = status == HALO_ERROR_CODE
        if (refused) refused = index(halo_error(), words) > 0
    end function

end module
