// In the guest: EDTs with an affinity run on that node's cpus, and the pages of blocks lie where HEDDLE_OCR_MEMORY
// says. Argument: what is to be added to a locality's number for the node of its blocks (0, or 4: the fast node beside
// it).
#define _GNU_SOURCE
#include <extensions/ocr-affinity.h>
#include <ocr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { k_nodes = 4, k_tasks = 16, k_bytes = 1 << 20 };
static unsigned wrong, ran;

static void complain(const char* what, int got, int wanted) {
  printf("WRONG %s: %d, not %d\n", what, got, wanted);
  __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}

// The node that a page is resident on, as the kernel says.
static int node_of(void* address) {
  void* page = (void*)((unsigned long)address & ~4095UL);
  int status = -1;
  if (syscall(SYS_move_pages, 0, 1UL, &page, NULL, &status, 0) != 0) return -1;
  return status;
}

// Parameters: the locality, the node of its blocks. Slot: a block that was made for it.
static ocrGuid_t look(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  unsigned cpu = 0, node = 0;
  syscall(SYS_getcpu, &cpu, &node, NULL);
  if ((u64)node != paramv[0]) complain("an EDT ran on node", (int)node, (int)paramv[0]);
  for (int at = 0; at < k_bytes; at += 4096) {
    char* byte = (char*)depv[0].ptr + at;
    *byte = 1;
    if (node_of(byte) != (int)paramv[1]) {
      complain("a page lies on node", node_of(byte), (int)paramv[1]);
      break;
    }
  }
  __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  return NULL_GUID;
}

static ocrGuid_t all(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc, (void)depv;
  printf("%s: %u EDTs, %u wrong\n", wrong == 0 && ran == k_nodes * k_tasks ? "RIGHT" : "WRONG", ran, wrong);
  fflush(stdout);
  if (wrong != 0) ocrAbort(1);
  ocrShutdown();
  return NULL_GUID;
}

static ocrGuid_t make_all(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc, (void)depv;
  ocrGuid_t looks;
  ocrEdtTemplateCreate(&looks, look, 2, 1);
  for (u64 i = 0; i < k_nodes * k_tasks; i++) {
    ocrGuid_t place, block, edt;
    ocrHint_t of_block, of_edt;
    void* data;
    u64 given[] = {i % k_nodes, i % k_nodes + paramv[0]};
    if (ocrAffinityGetAt(AFFINITY_PD, i % k_nodes, &place) != 0)
      complain("there is no affinity", (int)(i % k_nodes), 0);
    ocrHintInit(&of_block, OCR_HINT_DB_T);
    ocrSetHintValue(&of_block, OCR_HINT_DB_AFFINITY, ocrAffinityToHintValue(place));
    ocrHintInit(&of_edt, OCR_HINT_EDT_T);
    ocrSetHintValue(&of_edt, OCR_HINT_EDT_AFFINITY, ocrAffinityToHintValue(place));
    if (ocrDbCreate(&block, &data, k_bytes, DB_PROP_NO_ACQUIRE, &of_block, NO_ALLOC) != 0) complain("no block", 0, 1);
    ocrEdtCreate(&edt, looks, 2, given, 1, &block, EDT_PROP_NONE, &of_edt, NULL);
  }
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc;
  u64 beside = ocrGetArgc(depv[0].ptr) > 1 ? strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) : 0;
  ocrGuid_t makes, ends, maker, end, done;
  ocrEdtTemplateCreate(&makes, make_all, 1, 1);
  ocrEdtTemplateCreate(&ends, all, 0, 1);
  ocrEdtCreate(&end, ends, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  ocrEdtCreate(&maker, makes, 1, &beside, 1, NULL, EDT_PROP_FINISH, NULL_HINT, &done);
  ocrAddDependence(done, end, 0, DB_MODE_NULL);
  ocrAddDependence(NULL_GUID, maker, 0, DB_MODE_NULL);
  return NULL_GUID;
}
