! SPDX-License-Identifier: Apache-2.0
! Fortran interface to the C functions (bindings/c/groundswell/transfer.h).
module groundswell_transfer_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    interface
        function c_register_instance(local_comm, root, action) bind(c, name="data_transfer_register_instance_f")
            import :: c_int
            integer(c_int), value :: local_comm, root, action
            integer(c_int) :: c_register_instance
        end function
        function c_register_decomp(id, n_grid, n_local, cells, n_listed, first_index) &
                bind(c, name="data_transfer_register_decomp_f")
            import :: c_int, c_int64_t
            integer(c_int), value :: id, first_index
            integer(c_int64_t), value :: n_grid, n_local, n_listed
            integer(c_int64_t), intent(in) :: cells(*)
            integer(c_int) :: c_register_decomp
        end function
        function c_register_array(id, data_buf, input, element_bytes, n_dim, shape, strides, cells_last, name) &
                bind(c, name="data_transfer_register_array")
            import :: c_int, c_int64_t, c_ptr, c_bool, c_char
            integer(c_int), value :: id, n_dim
            type(c_ptr), value :: data_buf
            logical(c_bool), value :: input, cells_last
            integer(c_int64_t), value :: element_bytes
            integer(c_int64_t), intent(in) :: shape(*), strides(*)
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int) :: c_register_array
        end function
        function c_register_mask(id, mask, size, entry_bytes, stride) bind(c, name="data_transfer_register_mask_f")
            import :: c_int, c_int64_t, c_ptr
            integer(c_int), value :: id
            type(c_ptr), value :: mask
            integer(c_int64_t), value :: size, entry_bytes, stride
            integer(c_int) :: c_register_mask
        end function
        function c_set_name(id, name) bind(c, name="data_transfer_set_name")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int) :: c_set_name
        end function
        function c_set_method(id, method) bind(c, name="data_transfer_set_method")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: method(*)
            integer(c_int) :: c_set_method
        end function
        function c_set_saved_choice(id, path) bind(c, name="data_transfer_set_saved_choice")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int) :: c_set_saved_choice
        end function
        function c_save_choice(id) bind(c, name="data_transfer_save_choice")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_save_choice
        end function
        function c_set_time_limit(id, seconds) bind(c, name="data_transfer_set_time_limit")
            import :: c_int, c_double
            integer(c_int), value :: id
            real(c_double), value :: seconds
            integer(c_int) :: c_set_time_limit
        end function
        function c_init_instance(id) bind(c, name="data_transfer_init_instance")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_init_instance
        end function
        function c_connect() bind(c, name="data_transfer_connect")
            import :: c_int
            integer(c_int) :: c_connect
        end function
        function c_exec_instance(id) bind(c, name="data_transfer_exec_instance")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_exec_instance
        end function
        function c_start_instance(id) bind(c, name="data_transfer_start_instance")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_start_instance
        end function
        function c_test_instance(id, done) bind(c, name="data_transfer_test_instance")
            import :: c_int, c_bool
            integer(c_int), value :: id
            logical(c_bool), intent(inout) :: done
            integer(c_int) :: c_test_instance
        end function
        function c_finish_instance(id) bind(c, name="data_transfer_finish_instance")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_finish_instance
        end function
        function c_final_instance(id) bind(c, name="data_transfer_final_instance")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_final_instance
        end function
        function c_advance() bind(c, name="data_transfer_advance")
            import :: c_int
            integer(c_int) :: c_advance
        end function
        function c_is_timing(id, timing) bind(c, name="data_transfer_is_timing")
            import :: c_int, c_bool
            integer(c_int), value :: id
            logical(c_bool), intent(inout) :: timing
            integer(c_int) :: c_is_timing
        end function
        function c_error() bind(c, name="data_transfer_error")
            import :: c_ptr
            type(c_ptr) :: c_error
        end function
        function c_version() bind(c, name="data_transfer_version")
            import :: c_ptr
            type(c_ptr) :: c_version
        end function
    end interface

end module
