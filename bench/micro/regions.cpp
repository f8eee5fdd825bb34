// Cost of OpenMP's region and worksharing constructs, back to back, in ns per construct (critical
// and ordered: per entry, over all threads). Each construct counts what it did; the counts must be
// those of a serial execution.
#include <omp.h>

#include "measure.hpp"

namespace {

using bench::Check;
using bench::check_that;

// A line per thread, so that counting costs the same on every runtime.
struct alignas(64) Count {
  long value = 0;
};

struct Team {
  int threads = 0;
  std::vector<Count> counts;

  Team() {
#pragma omp parallel
#pragma omp single
    threads = omp_get_num_threads();
    counts.resize(threads);
  }
  Count& mine() { return counts[omp_get_thread_num()]; }
  long sum() const {
    long sum = 0;
    for (const Count& count : counts) sum += count.value;
    return sum;
  }
};

/// Measures `batch(team, count)`, which repeats a construct and adds `per_construct` counts each time.
template <class Batch>
void measure(const std::string& name, long per_construct, Team& team, Batch batch) {
  long constructs = 0;
  const double ns = bench::ns_each([&](long count) {
    constructs += count;
    batch(count);
  });
  bench::print_row(name, ns, "ns", check_that(team.sum() == constructs * per_construct));
}

void parallel(const std::string& name, long) {
  Team team;
  measure(name, team.threads, team, [&](long count) {
    for (long i = 0; i < count; ++i) {
#pragma omp parallel
      ++team.mine().value;
    }
  });
}

void parallel_for(const std::string& name, long) {
  Team team;
  measure(name, team.threads, team, [&](long count) {
    for (long i = 0; i < count; ++i) {
#pragma omp parallel for
      for (int k = 0; k < team.threads; ++k) ++team.counts[k].value;
    }
  });
}

void worksharing_for(const std::string& name, long) {
  Team team;
  measure(name, team.threads, team, [&](long count) {
#pragma omp parallel
    for (long i = 0; i < count; ++i) {
#pragma omp for
      for (int k = 0; k < team.threads; ++k) ++team.counts[k].value;
    }
  });
}

void for_dynamic(const std::string& name, long) {
  constexpr int k_chunks_each = 4;
  Team team;
  const int chunks = k_chunks_each * team.threads;
  measure(name, chunks, team, [&](long count) {
#pragma omp parallel
    for (long i = 0; i < count; ++i) {
#pragma omp for schedule(dynamic, 1)
      for (int k = 0; k < chunks; ++k) ++team.mine().value;
    }
  });
}

void barrier(const std::string& name, long) {
  Team team;
  measure(name, team.threads, team, [&](long count) {
#pragma omp parallel
    for (long i = 0; i < count; ++i) {
      ++team.mine().value;
#pragma omp barrier
    }
  });
}

void single(const std::string& name, long) {
  Team team;
  measure(name, 1, team, [&](long count) {
#pragma omp parallel
    for (long i = 0; i < count; ++i) {
#pragma omp single
      ++team.mine().value;
    }
  });
}

void reduction(const std::string& name, long) {
  Team team;
  long sum = 0;
  measure(name, team.threads, team, [&](long count) {
    for (long i = 0; i < count; ++i) {
#pragma omp parallel reduction(+ : sum)
      sum += 1;
    }
    team.counts[0].value = sum;
  });
}

void critical(const std::string& name, long) {
  Team team;
  long entries = 0;
  measure(name, 1, team, [&](long count) {
#pragma omp parallel
    {
      const long id = omp_get_thread_num();
      const long mine = count * (id + 1) / team.threads - count * id / team.threads;
      for (long i = 0; i < mine; ++i) {
#pragma omp critical
        ++entries;
      }
    }
    team.counts[0].value = entries;
  });
}

void ordered(const std::string& name, long) {
  Team team;
  long in_order = 0;
  measure(name, 1, team, [&](long count) {
    long expected = 0;
#pragma omp parallel for ordered schedule(static, 1)
    for (long i = 0; i < count; ++i) {
#pragma omp ordered
      {
        in_order += expected == i ? 1 : 0;
        ++expected;
      }
    }
    team.counts[0].value = in_order;
  });
}

void sections(const std::string& name, long) {
  Team team;
  measure(name, 2, team, [&](long count) {
#pragma omp parallel
    for (long i = 0; i < count; ++i) {
#pragma omp sections
      {
#pragma omp section
        ++team.mine().value;
#pragma omp section
        ++team.mine().value;
      }
    }
  });
}

constexpr bench::Command k_commands[] = {
    {"parallel", 0, parallel},       {"parallel_for", 0, parallel_for}, {"for", 0, worksharing_for},
    {"for_dynamic", 0, for_dynamic}, {"barrier", 0, barrier},           {"single", 0, single},
    {"reduction", 0, reduction},     {"critical", 0, critical},         {"ordered", 0, ordered},
    {"sections", 0, sections},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
