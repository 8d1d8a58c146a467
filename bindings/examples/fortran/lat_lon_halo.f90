! SPDX-License-Identifier: Apache-2.0
! Two tracers on a longitude-latitude grid: a wind carries them eastwards, and they mix with their eight neighbours.
! Each process has a block of the grid and a halo of one cell around it, including corners; the grid is periodic in
! longitude and ends at the poles. The result is compared with that of a process that has the whole grid, and the sum of
! each tracer must be conserved.
! Run with: mpirun -n 4 lat_lon_halo_fortran [METHOD]
program lat_lon_halo
    use, intrinsic :: iso_fortran_env, only: real64
    use mpi
    use groundswell_halo
    implicit none

    integer, parameter :: n_lon = 36, n_lat = 18, n_step = 20
    integer :: rank, n_rank, n_block(2) = 0, column, row, i_first, i_last, j_first, j_last, n_inner, n_owned, n_halo
    integer :: step, cell, wrong, ierr
    character(32) :: method = "point_to_point"
    ! Columns, rows and numbers i + (j - 1)*n_lon of owned cells; numbers and owners of halo cells.
    integer, allocatable :: i_of(:), j_of(:), owned(:), halo_cells(:), owners(:)
    integer, allocatable :: at(:, :)  ! the local cell at (i, j) of the block and the halo
    real(real64), allocatable, target :: tracers(:, :)  ! (tracer, local cell)
    real(real64), allocatable :: next(:, :), whole(:, :, :)
    real(real64) :: sums(2)
    type(halo_exchange) :: halo
    type(halo_transit) :: transit

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    if (command_argument_count() > 0) call get_command_argument(1, method)
    call MPI_Dims_create(n_rank, 2, n_block, ierr)
    call choose_block()
    call list_owned_cells()
    call list_halo_cells()
    call start_values()

    call halo%create(MPI_COMM_WORLD, owned, halo_cells, owners, method)
    do step = 1, n_step
        call halo%start(halo_rows(tracers), transit)
        call advance(1, n_inner)  ! cells that need no halo, while the halo is in flight
        call transit%finish()
        call advance(n_inner + 1, n_owned)
        tracers(:, :n_owned) = next
    end do
    call halo%close()

    sums = sums_of(whole)
    do step = 1, n_step
        call advance_whole()
    end do
    wrong = merge(0, 1, all(abs(sums_of(whole)/sums - 1) < 1e-13_real64))
    do cell = 1, n_owned
        wrong = wrong + count(abs(tracers(:, cell) - whole(:, i_of(cell), j_of(cell))) > 1e-12_real64)
    end do
    call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(i0, a, i0, a, i0, 3a, i0, a)', n_step, " steps on ", n_block(1), " x ", n_block(2), &
        " blocks with ", trim(method), ", ", wrong, " wrong values"
    call MPI_Finalize(ierr)
    if (wrong /= 0) error stop 1

