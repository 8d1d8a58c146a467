! SPDX-License-Identifier: Apache-2.0
! Halo exchange: each process has its own cells and copies of other processes' cells, its halo, and gets the values of
! the halo from their owners. It needs no mesh, only numbers of cells and ranks. The contract (who calls what, what may
! block, when an array may be changed) is in docs/guide/halo.md. Without `status` an error prints its message and stops
! the program; with `status`, its value is HALO_ERROR_CODE, and halo_error() returns the message.
!
!     type(halo_exchange) :: halo
!     call halo%create(comm, owned, halo_cells, owners)
!     call halo%exchange(halo_rows(heat))              ! waits; or:
!     call halo%start([halo_rows(heat), halo_rows(salt)], transit)
!     call transit%finish()
!     call halo%close()
module groundswell_halo
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
#ifdef GROUNDSWELL_HAS_MPI_F08
    use mpi_f08, only: MPI_Comm
#endif
    use groundswell_shared_texts
    use groundswell_halo_rows
    use groundswell_halo_c
    implicit none
    private

    integer, parameter, public :: HALO_OK = 0, HALO_ERROR_CODE = 1
    ! The fold of a tripolar grid, pivoted at T or at F points, and the points at which fields lie.
    integer, parameter, public :: HALO_NO_FOLD = 0, HALO_FOLD_T = 1, HALO_FOLD_F = 2
    integer, parameter, public :: HALO_AT_T = 0, HALO_AT_U = 1, HALO_AT_V = 2, HALO_AT_F = 3
    public :: halo_exchange, halo_transit, halo_rows, halo_sort, halo_method_names, halo_error, halo_version

    ! An exchange in progress.
    type :: halo_transit
        private
        integer :: id = 0
    contains
        ! call transit%finish([status])
        ! Returns when the halo cells have their values; the arrays may then be used. The transit has ended, even after
        ! an error.
        procedure :: finish => finish_transit
        ! call transit%test(done [, status])
        ! Advances messages; done: finish would not wait.
        procedure :: test => test_transit
    end type

    type :: halo_exchange
        private
        integer :: id = 0
    contains
        procedure, private :: create_44, create_48, create_84, create_88
        procedure, private :: start_one, start_many, exchange_one, exchange_many
        ! call halo%create(comm, owned, halo, owners [, method] [, choice_folder] [, status])
        ! owned are the numbers of this process's cells in the order of its arrays, halo those of the cells that follow
        ! them there, sorted by owner and then by number (halo_sort). Numbers are the model's own, so cells may be
        ! counted from 1. owners are MPI ranks, counted from 0. Each list of cells is of default kind or int64. method
        ! is one of halo_method_names(); choice_folder is where "auto" stores its choice. Collective.
#ifdef GROUNDSWELL_HAS_MPI_F08
        procedure, private :: create_f08_44, create_f08_48, create_f08_84, create_f08_88
        generic :: create => create_f08_44, create_f08_48, create_f08_84, create_f08_88
#endif
        generic :: create => create_44, create_48, create_84, create_88
        ! call halo%create_placed(comm, owned, owned_positions, halo, halo_positions [, method] [, choice_folder]
        !                         [, status])
        ! As create, for cells at any place of the arrays: cell owned(k) is row owned_positions(k), counted from 1. The
        ! halo is in any order, and its owners are found. All four lists are of default kind or all of int64.
        procedure, private :: create_placed_4, create_placed_8
        generic :: create_placed => create_placed_4, create_placed_8
        ! call halo%create_box(comm, grid, first, own [, width] [, widths] [, periodic] [, fold] [, point]
        !                      [, may_lack_boxes] [, method] [, choice_folder] [, status])
        ! A structured grid of grid(1) x grid(2) cells, of which this process has own(1) x own(2) (or 0 x 0) from
        ! (first(1), first(2)) on, counted from 1. In its arrays a halo of width cells (1; widths if they differ: west,
        ! east, south, north) lies around them, with corners: a(0:own(1)+1, 0:own(2)+1) as halo_rows(a, "ij").
        ! periodic(2): along i and j; beyond other edges nothing is touched. fold: HALO_FOLD_T or HALO_FOLD_F beyond the
        ! last j, for fields at point=HALO_AT_T, HALO_AT_U, HALO_AT_V or HALO_AT_F; it changes no signs of vectors.
        ! may_lack_boxes: halo cells that no box has, as land, are left untouched instead of an error.
        procedure, private :: create_of_box
#ifdef GROUNDSWELL_HAS_MPI_F08
        procedure, private :: create_f08_placed_4, create_f08_placed_8, create_f08_of_box
        generic :: create_placed => create_f08_placed_4, create_f08_placed_8
        generic :: create_box => create_f08_of_box
