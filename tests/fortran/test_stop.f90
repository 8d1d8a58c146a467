! SPDX-License-Identifier: Apache-2.0
! Without a status, an error prints its message and stops the program.
program test_stop
    use mpi
    use groundswell_transfer
    implicit none
    integer :: ierr

    call MPI_Init(ierr)
    call data_transfer_exec_instance(4711)
    print '(a)', "went on"
end program
