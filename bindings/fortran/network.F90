! SPDX-License-Identifier: Apache-2.0
! Placing ranks on the nodes of a cluster: processes get new ranks such that ranks that exchange much data are close to
! each other. See docs/guide/placement.md. Without `status` an error prints its message and stops the program; with
! `status`, its value is NETWORK_ERROR_CODE, and network_error() returns the message.
module groundswell_network
    use, intrinsic :: iso_fortran_env, only: int32, int64
#ifdef GROUNDSWELL_HAS_MPI_F08
    use mpi_f08, only: MPI_Comm
#endif
    use groundswell_shared_texts
    use groundswell_network_c
    implicit none
    private

    integer, parameter, public :: NETWORK_OK = 0, NETWORK_ERROR_CODE = 1
    public :: network_reorder, network_error, network_version

    ! call network_reorder(comm, to, bytes, reordered [, method] [, network] [, status])
    ! reordered gets a communicator with the processes of comm, to be freed with MPI_Comm_free. Rank r there sends as
    ! rank r of comm does now: this process's rank sends bytes(i) to rank to(i), ranks counted from 0. The work must
    ! therefore be distributed by the ranks in reordered. method: "nodes" (default), "scotch", "mpi" or "none"; network:
    ! the file of `groundswell network probe`; without it all nodes are equally far from each other. bytes are of
    ! default kind or int64. Collective.
    interface network_reorder
        module procedure reorder_int32, reorder_int64
#ifdef GROUNDSWELL_HAS_MPI_F08
        module procedure reorder_f08_int32, reorder_f08_int64
#endif
    end interface

contains

    function network_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_error())
    end function

    function network_version() result(version)
        character(:), allocatable :: version

        version = fortran_text(c_version())
    end function

    subroutine reorder_int64(comm, to, bytes, reordered, method, network, status)
        integer, intent(in) :: comm, to(:)
        integer(int64), intent(in) :: bytes(:)
        integer, intent(inout) :: reordered
        character(*), intent(in), optional :: method, network
        integer, intent(out), optional :: status
        integer :: n

        n = size(to)
        if (size(bytes) /= n) n = -1 - n  ! rejected on all processes
        call report_code(c_reorder(comm, n, to, bytes, c_text(method), c_text(network), reordered), c_error(), status)
    end subroutine

    subroutine reorder_int32(comm, to, bytes, reordered, method, network, status)
        integer, intent(in) :: comm, to(:)
        integer(int32), intent(in) :: bytes(:)
        integer, intent(inout) :: reordered
        character(*), intent(in), optional :: method, network
        integer, intent(out), optional :: status

        call reorder_int64(comm, to, int(bytes, int64), reordered, method, network, status)
    end subroutine

#ifdef GROUNDSWELL_HAS_MPI_F08
    subroutine reorder_f08_int64(comm, to, bytes, reordered, method, network, status)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: to(:)
        integer(int64), intent(in) :: bytes(:)
        type(MPI_Comm), intent(inout) :: reordered
        character(*), intent(in), optional :: method, network
        integer, intent(out), optional :: status

        call reorder_int64(comm%mpi_val, to, bytes, reordered%mpi_val, method, network, status)
    end subroutine

    subroutine reorder_f08_int32(comm, to, bytes, reordered, method, network, status)
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: to(:)
        integer(int32), intent(in) :: bytes(:)
        type(MPI_Comm), intent(inout) :: reordered
        character(*), intent(in), optional :: method, network
        integer, intent(out), optional :: status

        call reorder_int64(comm%mpi_val, to, int(bytes, int64), reordered%mpi_val, method, network, status)
    end subroutine
#endif

end module
