// OpenACC entry points exist: what would need OpenACC ends the program with a message that names the call; queries say
// there is only the host. heddle-only: the system's library implements OpenACC link: -ldl
#include <dlfcn.h>

#include "../conformance/env/respawn.h"

static const char* const k_sample[] = {"GOACC_parallel_keyed",
                                       "GOACC_data_start",
                                       "GOACC_enter_exit_data",
                                       "GOACC_update",
                                       "GOACC_wait",
                                       "GOACC_declare",
                                       "GOACC_get_num_threads",
                                       "acc_init",
                                       "acc_copyin",
                                       "acc_copyin_array_h_",
                                       "acc_malloc",
                                       "acc_wait_all",
                                       "acc_prof_register",
                                       "acc_get_property_string_h_"};

static int child(const char* name) {
  void (*call)(void*, void*, void*, void*) = (void (*)(void*, void*, void*, void*))dlsym(RTLD_DEFAULT, name);
  if (!call) return 33;
  call(NULL, NULL, NULL, NULL);
  return 0;
}

int main(int count, char** words) {
  if (count > 1) return child(words[1]);
  CHECK(omp_get_max_threads() >= 1);
  enum { k_device_host = 2, k_device_not_host = 4 };
  int (*count_devices)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "acc_get_num_devices");
  int (*on_device)(int) = (int (*)(int))dlsym(RTLD_DEFAULT, "acc_on_device");
  CHECK(count_devices && count_devices(k_device_not_host) == 0);
  CHECK(on_device && on_device(k_device_host) && !on_device(k_device_not_host));
  for (unsigned i = 0; i < sizeof k_sample / sizeof *k_sample; i++) {
    Outcome outcome = respawn(k_sample[i], NULL);
    if ((outcome.status == 0 || outcome.status == 33 || !strstr(outcome.err, k_sample[i])) && check_count_failure())
      printf("%s: status %d, stderr \"%s\"\n", k_sample[i], outcome.status, outcome.err);
  }
  return check_result();
}
