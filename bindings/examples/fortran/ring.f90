! SPDX-License-Identifier: Apache-2.0
! Processes that send data around a ring get new ranks, so that those that exchange data are close to each other. The
! ranks are reassigned before there is any work.
program ring
    use mpi_f08
    use groundswell_network
    implicit none
    type(MPI_Comm) :: reordered
    integer :: rank, n_rank, place, token, wrong, moved

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank)
    call network_reorder(MPI_COMM_WORLD, [mod(rank + 1, n_rank)], [1048576], reordered)

    call MPI_Comm_rank(reordered, place)  ! everything that follows uses these ranks
    call MPI_Sendrecv(place, 1, MPI_INTEGER, mod(place + 1, n_rank), 0, token, 1, MPI_INTEGER, &
                      mod(place + n_rank - 1, n_rank), 0, reordered, MPI_STATUS_IGNORE)
    wrong = merge(0, 1, token == mod(place + n_rank - 1, n_rank))
    moved = merge(0, 1, place == rank)
    call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, reordered)
    call MPI_Allreduce(MPI_IN_PLACE, moved, 1, MPI_INTEGER, MPI_SUM, reordered)
    if (place == 0) print '(3(a, i0), a)', "a ring of ", n_rank, " ranks, ", moved, " moved, ", wrong, " wrong tokens"
    call MPI_Comm_free(reordered)
    call MPI_Finalize()
end program
