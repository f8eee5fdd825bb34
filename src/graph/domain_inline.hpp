// Definitions of Domain's members. Included by domain.hpp only.
#pragma once

namespace heddle::graph {

template <class P>
bool Domain<P>::enter(Task<P>& task, memory::Slab<P>& slab) noexcept {
  Linking<P> linking(task);
  if (task.records->address == k_all_memory) [[unlikely]] {
    enter_all(*task.records, linking, slab);
    return task.dependences.end_linking(linking.linked());
  }
  const auto enter_record = [&](Record<P>& record) __attribute__((always_inline)) { enter_one(record, linking, slab); };
  for_each_record(task.records, enter_record);
  return task.dependences.end_linking(linking.linked());
}

template <class P>
bool Domain<P>::idle(const Access* accesses, std::uint32_t count) const noexcept {
  for (std::uint32_t index = 0; index < count; ++index) {
    if (one_at_a_time(accesses[index].mode)) return false;
    if (accesses[index].address == k_all_memory) [[unlikely]]
      return all_is_over() && std::all_of(table_, table_ + capacity_, is_over);
    const Entry<P>* entry = probe(accesses[index].address);
    if (entry == nullptr || entry->first == nullptr) {
      if (!all_is_over()) return false;
      continue;
    }
    if (joins(entry->mode, accesses[index].mode)) {
      if (entry->previous != nullptr && !entry->previous->dependences.closed()) return false;
    } else if (!is_over(*entry)) {
      return false;
    }
  }
  return true;
}

template <class P>
void Domain<P>::clear(memory::Slab<P>& slab) noexcept {
  for (std::uint32_t slot = 0; slot < capacity_; ++slot) {
    if (table_[slot].first != nullptr) forget_entry(table_[slot], slab);
  }
  if (all_ != nullptr) forget(all_, slab);
  all_ = nullptr;
  free_table();
}

template <class P>
void Domain<P>::free_table() noexcept {
  const probe::Unseen unseen;
  std::free(table_);
  table_ = nullptr;
  capacity_ = used_ = 0;
  shift_ = 64;
}

template <class P>
Entry<P>* Domain<P>::probe(void* address) const noexcept {
  if (capacity_ == 0) return nullptr;
  // Fibonacci hashing: addresses differ in their middle bits, the product's top bits mix all of them.
  const std::uint64_t product = reinterpret_cast<std::uint64_t>(address) * 0x9E3779B97F4A7C15u;
  for (std::uint32_t slot = static_cast<std::uint32_t>(product >> shift_);; slot = (slot + 1) & (capacity_ - 1)) {
    if (table_[slot].address == address || table_[slot].address == nullptr) return &table_[slot];
  }
}

template <class P>
Entry<P>& Domain<P>::find(void* address, memory::Slab<P>& slab) noexcept {
  Entry<P>* entry = probe(address);
  if (entry != nullptr && entry->address == address) return *entry;
  if (2 * (used_ + 1) > capacity_) {
    grow(slab);
    entry = probe(address);
  }
  ++used_;
  entry->address = address;
  return *entry;
}

// Sweeps out what is over; the rest moves to a table at most a quarter full.
template <class P>
void Domain<P>::grow(memory::Slab<P>& slab) noexcept {
  const probe::Unseen unseen;  // under some managers others have made the table
  std::uint32_t live = 0;
  for (std::uint32_t slot = 0; slot < capacity_; ++slot) {
    Entry<P>& entry = table_[slot];
    if (entry.first != nullptr && is_over(entry)) forget_entry(entry, slab);
    if (entry.first != nullptr) ++live;
  }
  Entry<P>* const old_table = table_;
  const std::uint32_t old_capacity = capacity_;
  capacity_ = k_first_capacity;
  while (capacity_ < 4 * (live + 1)) capacity_ *= 2;
  shift_ = 64 - static_cast<std::uint32_t>(__builtin_ctz(capacity_));
  table_ = static_cast<Entry<P>*>(std::calloc(capacity_, sizeof(Entry<P>)));
  HEDDLE_CHECK(table_ != nullptr, "no memory left for the table of dependences");
  used_ = live;
  for (std::uint32_t slot = 0; slot < old_capacity; ++slot) {
    if (old_table[slot].first != nullptr) *probe(old_table[slot].address) = old_table[slot];
  }
  std::free(old_table);
}

// The task waits for every member of every set, and stands for all of them from now on.
template <class P>
[[gnu::cold, gnu::noinline]] void Domain<P>::enter_all(Record<P>& record, Linking<P>& linking,
                                                       memory::Slab<P>& slab) noexcept {
  record.set_exclusion(nullptr);
  for (std::uint32_t slot = 0; slot < capacity_; ++slot) {
    if (table_[slot].first != nullptr) follow_set(table_[slot], linking, slab);
  }
  if (follow_all(record, linking, slab)) forget(all_, slab);
  all_ = &linking.task();
  ++all_->dependences.known;
  if (capacity_ > k_kept_capacity) return free_table();
  std::fill_n(table_, capacity_, Entry<P>{});
  used_ = 0;
}

// Makes the task wait for the last access to all memory. @returns false when there is none that has not finished.
template <class P>
inline bool Domain<P>::follow_all(Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept {
  if (all_ == nullptr) [[likely]]
    return false;
  if (linking.link(*all_, record.incoming)) return true;
  forget(all_, slab);
  all_ = nullptr;
  return false;
}

// An entry while a record is entered, as enter_place() asks for it.
template <class P>
struct Domain<P>::Place {
  Domain& domain;
  Entry<P>& entry;
  Record<P>& record;
  Linking<P>& linking;
  memory::Slab<P>& slab;

  bool knows_any() const noexcept { return entry.first != nullptr; }
  Mode mode() const noexcept { return entry.mode; }
  bool has_newcomer() const noexcept { return entry.last->task() == record.task(); }
  void leave(Mode covering) noexcept {
    domain.withdraw(entry, slab);
    record.set_mode(covering);
  }
  void join() noexcept { domain.join_set(entry, record, linking, slab); }
  void start(Mode /*the record's*/) noexcept { domain.start_set(entry, record, linking, slab); }
};

template <class P>
[[gnu::always_inline]] inline void Domain<P>::enter_one(Record<P>& record, Linking<P>& linking,
                                                        memory::Slab<P>& slab) noexcept {
  record.set_exclusion(nullptr);
  enter_place(Place{*this, find(record.address, slab), record, linking, slab}, record.mode());
}

template <class P>
void Domain<P>::join_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept {
  if (entry.previous != nullptr && !linking.link(*entry.previous, record.incoming)) {
    forget(entry.previous, slab);
    entry.previous = nullptr;
  }
  if (entry.members > k_prune_from) prune(entry, slab);
  append(entry, record);  // last: has_newcomer() finds a task that names an address twice by the set's last member
  share_exclusion(entry, record);
}

template <class P>
void Domain<P>::start_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept {
  const bool after_all = entry.first == nullptr && follow_all(record, linking, slab);
  if (stands_alone(record.mode())) {
    follow_set(entry, linking, slab);
  } else {
    entry.previous = close_set(entry, record, linking, slab);
    if (after_all) {
      entry.previous = all_;
      ++all_->dependences.known;
    }
  }
  entry.mode = record.mode();
  append(entry, record);
  if (one_at_a_time(record.mode())) {
    entry.exclusion = new (std::nothrow) Exclusion<P>;
    HEDDLE_CHECK(entry.exclusion != nullptr, "no memory left for a mutexinoutset dependence");
    // order: relaxed — nobody else has the object yet.
    entry.exclusion->references.store(1, std::memory_order_relaxed);
    share_exclusion(entry, record);
  }
}

// Makes the task wait for every member of the current set, and empties the set.
template <class P>
void Domain<P>::follow_set(Entry<P>& entry, Linking<P>& linking, memory::Slab<P>& slab) noexcept {
  for (Record<P>* member = entry.first; member != nullptr;) {
    Record<P>* const next = member->next_member;
    Task<P>* const task = member->task();
    member->outgoing.successor = &linking.task();  // ends next_member
    linking.link(*task, member->outgoing);
    forget(task, slab);
    member = next;
  }
  entry.first = entry.last = nullptr;
  entry.members = 0;
  if (entry.previous != nullptr) forget(entry.previous, slab);
  entry.previous = nullptr;
  drop_exclusion(entry.exclusion);
}

// Empties the current set for a set that follows it and begins with `record`, whose task waits for it. @returns the one
// task that stands for all its members, with the caller's reference on it, or null when they have all finished.
template <class P>
Task<P>* Domain<P>::close_set(Entry<P>& entry, Record<P>& record, Linking<P>& linking, memory::Slab<P>& slab) noexcept {
  if (entry.first == nullptr) return nullptr;
  if (entry.members == 1) {
    Task<P>* const task = entry.first->task();
    ++task->dependences.known;  // ours; follow_set would end the set's
    forget(task, slab);
    entry.first = entry.last = nullptr;
    entry.members = 0;
    if (entry.previous != nullptr) forget(entry.previous, slab);
    entry.previous = nullptr;
    drop_exclusion(entry.exclusion);
    if (linking.link(*task, record.incoming)) return task;
    forget(task, slab);
    return nullptr;
  }
  Task<P>* const join = allocate_task<P>(slab, {});
  join->body = nullptr;
  join->flags = k_join;
  join->dependences.reset();
  join->dependences.known = 1;
  Linking<P> members(*join);
  follow_set(entry, members, slab);
  if (!join->dependences.end_linking(members.linked())) {
    if (linking.link_new(*join, record.incoming)) return join;
    forget(join, slab);
    return nullptr;
  }
  free_task(slab, join);
  return nullptr;
}

template <class P>
void Domain<P>::append(Entry<P>& entry, Record<P>& record) noexcept {
  record.next_member = nullptr;
  if (entry.first == nullptr) {
    entry.first = &record;
  } else {
    entry.last->next_member = &record;
  }
  entry.last = &record;
  ++entry.members;
  ++record.task()->dependences.known;
}

template <class P>
void Domain<P>::share_exclusion(Entry<P>& entry, Record<P>& record) noexcept {
  if (entry.exclusion == nullptr) return;
  // order: relaxed — the entry's own reference keeps the object alive.
  entry.exclusion->references.fetch_add(1, std::memory_order_relaxed);
  record.set_exclusion(entry.exclusion);
  // Spawner::make() has set it: once a task is handed over, its flags may be read by whoever fulfils its event.
  if (!record.task()->has(k_mutex)) record.task()->flags |= k_mutex;
}

template <class P>
void Domain<P>::drop_exclusion(Exclusion<P>*& exclusion) noexcept {
  if (exclusion != nullptr && exclusion->unreference()) {
    const probe::Unseen unseen;
    delete exclusion;
  }
  exclusion = nullptr;
}

// A large set of one kind that nothing supersedes (a million readers of one address) would keep all its finished
// members allocated: each newcomer looks at the two oldest, forgets them if finished, else sends them to the end.
template <class P>
void Domain<P>::prune(Entry<P>& entry, memory::Slab<P>& slab) noexcept {
  for (int look = 0; look < 2; ++look) {
    Record<P>* const oldest = entry.first;
    entry.first = oldest->next_member;
    if (oldest->task()->dependences.closed()) {
      --entry.members;
      forget(oldest->task(), slab);
      continue;
    }
    oldest->next_member = nullptr;
    entry.last->next_member = oldest;
    entry.last = oldest;
  }
}

// The set's last member named this address once more: takes its first access back. It stays linked to what that waits
// for.
template <class P>
[[gnu::cold, gnu::noinline]] void Domain<P>::withdraw(Entry<P>& entry, memory::Slab<P>& slab) noexcept {
  Record<P>* const twin = entry.last;
  Record<P>* before = nullptr;
  for (Record<P>* member = entry.first; member != twin;) {
    before = member;
    member = member->next_member;
  }
  (before == nullptr ? entry.first : before->next_member) = nullptr;
  entry.last = before;
  --entry.members;
  --twin->task()->dependences.known;
  if (Exclusion<P>* exclusion = twin->exclusion(); exclusion != nullptr) drop_exclusion(exclusion);
  twin->set_exclusion(nullptr);
  if (entry.first == nullptr) {
    if (entry.previous != nullptr) forget(entry.previous, slab);  // the twin is linked to it already
    entry.previous = nullptr;
    drop_exclusion(entry.exclusion);
  }
}

template <class P>
void Domain<P>::forget(Task<P>* task, memory::Slab<P>& slab) noexcept {
  if (--task->dependences.known == 0 && task->dependences.drop()) free_task(slab, task);
}

template <class P>
void Domain<P>::forget_entry(Entry<P>& entry, memory::Slab<P>& slab) noexcept {
  for (Record<P>* member = entry.first; member != nullptr;) {
    Record<P>* const next = member->next_member;
    forget(member->task(), slab);
    member = next;
  }
  if (entry.previous != nullptr) forget(entry.previous, slab);
  drop_exclusion(entry.exclusion);
  void* const address = entry.address;
  entry = Entry<P>{};
  entry.address = address;
}

template <class P>
bool Domain<P>::is_over(const Entry<P>& entry) noexcept {
  for (const Record<P>* member = entry.first; member != nullptr;) {
    if (!member->task()->dependences.closed()) return false;
    member = member->next_member;
  }
  return true;
}

}  // namespace heddle::graph
