// The bits of the `flags` argument of GOMP_task and GOMP_taskloop (GOMP_TASK_FLAG_*, found in gcc's output).
#pragma once

namespace heddle::gomp {

inline constexpr unsigned k_task_untied = 1;
inline constexpr unsigned k_task_final = 2;
inline constexpr unsigned k_task_mergeable = 4;
inline constexpr unsigned k_task_depend = 8;
inline constexpr unsigned k_task_priority = 16;
inline constexpr unsigned k_task_up = 256;
inline constexpr unsigned k_task_grainsize = 512;
inline constexpr unsigned k_task_if = 1024;
inline constexpr unsigned k_task_nogroup = 2048;
inline constexpr unsigned k_task_reduction = 4096;
inline constexpr unsigned k_task_detach = 8192;
inline constexpr unsigned k_task_strict = 16384;

// Ours: a tool is told of the task, and wants to hear that it is untied.
inline constexpr unsigned k_task_told = 1U << 30;

// A task never moves once it has started, so `untied` changes nothing; merging is allowed, not demanded.
inline constexpr unsigned k_task_without_effect = k_task_untied | k_task_mergeable | k_task_reduction;

}  // namespace heddle::gomp
