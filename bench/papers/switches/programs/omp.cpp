// The applications of this folder as OpenMP programs.
//   static, cyclic, dynamic   omp for, with a barrier behind each loop
//   task, taskloop            a task for each chunk, waited for behind each loop
//   depend                    the same with depend clauses, without waiting
//   serial                    no OpenMP
#include "papers/switches/programs/applications.hpp"
#include "papers/switches/programs/ways.hpp"

namespace {

constexpr const char* k_ways = "static, cyclic, dynamic, task, taskloop, depend and serial";

template <class Application>
int run(Application& application, const switches::Request& request) {
  const auto by = [&](auto loops) { return switches::measure(application, request, [&] { application.run(loops); }); };
  if (request.way == "serial") return by(switches::Serially());
#pragma omp parallel
  {
  }
  if (request.way == "static") return by(switches::StaticFor());
  if (request.way == "cyclic") return by(switches::CyclicFor());
  if (request.way == "dynamic") return by(switches::DynamicFor());
  if (request.way == "task") return by(switches::Tasks());
  if (request.way == "taskloop") return by(switches::Taskloop());
  if constexpr (Application::k_depends) {
    if (request.way == "depend") return switches::measure(application, request, [&] { application.depend(); });
  }
  return switches::unknown("way of this application", request.way, k_ways);
}

}  // namespace

int main(int argc, char** argv) {
  const switches::Request request = switches::parse(argc, argv, k_ways);
  return switches::with_application(request, [&](auto& application) { return run(application, request); });
}
