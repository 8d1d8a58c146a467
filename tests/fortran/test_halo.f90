! SPDX-License-Identifier: Apache-2.0
! The Fortran interface of halo exchanges: arrays of all kinds and shapes with every method, both kinds of
! communicators, and errors. Prints what fails; if anything does, the program stops with an error.
module halo_checks
    use mpi
    use groundswell_halo
    use halo_expect
    implicit none
    integer, parameter :: n_grid = 43
    integer :: n_rank

contains

    ! Of cells 1 to n_grid, every n_rank-th is owned. The halo has those of the other cells whose number plus
    ! the rank is even; before halo_sort() they descend and two occur twice.
    subroutine list_cells(owned, halo, owners)
        integer, allocatable, intent(out) :: owned(:), halo(:), owners(:)
        integer :: cell, n

        owned = [(cell, cell=rank + 1, n_grid, n_rank)]
        halo = pack([(cell, cell=n_grid, 1, -1)], [(mod(cell - 1, n_rank) /= rank .and. mod(cell + rank, 2) == 0, &
                                                    cell=n_grid, 1, -1)])
        if (size(halo) > 2) halo = [halo, halo(2:3)]
        owners = mod(halo - 1, n_rank)
        call halo_sort(halo, owners, n)
        halo = halo(:n)
        owners = owners(:n)
    end subroutine

end module

