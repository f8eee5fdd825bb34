// A graph in the standard library's containers, in regions: tasks grow its halves at the same time, a third one reads
// both.
#include <cstdio>
#include <heddle/heddle.hpp>
#include <heddle/region.hpp>
#include <map>
#include <string>
#include <vector>

namespace {

struct City {
  explicit City(std::pmr::memory_resource* where) : name(where), roads(where) {}
  std::pmr::string name;
  std::pmr::vector<City*> roads;  // into any region
};
using Cities = std::pmr::map<int, City*>;

// A chain of cities, with a road back from each to the first.
void grow(heddle::region_ref region, Cities& cities, int first, int count) {
  for (int number = first; number < first + count; ++number) {
    City* const city = region.make<City>(region.resource());
    city->name = "city number " + std::to_string(number) + ", whose name is too long for a short string";
    if (number > first) {
      city->roads.push_back(cities.at(number - 1));
      city->roads.push_back(cities.at(first));
    }
    cities[number] = city;
  }
}

std::size_t roads(const Cities& cities) {
  std::size_t sum = 0;
  for (const auto& [number, city] : cities) sum += city->roads.size();
  return sum;
}

}  // namespace

int main() {
  constexpr int k_cities = 500;
  std::size_t found = 0;
  heddle::region land;
  heddle::region north(land, {});
  heddle::region south(land, {});
  Cities* const in_north = north.make<Cities>(north.resource());
  Cities* const in_south = south.make<Cities>(south.resource());
  const heddle::region_ref upper = north;
  const heddle::region_ref lower = south;
  heddle::spawn([=] { grow(upper, *in_north, 0, k_cities); }, heddle::inout(north));
  heddle::spawn([=] { grow(lower, *in_south, k_cities, k_cities); }, heddle::inout(south));
  heddle::spawn([=] { in_north->at(0)->roads.push_back(in_south->at(k_cities)); }, heddle::inout(north),
                heddle::in(south));
  heddle::spawn([=, &found] { found = roads(*in_north) + roads(*in_south); }, heddle::in(land), heddle::out(found));
  heddle::wait();
  std::printf("%zu roads\n", found);
  return found == 2 * 2 * (k_cities - 1) + 1 ? 0 : 1;
}
