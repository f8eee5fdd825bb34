// Every operator on every type computes what it says.
// heddle-only: XSOCR does not compile with collective events
#include "check_collective.h"

enum { k_ranks = 3 };
static const redOp_t k_ops[] = {
    REDOP_F8_ADD,  REDOP_F8_MULT,   REDOP_F8_MIN,    REDOP_F8_MAX,    REDOP_U8_ADD,   REDOP_U8_MULT, REDOP_U8_MIN,
    REDOP_U8_MAX,  REDOP_U8_BITAND, REDOP_U8_BITOR,  REDOP_U8_BITXOR, REDOP_S8_MIN,   REDOP_S8_MAX,  REDOP_F4_ADD,
    REDOP_F4_MULT, REDOP_F4_MIN,    REDOP_F4_MAX,    REDOP_U4_ADD,    REDOP_U4_MULT,  REDOP_U4_MIN,  REDOP_U4_MAX,
    REDOP_S4_MIN,  REDOP_S4_MAX,    REDOP_U4_BITAND, REDOP_U4_BITOR,  REDOP_U4_BITXOR};
enum { k_count = sizeof k_ops / sizeof *k_ops };
static const s64 k_given[k_ranks] = {-6, 5, 3};
static int ended;

static double of_doubles(redOp_t op) {
  if (op == REDOP_F8_ADD || op == REDOP_F4_ADD) return 2;
  if (op == REDOP_F8_MULT || op == REDOP_F4_MULT) return -90;
  return op == REDOP_F8_MIN || op == REDOP_F4_MIN ? -6 : 5;
}

static u64 of_words(redOp_t op) {
  u64 a = (u64)-6, b = 5, c = 3;
  switch (op) {
    case REDOP_U8_ADD:
    case REDOP_U4_ADD:
      return a + b + c;
    case REDOP_U8_MULT:
    case REDOP_U4_MULT:
      return a * b * c;
    case REDOP_U8_MIN:
    case REDOP_U4_MIN:
      return c;
    case REDOP_U8_MAX:
    case REDOP_U4_MAX:
      return a;
    case REDOP_U8_BITAND:
    case REDOP_U4_BITAND:
      return a & b & c;
    case REDOP_U8_BITOR:
    case REDOP_U4_BITOR:
      return a | b | c;
    case REDOP_U8_BITXOR:
    case REDOP_U4_BITXOR:
      return a ^ b ^ c;
    case REDOP_S8_MIN:
    case REDOP_S4_MIN:
      return a;
    default:
      return b;
  }
}

static EDT(sees) {
  redOp_t op = k_ops[paramv[0]];
  switch (op >> 4) {
    case 0x83:
      CHECK(*(double*)depv[0].ptr == of_doubles(op), "doubles");
      break;
    case 0x43:
      CHECK(*(float*)depv[0].ptr == (float)of_doubles(op), "floats");
      break;
    case 0x81:
    case 0x82:
      EQ(*(u64*)depv[0].ptr, of_words(op));
      break;
    default:
      EQ(*(u32*)depv[0].ptr, (u32)of_words(op));
      break;
  }
  HIT(ended);
  return NULL_GUID;
}

static void contribute(ocrGuid_t guid, redOp_t op, u32 rank) {
  double real = (double)k_given[rank];
  float small = (float)real;
  u64 word = (u64)k_given[rank];
  u32 half = (u32)word;
  void* data = op >> 4 == 0x83   ? (void*)&real
               : op >> 4 == 0x43 ? (void*)&small
               : op >> 8 == 8    ? (void*)&word
                                 : (void*)&half;
  OK(ocrEventCollectiveSatisfySlot(guid, data, rank));
}

static EDT(makes) {
  for (u64 i = 0; i < k_count; i++) {
    ocrGuid_t guid = collective(k_ranks, 1, k_ops[i], COL_ALLREDUCE, 1);
    for (u32 rank = 0; rank < k_ranks; rank++) {
      OK(ocrAddDependenceSlot(guid, rank, edt_of(sees, i, 1), 0, DB_MODE_RO));
      contribute(guid, k_ops[i], rank);
    }
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_count * k_ranks);
  for (int i = 0; i < k_count; i++)
    for (int j = 0; j < i; j++) CHECK(k_ops[i] != k_ops[j], "operators differ");
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
