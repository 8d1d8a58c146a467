! SPDX-License-Identifier: Apache-2.0
! The Fortran interface of output: arrays of several shapes and kinds in a file that later runs continue;
! an array on a grid; the removal of land; and error codes. check_output.py reads the files.
program test_output
    use, intrinsic :: iso_fortran_env, only: real32, real64, int64
    use mpi_f08
    use groundswell_output
    implicit none

    integer, parameter :: n_cell = 30, n_level = 4
    integer :: rank, n_rank, n_local, i, k, id, status
    integer, allocatable :: cells(:)
    logical :: answer, is_wet(5, 4)
    integer :: numbers(5, 4), n_wet
    real(real64) :: saved
    real(real32), allocatable, target :: flat32(:), levels_last(:, :), cells_last(:, :), window(:, :)
    real(real64), allocatable, target :: flat64(:), spaced(:, :)
    integer, allocatable, target :: basin(:)
    character(:), allocatable :: sentence

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank)
    cells = [(i, i=1 + rank, n_cell, n_rank)]
    n_local = size(cells)
    allocate (flat32(n_local), flat64(n_local), levels_last(n_local, n_level), cells_last(n_level, n_local))
    allocate (spaced(2*n_local, n_level), window(n_local, 1), basin(n_local))

    call write_hours(first=0, last=1)
    call write_hours(first=2, last=2)
    ! A run that continues a file compares its positions with those in the file and refuses changed ones.
    call begin(3, wrong_position=.true.)
    call groundswell_output_open(id, status)
    call expect(status == GROUNDSWELL_OUTPUT_ERROR_CODE, "a file with other positions was taken")
    sentence = groundswell_output_error()
    call expect(index(sentence, "values of 'lon' are not those of this run") > 0, sentence)
    call groundswell_output_close(id)
    call write_hours(first=3, last=3)
    call write_grid()

    call fail()

    call groundswell_output_write(4711, 0, status)
    call expect(status == GROUNDSWELL_OUTPUT_ERROR_CODE, "output 4711 was written")
    sentence = groundswell_output_error()
    call expect(index(sentence, "there is no output 4711") > 0, sentence)

    is_wet = .false.
    is_wet(2, 2) = .true.
    call groundswell_output_wet_cells(is_wet, 1, 1, numbers, n_wet, saved)
    call expect(n_wet == 9 .and. abs(saved - 0.55_real64) < 1e-12_real64, "land removal counts wrongly")
    call expect(all(numbers(1:3, 2) == [4, 5, 6]) .and. all(numbers(4:, :) == GROUNDSWELL_OUTPUT_NO_CELL), &
                "land removal numbers wrongly")
    call groundswell_output_wet_cells(is_wet, 2, 2, numbers(:2, :2), n_wet, n_around=4, is_periodic=.true.)
    call expect(n_wet == 5 .and. all(numbers(1, :2) == [3, 5]), "land removal with four neighbours numbers wrongly")
    if (rank == 0) print '(a)', "all as expected"
    call MPI_Finalize()

