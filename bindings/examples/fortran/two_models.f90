! SPDX-License-Identifier: Apache-2.0
! An ocean and an atmosphere on the same 60 cells: the ocean in blocks on the first half of the processes, the
! atmosphere distributed round-robin over the others. The ocean sends its surface temperature and its current, the
! atmosphere its pressure and its wind; current and wind are transferred at every second step.
! Run with: mpirun -n 4 two_models_fortran
program two_models
    use, intrinsic :: iso_fortran_env, only: real32, real64
    use mpi
    use groundswell_transfer
    implicit none

    integer, parameter :: n_grid = 60, n_step = 6
    integer :: rank, n_rank, n_ocean, comm, other_root, n_cell, ierr
    integer :: sending, receiving, step, wrong, all_wrong
    logical :: is_ocean
    integer, allocatable :: cells(:)
    real(real32), allocatable, target :: scalar(:), their_scalar(:)
    real(real64), allocatable, target :: vector(:, :), their_vector(:, :)
    logical, target :: mask(2) = .true.

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    if (n_rank < 2) error stop "two models need two processes; start with mpirun -n 2 or more"
    n_ocean = n_rank/2
    is_ocean = rank < n_ocean
    other_root = merge(n_ocean, 0, is_ocean)
    call MPI_Comm_split(MPI_COMM_WORLD, merge(0, 1, is_ocean), 0, comm, ierr)
    cells = my_cells()
    n_cell = size(cells)
    allocate (scalar(n_cell), their_scalar(n_cell), vector(n_cell, 2), their_vector(n_cell, 2))

    sending = data_transfer_register_instance(comm, other_root, DATA_TRANSFER_SEND)
    call data_transfer_register_decomp(sending, n_grid, n_cell, cells)
    call data_transfer_register_field(sending, scalar, .true., name="scalar")
    call data_transfer_register_field(sending, vector, .true., name="vector")
    call data_transfer_register_mask(sending, mask)
    call data_transfer_init_instance(sending)

    receiving = data_transfer_register_instance(comm, other_root, DATA_TRANSFER_RECV)
    call data_transfer_register_decomp(receiving, n_grid, n_cell, cells)
    call data_transfer_register_field(receiving, their_scalar, .false., name="scalar")
    call data_transfer_register_field(receiving, their_vector, .false., name="vector")
    call data_transfer_register_mask(receiving, mask)
    call data_transfer_init_instance(receiving)

    wrong = 0
    do step = 0, n_step - 1
        scalar = real(cells + 1000*step, real32)
        vector(:, 1) = cells + 1000*step
        vector(:, 2) = cells + 0.25_real64 + 1000*step
        mask(2) = mod(step, 2) == 0
        call data_transfer_exec_instance(sending)  ! both models send first
        call data_transfer_exec_instance(receiving)
        wrong = wrong + count(nint(their_scalar) /= cells + 1000*step)
        associate (vector_step => step - mod(step, 2))  ! when vectors were last transferred
            wrong = wrong + count(abs(their_vector(:, 1) - (cells + 1000*vector_step)) > 1e-9_real64)
            wrong = wrong + count(abs(their_vector(:, 2) - (cells + 0.25_real64 + 1000*vector_step)) > 1e-9_real64)
        end associate
    end do
    call data_transfer_final_instance(sending)
    call data_transfer_final_instance(receiving)

    call MPI_Allreduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(i0, a, i0, a)', n_step, " steps, ", all_wrong, " wrong values"
    call MPI_Comm_free(comm, ierr)
    call MPI_Finalize(ierr)
    if (all_wrong /= 0) error stop 1

contains

    ! This process's cells, numbered from 1 to n_grid: a block of the ocean, or every n-th cell of the atmosphere.
    function my_cells() result(mine)
        integer, allocatable :: mine(:)
        integer :: cell, n_atmosphere

        n_atmosphere = n_rank - n_ocean
        if (is_ocean) then
            mine = pack([(cell, cell=1, n_grid)], [((cell - 1)*n_ocean/n_grid == rank, cell=1, n_grid)])
        else
            mine = [(cell, cell=1 + rank - n_ocean, n_grid, n_atmosphere)]
        end if
    end function

end program