program test_halo
    use, intrinsic :: iso_c_binding, only: c_bool, c_ptr, c_f_pointer
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
    use halo_checks
    implicit none
    integer :: ierr, status, i
    integer, allocatable :: owned(:), halo_cells(:), owners(:)
    character(32), allocatable :: names(:)
    type(halo_exchange) :: nothing

    call nothing%create(0, [1], [2], [0], status=status)
    call expect(refused(status, "MPI is not running"), "a call before MPI_Init")
    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, n_rank, ierr)
    call list_cells(owned, halo_cells, owners)
    names = halo_method_names()
    call expect(size(names) >= 3 .and. any(names == "point_to_point"), "the names of methods")
    do i = 1, size(names)
        call shapes_and_kinds(trim(names(i)))
    end do
    call parts_of_arrays()
    call memory_of_the_exchange()
    call own_cells_and_limit()
    call mistakes()
    call MPI_Allreduce(MPI_IN_PLACE, n_failed, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    call MPI_Finalize(ierr)
    if (n_failed > 0) error stop 1
    if (rank == 0) print '(a)', "all is right"

contains

    ! A ring with two cells per process and a halo of one cell on each side; a single process also owns the
    ! cells of its halo.
    subroutine own_cells_and_limit()
        type(halo_exchange) :: halo
        real(real64), target :: heat(4)
        integer :: cells(2), halo_cells(2), owners(2), n, k

        cells = [2*rank + 1, 2*rank + 2]
        halo_cells = [modulo(2*rank - 1, 2*n_rank) + 1, modulo(2*rank + 2, 2*n_rank) + 1]
        owners = (halo_cells - 1)/2
        call halo_sort(halo_cells, owners, n)
        do k = 1, size(names)
            call halo%create(MPI_COMM_WORLD, cells, halo_cells, owners, names(k))
            call halo%set_time_limit(30.0)
            call halo%set_time_limit(30.0_real64)
            call halo%set_time_limit(-1.0, status)
            call expect(refused(status, "time limit of -1 s"), "a negative time limit")
            heat = [10.0_real64*cells, 0.0_real64, 0.0_real64]
            call halo%exchange(halo_rows(heat))
            call expect(all(abs(heat - 10.0_real64*[cells, halo_cells]) < 0.5_real64), "a ring by "//names(k))
            call halo%close()
        end do
    end subroutine

    subroutine shapes_and_kinds(method)
        use mpi_f08, only: MPI_Comm
        character(*), intent(in) :: method
        type(halo_exchange) :: halo, wide
        type(halo_transit) :: first, second
        real(real32), allocatable, target :: a(:)
        real(real64), allocatable, target :: b(:, :, :)
        integer(int32), allocatable, target :: c(:, :)
        integer(int64), allocatable, target :: d(:, :, :, :)
        logical, allocatable, target :: e(:)
        logical(c_bool), allocatable, target :: f(:, :)
        integer, allocatable :: cells(:)
        integer :: n, n_owned, k
        logical :: done

        cells = [owned, halo_cells]
        n = size(cells)
        n_owned = size(owned)
        allocate (a(0:n - 1), b(2, 2, n), c(3, n), d(2, 1, 2, n), e(n), f(2, n))
        a = -1
        b = -1
        c = -1
        d = -1
        e = .false.
        f = .false.
        a(:n_owned - 1) = real(owned, real32)
        do k = 1, n_owned
            b(:, :, k) = reshape([1, 2, 3, 4], [2, 2]) + 0.5_real64*owned(k)
            c(:, k) = [10, 20, 30] + 100*owned(k)
            d(:, 1, :, k) = owned(k)*10_int64**12 + reshape([1, 2, 3, 4], [2, 2])
            e(k) = mod(owned(k), 2) == 0
            f(:, k) = [mod(owned(k), 3) == 0, .true.]
        end do
        call halo%create(MPI_Comm(MPI_COMM_WORLD), owned, halo_cells, owners, method=method)
        call wide%create(MPI_COMM_WORLD, int(owned, int64), halo_cells, owners, method, choice_folder="")
        call halo%start([halo_rows(a), halo_rows(b), halo_rows(c)], first)
        call wide%start(halo_rows(d), second)
        call first%test(done)
        call first%finish()
        call second%finish()
        call halo%exchange(halo_rows(e))
        call halo%exchange([halo_rows(f)])
        call expect(all(nint(a) == cells), method//": a real32 per cell")
        call expect(all(nint(2*(b(1, 2, :) - 3)) == cells) .and. all(nint(2*(b(2, 1, :) - 2)) == cells), &
                    method//": four real64")
        call expect(all(c(3, :) == 100*cells + 30) .and. all(c(1, :) == 100*cells + 10), method//": three int32")
        call expect(all(d(2, 1, 2, :) == cells*10_int64**12 + 4), method//": four int64")
        call expect(all(e .eqv. mod(cells, 2) == 0), method//": a logical")
        call expect(all(f(1, :) .eqv. mod(cells, 3) == 0) .and. all(f(2, :)), method//": two logicals of one byte")
        if (method /= "auto") call expect(halo%method(12) == method, method//": what carries it")
        call expect(halo%send_bytes(12) == 12*halo%send_bytes(1), method//": the bytes that it sends")
        call halo%close()
        call wide%close()
    end subroutine

    ! Frequencies 2 and 3 of spectra, every second entry of an array, levels one by one, a component of a
    ! derived type.
    subroutine parts_of_arrays()
        type :: water
            real(real64) :: heat = -1, salt = -1
        end type
        type(halo_exchange) :: halo
        real(real32), allocatable, target :: spectra(:, :, :)
        real(real64), allocatable, target :: sparse(:), levels(:, :)
        type(water), allocatable, target :: waters(:)
        real(real64), pointer :: salt(:)
        integer, allocatable :: cells(:)
        integer :: n, n_owned, k

        cells = [owned, halo_cells]
        n = size(cells)
        n_owned = size(owned)
        allocate (spectra(4, 5, n), sparse(2*n), levels(n, 3), waters(n))
        spectra = -1
        sparse = -1
        levels = -1
        do k = 1, n_owned
            spectra(:, :, k) = real(cells(k), real32)
            sparse(2*k) = cells(k)
            levels(k, :) = cells(k) + [0.1_real64, 0.2_real64, 0.3_real64]
            waters(k)%salt = cells(k)
        end do
        call halo%create(MPI_COMM_WORLD, owned, halo_cells, owners)
        call halo%exchange(halo_rows(spectra(:, 2:3, :)))
        call halo%exchange([halo_rows(sparse(2::2)), (halo_rows(levels(:, k)), k=1, 3)])
        salt => waters%salt
        call halo%exchange(halo_rows(salt))
        call expect(all(nint(spectra(:, 2:3, :)) == spread(spread(cells, 1, 2), 1, 4)), "two frequencies")
        call expect(all(nint(spectra(:, 1, n_owned + 1:)) == -1), "a frequency that was not sent")
        call expect(all(nint(sparse(2::2)) == cells) .and. all(nint(sparse(1::2)) == -1), "every second place")
        call expect(all(nint(10*levels(:, 2)) == 10*cells + 2), "a level")
        call expect(all(nint(waters%salt) == cells) .and. all(nint(waters%heat) == -1), "a component")
        call halo%close()
    end subroutine

    subroutine memory_of_the_exchange()
        type(halo_exchange) :: halo
        type(c_ptr) :: memory
        real(real64), pointer :: values(:, :)
        integer :: n

        n = size(owned) + size(halo_cells)
        call halo%create(MPI_COMM_WORLD, owned, halo_cells, owners)
        call halo%allocate(8_int64*3*n, memory)
        call c_f_pointer(memory, values, [3, n])
        call expect(all(abs(values) <= 0), "new memory")
        values(2, :size(owned)) = owned
        call halo%exchange(halo_rows(values))
        call expect(all(nint(values(2, :)) == [owned, halo_cells]), "memory of the exchange")
        call halo%close()
    end subroutine

    subroutine mistakes()
        type(halo_exchange) :: halo
        type(halo_transit) :: transit, never
        real(real64), allocatable, target :: field(:, :), short(:)
        real(real64), pointer :: null_field(:)
        integer :: n, status
        logical :: done

        n = size(owned) + size(halo_cells)
        allocate (field(3, n), source=0.0_real64)
        allocate (short(n - 1))
        nullify (null_field)
        call halo%exchange(halo_rows(field), status)
        call expect(refused(status, "there is no halo exchange 0"), "an exchange before create")
        call never%finish(status)
        call expect(refused(status, "no exchange 0 is under way"), "a finish before start")
        call halo%create(MPI_COMM_WORLD, owned, halo_cells, owners, method="pigeon  ", status=status)
        call expect(refused(status, "'pigeon' is not known"), "an unknown method")
        call halo%create(MPI_COMM_WORLD, owned, halo_cells, [owners, 0], status=status)
        call expect(refused(status, "lists of cells and owners of the same length"), "owners that are too many")
        call halo%create(MPI_COMM_WORLD, owned, halo_cells, owners, status=status)
        call expect(status == HALO_OK, "the status of what is right")
        call halo%exchange(halo_rows(short), status)
        call expect(refused(status, "give one row per cell"), "an array that is too short")
        call halo%exchange(halo_rows(null_field), status)
        call expect(refused(status, "give one row per cell"), "a pointer to nothing")
        call halo%exchange(halo_rows(field(::2, :)), status)
        call expect(refused(status, "do not lie side by side"), "every second value of a cell")
        call halo%start(halo_rows(field), transit)
        call halo%close(status)
        call expect(refused(status, "under way on rank 0"), "a close before finish")
        call transit%finish()
        call transit%finish(status)
        call expect(refused(status, "has been finished already"), "a second finish")
        call transit%test(done, status)
        call expect(refused(status, "has been finished already"), "a test after finish")
        call halo%close()
        call halo%close(status)
        call expect(refused(status, "there is no halo exchange 0"), "a second close")
    end subroutine

end program