#endif
        generic :: create_box => create_of_box
        ! call halo%set_time_limit(seconds [, status])
        ! A start, finish or close that waits longer is an error; 600 s by default. Of default kind or real64.
        procedure, private :: set_time_limit_real32, set_time_limit_real64
        generic :: set_time_limit => set_time_limit_real32, set_time_limit_real64
        ! call halo%start(rows, transit [, status])
        ! Sends what other processes need; rows is halo_rows(values), or several [halo_rows(a), halo_rows(b)], which go
        ! in one message. Until transit%finish() halo cells must not be touched and owned cells that other processes
        ! need must not be changed.
        generic :: start => start_one, start_many
        ! call halo%exchange(rows [, status])
        ! start and finish in one call.
        generic :: exchange => exchange_one, exchange_many
        ! call halo%allocate(bytes, memory [, status])
        ! Zeroed memory for c_f_pointer, valid until close. Methods that share memory inside a node read rows there in
        ! place.
        procedure, private :: allocate_int32, allocate_int64
        generic :: allocate => allocate_int32, allocate_int64
        ! The number of bytes this process sends for rows of row_bytes per cell: halo%send_bytes(row_bytes)
        procedure, private :: send_bytes_int32, send_bytes_int64
        generic :: send_bytes => send_bytes_int32, send_bytes_int64
        ! The method in use for rows of this length [bytes]: with "auto" its choice, or "" while it is still trying.
        procedure, private :: method_int32, method_int64
        generic :: method => method_int32, method_int64
        ! Notes for the user, such as why a saved choice of "auto" is not used: halo%note(1), ..; "" after the last.
        ! They may differ between processes.
        procedure :: note
        ! call halo%close([status])
        ! Frees memory and communicator; rejected while exchanges are in progress. Returns an error if another process
        ! has failed without this one knowing, or if some processes have started more exchanges than others; the object
        ! is closed then, too. Collective.
        procedure :: close => close_exchange
    end type

    ! call halo_sort(cells, owners, n [, status])
    ! Sorts a halo as required by create and removes duplicates: the first n entries are the halo.
    interface halo_sort
        module procedure sort_int32, sort_int64
    end interface

