! SPDX-License-Identifier: Apache-2.0
! Fortran interface to the C functions (bindings/c/groundswell/network.h).
module groundswell_network_c
    use, intrinsic :: iso_c_binding
    implicit none
    public

    interface
        function c_reorder(comm, n, to, bytes, method, network, reordered) bind(c, name="groundswell_network_reorder_f")
            import :: c_int, c_int64_t, c_char
            integer(c_int), value :: comm, n
            integer(c_int), intent(in) :: to(*)
            integer(c_int64_t), intent(in) :: bytes(*)
            character(kind=c_char), intent(in) :: method(*), network(*)
            integer(c_int), intent(inout) :: reordered
            integer(c_int) :: c_reorder
        end function
        function c_error() bind(c, name="groundswell_network_error")
            import :: c_ptr
            type(c_ptr) :: c_error
        end function
        function c_version() bind(c, name="groundswell_network_version")
            import :: c_ptr
            type(c_ptr) :: c_version
        end function
    end interface

end module
