! SPDX-License-Identifier: Apache-2.0
! Common to the Fortran interfaces: texts between C and Fortran, and the handling of errors.
module groundswell_shared_texts
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    implicit none
    private
    public :: fortran_text, c_text, report_code

    interface
        function c_strlen(text) bind(c, name="strlen")
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
            integer(c_size_t) :: c_strlen
        end function
    end interface

contains

    ! Converts a C text; "" if there is none.
    function fortran_text(text) result(words)
        type(c_ptr), intent(in) :: text
        character(:), allocatable :: words
        character(kind=c_char), pointer :: letters(:)
        integer :: i

        words = ""
        if (.not. c_associated(text)) return
        call c_f_pointer(text, letters, [c_strlen(text)])
        deallocate (words)
        allocate (character(size(letters)) :: words)
        do i = 1, size(letters)
            words(i:i) = letters(i)
        end do
    end function

    ! Converts to a C text without trailing blanks; empty if `words` is absent.
    function c_text(words) result(text)
        character(*), intent(in), optional :: words
        character(:), allocatable :: text

        text = c_null_char
        if (present(words)) text = trim(words)//c_null_char
    end function

    ! Without `status` an error (a nonzero code) prints its message and stops the program.
    subroutine report_code(code, sentence, status)
        integer, intent(in) :: code
        type(c_ptr), intent(in) :: sentence
        integer, intent(out), optional :: status

        if (present(status)) then
            status = code
        else if (code /= 0) then
            write (error_unit, '(a)') fortran_text(sentence)
            error stop 1
        end if
    end subroutine

end module
