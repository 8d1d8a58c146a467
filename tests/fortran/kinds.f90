! SPDX-License-Identifier: Apache-2.0
! Compiled, not run: calls that mix integers of int32 and int64, and calls with single-precision reals.
subroutine kinds(comm, n4, n8, list4, list8, owners, single)
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use, intrinsic :: iso_c_binding, only: c_ptr
    use mpi_f08, only: MPI_Comm
    use groundswell_halo
    use groundswell_network
    use groundswell_output
    use groundswell_transfer
    use groundswell_wave_model
    implicit none
    type(MPI_Comm), intent(in) :: comm
    integer(int32), intent(in) :: n4, list4(:)
    integer(int64), intent(in) :: n8, list8(:)
    integer, intent(in) :: owners(:)
    real(real32), intent(in) :: single(:)
    type(halo_exchange) :: halo
    type(MPI_Comm) :: reordered
    type(c_ptr) :: memory
    integer(int32) :: numbers(2, 2), n
    integer(int64) :: long, indices(2)
    real(real32) :: lon(2), lat(2)
    real(real64) :: precise(2)
    logical :: is_wet(2, 2)

    call halo%create(comm, list4, list8, owners)
    call halo%create(comm, list8, list4, owners)
    call halo%create(comm%mpi_val, list4, list8, owners)
    call halo%create(comm%mpi_val, list8, list4, owners)
    call halo%allocate(n4, memory)
    call halo%allocate(n8, memory)
    print *, halo%send_bytes(n4), halo%send_bytes(n8), halo%method(n4), halo%method(n8), halo_version()

    call data_transfer_register_decomp(1, n8, n4, list4)
    call data_transfer_register_decomp(1, n4, n8, list4)
    call data_transfer_register_decomp(1, n4, n4, list8)
    call data_transfer_register_decomp(1, n8, n8, list4)
    call data_transfer_register_decomp(1, n8, n4, list8)
    call data_transfer_register_decomp(1, n4, n8, list8, first_index=0)
    call data_transfer_set_time_limit(1, 30.0)
    call data_transfer_set_time_limit(1, 30.0d0)
    print *, data_transfer_version()

    call groundswell_output_set_cells(1, n8, list4)
    call groundswell_output_set_cells(1, n4, list8, first_index=0)
    call groundswell_output_add_file(1, "a.nc", "a", n4, n8)
    call groundswell_output_add_file(1, "a.nc", "a", n8, n4, n4)
    call groundswell_output_add_file(1, "a.nc", "a", n4, last=n4)
    call groundswell_output_set_queue(1, 4, n4)
    call groundswell_output_set_queue(1, 4, n8)
    call groundswell_output_write_restart(1, n4)
    call groundswell_output_write_restart(1, n8)
    call groundswell_output_add_axis(1, "lon", single, unit="degrees_east")
    call groundswell_output_add_axis(1, "lat", n=4)
    call groundswell_output_set_levels(1, single)
    call groundswell_output_add_position(1, "lon", single)
    call groundswell_output_wet_cells(is_wet, 1, 1, numbers, n)
    print *, groundswell_output_version()

    call network_reorder(comm, owners, list4, reordered)
    call network_reorder(comm, owners, list8, reordered)
    call network_reorder(comm%mpi_val, owners, list4, reordered%mpi_val)
    print *, network_version()

    call wave_model_initialize(comm, "case.yaml", n)
    call wave_model_initialize(comm%mpi_val, "case.yaml", n, overrides=["time.step=60"])
    call wave_model_resume(comm, "case.yaml", n)
    call wave_model_get_end_time(n4, long)
    call wave_model_get_end_time(n4, n)
    call wave_model_get_grid_size(n4, n, long)
    call wave_model_get_grid_size(n4, long, n)
    call wave_model_get_grid_size(n4, long, long)
    call wave_model_get_grid_points(n4, indices, lon, lat)
    call wave_model_get_grid_points(n4, indices, precise, precise)
    call wave_model_get_grid_points(n4, numbers(:, 1), lon, lat)
    call wave_model_set_value(n4, "ice", n4, single)
    call wave_model_set_value(n4, "ice", n8, single)
    call wave_model_set_value(n4, "ice", n4, precise)
    call wave_model_set_vector(n4, "wind", n8, single, single)
    call wave_model_set_vector(n4, "wind", n8, precise, precise)
    call wave_model_set_vector(n4, "wind", n4, precise, precise)
    call wave_model_get_vector(n4, "uuss", precise, precise)
    call wave_model_update_until(n4, n8)
    print *, wave_model_version()
end subroutine
