/* md5: buffers in regions, the sum of each is a task on two objects. */
#include "md5.h"
#include "program.h"

enum { k_main, k_start, k_sum_region, k_sum };

static void start(uint8_t* buffer, long number, long bytes) { COMPUTE(bytes, md5_start(buffer, number, bytes)); }
static void sum(const uint8_t* buffer, uint32_t* into, long bytes) { COMPUTE(bytes, md5_sum(buffer, bytes, into)); }
static void sum_region(rid_t region, uint8_t** in, uint32_t** out, long count, long bytes) {
  Arguments to = {0};
  long i;
  (void)region;
  for (i = 0; i < count; i++) {
    pass_object(&to, IN, in[i]);
    pass_object(&to, OUT, out[i]);
    pass_value(&to, bytes);
    spawn(k_sum, &to);
  }
}

static void md5_main(long buffers, long bytes, long regions) {
  const long count = buffers / regions;
  rid_t* region = (rid_t*)calloc((size_t)regions, sizeof(rid_t));
  uint8_t*** in = (uint8_t***)calloc((size_t)regions, sizeof(uint8_t**));
  uint32_t*** out = (uint32_t***)calloc((size_t)regions, sizeof(uint32_t**));
  Arguments to = {0};
  long r, i;
  if (COMPUTES && !md5_is_right()) printf("md5 of abc is wrong\n");
  for (r = 0; r < regions; r++) {
    region[r] = sys_ralloc(0, 0);
    in[r] = (uint8_t**)sys_alloc((size_t)count * sizeof(uint8_t*), region[r]);
    out[r] = (uint32_t**)sys_alloc((size_t)count * sizeof(uint32_t*), region[r]);
    sys_balloc((size_t)bytes, region[r], (int)count, (void**)in[r]);
    sys_balloc(4 * sizeof(uint32_t), region[r], (int)count, (void**)out[r]);
    for (i = 0; i < count; i++) {
      pass_object(&to, OUT, in[r][i]);
      pass_value(&to, r * count + i);
      pass_value(&to, bytes);
      spawn(k_start, &to);
    }
  }
  begin_time();
  for (r = 0; r < regions; r++) {
    pass_region(&to, INOUT | NO_TRANSFER, region[r]);
    pass_value(&to, (intptr_t)in[r]);
    pass_value(&to, (intptr_t)out[r]);
    pass_value(&to, count);
    pass_value(&to, bytes);
    spawn(k_sum_region, &to);
  }
  for (r = 0; r < regions; r++) wait_region(IN, region[r]);
  end_time();
  if (COMPUTES) {
    uint64_t digest = 0;
    for (r = 0; r < regions; r++)
      for (i = 0; i < count; i++) digest += md5_digest(out[r][i], r * count + i);
    print_digest(digest);
  }
  free(out);
  free(in);
  free(region);
}

static func_t table[] = {TASK(md5_main), TASK(start), TASK(sum_region), TASK(sum)};
PROGRAM(md5, table, "buffers size regions", 32, 16384, 4)
