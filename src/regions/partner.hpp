// Partner: the worker of rank 0 that a worker of another rank speaks with: runs tasks there, and makes their calls
// here.
#pragma once

#include "regions/engine.hpp"
#include "regions/state.hpp"

namespace heddle::regions {

/// Where the worker runs tasks of a table.
struct FarWorker {
  unsigned rank = 0;  // 0: here
  unsigned number = 0;
};
FarWorker far_worker_of(State& state, const process::Worker& worker) noexcept;

/// Runs the body where the worker runs tasks, with its data. @pre several ranks
void run_on_rank(State& state, process::Worker& worker, EngineTask& task);

/// What the task, which waits, has been granted comes to where its caller runs. @pre several ranks
void bring(State& state, RegionsData& data, EngineTask& task);

/// The run that there is: its number, which team's seats stand for workers, and which table its tasks are of.
void note_run(std::uint32_t number, const process::Team* team, const RunRequest& request) noexcept;

}  // namespace heddle::regions
