! SPDX-License-Identifier: Apache-2.0
! The Fortran interface of halos of structured grids: arrays as an ocean model has them, with a halo around a block and
! levels on any axis, on a tripolar grid. Prints what fails; if anything does, the program stops with an error.
module box_checks
    use, intrinsic :: iso_fortran_env, only: real32, real64, int64
    use mpi
    use groundswell_halo
    use halo_expect
    implicit none
    integer, parameter :: grid(2) = [12, 10], untouched = -7
    integer :: n_rank, blocks(2), first(2), own(2)

contains

    ! What lies at (i, j) of this rank's arrays after an exchange: 100 i + j of the grid, and beyond its last row what
    ! is mirrored there at a fold around T points.
    integer function value(i, j)
        integer, intent(in) :: i, j
        integer :: x, y

        x = first(1) + i - 1
        y = first(2) + j - 1
        if (y > grid(2)) then
            x = grid(1) + 2 - x
            y = 2*grid(2) - y
        end if
        if (x < 1) x = x + grid(1)
        if (x > grid(1)) x = x - grid(1)
        value = 100*x + y
        if (y < 1) value = untouched
    end function

    integer function before(i, j)
        integer, intent(in) :: i, j

        before = untouched
        if (i >= 1 .and. i <= own(1) .and. j >= 1 .and. j <= own(2)) before = value(i, j)
    end function

end module

