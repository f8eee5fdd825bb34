// Where the threads of a divided team run: each is bound to the locality that its group stands for, once.
#include "process/localities.hpp"

#include <gtest/gtest.h>

#include <sched.h>
#include <array>
#include <memory>
#include <vector>

#include "tests/unit/process/own_process.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using namespace heddle::process::test;
using platform::topology::CpuSet;

/// A team that no thread runs, divided like a machine; each seat has a worker.
class DividedTeam {
 public:
  DividedTeam(graph::Seat seats, std::vector<std::uint32_t> weights)
      : groups_(seats, weights, true), workers_(std::make_unique<Worker[]>(seats)) {
    groups_.divide(seats);
    team_.size = seats;
    team_.groups = &groups_;
    team_.members = std::make_unique<Member[]>(seats);
    for (graph::Seat seat = 0; seat < seats; ++seat) {
      team_.members[seat].team = &team_;
      team_.members[seat].seat = seat;
      team_.members[seat].worker = &workers_[seat];
      workers_[seat].member = &team_.members[seat];
    }
  }

  Member& member(graph::Seat seat) { return team_.members[seat]; }
  Worker& worker(graph::Seat seat) { return workers_[seat]; }
  /// As if the scheduler did not divide it.
  void undivide() { team_.groups = nullptr; }

 private:
  graph::Groups<P> groups_;
  Team team_;
  std::unique_ptr<Worker[]> workers_;
};

CpuSet bound_to() {
  cpu_set_t now;
  CpuSet found;
  if (sched_getaffinity(0, sizeof now, &now) != 0) return found;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &now)) found.add(cpu);
  return found;
}

void bind_to(const cpu_set_t& cpus) { sched_setaffinity(0, sizeof cpus, &cpus); }

TEST(Localities, of_a_worker_is_its_groups) {
  DividedTeam team(6, {1, 2, 3});
  const std::array<std::uint32_t, 6> expected{0, 1, 1, 2, 2, 2};
  for (graph::Seat seat = 0; seat < 6; ++seat) EXPECT_EQ(locality_of(team.worker(seat)), expected[seat]) << seat;
}

TEST(Localities, of_a_worker_without_a_group_is_the_first_unless_it_is_bound) {
  DividedTeam team(1, {1});
  team.undivide();
  EXPECT_EQ(team.worker(0).binding, UINT32_MAX);
  EXPECT_EQ(locality_of(team.worker(0)), 0u);
  for (const std::uint32_t place : {0u, 1u, 77u}) {  // OpenMP's places are others
    team.worker(0).binding = place;
    EXPECT_EQ(locality_of(team.worker(0)), 0u) << place;
  }
}

TEST(Localities, a_team_of_one_group_binds_nobody) {
  DividedTeam team(4, {1});
  const CpuSet before = bound_to();
  bind_to_group(team.member(3));
  EXPECT_EQ(team.worker(3).binding, UINT32_MAX);
  team.undivide();
  bind_to_group(team.member(3));
  EXPECT_EQ(team.worker(3).binding, UINT32_MAX);
  EXPECT_EQ(bound_to(), before);
}

TEST(Localities, are_found_once_and_each_has_cpus) {
  const auto& first = localities();
  EXPECT_EQ(&localities(), &first);
  EXPECT_EQ(cpus_of_localities().data(), cpus_of_localities().data());
  ASSERT_EQ(cpus_of_localities().size(), first.all.size());
  for (std::size_t i = 0; i < first.all.size(); ++i) {
    EXPECT_EQ(cpus_of_localities()[i], first.all[i].cpus.count());
    EXPECT_GT(cpus_of_localities()[i], 0u);
  }
}

TEST(Localities, threads_are_bound_to_that_of_their_group_and_again_when_it_is_another) {
  if (!hwloc_is_there()) GTEST_SKIP() << "hwloc, which knows other machines, is not installed";
  const Variables none{};
  in_a_process(
      [] {
        use_topology("numa:2 core:1 pu:1");
        DividedTeam team(4, {1, 1});
        cpu_set_t all;
        sched_getaffinity(0, sizeof all, &all);
        const auto& machine = localities();
        bind_to_group(team.member(3));
        const bool second = bound_to() == machine.all[1].real_cpus;
        bind_to(all);
        bind_to_group(team.member(3));  // it has been bound there, and whoever unbinds it knows why
        const bool once = bound_to().count() == static_cast<std::size_t>(CPU_COUNT(&all));
        team.member(0).worker = &team.worker(3);
        bind_to_group(team.member(0));
        const bool first = bound_to() == machine.all[0].real_cpus;
        bind_to_group(team.member(3));
        const bool back = bound_to() == machine.all[1].real_cpus;
        team.undivide();
        end_with({machine.all.size() == 2, machine.folded, second, once, first, back, locality_of(team.worker(3)) == 1,
                  locality_of(team.worker(1)) == 0});
      },
      "^$");
}

TEST(Localities, threads_are_bound_to_one_cpu_of_it_each_by_turns) {
  if (!hwloc_is_there()) GTEST_SKIP() << "hwloc, which knows other machines, is not installed";
  const Variables none{};
  in_a_process(
      [] {
        use_topology("numa:2 core:2 pu:1");
        use_binding(GroupBinding::core);
        DividedTeam team(6, {2, 2});
        const auto& second = localities().all[1].real_cpus;
        const auto bound_to_one = [&](graph::Seat seat, std::size_t turn) {
          std::size_t cpu = second.first();
          for (turn %= second.count(); turn != 0; --turn) cpu = second.next(cpu + 1);
          bind_to_group(team.member(seat));
          return bound_to().count() == 1 && bound_to().first() == cpu;
        };
        const bool first = bound_to_one(3, 0);
        const bool next = bound_to_one(4, 1);
        const bool last = bound_to_one(5, 2);
        team.undivide();
        end_with({first, next, last, locality_of(team.worker(3)) == 1, locality_of(team.worker(4)) == 1,
                  locality_of(team.worker(0)) == 0});
      },
      "^$");
}

TEST(Localities, a_topology_that_is_asked_for_twice_is_the_last) {
  if (!hwloc_is_there()) GTEST_SKIP() << "hwloc, which knows other machines, is not installed";
  const Variables none{};
  in_a_process(
      [] {
        use_topology("numa:2 core:1 pu:1");
        use_topology("numa:3 core:2 pu:2");
        const auto cpus = cpus_of_localities();
        end_with({cpus.size() == 3, cpus[0] == 4, cpus[2] == 4, localities().all.size() == 3});
      },
      "^$");
}

}  // namespace
