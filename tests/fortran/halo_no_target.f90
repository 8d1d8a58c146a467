! SPDX-License-Identifier: Apache-2.0
! Must not compile: `field` is no target, so the library might write into a copy of it.
program halo_no_target
    use groundswell_halo
    implicit none
    real :: field(3)
    type(halo_rows) :: rows

    rows = halo_rows(field)
end program
