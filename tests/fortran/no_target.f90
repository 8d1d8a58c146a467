! SPDX-License-Identifier: Apache-2.0
! Does not compile: the library would keep the address of a copy.
program no_target
    use groundswell_transfer
    implicit none
    real :: field(3)

    call data_transfer_register_field(1, field, .true.)
end program
