! SPDX-License-Identifier: Apache-2.0
! Must not compile: `field` is no target, so the library might keep the address of a copy of it.
program no_target
    use groundswell_transfer
    implicit none
    real :: field(3)

    call data_transfer_register_field(1, field, .true.)
end program
