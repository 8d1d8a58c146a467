! SPDX-License-Identifier: Apache-2.0
! The Fortran interface of the wave model: values of both kinds in arrays of any stride and lower bound, a run that goes
! on, texts, and errors. Argument: a folder for the output.
program test_wave_model
    use, intrinsic :: iso_fortran_env, only: real32, real64, int64
    use mpi_f08
    use groundswell_wave_model
    implicit none

    character(300) :: folder, case_file
    character(20) :: words
    integer :: rank, n_rank, id, status, time, n, n_all, unit
    integer(int64) :: long_time, n_long
    integer, allocatable :: cells(:), all_cells(:)
    real(real64), allocatable :: lon(:), lat(:), hs(:), spaced(:, :)
    real(real32), allocatable :: wind(:, :), single(:), current(:, :)

    call wave_model_initialize(MPI_COMM_WORLD, "case.yaml", id, status=status)
    call expect_error("MPI is not running")
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank)
    call get_command_argument(1, folder)
    case_file = trim(folder)//"/case.yaml"
    if (rank == 0) call write_case()
    call MPI_Barrier(MPI_COMM_WORLD)

    call wave_model_initialize(MPI_COMM_WORLD, case_file, id, ["time.stop=1"], status)
    call expect_error("time.stop")
    call expect(id == -1, "a run that was refused has a number")
    call wave_model_initialize(MPI_COMM_WORLD, case_file, id, &
                               [character(40) :: "time.end=2000-01-01T01:00:00Z", "output.fields.interval=1 h"])
    call check_texts()
    call check_grid()
    call check_values()
    call wave_model_write_restart(id)
    call wave_model_finalize(id)
    call wave_model_finalize(id, status)
    call expect_error("there is no run")

    call wave_model_resume(MPI_COMM_WORLD%mpi_val, case_file, id, date="2000-01-01T00:30:00Z ", status=status)
    call expect(status == WAVE_MODEL_OK, wave_model_error())
    call wave_model_get_current_time(id, long_time)
    call expect(long_time == 1800, "the run goes on from another time")
    call wave_model_finalize(id)
    call check_long_run()
    if (rank == 0) print '(a)', "all as expected"
    call MPI_Finalize()
    call wave_model_update(1, status)
    call expect_error("MPI is not running")

