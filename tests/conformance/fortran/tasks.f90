! Tasks, dependences, taskgroup, taskloop and task reductions in Fortran.
program tasks
  use omp_lib
  implicit none
  integer :: i, x, y, ran, failures, total
  integer :: cells(0:9)
  failures = 0
  x = 0; y = 0; ran = 0; total = 0; cells = 0
  !$omp parallel shared(x, y, ran, cells, total)
  !$omp single
  do i = 1, 100
    !$omp task depend(inout: x) firstprivate(i)
    if (x /= i - 1) call fail('inout order')
    x = x + 1
    !$omp end task
    !$omp task depend(in: x) depend(inout: y) firstprivate(i)
    if (x /= i) call fail('in after inout')
    y = y + 1
    !$omp end task
    !$omp task depend(mutexinoutset: cells(mod(i, 10))) firstprivate(i)
    cells(mod(i, 10)) = cells(mod(i, 10)) + 1
    !$omp end task
  end do
  !$omp taskwait
  if (x /= 100 .or. y /= 100 .or. any(cells /= 10)) call fail('counts')
  !$omp taskgroup task_reduction(+: total)
  do i = 1, 20
    !$omp task in_reduction(+: total) firstprivate(i)
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  if (total /= 210) call fail('task reduction')
  !$omp taskloop grainsize(3) shared(ran)
  do i = 1, 50
    !$omp atomic
    ran = ran + 1
  end do
  if (ran /= 50) call fail('taskloop')
  !$omp end single
  !$omp end parallel
  if (fib(15) /= 610) call fail('fib')
  call exit(min(failures, 1))
contains
  recursive integer function fib(n) result(f)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      f = n
      return
    end if
    !$omp task shared(a) if(n > 8)
    a = fib(n - 1)
    !$omp end task
    b = fib(n - 2)
    !$omp taskwait
    f = a + b
  end function
  subroutine fail(what)
    character(*), intent(in) :: what
    !$omp critical(failing)
    print *, 'wrong: ', what
    failures = failures + 1
    !$omp end critical(failing)
  end subroutine
end program