contains

    ! Sets up the output, which continues that of earlier runs if the first hour is not 0.
    subroutine begin(first, wrong_position)
        integer, intent(in) :: first
        logical, intent(in) :: wrong_position
        real(real64) :: positions(n_local)

        id = groundswell_output_create(MPI_COMM_WORLD, 0)
        call groundswell_output_set_run(id, "2000-02-28 12:00", 4*3600_int64, calendar="noleap")
        call groundswell_output_set_cells(id, int(n_cell, int64), cells)
        call groundswell_output_set_levels(id, [1.0, 2.0, 4.0, 8.0], is_down=.false.)
        positions = cells
        if (wrong_position) positions = cells + 1
        call groundswell_output_add_position(id, "lon", positions, "degrees_east")
        call groundswell_output_add_variable(id, "flat32", flat32)
        call groundswell_output_add_variable(id, "flat64", flat64, unit="m")
        call groundswell_output_add_variable(id, "levels_last", levels_last, has_levels=.true.)
        call groundswell_output_add_variable(id, "cells_last", cells_last, has_levels=.true., cells_last=.true.)
        call groundswell_output_add_variable(id, "spaced", spaced(::2, :), has_levels=.true.)
        call groundswell_output_add_variable(id, "window", window)
        call groundswell_output_add_variable(id, "basin", basin)
        call groundswell_output_set_restart(id, "fortran_state", "basin levels_last flat64")
        call groundswell_output_add_file(id, "fortran_output.nc", &
                                         "flat32 flat64 levels_last cells_last spaced window", 3600)
        call groundswell_output_set_share(id, "levels")
        if (first > 0) call groundswell_output_set_go_on(id, 3600*(first - 1))
    end subroutine

    subroutine write_hours(first, last)
        integer, intent(in) :: first, last
        integer :: hour

        call begin(first, wrong_position=.false.)
        call groundswell_output_open(id)
        call groundswell_output_is_server(id, answer)
        call expect(.not. answer, "a process is a server")
        do hour = first, last
            flat64 = cells + 1000*hour
            flat32 = real(flat64, real32)
            window(:, 1) = flat32
            do k = 1, n_level
                levels_last(:, k) = flat32 + 0.125_real32*k
                cells_last(k, :) = levels_last(:, k)
                spaced(::2, k) = flat64 + 0.125_real64*k
                spaced(2::2, k) = -1
            end do
            call groundswell_output_is_due(id, 3600*hour, answer)
            call expect(answer, "nothing is due")
            call groundswell_output_write(id, 3600*hour)
            basin = 2000000000 + cells
            if (hour == 2) call groundswell_output_write_restart(id, 3600*hour)
            flat64 = -1  ! arrays may be changed again
            levels_last = -1
        end do
        call groundswell_output_close(id)
    end subroutine

    ! Writes a grid of 6 columns and 5 rows in which every third cell is land.
    subroutine write_grid()
        id = groundswell_output_create(MPI_COMM_WORLD, 0)
        call groundswell_output_set_run(id, "2000-02-28 12:00", 0)
        call groundswell_output_set_cells(id, n_cell, merge(GROUNDSWELL_OUTPUT_NO_CELL, cells, mod(cells, 3) == 0))
        call groundswell_output_add_axis(id, "lon", [(10.0_real64*i, i=1, 6)], unit="degrees_east")
        call groundswell_output_add_axis(id, "row", n=5)
        call groundswell_output_add_variable(id, "flat64", flat64)
        call groundswell_output_add_file(id, "fortran_grid.nc", "flat64", 3600)
        call groundswell_output_open(id)
        flat64 = cells
        call groundswell_output_write(id, 0)
        call groundswell_output_close(id)
    end subroutine

    ! The model fails on the last process.
    subroutine fail()
        real(real64) :: seconds

        call begin(0, wrong_position=.false.)
        call groundswell_output_open(id)
        call groundswell_output_write(id, 0)
        call groundswell_output_wait(id)
        call groundswell_output_backlog(id, seconds)
        call expect(seconds < 1e-9_real64, "there is a backlog")
        sentence = groundswell_output_news(id)
        call expect((index(sentence, "wrote 2000-02-28T12:00:00Z into fortran_output") == 1) .eqv. rank == 0, sentence)
        call groundswell_output_agree(id)
        if (rank == n_rank - 1) then
            call groundswell_output_agree(id, "the sea is dry", status)
        else
            call groundswell_output_agree(id, status=status)
        end if
        call expect(status == GROUNDSWELL_OUTPUT_ERROR_CODE, "a failure was kept from a process")
        sentence = groundswell_output_error()
        call expect(sentence == "the sea is dry", sentence)
        call groundswell_output_close(id, status)
    end subroutine

    subroutine expect(condition, words)
        logical, intent(in) :: condition
        character(*), intent(in) :: words

        if (condition) return
        print '(2a)', "not as expected: ", words
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine

end program
