// The works of api_algorithms.cpp and peers/tbb/algorithms.cpp. Library has sort(values), scan(from, to),
// squares(count, tokens) through a pipeline, count(n) in storage of each worker, and enter(count) times an arena.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "hash.hpp"
#include "measure.hpp"

namespace bench {

inline std::vector<std::uint64_t> hashed(long count) {
  std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
  for (std::size_t at = 0; at < values.size(); ++at) values[at] = mix(at, 1);
  return values;
}

/// The median time of a few runs; prepare() is not timed.
template <class Prepare, class Work>
double median_ns(Prepare prepare, Work work) {
  std::vector<double> each;
  for (int run = 0; run < 7; ++run) {
    prepare();
    const double start = now_ns();
    work();
    each.push_back(now_ns() - start);
  }
  return median(each);
}

template <class Library>
void sort_row(const std::string& name, long size) {
  const std::vector<std::uint64_t> given = hashed(size);
  std::vector<std::uint64_t> values;
  const double ns = median_ns([&] { values = given; }, [&] { Library::sort(values); });
  std::vector<std::uint64_t> expected = given;
  std::sort(expected.begin(), expected.end());
  print_row(name, ns / static_cast<double>(size), "ns", check_that(values == expected));
}

template <class Library>
void scan_row(const std::string& name, long size) {
  const std::vector<std::uint64_t> given = hashed(size);
  std::vector<std::uint64_t> ends(given.size());
  const double ns = median_ns([] {}, [&] { Library::scan(given, ends); });
  std::vector<std::uint64_t> expected(given.size());
  std::partial_sum(given.begin(), given.end(), expected.begin());
  print_row(name, ns / static_cast<double>(size), "ns", check_that(ends == expected));
}

template <class Library>
void pipeline_row(const std::string& name, long size) {
  std::uint64_t sum = 0;
  const double ns = median_ns([] {}, [&] { sum = Library::squares(size, 16); });
  std::uint64_t expected = 0;
  for (long item = 0; item < size; ++item) expected = mix(expected, static_cast<std::uint64_t>(item) * item);
  print_row(name, ns / static_cast<double>(size), "ns", check_that(sum == expected));
}

template <class Library>
void per_worker_row(const std::string& name, long size) {
  std::uint64_t counted = 0;
  const double ns = median_ns([] {}, [&] { counted = Library::count(size); });
  print_row(name, ns / static_cast<double>(size), "ns", check_that(counted == static_cast<std::uint64_t>(size)));
}

template <class Library>
void arena_row(const std::string& name, long size) {
  long entered = 0;
  const double ns = median_ns([&] { entered = 0; }, [&] { entered = Library::enter(size); });
  print_row(name, ns / static_cast<double>(size), "ns", check_that(entered == size));
}

template <class Library>
inline constexpr Command k_algorithms[] = {
    {"api_sort", 1'000'000, sort_row<Library>},       {"api_scan", 1'000'000, scan_row<Library>},
    {"api_pipeline", 100'000, pipeline_row<Library>}, {"api_per_worker", 10'000'000, per_worker_row<Library>},
    {"api_arena", 100'000, arena_row<Library>},
};

}  // namespace bench
