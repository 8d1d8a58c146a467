! SPDX-License-Identifier: Apache-2.0
! Must not compile: `field` does not have the TARGET attribute, so the library might keep the address of a copy.
program no_target
    use groundswell_transfer
    implicit none
    real :: field(3)

    call data_transfer_register_field(1, field, .true.)
end program