contains

    ! For `n` columns or rows in `n_part` parts (numbered from 0): the first column or row of a part, and the part that
    ! contains column or row i.
    integer function first_of(part, n_part, n)
        integer, intent(in) :: part, n_part, n

        first_of = (part*n + n_part - 1)/n_part + 1
    end function

    integer function part_of(i, n_part, n)
        integer, intent(in) :: i, n_part, n

        part_of = (i - 1)*n_part/n
    end function

    integer function around_the_earth(i)
        integer, intent(in) :: i

        around_the_earth = modulo(i - 1, n_lon) + 1
    end function

    subroutine choose_block()
        column = mod(rank, n_block(1))
        row = rank/n_block(1)
        i_first = first_of(column, n_block(1), n_lon)
        i_last = first_of(column + 1, n_block(1), n_lon) - 1
        j_first = first_of(row, n_block(2), n_lat)
        j_last = first_of(row + 1, n_block(2), n_lat) - 1
    end subroutine

    ! Lists first the cells inside the block, then those on its rim.
    subroutine list_owned_cells()
        integer :: i, j, pass
        logical :: is_rim

        n_owned = 0
        allocate (i_of((i_last - i_first + 1)*(j_last - j_first + 1)))
        allocate (j_of(size(i_of)), at(i_first - 1:i_last + 1, j_first - 1:j_last + 1))
        at = 0
        do pass = 1, 2
            do j = j_first, j_last
                do i = i_first, i_last
                    is_rim = i == i_first .or. i == i_last .or. j == j_first .or. j == j_last
                    if (is_rim .neqv. pass == 2) cycle
                    n_owned = n_owned + 1
                    i_of(n_owned) = i
                    j_of(n_owned) = j
                    at(i, j) = n_owned
                end do
            end do
            if (pass == 1) n_inner = n_owned
        end do
        owned = i_of + (j_of - 1)*n_lon
    end subroutine

    ! Lists the ring around the block. Halo cells are sorted by owner and number, so `at` is filled after sorting. If
    ! the block reaches around the Earth, some cells of the ring belong to the block itself.
    subroutine list_halo_cells()
        integer :: i, j, n, owner, number, pass

        allocate (halo_cells(size(at)), owners(size(at)))
        n = 0
        do pass = 1, 2
            do j = max(j_first - 1, 1), min(j_last + 1, n_lat)
                do i = i_first - 1, i_last + 1
                    if (at(i, j) > 0) cycle
                    number = around_the_earth(i) + (j - 1)*n_lon
                    owner = part_of(around_the_earth(i), n_block(1), n_lon) + part_of(j, n_block(2), n_lat)*n_block(1)
                    if (owner == rank) then
                        at(i, j) = findloc(owned, number, 1)
                    else if (pass == 1) then
                        n = n + 1
                        halo_cells(n) = number
                        owners(n) = owner
                    else
                        at(i, j) = n_owned + findloc(halo_cells, number, 1)
                    end if
                end do
            end do
            if (pass == 1) then
                call halo_sort(halo_cells(:n), owners(:n), n_halo)
                halo_cells = halo_cells(:n_halo)
                owners = owners(:n_halo)
            end if
        end do
    end subroutine

    subroutine start_values()
        integer :: i, j

        allocate (whole(2, n_lon, n_lat), tracers(2, n_owned + n_halo), next(2, n_owned))
        do j = 1, n_lat
            do i = 1, n_lon
                whole(:, i, j) = [20 + 10*cos(0.3_real64*i)*sin(0.2_real64*j), real(35 + mod(7*i + 3*j, 5), real64)]
            end do
        end do
        tracers = -1  ! the halo, not yet received
        do i = 1, n_owned
            tracers(:, i) = whole(:, i_of(i), j_of(i))
        end do
    end subroutine

    subroutine advance(first, last)
        integer, intent(in) :: first, last
        real(real64) :: around(2, -1:1, -1:1)
        integer :: di, dj

        do cell = first, last
            do dj = -1, 1
                do di = -1, 1
                    if (has_row(j_of(cell) + dj)) around(:, di, dj) = tracers(:, at(i_of(cell) + di, j_of(cell) + dj))
                end do
            end do
            next(:, cell) = after_step(around, j_of(cell))
        end do
    end subroutine

    subroutine advance_whole()
        real(real64) :: around(2, -1:1, -1:1), old(2, n_lon, n_lat)
        integer :: i, j, di, dj

        old = whole
        do j = 1, n_lat
            do i = 1, n_lon
                do dj = -1, 1
                    do di = -1, 1
                        if (has_row(j + dj)) around(:, di, dj) = old(:, around_the_earth(i + di), j + dj)
                    end do
                end do
                whole(:, i, j) = after_step(around, j)
            end do
        end do
    end subroutine

    logical function has_row(j)
        integer, intent(in) :: j

        has_row = j >= 1 .and. j <= n_lat
    end function

    ! A cell's tracers after a step: advection from the west, and mixing.
    function after_step(around, j) result(here)
        real(real64), intent(in) :: around(2, -1:1, -1:1)
        integer, intent(in) :: j
        real(real64) :: here(2)
        integer :: di, dj

        here = around(:, 0, 0) + 0.3_real64*(around(:, -1, 0) - around(:, 0, 0))
        do dj = -1, 1
            if (.not. has_row(j + dj)) cycle
            do di = -1, 1
                here = here + 0.05_real64*min(area(j), area(j + dj))/area(j)*(around(:, di, dj) - around(:, 0, 0))
            end do
        end do
    end function

    real(real64) function area(j)
        integer, intent(in) :: j

        area = cos((j - 0.5_real64*(n_lat + 1))*acos(-1.0_real64)/n_lat)
    end function

    function sums_of(values) result(sums)
        real(real64), intent(in) :: values(2, n_lon, n_lat)
        real(real64) :: sums(2)
        integer :: j

        sums = 0
        do j = 1, n_lat
            sums = sums + area(j)*sum(values(:, :, j), 2)
        end do
    end function

end program
