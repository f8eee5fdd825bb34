/* IDWS.h: the name under which the paper's programs include heddle/idws.h; put this folder on the include path. */
#include "../idws.h"
