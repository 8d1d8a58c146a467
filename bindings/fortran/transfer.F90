! SPDX-License-Identifier: Apache-2.0
! Data transfer between two models, or two decompositions of one, that distribute the same cells over their processes:
! the calls of the published library (Zhang, Liu, Yang, Li and Wang 2016), and some more. The contract (who calls what,
! what may block, when an array may be changed) is in docs/guide/transfer.md. Without `status` an error prints its
! message and stops the program; with `status`, its value is DATA_TRANSFER_ERROR_CODE, and data_transfer_error() returns
! the message.
module groundswell_transfer
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: real32, real64, int32, int64
#ifdef GROUNDSWELL_HAS_MPI_F08
    use mpi_f08, only: MPI_Comm
#endif
    use groundswell_shared_arrays, only: array_place, place_of
    use groundswell_shared_texts
    use groundswell_transfer_c
    implicit none
    private

    integer, parameter, public :: DATA_TRANSFER_OK = 0, DATA_TRANSFER_ERROR_CODE = 1
    integer, parameter, public :: DATA_TRANSFER_SEND = 0, DATA_TRANSFER_RECV = 1, DATA_TRANSFER_SENDRECV = 2
    integer, parameter, public :: DATA_TRANSFER_NO_CELL = -1
    integer, parameter :: default_logical = kind(.true.)

    public :: data_transfer_register_instance, data_transfer_register_decomp, data_transfer_register_field
    public :: data_transfer_register_mask, data_transfer_init_instance, data_transfer_exec_instance
    public :: data_transfer_final_instance
    public :: data_transfer_set_name, data_transfer_set_method, data_transfer_set_time_limit
    public :: data_transfer_connect, data_transfer_start_instance, data_transfer_test_instance
    public :: data_transfer_finish_instance, data_transfer_advance, data_transfer_is_timing
    public :: data_transfer_set_saved_choice, data_transfer_save_choice
    public :: data_transfer_error, data_transfer_version

    ! id = data_transfer_register_instance(local_comm, global_rank_remote_root, action [, status])
    interface data_transfer_register_instance
        module procedure register_instance
#ifdef GROUNDSWELL_HAS_MPI_F08
        module procedure register_instance_f08
#endif
    end interface

    ! call data_transfer_register_decomp(id, num_grid_cells, num_local_cells, local_cells_global_index
    !                                    [, first_index] [, status])
    ! Global indices begin with first_index (default 1). DATA_TRANSFER_NO_CELL in place of an index: its values are
    ! neither sent nor written. Each number and list is of default kind or int64.
    interface data_transfer_register_decomp
        module procedure decomp_444, decomp_448, decomp_484, decomp_488, decomp_844, decomp_848, decomp_884, decomp_888
    end interface

    ! call data_transfer_register_field(instance_id, data_buf, input [, name] [, cells_last] [, status])
    ! The local cells are the first dimensions of data_buf, up to the one at which their product is the number of cells,
    ! or with cells_last=.true. the last dimension. data_buf must stay in place and needs the attribute target: without
    ! it the compiler reports "no specific subroutine".
    interface data_transfer_register_field
        module procedure real32_1, real32_2, real32_3, real32_4, real32_b1, real32_b2, real32_b3, real32_b4
        module procedure real64_1, real64_2, real64_3, real64_4, real64_b1, real64_b2, real64_b3, real64_b4
        module procedure int32_1, int32_2, int32_3, int32_4, int32_b1, int32_b2, int32_b3, int32_b4
        module procedure int64_1, int64_2, int64_3, int64_4, int64_b1, int64_b2, int64_b3, int64_b4
        module procedure logic_1, logic_2, logic_3, logic_4, logic_b1, logic_b2, logic_b3, logic_b4
        module procedure bool_1, bool_2, bool_3, bool_4, bool_b1, bool_b2, bool_b3, bool_b4
    end interface

    ! call data_transfer_set_time_limit(id, seconds [, status])
    interface data_transfer_set_time_limit
        module procedure set_time_limit_real32, set_time_limit_real64
    end interface

    ! call data_transfer_register_mask(instance_id, mask_array [, status])
    ! mask_array, a logical or logical(1), needs the attribute target, too.
    interface data_transfer_register_mask
        module procedure register_mask, register_mask_bool
    end interface

