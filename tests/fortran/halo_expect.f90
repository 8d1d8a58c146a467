! SPDX-License-Identifier: Apache-2.0
! What the tests of halos expect; it is printed if it does not hold.
module halo_expect
    use, intrinsic :: iso_fortran_env, only: error_unit
    use groundswell_halo, only: last_sentence => halo_error, error_code => HALO_ERROR_CODE
    implicit none
    integer :: n_failed = 0, rank

contains

    include "expect.inc"

end module
