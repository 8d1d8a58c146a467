! SPDX-License-Identifier: Apache-2.0
! A small atmosphere that drives the waves: it gives them its wind, lets them make steps, and gets the roughness of the
! sea (the Charnock parameter) and the wave heights.
! Run with: mpirun -n 2 driven_waves_fortran driven_waves.yaml output.folder=waves
program driven_waves
    use, intrinsic :: iso_fortran_env, only: real64
    use mpi
    use groundswell_wave_model
    implicit none

    character(1000) :: case_file, override
    integer :: rank, ierr, waves, time, end, step, n, n_global
    real(real64), allocatable :: east(:), north(:)  ! wind at 10 m [m s-1]
    real(real64), allocatable :: charnock(:), height(:)
    real(real64) :: cha, hs

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call get_command_argument(1, case_file)
    call get_command_argument(2, override)
    call wave_model_initialize(MPI_COMM_WORLD, case_file, waves, [override])
    call wave_model_get_current_time(waves, time)
    call wave_model_get_end_time(waves, end)
    call wave_model_get_time_step(waves, step)
    call wave_model_get_grid_size(waves, n, n_global)
    allocate (east(n), north(n), charnock(n), height(n))
    do while (time < end)
        call make_step()
        call wave_model_set_vector(waves, "wind", time, east, north)
        call wave_model_update(waves)
        call wave_model_get_value(waves, "cha", charnock)
        call wave_model_get_value(waves, "hs", height)
        time = time + step
        cha = highest(charnock)
        hs = highest(height)
        if (rank == 0) print '(i6, a, f0.3, a, f6.4)', time, " s: waves up to ", hs, &
            " m, Charnock parameter up to ", cha
    end do
    call wave_model_finalize(waves)
    call MPI_Finalize(ierr)

contains

    ! Where a real one has its dynamics: a steady wind from the north.
    subroutine make_step()
        east = 0
        north = -12
    end subroutine

    real(real64) function highest(values)
        real(real64), intent(in) :: values(:)
        real(real64) :: most

        most = max(0.0_real64, maxval(values))
        call MPI_Allreduce(most, highest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    end function

end program