contains

    function data_transfer_error() result(sentence)
        character(:), allocatable :: sentence

        sentence = fortran_text(c_error())
    end function

    function data_transfer_version() result(version)
        character(:), allocatable :: version

        version = fortran_text(c_version())
    end function

    subroutine report(code, status)
        integer, intent(in) :: code
        integer, intent(out), optional :: status

        call report_code(code, c_error(), status)
    end subroutine

    integer function register_instance(local_comm, global_rank_remote_root, action, status)
        integer, intent(in) :: local_comm, global_rank_remote_root, action
        integer, intent(out), optional :: status

        register_instance = c_register_instance(local_comm, global_rank_remote_root, action)
        call report(merge(DATA_TRANSFER_OK, DATA_TRANSFER_ERROR_CODE, register_instance > 0), status)
    end function

#ifdef GROUNDSWELL_HAS_MPI_F08
    integer function register_instance_f08(local_comm, global_rank_remote_root, action, status)
        type(MPI_Comm), intent(in) :: local_comm
        integer, intent(in) :: global_rank_remote_root, action
        integer, intent(out), optional :: status

        register_instance_f08 = register_instance(local_comm%mpi_val, global_rank_remote_root, action, status)
    end function
#endif

    subroutine register_decomp(id, num_grid_cells, num_local_cells, local_cells_global_index, first_index, status)
        integer, intent(in) :: id
        integer(int64), intent(in) :: num_grid_cells, num_local_cells, local_cells_global_index(:)
        integer, intent(in), optional :: first_index
        integer, intent(out), optional :: status
        integer :: first

        first = 1
        if (present(first_index)) first = first_index
        call report(c_register_decomp(id, num_grid_cells, num_local_cells, local_cells_global_index, &
                                      size(local_cells_global_index, kind=int64), first), status)
    end subroutine

    subroutine register_array(id, place, input, name, cells_last, status)
        integer, intent(in) :: id
        type(array_place), intent(in) :: place
        logical(c_bool), intent(in) :: input
        character(*), intent(in), optional :: name
        logical, intent(in), optional :: cells_last
        integer, intent(out), optional :: status
        logical(c_bool) :: last

        last = .false.
        if (present(cells_last)) last = logical(cells_last, c_bool)
        call report(c_register_array(id, place%first, input, place%element_bytes, place%n_dim, place%extents, &
                                     place%strides, last, c_text(name)), status)
    end subroutine

    subroutine register_mask(instance_id, mask_array, status)
        integer, intent(in) :: instance_id
        logical, pointer, intent(in) :: mask_array(:)
        integer, intent(out), optional :: status

        call register_mask_at(instance_id, place_of(mask_array), status)
    end subroutine

    subroutine register_mask_bool(instance_id, mask_array, status)
        integer, intent(in) :: instance_id
        logical(c_bool), pointer, intent(in) :: mask_array(:)
        integer, intent(out), optional :: status

        call register_mask_at(instance_id, place_of(mask_array), status)
    end subroutine

    subroutine register_mask_at(instance_id, place, status)
        integer, intent(in) :: instance_id
        type(array_place), intent(in) :: place
        integer, intent(out), optional :: status

        call report(c_register_mask(instance_id, place%first, place%extents(1), place%element_bytes, &
                                    place%strides(1)), status)
    end subroutine

    subroutine data_transfer_set_name(id, name, status)
        integer, intent(in) :: id
        character(*), intent(in) :: name
        integer, intent(out), optional :: status

        call report(c_set_name(id, c_text(name)), status)
    end subroutine

    subroutine data_transfer_set_method(id, method, status)
        integer, intent(in) :: id
        character(*), intent(in) :: method
        integer, intent(out), optional :: status

        call report(c_set_method(id, c_text(method)), status)
    end subroutine

    subroutine data_transfer_set_saved_choice(id, path, status)
        integer, intent(in) :: id
        character(*), intent(in) :: path
        integer, intent(out), optional :: status

        call report(c_set_saved_choice(id, c_text(path)), status)
    end subroutine

    subroutine data_transfer_save_choice(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_save_choice(id), status)
    end subroutine

    subroutine set_time_limit_real32(id, seconds, status)
        integer, intent(in) :: id
        real(real32), intent(in) :: seconds
        integer, intent(out), optional :: status

        call set_time_limit_real64(id, real(seconds, real64), status)
    end subroutine

    subroutine set_time_limit_real64(id, seconds, status)
        integer, intent(in) :: id
        real(real64), intent(in) :: seconds
        integer, intent(out), optional :: status

        call report(c_set_time_limit(id, seconds), status)
    end subroutine

    subroutine data_transfer_init_instance(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_init_instance(id), status)
    end subroutine

    subroutine data_transfer_connect(status)
        integer, intent(out), optional :: status

        call report(c_connect(), status)
    end subroutine

    subroutine data_transfer_exec_instance(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_exec_instance(id), status)
    end subroutine

    subroutine data_transfer_start_instance(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_start_instance(id), status)
    end subroutine

    subroutine data_transfer_test_instance(id, done, status)
        integer, intent(in) :: id
        logical, intent(out) :: done
        integer, intent(out), optional :: status
        logical(c_bool) :: answer

        answer = .false.
        call report(c_test_instance(id, answer), status)
        done = answer
    end subroutine

    subroutine data_transfer_finish_instance(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_finish_instance(id), status)
    end subroutine

    subroutine data_transfer_final_instance(id, status)
        integer, intent(in) :: id
        integer, intent(out), optional :: status

        call report(c_final_instance(id), status)
    end subroutine

    subroutine data_transfer_advance(status)
        integer, intent(out), optional :: status

        call report(c_advance(), status)
    end subroutine

    subroutine data_transfer_is_timing(id, timing, status)
        integer, intent(in) :: id
        logical, intent(out) :: timing
        integer, intent(out), optional :: status
        logical(c_bool) :: answer

        answer = .false.
        call report(c_is_timing(id, answer), status)
        timing = answer
    end subroutine

