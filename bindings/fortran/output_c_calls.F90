! SPDX-License-Identifier: Apache-2.0
! Fortran interface to the C functions (bindings/c/groundswell/output.h).
module groundswell_output_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    interface
        function c_create(comm, n_server) bind(c, name="groundswell_output_create_f")
            import :: c_int
            integer(c_int), value :: comm, n_server
            integer(c_int) :: c_create
        end function
        function c_is_server(id, answer) bind(c, name="groundswell_output_is_server")
            import :: c_int, c_bool
            integer(c_int), value :: id
            logical(c_bool), intent(inout) :: answer
            integer(c_int) :: c_is_server
        end function
        function c_set_run(id, start, calendar, seconds) bind(c, name="groundswell_output_set_run")
            import :: c_int, c_int64_t, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: start(*), calendar(*)
            integer(c_int64_t), value :: seconds
            integer(c_int) :: c_set_run
        end function
        function c_set_header(id, title, source, history) bind(c, name="groundswell_output_set_header")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: title(*), source(*), history(*)
            integer(c_int) :: c_set_header
        end function
        function c_set_cells(id, n_cell, n_local, cells, first_index) bind(c, name="groundswell_output_set_cells_f")
            import :: c_int, c_int64_t
            integer(c_int), value :: id, first_index
            integer(c_int64_t), value :: n_cell, n_local
            integer(c_int64_t), intent(in) :: cells(*)
            integer(c_int) :: c_set_cells
        end function
        function c_add_axis(id, name, n, values, unit, standard_name) bind(c, name="groundswell_output_add_axis")
            import :: c_int, c_int64_t, c_ptr, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*), unit(*), standard_name(*)
            integer(c_int64_t), value :: n
            type(c_ptr), value :: values
            integer(c_int) :: c_add_axis
        end function
        function c_set_levels(id, n_level, values, unit, standard_name, is_down) &
                bind(c, name="groundswell_output_set_levels")
            import :: c_int, c_double, c_char, c_bool
            integer(c_int), value :: id, n_level
            real(c_double), intent(in) :: values(*)
            character(kind=c_char), intent(in) :: unit(*), standard_name(*)
            logical(c_bool), value :: is_down
            integer(c_int) :: c_set_levels
        end function
        function c_add_position(id, name, unit, standard_name, long_name, values) &
                bind(c, name="groundswell_output_add_position")
            import :: c_int, c_double, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: name(*), unit(*), standard_name(*), long_name(*)
            real(c_double), intent(in) :: values(*)
            integer(c_int) :: c_add_position
        end function
        function c_add_array(id, name, unit, standard_name, long_name, values, element_bytes, has_levels, n_dim, &
                             shape, strides, cells_last) bind(c, name="groundswell_output_add_array")
            import :: c_int, c_int64_t, c_ptr, c_bool, c_char
            integer(c_int), value :: id, element_bytes, n_dim
            character(kind=c_char), intent(in) :: name(*), unit(*), standard_name(*), long_name(*)
            type(c_ptr), value :: values
            logical(c_bool), value :: has_levels, cells_last
            integer(c_int64_t), intent(in) :: shape(*), strides(*)
            integer(c_int) :: c_add_array
        end function
        function c_add_file(id, path, variables, interval, first, last) bind(c, name="groundswell_output_add_file")
            import :: c_int, c_int64_t, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: path(*), variables(*)
            integer(c_int64_t), value :: interval, first, last
            integer(c_int) :: c_add_file
        end function
        function c_set_integers(id, variables) bind(c, name="groundswell_output_set_integers")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: variables(*)
            integer(c_int) :: c_set_integers
        end function
        function c_set_restart(id, path, variables) bind(c, name="groundswell_output_set_restart")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: path(*), variables(*)
            integer(c_int) :: c_set_restart
        end function
        function c_write_restart(id, seconds) bind(c, name="groundswell_output_write_restart")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), value :: seconds
            integer(c_int) :: c_write_restart
        end function
        function c_set_share(id, along) bind(c, name="groundswell_output_set_share")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: along(*)
            integer(c_int) :: c_set_share
        end function
        function c_set_queue(id, slots, memory) bind(c, name="groundswell_output_set_queue")
            import :: c_int, c_int64_t
            integer(c_int), value :: id, slots
            integer(c_int64_t), value :: memory
            integer(c_int) :: c_set_queue
        end function
        function c_set_transport(id, transport, primaries) bind(c, name="groundswell_output_set_transport")
            import :: c_int, c_char
            integer(c_int), value :: id, primaries
            character(kind=c_char), intent(in) :: transport(*)
            integer(c_int) :: c_set_transport
        end function
        function c_set_progress(id, progress) bind(c, name="groundswell_output_set_progress")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: progress(*)
            integer(c_int) :: c_set_progress
        end function
        function c_set_go_on(id, seconds) bind(c, name="groundswell_output_set_go_on")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), value :: seconds
            integer(c_int) :: c_set_go_on
        end function
        function c_open(id) bind(c, name="groundswell_output_open")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_open
        end function
        function c_is_due(id, seconds, answer) bind(c, name="groundswell_output_is_due")
            import :: c_int, c_int64_t, c_bool
            integer(c_int), value :: id
            integer(c_int64_t), value :: seconds
            logical(c_bool), intent(inout) :: answer
            integer(c_int) :: c_is_due
        end function
        function c_write(id, seconds) bind(c, name="groundswell_output_write")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), value :: seconds
            integer(c_int) :: c_write
        end function
        function c_progress(id) bind(c, name="groundswell_output_progress")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_progress
        end function
        function c_wait(id) bind(c, name="groundswell_output_wait")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_wait
        end function
        function c_agree(id, failure) bind(c, name="groundswell_output_agree")
            import :: c_int, c_char
            integer(c_int), value :: id
            character(kind=c_char), intent(in) :: failure(*)
            integer(c_int) :: c_agree
        end function
        function c_backlog(id, seconds) bind(c, name="groundswell_output_backlog")
            import :: c_int, c_double
            integer(c_int), value :: id
            real(c_double), intent(inout) :: seconds
            integer(c_int) :: c_backlog
        end function
        function c_news(id) bind(c, name="groundswell_output_news")
            import :: c_int, c_ptr
            integer(c_int), value :: id
            type(c_ptr) :: c_news
        end function
        function c_serve(id) bind(c, name="groundswell_output_serve")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_serve
        end function
        function c_close(id) bind(c, name="groundswell_output_close")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_close
        end function
        function c_wet_cells(n_i, n_j, is_wet, n_around, is_periodic, i_begin, i_end, j_begin, j_end, numbers, &
                             n_cell, share_saved) bind(c, name="groundswell_output_wet_cells")
            import :: c_int, c_int64_t, c_int8_t, c_bool, c_double
            integer(c_int64_t), value :: n_i, n_j, i_begin, i_end, j_begin, j_end
            integer(c_int8_t), intent(in) :: is_wet(*)
            integer(c_int), value :: n_around
            logical(c_bool), value :: is_periodic
            integer(c_int64_t), intent(inout) :: numbers(*)
            integer(c_int64_t), intent(inout) :: n_cell
            real(c_double), intent(inout) :: share_saved
            integer(c_int) :: c_wet_cells
        end function
        function c_output_error() bind(c, name="groundswell_output_error")
            import :: c_ptr
            type(c_ptr) :: c_output_error
        end function
        function c_output_version() bind(c, name="groundswell_output_version")
            import :: c_ptr
            type(c_ptr) :: c_output_version
        end function
    end interface

end module
