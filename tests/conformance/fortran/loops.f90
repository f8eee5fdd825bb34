! parallel do with schedules, reductions, lastprivate, collapse, ordered and integer(8) bounds.
program loops
  use omp_lib
  implicit none
  integer :: i, j, last, failures, position
  integer(8) :: k, total
  integer :: hits(100), order(50), grid(6, 7)
  failures = 0
  hits = 0
  !$omp parallel do schedule(dynamic, 3) lastprivate(last)
  do i = 1, 100
    hits(i) = hits(i) + 1
    last = i
  end do
  if (any(hits /= 1) .or. last /= 100) call fail('dynamic do')
  total = 0
  !$omp parallel do schedule(guided) reduction(+:total)
  do k = huge(k) - 100_8, huge(k) - 1_8
    total = total + 1
  end do
  if (total /= 100) call fail('integer(8) do near the limit')
  !$omp parallel do schedule(runtime) reduction(+:total)
  do i = 100, 1, -3
    total = total + i
  end do
  if (total /= 100 + 1717) call fail('negative step')
  position = 0
  !$omp parallel do ordered schedule(static, 1)
  do i = 1, 50
    !$omp ordered
    position = position + 1
    order(position) = i
    !$omp end ordered
  end do
  if (any(order /= [(i, i = 1, 50)])) call fail('ordered')
  grid = 0
  !$omp parallel do collapse(2) schedule(static, 2)
  do i = 1, 6
    do j = 1, 7
      grid(i, j) = grid(i, j) + i * j
    end do
  end do
  if (sum(grid) /= 21 * 28) call fail('collapse')
  call exit(min(failures, 1))
contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'wrong: ', what
    failures = failures + 1
  end subroutine
end program