program test_halo_box
    use box_checks
    implicit none
    integer :: ierr, i
    character(32), allocatable :: names(:)

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    blocks = 0
    call MPI_Dims_create(n_rank, 2, blocks, ierr)
    do i = 1, 2
        associate (place => merge(mod(rank, blocks(1)), rank/blocks(1), i == 1))
            first(i) = place*grid(i)/blocks(i) + 1
            own(i) = (place + 1)*grid(i)/blocks(i) + 1 - first(i)
        end associate
    end do
    names = halo_method_names()
    do i = 1, size(names)
        call whole_arrays(trim(names(i)))
    end do
    call parts_of_arrays()
    call placed_cells()
    call mistakes()
    call MPI_Allreduce(MPI_IN_PLACE, n_failed, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
    if (n_failed > 0) error stop 1
    if (rank == 0) print '(a)', "all is right"

contains

    subroutine whole_arrays(method)
        use mpi_f08, only: MPI_Comm
        character(*), intent(in) :: method
        type(halo_exchange) :: halo
        real(real64), allocatable, target :: ssh(:, :)
        real(real32), allocatable, target :: heat(:, :, :)
        integer, allocatable, target :: salt(:, :, :)
        integer(int64), allocatable, target :: tracers(:, :, :, :)
        logical :: right
        integer :: i, j, k, n

        allocate (ssh(0:own(1) + 1, 0:own(2) + 1), heat(3, 0:own(1) + 1, 0:own(2) + 1))
        allocate (salt(0:own(1) + 1, 2, 0:own(2) + 1), tracers(0:own(1) + 1, 0:own(2) + 1, 2, 3))
        do j = 0, own(2) + 1
            do i = 0, own(1) + 1
                ssh(i, j) = before(i, j)
                heat(:, i, j) = real(before(i, j) + [0, 10, 20], real32)
                salt(i, :, j) = before(i, j) + [0, 10]
                tracers(i, j, :, :) = before(i, j) + reshape([0, 1, 2, 3, 4, 5], [2, 3])
            end do
        end do
        call halo%create_box(MPI_Comm(MPI_COMM_WORLD), grid, first, own, periodic=[.true., .false.], &
                             fold=HALO_FOLD_T, method=method)
        call halo%exchange([halo_rows(ssh, "ij"), halo_rows(heat, "kij"), halo_rows(salt, "ikj"), &
                            halo_rows(tracers, "ijkl")])
        right = .true.
        do j = 0, own(2) + 1
            do i = 0, own(1) + 1
                n = value(i, j)
                right = right .and. nint(ssh(i, j)) == n .and. all(nint(heat(:, i, j)) == n + [0, 10, 20])
                do k = 1, 2
                    right = right .and. salt(i, k, j) == n + 10*k - 10 .and. &
                            all(tracers(i, j, k, :) == n + k - 1 + [0, 2, 4])
                end do
            end do
        end do
        call expect(right, method//": arrays with a halo")
        call halo%close()
    end subroutine

    ! The inner part of an array with a wider halo, one level of another, and a halo on two sides alone.
    subroutine parts_of_arrays()
        type(halo_exchange) :: halo, corner
        real(real64), allocatable, target :: wide(:, :), levels(:, :, :)
        logical, allocatable, target :: ice(:, :)
        integer :: i, j
        logical :: right

        allocate (wide(-2:own(1) + 3, -1:own(2) + 2), levels(2, 0:own(1) + 1, 0:own(2) + 1), source=-7.0_real64)
        allocate (ice(own(1) + 1, own(2) + 2), source=.false.)
        do j = 1, own(2)
            wide(1:own(1), j) = [(value(i, j), i=1, own(1))]
            levels(2, 1:own(1), j) = [(value(i, j), i=1, own(1))]
            ice(1:own(1), j) = [(mod(value(i, j), 3) == 0, i=1, own(1))]
        end do
        call halo%create_box(MPI_COMM_WORLD, grid, first, own, 1, periodic=[.true., .false.], fold=HALO_FOLD_T)
        call halo%exchange([halo_rows(wide(0:own(1) + 1, 0:own(2) + 1), "ij"), halo_rows(levels(2, :, :), "ij")])
        call corner%create_box(MPI_COMM_WORLD, grid, first, own, widths=[0, 1, 0, 2], periodic=[.true., .false.], &
                               fold=HALO_FOLD_T, point=HALO_AT_T)
        call corner%exchange(halo_rows(ice, "ij"))
        right = all(nint(wide(-2:-1, :)) == untouched) .and. all(nint(wide(:, -1)) == untouched) .and. &
                all(nint(levels(1, :, :)) == untouched)
        do j = 0, own(2) + 1
            do i = 0, own(1) + 1
                right = right .and. nint(wide(i, j)) == value(i, j) .and. nint(levels(2, i, j)) == value(i, j)
            end do
        end do
        call expect(right, "parts of arrays")
        do j = 1, own(2) + 2
            call expect(all(ice(:, j) .eqv. [(mod(value(i, j), 3) == 0, i=1, own(1) + 1)]), "a halo on two sides")
        end do
        call halo%close()
        call corner%close()
    end subroutine

    ! A ring of cells whose rows lie backwards with gaps, and levels after the cells.
    subroutine placed_cells()
        type(halo_exchange) :: halo
        real(real64), target :: heat(8, 3)
        integer :: cells(2), around(2), k
        integer(int64), parameter :: own_places(2) = [7, 4], halo_places(2) = [1, 3]

        cells = [2*rank + 1, 2*rank + 2]
        around = [modulo(2*rank + 2, 2*n_rank) + 1, modulo(2*rank - 1, 2*n_rank) + 1]
        call halo%create_placed(MPI_COMM_WORLD, cells, int(own_places), around, int(halo_places))
        heat = -1
        do k = 1, 3
            heat(own_places, k) = cells + 0.1_real64*k
        end do
        call halo%exchange(halo_rows(heat, "ik"))
        do k = 1, 3
            call expect(all(nint(10*heat(halo_places, k)) == 10*around + k), "cells at places")
        end do
        call expect(all(nint(heat([2, 5, 6, 8], :)) == -1), "places without a cell")
        call halo%close()
        call halo%create_placed(MPI_COMM_WORLD, int(cells, int64), own_places, int(around, int64), halo_places, &
                                "persistent")
        call halo%close()
    end subroutine

    subroutine mistakes()
        type(halo_exchange) :: halo
        real(real64), allocatable, target :: field(:, :)
        integer :: status

        call halo%create_box(MPI_COMM_WORLD, grid, [1, 1], [12, 10], fold=HALO_FOLD_F, status=status)
        call expect(refused(status, "periodic along i and not along j"), "a fold without a periodic axis")
        call halo%create_box(MPI_COMM_WORLD, grid, [2, 1], [12, 10], status=status)
        call expect(refused(status, "reaches beyond the grid"), "a box beyond the grid")
        call halo%create_box(MPI_COMM_WORLD, grid, first, own, fold=7, status=status)
        call expect(refused(status, "the fold 7"), "an unknown fold")
        call halo%create_placed(MPI_COMM_WORLD, [rank], [1, 2], [rank], [2], status=status)
        call expect(refused(status, "lists"), "more places than cells")
        call halo%create_placed(MPI_COMM_WORLD, [rank], [0], [rank], [2], status=status)
        call expect(refused(status, "position"), "a place before the first")
        call halo%create_box(MPI_COMM_WORLD, grid, first, own)
        allocate (field(own(1) + 2, own(2) + 3))
        call halo%exchange(halo_rows(field(2:, :), "ij"), status)
        call expect(refused(status, "cells along i, but the box of this rank has"), "an array that is too narrow")
        call halo%exchange(halo_rows(field, "ijk"), status)
        call expect(refused(status, "the axes of set 1"), "an axis too many")
        call halo%exchange(halo_rows(field, "kl"), status)
        call expect(refused(status, "the axes of set 1"), "no axis of cells")
        call halo%exchange(halo_rows(field, "ij"))
        call halo%close()
    end subroutine

end program
