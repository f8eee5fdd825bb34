#include "cluster/agree.hpp"

#include <elf.h>
#include <link.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace heddle::cluster {

namespace {

struct Hello {
  std::uint64_t space_bytes;
  std::uint64_t build;
  std::uint64_t cpus;  // which ones, and on which host
  std::uint32_t workers;
  std::uint32_t is_number_given;
  char host[64];
};
struct Offer {
  std::uint32_t held;
  char in_the_way[192];  // a mapping, where nothing is held
};

std::uint64_t hashed(std::uint64_t hash, const void* bytes, std::size_t count) noexcept {
  constexpr std::uint64_t k_prime = 0x100000001b3;  // FNV-1a
  const auto* const begin = static_cast<const unsigned char*>(bytes);
  for (std::size_t index = 0; index < count; ++index) hash = (hash ^ begin[index]) * k_prime;
  return hash;
}
constexpr std::uint64_t k_basis = 0xcbf29ce484222325;

// The program's own code: the first object is the program. Without addresses in it, as it is loaded.
int hash_program(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  auto& hash = *static_cast<std::uint64_t*>(result);
  for (int index = 0; index < object->dlpi_phnum; ++index) {
    const ElfW(Phdr)& part = object->dlpi_phdr[index];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
    hash = hashed(hash, reinterpret_cast<const void*>(object->dlpi_addr + part.p_vaddr),  // NOLINT
                  part.p_filesz);
  }
  return 1;
}

std::uint64_t hash_of_cpus(const std::string& host) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  (void)::sched_getaffinity(0, sizeof mask, &mask);
  return hashed(hashed(k_basis, &mask, sizeof mask), host.data(), host.size());
}

Hello hello_of(const Wish& wish, std::size_t bytes) {
  Hello hello{};
  const std::string host = host_name();
  hello.space_bytes = bytes;
  hello.build = k_basis;
  ::dl_iterate_phdr(hash_program, &hello.build);
  hello.cpus = hash_of_cpus(host);
  hello.workers = wish.workers;
  hello.is_number_given = wish.is_number_given ? 1 : 0;
  std::snprintf(hello.host, sizeof hello.host, "%s", host.c_str());
  return hello;
}

// The first mapping that lies in one of the places.
void name_in_the_way(std::size_t bytes, Offer& offer) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (maps == nullptr) return;
  char line[sizeof offer.in_the_way];
  while (offer.in_the_way[0] == '\0' && std::fgets(line, sizeof line, maps) != nullptr) {
    unsigned long long begin = 0;
    unsigned long long end = 0;
    if (std::sscanf(line, "%llx-%llx", &begin, &end) != 2) continue;
    for (unsigned number = 0; region::Space::place(number) != 0; ++number) {
      const std::uintptr_t place = region::Space::place(number);
      if (begin >= place + bytes || end <= place) continue;
      line[std::strcspn(line, "\n")] = '\0';
      std::snprintf(offer.in_the_way, sizeof offer.in_the_way, "%s", line);
    }
  }
  std::fclose(maps);
}

std::string rank_on_host(std::size_t rank, const Hello& hello) {
  return "rank " + std::to_string(rank) + " on " + hello.host;
}

// The ranks with the same cpus divide them, unless the user has said how many each has; all have as many as the least.
unsigned workers_of_all(const std::vector<Hello>& all) {
  unsigned least = UINT32_MAX;
  for (const Hello& one : all) {
    const auto sharing = static_cast<unsigned>(
        std::count_if(all.begin(), all.end(), [&one](const Hello& other) { return other.cpus == one.cpus; }));
    const unsigned own = one.is_number_given != 0 ? one.workers : std::max(one.workers / sharing, 1U);
    least = std::min(least, own);
  }
  return std::max(least, 1U);
}

// One place for all. @returns false when there is none of this size; then `all` says who has which
bool agree_on_place(transport::Transport& transport, RangeOffer& offer, std::vector<Offer>& all, Agreement& agreement) {
  Offer own{};
  own.held = offer.held();
  if (own.held == 0) name_in_the_way(offer.bytes(), own);
  transport.exchange(&own, all.data(), sizeof own);
  std::uint32_t common = ~0U;
  for (const Offer& one : all) common &= one.held;
  if (common == 0) return false;
  agreement.range = offer.keep(common);
  return true;
}

}  // namespace

std::string host_name() {
  char name[256] = {};
  if (::gethostname(name, sizeof name - 1) != 0) return "an unknown host";
  return name;
}

void RangeOffer::hold() noexcept {
  for (unsigned number = 0; region::Space::place(number) != 0; ++number)
    if (region::Space::hold({region::Space::place(number), bytes_})) held_ |= 1U << number;
}
void RangeOffer::let_go() noexcept {
  for (unsigned number = 0; held_ != 0; ++number) {
    if ((held_ >> number & 1) != 0) region::Space::let_go({region::Space::place(number), bytes_});
    held_ &= ~(1U << number);
  }
}
void RangeOffer::shrink(std::size_t bytes) noexcept {
  if (bytes == bytes_) return;
  let_go();
  bytes_ = bytes;
  hold();
}
region::HeldRange RangeOffer::keep(std::uint32_t places) noexcept {
  unsigned number = 0;
  while ((places >> number & 1) == 0) ++number;
  held_ &= ~(1U << number);
  let_go();
  return {region::Space::place(number), bytes_};
}

std::string agree(transport::Transport& transport, const Wish& wish, RangeOffer& offer, Agreement& agreement) {
  std::vector<Hello> all(transport.ranks());
  const Hello own = hello_of(wish, offer.bytes());
  transport.exchange(&own, all.data(), sizeof own);
  std::size_t bytes = own.space_bytes;
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].build != all[0].build) {
      return "the program of " + rank_on_host(rank, all[rank]) + " is another build than that of " +
             rank_on_host(0, all[0]) + ", install one build everywhere";
    }
    bytes = std::min<std::size_t>(bytes, all[rank].space_bytes);
  }
  agreement.workers = workers_of_all(all);
  std::vector<Offer> offers(all.size());
  for (; bytes >= region::k_least_space; bytes /= 2) {
    offer.shrink(bytes);
    if (agree_on_place(transport, offer, offers, agreement)) return {};
  }
  std::string why = "no range of addresses is free on all ranks";
  for (std::size_t rank = 0; rank < offers.size(); ++rank)
    if (offers[rank].held == 0)
      why += "; " + rank_on_host(rank, all[rank]) + " has " +
             (offers[rank].in_the_way[0] != '\0' ? std::string("there ") + offers[rank].in_the_way : "none at all");
  why += ", see ulimit -v, HEDDLE_REGION_SPACE and what maps memory there";
  return why;
}

}  // namespace heddle::cluster
