! SPDX-License-Identifier: Apache-2.0
! Halo exchange: each process has cells of its own and copies of cells of others, its halo, and gets the values of these
! from their owners. It knows nothing of a mesh, only numbers of cells and ranks. The contract (who calls what, what may
! wait, when an array may be changed): docs/guide/halo.md. Without `status` an error prints its sentence and stops the
! program; with it, it is HALO_ERROR_CODE, and halo_error() returns the sentence.
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
    public :: halo_exchange, halo_transit, halo_rows, halo_sort, halo_method_names, halo_error

    ! An exchange under way.
    type :: halo_transit
        private
        integer :: id = 0
    contains
        ! call transit%finish([status])
        ! Returns when the halo cells have their values; then the arrays are free. The transit has ended, also with an
        ! error.
        procedure :: finish => finish_transit
        ! call transit%test(done [, status])
        ! Lets messages go on; done: finish would not wait.
        procedure :: test => test_transit
    end type

    type :: halo_exchange
        private
        integer :: id = 0
    contains
        procedure, private :: create_int32, create_int64, start_one, start_many, exchange_one, exchange_many
        ! call halo%create(comm, owned, halo, owners [, method] [, choice_folder] [, status])
        ! owned are the numbers of this process's cells in the order of its arrays, halo those of the cells that follow
        ! them there, sorted by owner and then by number (halo_sort). Numbers are the model's own, so cells may be
        ! counted from 1. owners are ranks, which MPI counts from 0. Integers of the default kind or int64. method is
        ! one of halo_method_names(); choice_folder is where "auto" keeps what it has found. Collective.
#ifdef GROUNDSWELL_HAS_MPI_F08
        procedure, private :: create_int32_f08, create_int64_f08
        generic :: create => create_int32, create_int64, create_int32_f08, create_int64_f08
#else
        generic :: create => create_int32, create_int64
#endif
        ! call halo%set_time_limit(seconds [, status])
        ! A start or finish that waits longer is an error; 600 s if not set. Of the default kind or real64.
        procedure, private :: set_time_limit_real32, set_time_limit_real64
        generic :: set_time_limit => set_time_limit_real32, set_time_limit_real64
        ! call halo%start(rows, transit [, status])
        ! Sends what other processes need; rows is halo_rows(values), or several [halo_rows(a), halo_rows(b)], which go
        ! in one message. Until transit%finish() halo cells must not be touched and owned cells that other
        ! processes need must not be changed.
        generic :: start => start_one, start_many
        ! call halo%exchange(rows [, status])
        ! start and finish at once.
        generic :: exchange => exchange_one, exchange_many
        ! call halo%allocate(bytes, memory [, status])
        ! Memory of zeros for c_f_pointer, until close. Methods that share memory inside a node read rows there without
        ! a copy between.
        procedure :: allocate => allocate_memory
        ! Bytes that this process sends in an exchange of rows of so many bytes a cell: halo%send_bytes(row_bytes)
        procedure :: send_bytes
        ! What now carries rows of so many bytes: with "auto" its choice, or "" while it is still trying.
        procedure :: method => method_of
        ! What the user should read, such as why a saved choice of "auto" is not used: halo%note(1), ..; "" after the
        ! last. Not the same on all processes.
        procedure :: note
        ! call halo%close([status])
        ! Gives memory and communicator back; refused while exchanges are under way. Collective.
        procedure :: close => close_exchange
    end type

    ! call halo_sort(cells, owners, n [, status])
    ! Sorts a halo as create wants it and leaves out what is named twice: the first n entries are the halo.
    interface halo_sort
        module procedure sort_int32, sort_int64
    end interface

contains

    function halo_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_error())
    end function

    subroutine report(code, status)
        integer, intent(in) :: code
        integer, intent(out), optional :: status

        call report_code(code, c_error(), status)
    end subroutine

    ! Of a call that returns a number > 0.
    subroutine report_number(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(merge(HALO_OK, HALO_ERROR_CODE, id > 0), status)
    end subroutine

    ! All that create takes; an MPI library may lack what one of them needs.
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

    subroutine create_int64(self, comm, owned, halo, owners, method, choice_folder, status)
        class(halo_exchange), intent(inout) :: self
        integer, intent(in) :: comm, owners(:)
        integer(int64), intent(in) :: owned(:), halo(:)
        character(*), intent(in), optional :: method, choice_folder
        integer, intent(out), optional :: status
        integer(int64) :: n_halo

        n_halo = size(halo, kind=int64)
        if (size(owners) /= n_halo) n_halo = -1 - n_halo  ! which is refused on all processes
        self%id = c_create(comm, size(owned, kind=int64), owned, n_halo, halo, owners, c_text(method), &
                           c_text(choice_folder))
        call report_number(self%id, status)
    end subroutine

    subroutine create_int32(self, comm, owned, halo, owners, method, choice_folder, status)
        class(halo_exchange), intent(inout) :: self
        integer, intent(in) :: comm, owners(:)
        integer(int32), intent(in) :: owned(:), halo(:)
        character(*), intent(in), optional :: method, choice_folder
        integer, intent(out), optional :: status

        call self%create(comm, int(owned, int64), int(halo, int64), owners, method, choice_folder, status)
    end subroutine

#ifdef GROUNDSWELL_HAS_MPI_F08
    subroutine create_int64_f08(self, comm, owned, halo, owners, method, choice_folder, status)
        class(halo_exchange), intent(inout) :: self
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: owners(:)
        integer(int64), intent(in) :: owned(:), halo(:)
        character(*), intent(in), optional :: method, choice_folder
        integer, intent(out), optional :: status

        call self%create(comm%mpi_val, owned, halo, owners, method, choice_folder, status)
    end subroutine

    subroutine create_int32_f08(self, comm, owned, halo, owners, method, choice_folder, status)
        class(halo_exchange), intent(inout) :: self
        type(MPI_Comm), intent(in) :: comm
        integer, intent(in) :: owners(:)
        integer(int32), intent(in) :: owned(:), halo(:)
        character(*), intent(in), optional :: method, choice_folder
        integer, intent(out), optional :: status

        call self%create(comm%mpi_val, int(owned, int64), int(halo, int64), owners, method, choice_folder, status)
    end subroutine
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

    subroutine allocate_memory(self, bytes, memory, status)
        class(halo_exchange), intent(in) :: self
        integer(int64), intent(in) :: bytes
        type(c_ptr), intent(out) :: memory
        integer, intent(out), optional :: status

        memory = c_null_ptr
        call report(c_allocate(self%id, bytes, memory), status)
    end subroutine

    integer(int64) function send_bytes(self, row_bytes, status)
        class(halo_exchange), intent(in) :: self
        integer, intent(in) :: row_bytes
        integer, intent(out), optional :: status

        send_bytes = 0
        call report(c_send_bytes(self%id, int(row_bytes, int64), send_bytes), status)
    end function

    function method_of(self, row_bytes, status) result(name)
        class(halo_exchange), intent(in) :: self
        integer, intent(in) :: row_bytes
        integer, intent(out), optional :: status
        character(:), allocatable :: name
        type(c_ptr) :: text

        text = c_method(self%id, int(row_bytes, int64))
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
