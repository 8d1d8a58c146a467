! SPDX-License-Identifier: Apache-2.0
! Must not compile: `field` does not have the TARGET attribute, so the library might write into a copy.
program halo_no_target
    use groundswell_halo
    implicit none
    real :: field(3)
    type(halo_rows) :: rows

    rows = halo_rows(field)
end program
