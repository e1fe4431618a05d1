//===- OutOfMemory.c - no memory is left ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>

static void (*onOutOfMemory)(void);

void outOfMemoryCalls(void (*handler)(void)) { onOutOfMemory = handler; }

void outOfMemory(void) {
  if (onOutOfMemory)
    onOutOfMemory();
  abort();
}
