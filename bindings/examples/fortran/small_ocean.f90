! SPDX-License-Identifier: Apache-2.0
! A miniature ocean on a longitude-latitude grid with 75 levels: blocks of the grid on the compute processes, land that
! is not next to the sea left out of the files, six surface variables every hour and five on all levels every three
! hours, and a restart at the end, written by the compute processes or by servers. The sea is warm at the equator, cools
! towards the bottom, and swings with the tide.
! Run with: mpirun -n 4 small_ocean FOLDER [servers [cells|levels|files [hours]]]. With `hours` it goes on in the files
! of an earlier run, after that date.
program small_ocean
    use, intrinsic :: iso_fortran_env, only: real32, real64, int64
    use mpi
    use groundswell_output
    implicit none

    integer, parameter :: n_lon = 72, n_lat = 36, n_level = 75, step = 1800, n_step = 12
    real(real64), parameter :: degree = acos(-1.0_real64)/180
    integer :: rank, n_rank, hours, n_server, n_compute, output, i_first, n_i, j_first, n_j, i, j, k, now, ierr
    logical :: is_server, is_due, is_wet(n_lon, n_lat)
    integer(int64) :: n_cell
    integer(int64), allocatable :: numbers(:, :)
    real(real64) :: share_saved, depth(n_level), tide
    real(real64), allocatable :: lon(:, :), lat(:, :)
    ! Fields at the surface (i, j), some in single precision, and on levels (i, j, level).
    real(real64), allocatable, target :: zos(:, :), tos(:, :)
    real(real32), allocatable, target :: sos(:, :), tauuo(:, :), tauvo(:, :), siconc(:, :)
    real(real32), allocatable, target :: thetao(:, :, :), so(:, :, :), uo(:, :, :), vo(:, :, :), wo(:, :, :)
    character(:), allocatable :: folder, servers, share, goes_on_after

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    folder = argument(1, ".")
    servers = argument(2, "0")
    read (servers, *) n_server
    share = argument(3, "cells")
    goes_on_after = argument(4, "-1")
    read (goes_on_after, *) hours
    n_compute = n_rank - n_server
    is_server = rank >= n_compute

    depth = [(5.0_real64*k*(1 + 0.02_real64*k), k=1, n_level)]
    is_wet = reshape([((is_sea(i, j), i=1, n_lon), j=1, n_lat)], [n_lon, n_lat])
    call choose_block()
    allocate (numbers(n_i, n_j), lon(n_i, n_j), lat(n_i, n_j))
    call groundswell_output_wet_cells(is_wet, i_first, j_first, numbers, n_cell, share_saved, is_periodic=.true.)
    if (rank == 0) print '(i0, a, i0, a, f0.1, a)', n_cell, " of ", n_lon*n_lat, " cells are written, ", &
        100*share_saved, " % are land far from the sea"
    do j = 1, n_j
        lon(:, j) = [(longitude(i_first + i - 1), i=1, n_i)]
        lat(:, j) = latitude(j_first + j - 1)
    end do
    allocate (zos(n_i, n_j), tos(n_i, n_j), sos(n_i, n_j), tauuo(n_i, n_j), tauvo(n_i, n_j), siconc(n_i, n_j))
    allocate (thetao(n_i, n_j, n_level), so(n_i, n_j, n_level), uo(n_i, n_j, n_level), vo(n_i, n_j, n_level))
    allocate (wo(n_i, n_j, n_level))

    output = groundswell_output_create(MPI_COMM_WORLD, n_server)
    call groundswell_output_set_run(output, "2001-01-01T00:00:00Z", n_step*step)
    call groundswell_output_set_header(output, title="A miniature ocean", source="small_ocean")
    call groundswell_output_set_cells(output, n_cell, reshape(numbers, [n_i*n_j]))
    call groundswell_output_set_levels(output, depth, unit="m", standard_name="depth")
    call groundswell_output_add_position(output, "lon", reshape(lon, [n_i*n_j]), "degrees_east", "longitude")
    call groundswell_output_add_position(output, "lat", reshape(lat, [n_i*n_j]), "degrees_north", "latitude")
    call groundswell_output_add_variable(output, "zos", zos, unit="m", standard_name="sea_surface_height_above_geoid")
    call groundswell_output_add_variable(output, "tos", tos, unit="degree_C", standard_name="sea_surface_temperature")
    call groundswell_output_add_variable(output, "sos", sos, unit="1e-3", standard_name="sea_surface_salinity")
    call groundswell_output_add_variable(output, "tauuo", tauuo, unit="Pa", standard_name="surface_downward_x_stress")
    call groundswell_output_add_variable(output, "tauvo", tauvo, unit="Pa", standard_name="surface_downward_y_stress")
    call groundswell_output_add_variable(output, "siconc", siconc, unit="1", standard_name="sea_ice_area_fraction")
    call groundswell_output_add_variable(output, "thetao", thetao, has_levels=.true., unit="degree_C", &
                                         standard_name="sea_water_potential_temperature")
    call groundswell_output_add_variable(output, "so", so, has_levels=.true., unit="1e-3", &
                                         standard_name="sea_water_salinity")
    call groundswell_output_add_variable(output, "uo", uo, has_levels=.true., unit="m s-1", &
                                         standard_name="eastward_sea_water_velocity")
    call groundswell_output_add_variable(output, "vo", vo, has_levels=.true., unit="m s-1", &
                                         standard_name="northward_sea_water_velocity")
    call groundswell_output_add_variable(output, "wo", wo, has_levels=.true., unit="m s-1", &
                                         standard_name="upward_sea_water_velocity")
    call groundswell_output_add_file(output, folder//"/surface.nc", "zos tos sos tauuo tauvo siconc", 3600)
    call groundswell_output_add_file(output, folder//"/ocean.nc", "thetao so uo vo wo", 3*3600)
    call groundswell_output_set_restart(output, folder//"/ocean_restart", "zos thetao so uo vo wo")
    call groundswell_output_set_share(output, share)
    if (hours >= 0) call groundswell_output_set_go_on(output, hours*3600)
    call groundswell_output_open(output)
    if (is_server) then
        call groundswell_output_serve(output)
    else
        do now = 0, n_step*step, step
            tide = sin(2*acos(-1.0_real64)*now/44712)
            call compute()
            if (now <= hours*3600) cycle  ! the files have this date
            call groundswell_output_is_due(output, now, is_due)
            if (is_due .and. rank == 0) print '(a, i0, a)', "output after ", now, " s"
            call groundswell_output_write(output, now)
        end do
        call groundswell_output_write_restart(output, n_step*step)
    end if
    call groundswell_output_close(output)
    call MPI_Finalize(ierr)

contains

    function argument(number, otherwise) result(word)
        integer, intent(in) :: number
        character(*), intent(in) :: otherwise
        character(:), allocatable :: word
        integer :: length

        word = otherwise
        if (command_argument_count() < number) return
        call get_command_argument(number, length=length)
        deallocate (word)
        allocate (character(length) :: word)
        call get_command_argument(number, word)
    end function

    ! Whether there is sea: everywhere except on two continents, on an island, and around the South Pole.
    logical function is_sea(i, j)
        integer, intent(in) :: i, j
        real(real64) :: x, y

        x = longitude(i)
        y = latitude(j)
        is_sea = y > -70 .and. .not. (x > 10 .and. x < 50 .and. abs(y) < 40) .and. &
                 .not. (x > 250 .and. x < 300 .and. y > -50) .and. .not. (abs(x - 140) < 4 .and. abs(y + 30) < 4)
    end function

    real(real64) function longitude(i)
        integer, intent(in) :: i

        longitude = (i - 0.5_real64)*360/n_lon
    end function

    real(real64) function latitude(j)
        integer, intent(in) :: j

        latitude = -90 + (j - 0.5_real64)*180/n_lat
    end function

    ! A block of rows of the grid, or of half rows if the number of compute processes is even. Servers have none.
    subroutine choose_block()
        integer :: n_column, n_row, row

        i_first = 1
        j_first = 1
        n_i = 0
        n_j = 0
        if (is_server) return
        n_column = merge(2, 1, mod(n_compute, 2) == 0)
        n_row = n_compute/n_column
        row = rank/n_column
        i_first = mod(rank, n_column)*n_lon/n_column + 1
        n_i = n_lon/n_column
        j_first = row*n_lat/n_row + 1
        n_j = (row + 1)*n_lat/n_row + 1 - j_first
    end subroutine

    subroutine compute()
        real(real64) :: warmth(n_i, n_j), decay

        warmth = cos(lat*degree)**2
        zos = 0.5_real64*tide*cos(lon*degree) + 0.1_real64*warmth
        tos = 28*warmth - 1 + 0.5_real64*tide
        sos = real(34 + 2*warmth, real32)
        tauuo = real(0.1_real64*cos(3*lat*degree), real32)
        tauvo = real(0.02_real64*sin(2*lon*degree), real32)
        siconc = real(merge(1.0_real64, 0.0_real64, tos < 0), real32)
        do k = 1, n_level
            decay = exp(-depth(k)/400)
            thetao(:, :, k) = real(1 + (tos - 1)*decay, real32)
            so(:, :, k) = real(34.7_real64 + (sos - 34.7_real64)*decay, real32)
            uo(:, :, k) = real(0.3_real64*decay*sin(lat*degree)*tide, real32)
            vo(:, :, k) = real(0.2_real64*decay*cos(lon*degree)*tide, real32)
            wo(:, :, k) = real(1e-5_real64*(k - 1)*tide, real32)
            where (depth(k) > 300 + 5*abs(lat)) thetao(:, :, k) = missing()  ! below the bottom
        end do
    end subroutine

    real(real32) function missing()
        use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan

        missing = ieee_value(missing, ieee_quiet_nan)
    end function

end program
