! SPDX-License-Identifier: Apache-2.0
! Fortran interface to the C functions (bindings/c/groundswell/halo.h).
module groundswell_halo_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    ! struct groundswell_halo_box of bindings/c/groundswell/halo.h.
    type, bind(c) :: halo_c_box
        integer(c_int64_t) :: grid(2) = 0, first(2) = 0, own(2) = 0
        integer(c_int) :: widths(4) = 1, is_periodic(2) = 0, fold = 0, point = 0, may_lack_boxes = 0
    end type

    interface
        function c_create_placed(comm, n_owned, owned, owned_positions, n_halo, halo, halo_positions, method, &
                                 choice_folder) bind(c, name="groundswell_halo_create_placed_f")
            import :: c_int, c_int64_t, c_char
            integer(c_int), value :: comm
            integer(c_int64_t), value :: n_owned, n_halo
            integer(c_int64_t), intent(in) :: owned(*), owned_positions(*), halo(*), halo_positions(*)
            character(kind=c_char), intent(in) :: method(*), choice_folder(*)
            integer(c_int) :: c_create_placed
        end function
        function c_create_box(comm, box, method, choice_folder) bind(c, name="groundswell_halo_create_box_f")
            import :: c_int, c_char, halo_c_box
            integer(c_int), value :: comm
            type(halo_c_box), intent(in) :: box
            character(kind=c_char), intent(in) :: method(*), choice_folder(*)
            integer(c_int) :: c_create_box
        end function
        function c_create(comm, n_owned, owned, n_halo, halo, owners, method, choice_folder) &
                bind(c, name="groundswell_halo_create_f")
            import :: c_int, c_int64_t, c_char
            integer(c_int), value :: comm
            integer(c_int64_t), value :: n_owned, n_halo
            integer(c_int64_t), intent(in) :: owned(*), halo(*)
            integer(c_int), intent(in) :: owners(*)
            character(kind=c_char), intent(in) :: method(*), choice_folder(*)
            integer(c_int) :: c_create
        end function
        function c_sort(n, cells, owners) bind(c, name="groundswell_halo_sort")
            import :: c_int, c_int64_t
            integer(c_int64_t), intent(inout) :: n, cells(*)
            integer(c_int), intent(inout) :: owners(*)
            integer(c_int) :: c_sort
        end function
        function c_set_time_limit(id, seconds) bind(c, name="groundswell_halo_set_time_limit")
            import :: c_int, c_double
            integer(c_int), value :: id
            real(c_double), value :: seconds
            integer(c_int) :: c_set_time_limit
        end function
        function c_start(id, n_set, rows) bind(c, name="groundswell_halo_start")
            use groundswell_halo_rows, only: halo_rows
            import :: c_int
            integer(c_int), value :: id, n_set
            type(halo_rows), intent(in) :: rows(*)
            integer(c_int) :: c_start
        end function
        function c_test(transit, done) bind(c, name="groundswell_halo_test")
            import :: c_int, c_bool
            integer(c_int), value :: transit
            logical(c_bool), intent(inout) :: done
            integer(c_int) :: c_test
        end function
        function c_finish(transit) bind(c, name="groundswell_halo_finish")
            import :: c_int
            integer(c_int), value :: transit
            integer(c_int) :: c_finish
        end function
        function c_exchange(id, n_set, rows) bind(c, name="groundswell_halo_exchange")
            use groundswell_halo_rows, only: halo_rows
            import :: c_int
            integer(c_int), value :: id, n_set
            type(halo_rows), intent(in) :: rows(*)
            integer(c_int) :: c_exchange
        end function
        function c_allocate(id, bytes, memory) bind(c, name="groundswell_halo_allocate")
            import :: c_int, c_int64_t, c_ptr
            integer(c_int), value :: id
            integer(c_int64_t), value :: bytes
            type(c_ptr), intent(inout) :: memory
            integer(c_int) :: c_allocate
        end function
        function c_send_bytes(id, row_bytes, bytes) bind(c, name="groundswell_halo_send_bytes")
            import :: c_int, c_int64_t
            integer(c_int), value :: id
            integer(c_int64_t), value :: row_bytes
            integer(c_int64_t), intent(inout) :: bytes
            integer(c_int) :: c_send_bytes
        end function
        function c_method(id, row_bytes) bind(c, name="groundswell_halo_method")
            import :: c_int, c_int64_t, c_ptr
            integer(c_int), value :: id
            integer(c_int64_t), value :: row_bytes
            type(c_ptr) :: c_method
        end function
        function c_note(id, number) bind(c, name="groundswell_halo_note")
            import :: c_int, c_ptr
            integer(c_int), value :: id, number
            type(c_ptr) :: c_note
        end function
        function c_close(id) bind(c, name="groundswell_halo_close")
            import :: c_int
            integer(c_int), value :: id
            integer(c_int) :: c_close
        end function
        function c_method_name(number) bind(c, name="groundswell_halo_method_name")
            import :: c_int, c_ptr
            integer(c_int), value :: number
            type(c_ptr) :: c_method_name
        end function
        function c_error() bind(c, name="groundswell_halo_error")
            import :: c_ptr
            type(c_ptr) :: c_error
        end function
        function c_version() bind(c, name="groundswell_halo_version")
            import :: c_ptr
            type(c_ptr) :: c_version
        end function
    end interface

end module