contains

    subroutine write_case()
        open (newunit=unit, file=trim(case_file), action="write")
        write (unit, '(a)') "time: {start: 2000-01-01, end: 2000-01-01T02:00:00Z, step: 30 min}", &
            "mesh: {kind: icosahedral, bisections: 1}", &
            "spectrum: {directions: 12, frequencies: 12, first_frequency: 0.06 Hz}", &
            "wind: {kind: coupled}", "ice: {kind: coupled}", &
            "output: {folder: waves, fields: {names: [hs]}}"
        close (unit)
    end subroutine

    subroutine check_texts()
        call wave_model_get_start_date(id, words)
        call expect(words == "2000-01-01T00:00:00Z", words)
        call wave_model_get_start_date(id, words(:19), status)
        call expect_error("needs 21")
        call wave_model_get_input_item_count(id, n)
        call expect(n == 2, "another number of input fields")
        call wave_model_get_input_var_name(id, 2, words)
        call expect(words == "ice", words)
        call wave_model_get_input_var_name(id, 3, words, status)
        call expect_error("2 input fields")
        call expect(words == "", "a name after an error")
        call wave_model_get_output_item_count(id, n)
        call wave_model_get_output_var_name(id, n, words)
        call expect(words /= "", "the last field has no name")
        call wave_model_get_var_units(id, "wind  ", words)
        call expect(words == "m s-1", words)
        call wave_model_get_var_parts(id, "wind", n)
        call expect(n == 2, "the wind has no two parts")
        call expect(len(wave_model_version()) > 0, "there is no version")
    end subroutine

    subroutine check_grid()
        call wave_model_get_grid_size(id, n, n_all)
        call wave_model_get_grid_size(id, n_long, n_all)
        call expect(n_long == n, "two sizes")
        allocate (cells(n), lon(n), lat(n), single(n), all_cells(n_all))
        call wave_model_get_grid_points(id, cells, lon, lat)
        all_cells = 0
        all_cells(cells) = 1  ! of these numbers, which begin with 1
        call MPI_Allreduce(MPI_IN_PLACE, all_cells, n_all, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
        call expect(all(all_cells == 1), "not all cells are there once")
        call expect(all(abs(lat) <= 90) .and. maxval(abs(lat)) > 3, "latitudes are not in degrees")
        call wave_model_get_grid_points(id, cells, lon(2:), lat, status)
        call expect_error("arrays of")
    end subroutine

    ! The wind in every second column of an array whose bounds are not 1, the ice in every third value.
    subroutine check_values()
        allocate (wind(-1:2, 0:n - 1), spaced(3, n), hs(-5:n - 6), current(n, 2))
        wind = 1e30
        wind(-1, :) = 20
        wind(1, :) = -5
        spaced = 7
        spaced(2, :) = 0.25
        call wave_model_set_vector(id, "wind", 0, wind(-1, :), wind(1, 1:), status)
        call expect_error("points on this process")
        call wave_model_set_vector(id, "wind", 0, wind(-1, 1:), wind(1, :), status)
        call expect_error("points on this process")
        call wave_model_set_vector(id, "wind ", 0, wind(-1, :), wind(1, :))
        call wave_model_update(id, status)
        call expect_error("'ice' has no values")
        call wave_model_set_value(id, "ice", 0_int64, spaced(2, :))
        call wave_model_update(id)
        call wave_model_get_current_time(id, time)
        call expect(time == 1800, "no step was made")
        call wave_model_get_value(id, "ice", spaced(3, :))
        call expect(all(abs(spaced(3, :) - 0.25) < 1e-6) .and. all(abs(spaced(1, :) - 7) < 1e-6), "other ice")
        call wave_model_get_vector(id, "uwnd", current(:, 1), current(:, 2))
        call expect(all(abs(current(:, 1) - 20) < 1e-3) .and. all(abs(current(:, 2) + 5) < 1e-3), "another wind")
        call wave_model_get_value(id, "hs", hs)
        call wave_model_get_value(id, "hs ", single(n:1:-1))
        call expect(all(abs(hs - single(n:1:-1)) < 1e-6) .and. all(hs > 0), "other wave heights")
        hs = 3
        call wave_model_get_value(id, "high", hs, status)
        call expect_error("'high'")
        spaced = 3
        call wave_model_get_value(id, "uuss", spaced(1, :), status)
        call expect_error("a vector")
        call expect(all(abs(hs - 3) < 1e-9) .and. all(abs(spaced - 3) < 1e-9), "an error has changed values")
        call wave_model_get_time_step(id, time)
        call wave_model_update_until(id, time + 1, status)
        call expect_error("cannot be run to")
    end subroutine

    ! Default integers end after 68 years of seconds.
    subroutine check_long_run()
        call wave_model_initialize(MPI_COMM_WORLD, case_file, id, &
                                   [character(40) :: "time.end=2070-01-01", "output.folder=long", &
                                    "output.fields.interval=0", "output.lat_lon.interval=0"])
        call wave_model_get_end_time(id, time, status)
        call expect_error("the time of 2209075200 s is too long for an integer of default kind; use integer(int64)")
        call expect(time == 0, "a time after an error")
        call wave_model_get_end_time(id, long_time)
        call expect(long_time == 2209075200_int64, "another end")
        call wave_model_finalize(id)
    end subroutine

    subroutine expect_error(words)
        character(*), intent(in) :: words

        call expect(status == WAVE_MODEL_ERROR_CODE, "no error: "//words)
        call expect(index(wave_model_error(), words) > 0, wave_model_error())
    end subroutine

    subroutine expect(condition, words)
        logical, intent(in) :: condition
        character(*), intent(in) :: words

        if (condition) return
        print '(2a)', "not as expected: ", words
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine

end program
