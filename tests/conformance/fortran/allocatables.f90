! Allocatable arrays, characters and derived types in firstprivate, reduction and task clauses.
program allocatables
  use omp_lib
  implicit none
  type point
    real :: x, y
  end type
  integer, allocatable :: a(:), counts(:)
  type(point) :: p
  character(12) :: word
  integer :: i, good, failures
  failures = 0
  allocate(a(20), counts(5))
  a = [(i, i = 1, 20)]
  counts = 0
  good = 0
  p = point(1.5, 2.5)
  word = 'twelve chars'
  !$omp parallel num_threads(3) firstprivate(a, p, word) reduction(+: good)
  a = a + omp_get_thread_num()
  p%x = p%x + 1
  if (sum(a) == 210 + 20 * omp_get_thread_num() .and. p%x == 2.5 .and. word == 'twelve chars') good = good + 1
  !$omp end parallel
  if (good /= 3 .or. sum(a) /= 210) failures = failures + 1
  !$omp parallel do reduction(+: counts) schedule(dynamic)
  do i = 1, 100
    counts(1 + mod(i, 5)) = counts(1 + mod(i, 5)) + i
  end do
  if (sum(counts) /= 5050 .or. counts(1) /= 1050) failures = failures + 1
  good = 0
  !$omp parallel
  !$omp single
  do i = 1, 50
    a(1) = i
    !$omp task firstprivate(a, i) shared(good)
    if (a(1) == i .and. a(20) == 20) then
      !$omp atomic
      good = good + 1
    end if
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (good /= 50) failures = failures + 1
  if (failures /= 0) print *, failures, 'of 3 wrong', good
  call exit(min(failures, 1))
end program
