! SPDX-License-Identifier: Apache-2.0
! An ocean's arrays as they are: a(0:ni+1, 0:nj+1) has a block of a tripolar grid and a halo of one cell around it.
! Heat in layers mixes with its neighbours and is carried by a current, which lies at U points. The grid is periodic
! along i, closed in the south, and folded beyond its last row. The result is compared with that of a process that has
! the whole grid. Run with: mpirun -n 4 ocean_halo_fortran [METHOD]
module ocean
    use, intrinsic :: iso_fortran_env, only: real64
    use mpi
    use groundswell_halo
    implicit none
    integer, parameter :: grid(2) = [36, 20], n_layer = 3, n_step = 20

contains

    ! The cells of a block: part(1) x part(2) blocks share the grid.
    subroutine find_block(rank, part, first, own)
        integer, intent(in) :: rank, part(2)
        integer, intent(out) :: first(2), own(2)
        integer :: place(2)

        place = [mod(rank, part(1)), rank/part(1)]
        first = place*grid/part + 1
        own = (place + 1)*grid/part + 1 - first
    end subroutine

    subroutine run(comm, part, method, heat)
        integer, intent(in) :: comm, part(2)
        character(*), intent(in) :: method
        real(real64), allocatable, target, intent(out) :: heat(:, :, :)
        real(real64), allocatable, target :: u(:, :)
        type(halo_exchange) :: halo, halo_u
        type(halo_transit) :: transit
        integer :: first(2), own(2), rank, ierr, i, j, k, step, ni, nj

        call MPI_Comm_rank(comm, rank, ierr)
        call find_block(rank, part, first, own)
        ni = own(1)
        nj = own(2)
        allocate (heat(0:ni + 1, 0:nj + 1, n_layer), u(0:ni + 1, 0:nj + 1), source=0.0_real64)
        do j = 1, nj
            do i = 1, ni
                u(i, j) = 0.02_real64*(modulo(5*(first(1) + i) + 4*(first(2) + j), 7) - 3)
                heat(i, j, :) = [(modulo(7*(first(1) + i) + 3*(first(2) + j) + k, 11), k=1, n_layer)]
            end do
        end do
        call halo%create_box(comm, grid, first, own, periodic=[.true., .false.], fold=HALO_FOLD_F, method=method)
        call halo_u%create_box(comm, grid, first, own, periodic=[.true., .false.], fold=HALO_FOLD_F, point=HALO_AT_U, &
                               method=method)
        call halo_u%exchange(halo_rows(u, "ij"))
        if (first(2) + nj > grid(2)) u(:, nj + 1) = -u(:, nj + 1)  ! beyond the fold, east is west
        do step = 1, n_step
            call halo%start(halo_rows(heat, "ijk"), transit)
            call transit%finish()
            if (first(2) == 1) heat(:, 0, :) = heat(:, 1, :)  ! nothing crosses the southern edge
            do k = 1, n_layer
                heat(1:ni, 1:nj, k) = mixed(heat(:, :, k), u, ni, nj)
            end do
        end do
        call halo%close()
        call halo_u%close()
    end subroutine

    ! Heat after a step, with what the current carries from the cells to the north-west and north-east.
    pure function mixed(heat, u, ni, nj) result(next)
        integer, intent(in) :: ni, nj
        real(real64), intent(in) :: heat(0:ni + 1, 0:nj + 1), u(0:ni + 1, 0:nj + 1)
        real(real64) :: next(ni, nj)
        integer :: i, j

        do j = 1, nj
            do i = 1, ni
                next(i, j) = heat(i, j) &
                             + 0.1_real64*(heat(i - 1, j) + heat(i + 1, j) - 2*heat(i, j)) &
                             + 0.1_real64*(heat(i, j - 1) + heat(i, j + 1) - 2*heat(i, j)) &
                             + u(i - 1, j + 1)*heat(i - 1, j + 1) - u(i, j + 1)*heat(i + 1, j + 1)
            end do
        end do
    end function

end module

program ocean_halo
    use ocean
    implicit none
    real(real64), allocatable, target :: mine(:, :, :), whole(:, :, :)
    character(32) :: method
    integer :: rank, n_rank, ierr, part(2), first(2), own(2), wrong

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    method = "point_to_point"
    if (command_argument_count() > 0) call get_command_argument(1, method)
    part = 0
    call MPI_Dims_create(n_rank, 2, part, ierr)
    call find_block(rank, part, first, own)
    call run(MPI_COMM_WORLD, part, method, mine)
    call run(MPI_COMM_SELF, [1, 1], method, whole)
    associate (there => whole(first(1):first(1) + own(1) - 1, first(2):first(2) + own(2) - 1, :))
        wrong = count(abs(mine(1:own(1), 1:own(2), :) - there) > 0)
    end associate
    call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(3(i0, a))', n_step, " steps on ", part(1), " x ", part(2), " blocks with "//trim(method)
    if (rank == 0) print '(i0, a)', wrong, " wrong values"
    call MPI_Finalize(ierr)
    if (wrong > 0) error stop 1
end program