contains

    function halo_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_error())
    end function

    function halo_version() result(version)
        character(:), allocatable :: version

        version = fortran_text(c_version())
    end function

    subroutine report(code, status)
        integer, intent(in) :: code
        integer, intent(out), optional :: status

        call report_code(code, c_error(), status)
    end subroutine

    ! Reports the status of a call that returns a number > 0.
    subroutine report_number(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(merge(HALO_OK, HALO_ERROR_CODE, id > 0), status)
    end subroutine

    ! The names of all methods for create; an MPI library may lack what one of them needs.
    function halo_method_names() result(names)
        character(32), allocatable :: names(:)
        integer :: i, n

        n = 0
        do while (c_associated(c_method_name(n)))
            n = n + 1
        end do
        allocate (names(n))
        do i = 1, n
            names(i) = fortran_text(c_method_name(i - 1))
        end do
    end function

    subroutine create(self, comm, owned, halo, owners, method, choice_folder, status)
        class(halo_exchange), intent(inout) :: self
        integer, intent(in) :: comm, owners(:)
        integer(int64), intent(in) :: owned(:), halo(:)
        character(*), intent(in), optional :: method, choice_folder
        integer, intent(out), optional :: status
        integer(int64) :: n_halo

        n_halo = size(halo, kind=int64)
        if (size(owners) /= n_halo) n_halo = -1 - n_halo  ! rejected on all processes
        self%id = c_create(comm, size(owned, kind=int64), owned, n_halo, halo, owners, c_text(method), &
                           c_text(choice_folder))
        call report_number(self%id, status)
    end subroutine

#define COMM_TYPE integer
#define COMM_NUMBER comm
#define NAME(kinds) create_/**/kinds
#include "halo_creates.inc"
#undef COMM_TYPE
#undef COMM_NUMBER
#undef NAME
#ifdef GROUNDSWELL_HAS_MPI_F08
#define COMM_TYPE type(MPI_Comm)
#define COMM_NUMBER comm%mpi_val
#define NAME(kinds) create_f08_/**/kinds
#include "halo_creates.inc"
#endif

    subroutine sort_int64(cells, owners, n, status)
        integer(int64), intent(inout) :: cells(:)
        integer, intent(inout) :: owners(:)
        integer, intent(out) :: n
        integer, intent(out), optional :: status
        integer(int64) :: n_left

        n_left = size(cells, kind=int64)
        if (size(owners) /= n_left) n_left = -1 - n_left
        call report(c_sort(n_left, cells, owners), status)
        n = int(max(n_left, 0_int64))
    end subroutine

    subroutine sort_int32(cells, owners, n, status)
        integer(int32), intent(inout) :: cells(:)
        integer, intent(inout) :: owners(:)
        integer, intent(out) :: n
        integer, intent(out), optional :: status
        integer(int64) :: wide(size(cells))

        wide = cells
        call sort_int64(wide, owners, n, status)
        cells = int(wide, int32)
    end subroutine

    subroutine set_time_limit_real64(self, seconds, status)
        class(halo_exchange), intent(in) :: self
        real(real64), intent(in) :: seconds
        integer, intent(out), optional :: status

        call report(c_set_time_limit(self%id, seconds), status)
    end subroutine

    subroutine set_time_limit_real32(self, seconds, status)
        class(halo_exchange), intent(in) :: self
        real(real32), intent(in) :: seconds
        integer, intent(out), optional :: status

        call self%set_time_limit(real(seconds, real64), status)
    end subroutine

    subroutine start_many(self, rows, transit, status)
        class(halo_exchange), intent(in) :: self
        type(halo_rows), intent(in) :: rows(:)
        type(halo_transit), intent(out) :: transit
        integer, intent(out), optional :: status

        transit%id = c_start(self%id, size(rows), rows)
        call report_number(transit%id, status)
    end subroutine

    subroutine start_one(self, rows, transit, status)
        class(halo_exchange), intent(in) :: self
        type(halo_rows), intent(in) :: rows
        type(halo_transit), intent(out) :: transit
        integer, intent(out), optional :: status

        call self%start([rows], transit, status)
    end subroutine

    subroutine finish_transit(self, status)
        class(halo_transit), intent(in) :: self
        integer, intent(out), optional :: status

        call report(c_finish(self%id), status)
    end subroutine

    subroutine test_transit(self, done, status)
        class(halo_transit), intent(in) :: self
        logical, intent(out) :: done
        integer, intent(out), optional :: status
        logical(c_bool) :: answer

        answer = .false.
        call report(c_test(self%id, answer), status)
        done = answer
    end subroutine

    subroutine exchange_many(self, rows, status)
        class(halo_exchange), intent(in) :: self
        type(halo_rows), intent(in) :: rows(:)
        integer, intent(out), optional :: status

        call report(c_exchange(self%id, size(rows), rows), status)
    end subroutine

    subroutine exchange_one(self, rows, status)
        class(halo_exchange), intent(in) :: self
        type(halo_rows), intent(in) :: rows
        integer, intent(out), optional :: status

        call self%exchange([rows], status)
    end subroutine

    subroutine allocate_int32(self, bytes, memory, status)
        class(halo_exchange), intent(in) :: self
        integer(int32), intent(in) :: bytes
        type(c_ptr), intent(out) :: memory
        integer, intent(out), optional :: status

        call self%allocate(int(bytes, int64), memory, status)
    end subroutine

    subroutine allocate_int64(self, bytes, memory, status)
        class(halo_exchange), intent(in) :: self
        integer(int64), intent(in) :: bytes
        type(c_ptr), intent(out) :: memory
        integer, intent(out), optional :: status

        memory = c_null_ptr
        call report(c_allocate(self%id, bytes, memory), status)
    end subroutine

    integer(int64) function send_bytes_int32(self, row_bytes, status) result(bytes)
        class(halo_exchange), intent(in) :: self
        integer(int32), intent(in) :: row_bytes
        integer, intent(out), optional :: status

        bytes = self%send_bytes(int(row_bytes, int64), status)
    end function

    integer(int64) function send_bytes_int64(self, row_bytes, status) result(bytes)
        class(halo_exchange), intent(in) :: self
        integer(int64), intent(in) :: row_bytes
        integer, intent(out), optional :: status

        bytes = 0
        call report(c_send_bytes(self%id, row_bytes, bytes), status)
    end function

    function method_int32(self, row_bytes, status) result(name)
        class(halo_exchange), intent(in) :: self
        integer(int32), intent(in) :: row_bytes
        integer, intent(out), optional :: status
        character(:), allocatable :: name

        name = self%method(int(row_bytes, int64), status)
    end function

    function method_int64(self, row_bytes, status) result(name)
        class(halo_exchange), intent(in) :: self
        integer(int64), intent(in) :: row_bytes
        integer, intent(out), optional :: status
        character(:), allocatable :: name
        type(c_ptr) :: text

        text = c_method(self%id, row_bytes)
        name = fortran_text(text)
        call report(merge(HALO_OK, HALO_ERROR_CODE, c_associated(text)), status)
    end function

    function note(self, number) result(sentence)
        class(halo_exchange), intent(in) :: self
        integer, intent(in) :: number
        character(:), allocatable :: sentence

        sentence = fortran_text(c_note(self%id, number - 1))
    end function

    subroutine close_exchange(self, status)
        class(halo_exchange), intent(inout) :: self
        integer, intent(out), optional :: status
        integer :: code

        code = c_close(self%id)
        if (code == HALO_OK) self%id = 0
        call report(code, status)
    end subroutine

end module
