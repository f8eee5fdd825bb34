// mixed: OpenMP regions and tasks, plain tasks by name and tasks on regions in one process, on one pool. Prints
// "passed".
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>

#include <heddle/heddle.hpp>
#include <heddle/region.hpp>

namespace {

constexpr int k_rounds = 20;
constexpr long k_numbers = 1000;

enum { k_main, k_add, k_openmp };

void add(long* sum, long number) { *sum += number; }

// A task on a region whose body opens an OpenMP region.
void with_openmp(long* sum) {
  long all = 0;
#pragma omp parallel for reduction(+ : all)
  for (long i = 1; i <= k_numbers; ++i) all += i;
  *sum += all;
}

void start(long* result) {
  long* const sum = static_cast<long*>(sys_alloc(sizeof(long), 0));
  *sum = 0;
  for (long i = 1; i <= k_numbers; ++i) {
    void* words[] = {sum, reinterpret_cast<void*>(i)};
    unsigned types[] = {SYS_TYPE_INOUT_ARG, SYS_TYPE_BYVALUE_ARG};
    sys_spawn(k_add, words, types, 2);
  }
  void* words[] = {sum};
  unsigned type = SYS_TYPE_INOUT_ARG;
  sys_spawn(k_openmp, words, &type, 1);
  sys_wait_on(words, 1);
  *result = *sum;
}

func_t table[] = {reinterpret_cast<func_t>(start), reinterpret_cast<func_t>(add),
                  reinterpret_cast<func_t>(with_openmp)};

// Tasks in a chain, by OpenMP's depend clauses.
long by_openmp() {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 1; i <= k_numbers; ++i) {
#pragma omp task depend(inout : sum) firstprivate(i)
    sum += i;
  }
  return sum;
}

// The same by name.
long by_name() {
  long sum = 0;
  for (long i = 1; i <= k_numbers; ++i) heddle::spawn([&sum, i] { sum += i; }, heddle::inout(sum));
  heddle::wait();
  return sum;
}

// All kinds at once, made by one task of an OpenMP region: OpenMP's tasks and plain ones on addresses, tasks on an
// object of a region, such that name both, and such that make OpenMP's tasks below. What is ordered by an address or an
// object is so whoever made it; each sum must come out.
bool woven() {
  long by_clause = 0;
  long by_spawn = 0;
  long below = 0;
  heddle::region tree;
  const heddle::region_pointer<long> object = tree.make<long>(0);
  const heddle::region_pointer<long> copies = tree.make<long>(0);
#pragma omp parallel
#pragma omp single
  {
    for (long i = 1; i <= k_numbers; ++i) {
#pragma omp task depend(inout : by_clause) firstprivate(i)
      by_clause += i;
      heddle::spawn([&by_spawn, i] { by_spawn += i; }, heddle::inout(by_spawn));
      heddle::spawn([object, i] { *object += i; }, heddle::inout(*object));
      // Behind both that came before: by the address and by the object.
      heddle::spawn([object, copies, &by_spawn] { *copies += *object - by_spawn; }, heddle::in(*object),
                    heddle::in(by_spawn), heddle::inout(*copies));
      if (i % 50 != 0) continue;
      heddle::spawn(
          [object, &below] {
            for (int part = 0; part < 4; ++part) {
#pragma omp task shared(below)
              __atomic_fetch_add(&below, 1, __ATOMIC_RELAXED);
            }
#pragma omp taskwait
            *object += 0;
          },
          heddle::inout(*object));
    }
#pragma omp taskwait
  }
  constexpr long k_wanted = k_numbers * (k_numbers + 1) / 2;
  return by_clause == k_wanted && by_spawn == k_wanted && *object == k_wanted && *copies == 0 &&
         below == 4 * (k_numbers / 50);
}

}  // namespace

int main() {
  constexpr long k_wanted = k_numbers * (k_numbers + 1) / 2;
  int wrong = 0;
  for (int round = 0; round < k_rounds; ++round) {
    long result = 0;
    void* word = &result;
    wrong += by_openmp() != k_wanted;
    wrong += by_name() != k_wanted;
    wrong += !woven();
    wrong += myrmics_run(table, &word, 1) != 0 || result != 2 * k_wanted;
  }
  std::printf(wrong == 0 ? "passed\n" : "failed\n");
  return wrong;
}
