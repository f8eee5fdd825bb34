// The first region of a process, as `size` fresh processes see it. `startup` prints medians of
//   startup_region    entry of main to the end of the first region, in µs, measured in the child
//   startup_process   fork to exit of that child, in µs: loader, library constructors, region, exit
#include <sys/wait.h>
#include <unistd.h>

#include "measure.hpp"

namespace {

constexpr const char* k_child = "child";

int first_region(double start_ns) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  const double us = (bench::now_ns() - start_ns) / 1e3;
  std::printf("%.3f\n", us);
  return threads > 0 ? 0 : 1;
}

struct Birth {
  double region_us = 0;
  double process_us = 0;
  bool ok = false;
};

[[noreturn]] void become_child(const int (&output)[2]) {
  dup2(output[1], STDOUT_FILENO);
  close(output[0]);
  close(output[1]);
  execl("/proc/self/exe", "startup", k_child, nullptr);
  _exit(127);
}

Birth give_birth() {
  Birth birth;
  int output[2];
  if (pipe(output) != 0) return birth;
  const double start = bench::now_ns();
  const pid_t child = fork();
  if (child == 0) become_child(output);
  close(output[1]);
  int status = -1;
  const bool ended = child > 0 && waitpid(child, &status, 0) == child;
  birth.process_us = (bench::now_ns() - start) / 1e3;
  char text[64] = {};
  const ssize_t length = read(output[0], text, sizeof text - 1);
  close(output[0]);
  birth.region_us = std::atof(text);
  birth.ok = ended && status == 0 && length > 0 && birth.region_us > 0;
  return birth;
}

void startup(const std::string& name, long births) {
  std::vector<double> region_us;
  std::vector<double> process_us;
  bool ok = true;
  give_birth();  // brings the files into the page cache
  for (long i = 0; i < births; ++i) {
    const Birth birth = give_birth();
    region_us.push_back(birth.region_us);
    process_us.push_back(birth.process_us);
    ok = ok && birth.ok;
  }
  bench::print_row(name + "_region", bench::median(region_us), "us", bench::check_that(ok));
  bench::print_row(name + "_process", bench::median(process_us), "us", bench::check_that(ok));
}

constexpr bench::Command k_commands[] = {{"startup", 20, startup}};

}  // namespace

int main(int argc, char** argv) {
  const double start_ns = bench::now_ns();
  if (argc == 2 && std::strcmp(argv[1], k_child) == 0) return first_region(start_ns);
  return bench::run_command(argc, argv, k_commands);
}
