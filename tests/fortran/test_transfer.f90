! SPDX-License-Identifier: Apache-2.0
! The Fortran interface: the published calls on arrays of all kinds and shapes, both kinds of communicators and
! logicals, and errors. Prints what fails; if anything does, the program stops with an error.
module checks
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi
    use groundswell_transfer
    use groundswell_transfer, only: last_sentence => data_transfer_error, error_code => DATA_TRANSFER_ERROR_CODE
    implicit none
    integer :: n_failed = 0, rank, n_rank

contains

    include "expect.inc"

    ! Every n_rank-th of cells 1 to n_grid, forwards or backwards.
    function cells_of(n_grid, backwards) result(cells)
        integer, intent(in) :: n_grid
        logical, intent(in) :: backwards
        integer, allocatable :: cells(:)
        integer :: i

        cells = [(i, i=rank + 1, n_grid, n_rank)]
        if (backwards) cells = cells(size(cells):1:-1)
    end function

end module

program test_transfer
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
    use checks
    implicit none
    integer :: ierr, all_failed, status, id

    id = data_transfer_register_instance(0, 0, DATA_TRANSFER_SEND, status)
    call expect(refused(status, "MPI is not running"), "a call before MPI_Init")
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    call published_calls()
    call shapes_and_kinds(40)
    call shapes_and_kinds(2)  ! with more than 2 ranks, some have no cells
    call parts_of_arrays()
    call pointers_and_bounds()
    call mistakes()
    call MPI_Allreduce(n_failed, all_failed, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
    if (all_failed > 0) error stop 1
    if (rank == 0) print '(a)', "all is right"

contains

    ! Uses the argument names and kinds of the published library, and cells counted from 0 as there.
    subroutine published_calls()
        integer :: sending, receiving, step
        integer, allocatable :: cells(:)
        real(real64), allocatable, target :: sent(:, :), came(:, :)
        logical(c_bool), target :: mask(1)
        logical(c_bool), parameter :: yes = .true., no = .false.

        cells = cells_of(50, .false.) - 1
        allocate (sent(size(cells), 2), came(size(cells), 2))
        came = -1
        sending = data_transfer_register_instance(local_comm=MPI_COMM_WORLD, global_rank_remote_root=0, action=0)
        call data_transfer_register_decomp(id=sending, num_grid_cells=50, num_local_cells=size(cells), &
                                           local_cells_global_index=cells, first_index=0)
        call data_transfer_register_field(instance_id=sending, data_buf=sent, input=yes)
        call data_transfer_register_mask(instance_id=sending, mask_array=mask)
        receiving = data_transfer_register_instance(MPI_COMM_WORLD, 0, 1)
        cells = cells(size(cells):1:-1)
        call data_transfer_register_decomp(receiving, 50, size(cells), cells, first_index=0)
        call data_transfer_register_field(receiving, came, no)
        call data_transfer_register_mask(receiving, mask)
        call data_transfer_init_instance(id=sending)
        call data_transfer_init_instance(id=receiving)
        do step = 1, 4
            sent(:, 1) = cells(size(cells):1:-1) + 100*step
            sent(:, 2) = -sent(:, 1)
            mask = step /= 4
            call data_transfer_exec_instance(id=sending)
            call data_transfer_exec_instance(id=receiving)
            call expect(all(nint(came(:, 1)) == cells + 100*min(step, 3)), "the first level")
            call expect(all(nint(came(:, 2)) == -cells - 100*min(step, 3)), "the second level")
        end do
        call data_transfer_final_instance(id=sending)
        call data_transfer_final_instance(id=receiving)
    end subroutine

    subroutine shapes_and_kinds(n_grid)
        use mpi_f08, only: MPI_Comm
        integer, intent(in) :: n_grid
        integer :: id, n, k
        integer, allocatable :: from(:), to(:)
        real(real32), allocatable, target :: a(:), a2(:)
        real(real64), allocatable, target :: b(:, :, :), b2(:, :, :)
        integer(int32), allocatable, target :: c(:, :), c2(:, :)
        integer(int64), allocatable, target :: d(:, :, :, :), d2(:, :, :, :)
        logical, allocatable, target :: e(:), e2(:)
        logical, target :: mask(10) = .true.
        logical :: timing, done

        from = cells_of(n_grid, .false.)
        to = cells_of(n_grid, .true.)
        n = size(from)
        allocate (a(n), a2(n), b(n, 2, 2), b2(n, 2, 2), c(3, n), c2(n, 3), d(1, n, 1, 2), d2(1, n, 1, 2), e(n), e2(n))
        a = real(from, real32)
        do k = 1, 2
            b(:, 1, k) = from + 0.5*k
            b(:, 2, k) = from - 0.5*k
            d(1, :, 1, k) = from*10_int64**12 + k
        end do
        do k = 1, 3
            c(k, :) = 10*from + k
        end do
        e = mod(from, 2) == 0
        id = data_transfer_register_instance(MPI_Comm(MPI_COMM_WORLD), 0, DATA_TRANSFER_SENDRECV)
        call data_transfer_set_name(id, "shapes  ")
        call data_transfer_set_method(id, "butterfly")
        call data_transfer_set_time_limit(id, 30.0)
        call data_transfer_register_decomp(id, n_grid, n, from)
        call data_transfer_register_decomp(id, int(n_grid, int64), n, int(to, int64))
        call data_transfer_register_field(id, a, .true., name="a")
        call data_transfer_register_field(id, b, .true., name="b")
        call data_transfer_register_field(id, c, .true., name="c", cells_last=.true.)
        call data_transfer_register_field(id, d, .true., name="d")
        call data_transfer_register_field(id, e, .true., name="e")
        call data_transfer_register_field(id, a2, .false., name="a")
        call data_transfer_register_field(id, b2, .false., name="b")
        call data_transfer_register_field(id, c2, .false., name="c")
        call data_transfer_register_field(id, d2, .false., name="d")
        call data_transfer_register_field(id, e2, .false., name="e")
        call data_transfer_register_mask(id, mask)
        call data_transfer_init_instance(id)
        call data_transfer_connect()
        call data_transfer_start_instance(id)
        call data_transfer_advance()
        call data_transfer_test_instance(id, done)
        call data_transfer_finish_instance(id)
        call data_transfer_is_timing(id, timing)
        call expect(.not. timing, "that the butterfly is not timed")
        call expect(all(nint(a2) == to), "a real32 per cell")
        call expect(all(nint(2*b2(:, 1, 2)) == 2*to + 2) .and. all(nint(2*b2(:, 2, 1)) == 2*to - 1), "four real64")
        call expect(all(c2(:, 3) == 10*to + 3) .and. all(c2(:, 1) == 10*to + 1), "three int32")
        call expect(all(d2(1, :, 1, 2) == to*10_int64**12 + 2), "two int64")
        call expect(all(e2 .eqv. mod(to, 2) == 0), "a logical")
        call data_transfer_final_instance(id)
    end subroutine

    ! Transfers a part of an array to a part of another: every second row of a column to every second entry.
    ! The mask is a part of an array, too.
    subroutine parts_of_arrays()
        integer :: id, n
        integer, allocatable :: from(:), to(:)
        real(real64), allocatable, target :: a(:, :), b(:)
        logical, target :: mask(3) = [.true., .false., .true.]

        from = cells_of(30, .false.)
        to = cells_of(30, .true.)
        n = size(from)
        allocate (a(2*n, 4), b(2*n))
        a = -1
        b = -1
        a(::2, 1) = from
        a(::2, 3) = -from
        id = data_transfer_register_instance(MPI_COMM_WORLD, 0, DATA_TRANSFER_SENDRECV)
        call data_transfer_register_decomp(id, 30, n, from)
        call data_transfer_register_decomp(id, 30, n, to)
        call data_transfer_register_field(id, a(::2, 3), .true.)
        call data_transfer_register_field(id, b(2::2), .false.)
        call data_transfer_register_mask(id, mask(::2))
        call data_transfer_init_instance(id)
        call data_transfer_exec_instance(id)
        call expect(all(nint(b(2::2)) == -to) .and. all(nint(b(1::2)) == -1), "a part of an array")
        call data_transfer_final_instance(id)
    end subroutine

    ! A component of an array of derived type, a disassociated pointer, lower bounds other than 1, places without a
    ! cell.
    subroutine pointers_and_bounds()
        integer, parameter :: n_grid = 23
        type :: water
            real(real64) :: heat = -1, salt = -1
        end type
        type(water), allocatable, target :: sent(:), came(:)
        real(real64), pointer :: heat(:), salt(:), nothing(:)
        real(real32), allocatable, target :: a(:, :), b(:, :)
        integer, allocatable :: from(:), to(:)
        integer :: id, n, status

        from = cells_of(n_grid, .false.)
        to = cells_of(n_grid, .true.)
        n = size(from)
        allocate (sent(n), came(n), a(0:n - 1, -1:0), b(-5:n - 6, 7:8))
        sent%heat = from
        a(:, -1) = real(from, real32)
        a(:, 0) = real(-from, real32)
        b = -1
        where (to == 1) to = DATA_TRANSFER_NO_CELL
        heat => sent%heat
        salt => came%salt
        nothing => null()
        id = data_transfer_register_instance(MPI_COMM_WORLD, 0, DATA_TRANSFER_SENDRECV)
        call data_transfer_register_decomp(id, n_grid, n, from)
        call data_transfer_register_decomp(id, n_grid, n, to)
        call data_transfer_register_field(id, heat, .true.)
        call data_transfer_register_field(id, a, .true.)
        call data_transfer_register_field(id, salt, .false.)
        call data_transfer_register_field(id, b, .false.)
        call data_transfer_init_instance(id)
        call data_transfer_exec_instance(id)
        call expect(all(nint(came%salt) == to) .and. all(nint(came%heat) == -1), "a component of a derived type")
        call expect(all(nint(b(:, 7)) == to), "lower bounds, a place without a cell")
        call expect(all(nint(b(:, 8)) == merge(-1, -to, to < 0)), "the second level")
        call data_transfer_final_instance(id)

        id = data_transfer_register_instance(MPI_COMM_WORLD, 0, DATA_TRANSFER_SEND)
        call data_transfer_register_decomp(id, 1, 1, [1])
        call data_transfer_register_field(id, nothing, .true., name="nothing")
        call data_transfer_init_instance(id, status)
        call expect(refused(status, "'nothing' is a null pointer"), "a pointer to nothing")
        call data_transfer_final_instance(id)
    end subroutine

    subroutine mistakes()
        integer :: id, status
        integer, allocatable :: cells(:)
        real(real32), allocatable, target :: a(:)

        call data_transfer_exec_instance(4711, status=status)
        call expect(refused(status, "no instance 4711"), "a wrong number")
        id = data_transfer_register_instance(MPI_COMM_WORLD, n_rank, DATA_TRANSFER_SEND, status)
        call expect(refused(status, "not in MPI_COMM_WORLD"), "a rank")
        id = data_transfer_register_instance(MPI_COMM_WORLD, 0, DATA_TRANSFER_SENDRECV, status=status)
        call expect(status == DATA_TRANSFER_OK .and. id > 0, "the status of what is right")
        cells = cells_of(30, .false.)
        call cell_zero()
        call data_transfer_register_decomp(id, 30, size(cells) + 1, cells, status=status)
        call expect(refused(status, "give as many as there are"), "a list that is too short")
        call data_transfer_register_decomp(id, 30, size(cells), cells)
        call data_transfer_register_decomp(id, 30, size(cells), cells)
        allocate (a(size(cells) + 1))
        call data_transfer_register_field(id, a, .true., name="height")
        call data_transfer_init_instance(id, status)
        call expect(refused(status, "'height' has the shape ("), "an array that does not fit")
        call data_transfer_final_instance(id)
        call data_transfer_final_instance(id, status)
        call expect(refused(status, "has ended"), "a number that has ended")
        call expect(len(data_transfer_version()) >= 5, "the version")
    end subroutine

    ! Error messages count cells from 1, as the caller does.
    subroutine cell_zero()
        integer :: id, status
        real(real32), target :: a(1)

        id = data_transfer_register_instance(MPI_COMM_WORLD, 0, DATA_TRANSFER_SENDRECV)
        call data_transfer_register_decomp(id, n_rank, 1, [rank])
        call data_transfer_register_decomp(id, n_rank, 1, [rank])
        call data_transfer_register_field(id, a, .true.)
        call data_transfer_register_field(id, a, .false.)
        call data_transfer_init_instance(id)
        call data_transfer_exec_instance(id, status)
        call expect(refused(status, "cell 0 of the source on world rank 0 is outside the grid, " &
                            //"whose cells are 1 to "), "cell 0")
        call data_transfer_final_instance(id)
    end subroutine

end program
