! omp_lib from Fortran: integer and logical arguments of both kinds, locks, schedule, affinity text, allocators.
program library_calls
  use omp_lib
  use iso_c_binding
  implicit none
  integer :: failures, chunk
  integer(8) :: chunk8
  integer(omp_sched_kind) :: kind
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer(omp_allocator_handle_kind) :: allocator
  type(omp_alloctrait) :: traits(1)
  character(80) :: text
  logical :: good
  integer :: length
  failures = 0
  call omp_set_num_threads(3)
  if (omp_get_max_threads() /= 3) call fail('num_threads')
  call omp_set_num_threads(4_8)
  if (omp_get_max_threads() /= 4) call fail('num_threads, integer(8)')
  call omp_set_dynamic(.true.)
  if (.not. omp_get_dynamic()) call fail('dynamic')
  call omp_set_dynamic(.false._8)
  if (omp_get_dynamic()) call fail('dynamic, logical(8)')
  call omp_set_nested(.true.)
  if (.not. omp_get_nested()) call fail('nested')
  call omp_set_nested(.false._8)
  if (omp_get_nested()) call fail('nested, logical(8)')
  call omp_set_max_active_levels(3)
  if (omp_get_max_active_levels() /= 3) call fail('levels')
  call omp_set_max_active_levels(2_8)
  if (omp_get_max_active_levels() /= 2) call fail('levels, integer(8)')
  call omp_set_schedule(omp_sched_dynamic, 6)
  call omp_get_schedule(kind, chunk)
  if (iand(kind, 7) /= omp_sched_dynamic .or. chunk /= 6) call fail('schedule')
  call omp_set_schedule(omp_sched_guided, 7_8)
  call omp_get_schedule(kind, chunk8)
  if (iand(kind, 7) /= omp_sched_guided .or. chunk8 /= 7_8) call fail('schedule, integer(8)')
  call omp_set_default_device(2)
  if (omp_get_default_device() /= 2) call fail('device')
  call omp_set_default_device(0_8)
  if (omp_get_default_device() /= 0) call fail('device, integer(8)')
  if (omp_get_num_devices() /= 0 .or. .not. omp_is_initial_device()) call fail('devices')
  call omp_set_num_teams(3)
  if (omp_get_max_teams() /= 3) call fail('teams')
  call omp_set_num_teams(2_8)
  if (omp_get_max_teams() /= 2) call fail('teams, integer(8)')
  call omp_set_teams_thread_limit(5)
  call omp_set_teams_thread_limit(4_8)
  if (omp_get_teams_thread_limit() /= 4) call fail('teams thread limit')
  !$omp parallel num_threads(2)
  if (omp_get_ancestor_thread_num(1) /= omp_get_thread_num()) call fail('ancestor')
  if (omp_get_ancestor_thread_num(0_8) /= 0) call fail('ancestor, integer(8)')
  if (omp_get_team_size(1) /= 2 .or. omp_get_team_size(1_8) /= 2) call fail('team size')
  if (omp_get_num_threads() /= 2 .or. .not. omp_in_parallel()) call fail('region')
  if (omp_get_level() /= 1 .or. omp_get_active_level() /= 1) call fail('level')
  !$omp end parallel
  if (omp_in_final() .or. omp_get_cancellation()) call fail('flags')
  call omp_init_lock(lock)
  call omp_set_lock(lock)
  if (omp_test_lock(lock)) call fail('test_lock')
  call omp_unset_lock(lock)
  if (.not. omp_test_lock(lock)) call fail('test_lock, free')
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_init_nest_lock(nest)
  call omp_set_nest_lock(nest)
  if (omp_test_nest_lock(nest) /= 2) call fail('test_nest_lock')
  call omp_unset_nest_lock(nest)
  call omp_unset_nest_lock(nest)
  call omp_destroy_nest_lock(nest)
  if (omp_get_wtime() <= 0d0 .or. omp_get_wtick() <= 0d0) call fail('wtime')
  call omp_set_affinity_format('thread %n of %N')
  length = omp_get_affinity_format(text)
  if (length /= 15 .or. text /= 'thread %n of %N') call fail('affinity format')
  length = omp_capture_affinity(text, 'thread %n of %N')
  if (length /= 13 .or. text /= 'thread 0 of 1') call fail('capture affinity')
  traits(1) = omp_alloctrait(omp_atk_alignment, 64)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  good = allocator /= omp_null_allocator
  call omp_set_default_allocator(allocator)
  if (.not. good .or. omp_get_default_allocator() /= allocator) call fail('allocator')
  call omp_set_default_allocator(omp_default_mem_alloc)
  call omp_destroy_allocator(allocator)
  allocator = omp_init_allocator(omp_default_mem_space, 1_8, traits)
  call omp_destroy_allocator(allocator)
  if (omp_pause_resource_all(omp_pause_soft) /= 0) call fail('pause')
  if (omp_pause_resource(omp_pause_soft, omp_get_initial_device()) /= 0) call fail('pause one')
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
