// Objects of kinds that cannot be linked are refused: EDT as source, block as target, template, affinity.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(body) { return NULL_GUID; }

static void refuses(u8 code) { CHECK(code == OCR_EINVAL || code == OCR_EPERM, "refused"); }

MAIN {
  ocrGuid_t template_guid, affinity, waits = edt(body, 1), other = edt(body, 1), sticky = event(OCR_EVENT_STICKY_T),
                                     block = number_block(1);
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 0));
  OK(ocrAffinityGetCurrent(&affinity));
  EQ(ocrAddDependence(waits, other, 0, DB_MODE_RW), OCR_EPERM);
  EQ(ocrAddDependence(sticky, block, 0, DB_MODE_RW), OCR_EPERM);
  EQ(ocrAddDependence(block, block, 0, DB_MODE_RW), OCR_EPERM);
  refuses(ocrAddDependence(template_guid, other, 0, DB_MODE_RW));
  refuses(ocrAddDependence(affinity, other, 0, DB_MODE_RW));
  refuses(ocrAddDependence(sticky, template_guid, 0, DB_MODE_RW));
  refuses(ocrEventSatisfy(block, NULL_GUID));
  refuses(ocrEventSatisfy(sticky, waits));
  refuses(ocrEventSatisfy(sticky, sticky));
  refuses(ocrDbRelease(sticky));
  refuses(ocrDbDestroy(waits));
  refuses(ocrEventDestroy(block));
  refuses(ocrEventDestroy(waits));
  refuses(ocrEdtDestroy(sticky));
  refuses(ocrEdtTemplateDestroy(waits));
  EQ(ocrAddDependence(sticky, other, 0, (ocrDbAccessMode_t)3), OCR_EINVAL);
  EQ(ocrAddDependence(sticky, other, 0, (ocrDbAccessMode_t)16), OCR_EINVAL);
  EQ(ocrAddDependence(sticky, other, 1, DB_MODE_RW), OCR_EINVAL);
  EQ(ocrAddDependence(sticky, other, 0xffffffffu, DB_MODE_RW), OCR_EINVAL);
  return pass();
}