#define DECOMP decomp_444
#define GRID_KIND int32
#define LOCAL_KIND int32
#define LIST_KIND int32
#include "transfer_decomp.inc"
#define DECOMP decomp_448
#define GRID_KIND int32
#define LOCAL_KIND int32
#define LIST_KIND int64
#include "transfer_decomp.inc"
#define DECOMP decomp_484
#define GRID_KIND int32
#define LOCAL_KIND int64
#define LIST_KIND int32
#include "transfer_decomp.inc"
#define DECOMP decomp_488
#define GRID_KIND int32
#define LOCAL_KIND int64
#define LIST_KIND int64
#include "transfer_decomp.inc"
#define DECOMP decomp_844
#define GRID_KIND int64
#define LOCAL_KIND int32
#define LIST_KIND int32
#include "transfer_decomp.inc"
#define DECOMP decomp_848
#define GRID_KIND int64
#define LOCAL_KIND int32
#define LIST_KIND int64
#include "transfer_decomp.inc"
#define DECOMP decomp_884
#define GRID_KIND int64
#define LOCAL_KIND int64
#define LIST_KIND int32
#include "transfer_decomp.inc"
#define DECOMP decomp_888
#define GRID_KIND int64
#define LOCAL_KIND int64
#define LIST_KIND int64
#include "transfer_decomp.inc"

#define INPUT_KIND default_logical
#define FIELD_TYPE real(real32)
#define FIELD(rank) real32_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE real(real64)
#define FIELD(rank) real64_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE integer(int32)
#define FIELD(rank) int32_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE integer(int64)
#define FIELD(rank) int64_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE logical
#define FIELD(rank) logic_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE logical(c_bool)
#define FIELD(rank) bool_/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#undef INPUT_KIND

#define INPUT_KIND c_bool
#define FIELD_TYPE real(real32)
#define FIELD(rank) real32_b/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE real(real64)
#define FIELD(rank) real64_b/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE integer(int32)
#define FIELD(rank) int32_b/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE integer(int64)
#define FIELD(rank) int64_b/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE logical
#define FIELD(rank) logic_b/**/rank
#include "field_procedures.inc"
#undef FIELD_TYPE
#undef FIELD
#define FIELD_TYPE logical(c_bool)
#define FIELD(rank) bool_b/**/rank
#include "field_procedures.inc"

end module
