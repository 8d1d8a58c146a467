! SPDX-License-Identifier: Apache-2.0
! Fortran interface to the C functions (bindings/c/groundswell/wave_model.h).
module groundswell_wave_model_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    ! Values that are got are inout: after an error they are what they were, also if the compiler has made a copy.
    interface
        function c_initialize(comm, case_file, overrides, id) bind(c, name="wave_model_initialize_f")
            import :: c_int, c_char
            integer(c_int), value :: comm
            character(kind=c_char), intent(in) :: case_file(*), overrides(*)
            integer(c_int), intent(inout) :: id
            integer(c_int) :: c_initialize
        end function
        function c_resume(comm, case_file, overrides, date, id) bind(c, name="wave_model_resume_f")
            import :: c_int, c_char
            integer(c_int), value :: comm
            character(kind=c_char), intent(in) :: case_file(*), overrides(*), date(*)
            integer(c_int), intent(inout) :: id
            integer(c_int) :: c_resume
        end function
        function c_finalize(id) bind(c, name="wave_model_finalize")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_finalize
        end function
        function c_update(id) bind(c, name="wave_model_update")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_update
        end function
        function c_update_until(id, time) bind(c, name="wave_model_update_until")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), value :: time
            integer(c_int) :: c_update_until
        end function
        function c_write_restart(id) bind(c, name="wave_model_write_restart")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_write_restart
        end function
        function c_refuse_time(time) bind(c, name="wave_model_refuse_time_f")
            import :: c_int, c_int64_t
            integer(c_int64_t), value :: time
            integer(c_int) :: c_refuse_time
        end function
        function c_get_current_time(id, time) bind(c, name="wave_model_get_current_time")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), intent(inout) :: time
            integer(c_int) :: c_get_current_time
        end function
        function c_get_end_time(id, time) bind(c, name="wave_model_get_end_time")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), intent(inout) :: time
            integer(c_int) :: c_get_end_time
        end function
        function c_get_time_step(id, time) bind(c, name="wave_model_get_time_step")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), intent(inout) :: time
            integer(c_int) :: c_get_time_step
        end function
        function c_get_start_date(id, buffer, length) bind(c, name="wave_model_get_start_date")
            import :: c_int, c_char
            integer(c_int), value :: id, length
            character(kind=c_char), intent(inout) :: buffer(*)
            integer(c_int) :: c_get_start_date
        end function
        function c_get_grid_size(id, n_point, n_global) bind(c, name="wave_model_get_grid_size")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), intent(inout) :: n_point, n_global
            integer(c_int) :: c_get_grid_size
        end function
        function c_get_grid_points(id, n, cells, lon, lat) bind(c, name="wave_model_get_grid_points")
            import :: c_int, c_int64_t, c_double
            integer(c_int), value :: id
            integer(c_int64_t), value :: n
            integer(c_int64_t), intent(inout) :: cells(*)
            real(c_double), intent(inout) :: lon(*), lat(*)
            integer(c_int) :: c_get_grid_points
        end function
        function c_get_input_item_count(id, n) bind(c, name="wave_model_get_input_item_count")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int), intent(inout) :: n
            integer(c_int) :: c_get_input_item_count
        end function
        function c_get_output_item_count(id, n) bind(c, name="wave_model_get_output_item_count")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int), intent(inout) :: n
            integer(c_int) :: c_get_output_item_count
        end function
        function c_get_input_var_name(id, i, buffer, length) bind(c, name="wave_model_get_input_var_name")
            import :: c_int, c_char
            integer(c_int), value :: id, i, length
            character(kind=c_char), intent(inout) :: buffer(*)
            integer(c_int) :: c_get_input_var_name
        end function
        function c_get_output_var_name(id, i, buffer, length) bind(c, name="wave_model_get_output_var_name")
            import :: c_int, c_char
            integer(c_int), value :: id, i, length
            character(kind=c_char), intent(inout) :: buffer(*)
            integer(c_int) :: c_get_output_var_name
        end function
        function c_get_var_units(id, name, buffer, length) bind(c, name="wave_model_get_var_units")
            import :: c_int, c_char
            integer(c_int), value :: id, length
            character(kind=c_char), intent(in) :: name(*)
            character(kind=c_char), intent(inout) :: buffer(*)
            integer(c_int) :: c_get_var_units
        end function
        function c_get_var_parts(id, name, n) bind(c, name="wave_model_get_var_parts")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int), intent(inout) :: n
            integer(c_int) :: c_get_var_parts
        end function
        function c_set_value_real32(id, name, time, n, values) bind(c, name="wave_model_set_value_float")
            import :: c_int, c_int64_t, c_char, c_float
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: time, n
            real(c_float), intent(in) :: values(*)
            integer(c_int) :: c_set_value_real32
        end function
        function c_set_value_real64(id, name, time, n, values) bind(c, name="wave_model_set_value")
            import :: c_int, c_int64_t, c_char, c_double
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: time, n
            real(c_double), intent(in) :: values(*)
            integer(c_int) :: c_set_value_real64
        end function
        function c_set_vector_real32(id, name, time, n, east, north) bind(c, name="wave_model_set_vector_float")
            import :: c_int, c_int64_t, c_char, c_float
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: time, n
            real(c_float), intent(in) :: east(*), north(*)
            integer(c_int) :: c_set_vector_real32
        end function
        function c_set_vector_real64(id, name, time, n, east, north) bind(c, name="wave_model_set_vector")
            import :: c_int, c_int64_t, c_char, c_double
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: time, n
            real(c_double), intent(in) :: east(*), north(*)
            integer(c_int) :: c_set_vector_real64
        end function
        function c_get_value_real32(id, name, n, values) bind(c, name="wave_model_get_value_float")
            import :: c_int, c_int64_t, c_char, c_float
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: n
            real(c_float), intent(inout) :: values(*)
            integer(c_int) :: c_get_value_real32
        end function
        function c_get_value_real64(id, name, n, values) bind(c, name="wave_model_get_value")
            import :: c_int, c_int64_t, c_char, c_double
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: n
            real(c_double), intent(inout) :: values(*)
            integer(c_int) :: c_get_value_real64
        end function
        function c_get_vector_real32(id, name, n, east, north) bind(c, name="wave_model_get_vector_float")
            import :: c_int, c_int64_t, c_char, c_float
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: n
            real(c_float), intent(inout) :: east(*), north(*)
            integer(c_int) :: c_get_vector_real32
        end function
        function c_get_vector_real64(id, name, n, east, north) bind(c, name="wave_model_get_vector")
            import :: c_int, c_int64_t, c_char, c_double
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: n
            real(c_double), intent(inout) :: east(*), north(*)
            integer(c_int) :: c_get_vector_real64
        end function
        function c_wave_model_error() bind(c, name="wave_model_error")
            import :: c_ptr
            type(c_ptr) :: c_wave_model_error
        end function
        function c_wave_model_version() bind(c, name="wave_model_version")
            import :: c_ptr
            type(c_ptr) :: c_wave_model_version
        end function
    end interface

end module
