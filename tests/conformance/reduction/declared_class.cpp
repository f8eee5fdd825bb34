// User-declared reductions over C++ classes construct, combine and destroy every private copy, references and templates included.
#include <atomic>
#include <string>
#include <vector>

#include "check.h"

static std::atomic<int> alive;

template <class T>
struct Bag {
  std::vector<T> items;
  Bag() { ++alive; }
  Bag(const Bag &other) : items(other.items) { ++alive; }
  ~Bag() { --alive; }
  Bag &operator+=(const Bag &other) {
    items.insert(items.end(), other.items.begin(), other.items.end());
    return *this;
  }
};

#pragma omp declare reduction(join : std::string : omp_out += omp_in)

template <class T>
static T sum_of_squares(T n) {
  Bag<T> bag;
#pragma omp declare reduction(+ : Bag<T> : omp_out += omp_in)
#pragma omp parallel for reduction(+ : bag) schedule(dynamic)
  for (T i = 0; i < n; i++) bag.items.push_back(i * i);
  CHECK_EQ(bag.items.size(), n);
  T sum = 0;
  for (T item : bag.items) sum += item;
  return sum;
}

static void reduce_reference(std::string &text) {
#pragma omp parallel num_threads(5) reduction(join : text)
  text += char('a' + omp_get_thread_num());
}

int main() {
  CHECK_EQ(sum_of_squares<long>(100), 328350);
  CHECK_EQ(sum_of_squares<short>(10), 285);
  CHECK_EQ(alive, 0);
  std::string text = "!";
  reduce_reference(text);
  CHECK_EQ(text.size(), 6);
  for (char wanted : {'!', 'a', 'b', 'c', 'd', 'e'}) CHECK(text.find(wanted) != std::string::npos);
  return check_result();
}
