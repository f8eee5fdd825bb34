// Collective events of a program with ranks; XSOCR does not compile with them.
#pragma once

#include "check.h"

static inline ocrGuid_t collective(u32 ranks, u16 data, redOp_t op, collectiveType_t type, u32 generations) {
  ocrGuid_t range, guid;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_COLLECTIVE.maxGen = generations;
  params.EVENT_COLLECTIVE.nbContribs = params.EVENT_COLLECTIVE.nbContribsPd = ranks;
  params.EVENT_COLLECTIVE.nbDatum = data;
  params.EVENT_COLLECTIVE.arity = 2;
  params.EVENT_COLLECTIVE.op = op;
  params.EVENT_COLLECTIVE.type = type;
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_COLLECTIVE));
  OK(ocrGuidFromIndex(&guid, range, 0));
  OK(ocrEventCreateParams(&guid, OCR_EVENT_COLLECTIVE_T, GUID_PROP_IS_LABELED, &params));
  return guid;
}
