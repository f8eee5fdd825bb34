! critical, atomic, sections, single copyprivate, threadprivate with copyin, workshare, user reductions.
module own_data
  implicit none
  integer :: own = 5
  !$omp threadprivate(own)
end module
program sharing
  use omp_lib
  use own_data
  implicit none
  integer :: n, failures, first, second, given, best, named
  real(8) :: a(200), b(200)
  !$omp declare reduction(closest: integer: omp_out = merge(omp_in, omp_out, abs(omp_in - 40) < abs(omp_out - 40))) &
  !$omp& initializer(omp_priv = 100000)
  failures = 0; n = 0; named = 0; first = 0; second = 0
  !$omp parallel num_threads(4)
  !$omp critical
  n = n + 1
  !$omp end critical
  !$omp critical(named)
  named = named + 10
  !$omp end critical(named)
  !$omp atomic
  first = first + 1
  !$omp end parallel
  if (n /= 4 .or. named /= 40 .or. first /= 4) call fail('counts')
  n = 0
  !$omp parallel sections num_threads(3)
  !$omp section
  first = 11
  !$omp section
  second = 22
  !$omp end parallel sections
  if (first /= 11 .or. second /= 22) call fail('sections')
  !$omp parallel num_threads(4) private(given)
  given = -1
  !$omp single
  given = 33
  !$omp end single copyprivate(given)
  if (given /= 33) call fail('copyprivate')
  !$omp end parallel
  own = 77
  !$omp parallel num_threads(4) copyin(own)
  if (own /= 77) call fail('copyin')
  own = omp_get_thread_num()
  !$omp end parallel
  if (own /= 0) call fail('threadprivate')
  b = 2
  !$omp parallel workshare
  a = b * 3
  a(1:10) = 0
  !$omp end parallel workshare
  if (abs(sum(a) - 1140) > 1d-9) call fail('workshare')
  best = 100000
  !$omp parallel do reduction(closest: best)
  do given = 1, 1000, 7
    if (abs(given - 40) < abs(best - 40)) best = given
  end do
  if (best /= 43 .and. best /= 36) call fail('declared reduction')
  call exit(min(failures, 1))
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    !$omp critical(failing)
    print *, 'wrong: ', what
    failures = failures + 1
    !$omp end critical(failing)
  end subroutine
end program
