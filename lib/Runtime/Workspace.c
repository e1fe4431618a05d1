//===- Workspace.c - memory of a kernel while it runs --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Workspace.h"
#include "lib/Runtime/Meter.h"
#include "lib/Runtime/Storage.h"

#include <stdlib.h>

void *relax_workspace_take(int64_t bytes) {
  RelaxMeter *meter;
  if (bytes < 0 || !relaxMeterTake((uint64_t)bytes, &meter))
    return NULL;
  void *memory = aligned_alloc(RELAX_ALIGNMENT, (size_t)bytes);
  if (!memory)
    relaxMeterGive(meter, (uint64_t)bytes);
  return memory;
}

void relax_workspace_give(void *memory, int64_t bytes) {
  free(memory);
  relaxMeterGive(relaxMeterUsed(), (uint64_t)bytes);
}
