// Programs by formula: the shapes that the papers measure, and what tests want.
#pragma once

#include <cstdint>

#include "sim/program.hpp"

namespace heddle::sim {

/// `chains` x `length` tasks, created round after round, each after its chain's last one. Blocked matrix
/// multiplication is this: a chain per block of the result (DDAST §5.1: 32,768 tasks in 1,024 chains).
struct Chains {
  std::uint32_t chains = 1;
  std::uint32_t length = 1;
  std::uint64_t task_ns = 0;
  std::uint64_t create_ns = 0;     // of the program's own time, between two tasks
  bool chain_after_chain = false;  // instead of round after round
};
Program chains(const Chains& shape);

/// Blocked matrix multiplication with all its accesses, in the order of bench/papers/ddast/kernels/matmul.cpp: block
/// (i, j) of the product is a chain of tasks, each of which reads a block of either factor; chain after chain.
struct Products {
  std::uint32_t blocks = 1;  // a side
  std::uint32_t rounds = 0;  // of each chain; 0: as many as there are blocks a side
  std::uint64_t task_ns = 0;
  std::uint64_t create_ns = 0;
};
Program products(const Products& shape);

/// Tasks without accesses.
Program independent(std::uint32_t tasks, std::uint64_t task_ns);

/// LU factorisation of a sparse matrix of blocks (DDAST §5.1): 64 blocks a side are 11,472 tasks, 128 are 89,504. The
/// pattern, which the paper does not print, is that of bench/papers/ddast/kernels/sparselu.cpp.
struct SparseLu {
  std::uint32_t blocks = 1;   // a side
  std::uint64_t task_ns = 0;  // of an update; a factorisation takes a third of it, a solve half
  std::uint64_t create_ns = 0;
};
Program sparse_lu(const SparseLu& shape);

/// N-Body (DDAST §5.1): each step is a task that creates one for each pair of blocks and waits for them, and one that
/// moves the bodies. Tasks that add to one block's forces are a chain.
struct NestedSteps {
  std::uint32_t steps = 1;
  std::uint32_t blocks = 1;
  std::uint64_t task_ns = 0;  // of a pair
  std::uint64_t create_ns = 0;
};
Program nested_steps(const NestedSteps& shape);

/// Random tasks with random accesses to a few addresses, some with children; the same for the same seed.
struct Random {
  std::uint32_t tasks = 100;
  std::uint32_t addresses = 8;
  std::uint64_t longest_ns = 5000;
  std::uint64_t seed = 1;
};
Program random(const Random& shape);

}  // namespace heddle::sim
