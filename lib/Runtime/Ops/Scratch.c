//===- Scratch.c - memory of one call of the library ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Meter.h"
#include "lib/Runtime/Ops/Library.h"

#include <stdlib.h>

/// A block of scratch memory; the elements lie behind it.
struct LibraryBlock {
  LibraryBlock *next;
  RelaxMeter *meter;
  uint64_t bytes, unused; // the head is whole times the largest alignment
};

void *libraryScratch(LibraryCall *call, int64_t count, size_t size) {
  size_t bytes;
  LibraryBlock *block = NULL;
  RelaxMeter *meter = NULL;
  bool taken = !__builtin_mul_overflow((size_t)count, size, &bytes) &&
               !__builtin_add_overflow(bytes, sizeof *block, &bytes) &&
               relaxMeterTake(bytes, &meter);
  if (taken)
    block = calloc(1, bytes);
  if (!block) {
    if (taken)
      relaxMeterGive(meter, bytes);
    relaxFail(call->error, "out of memory");
    return NULL;
  }
  *block = (LibraryBlock){call->blocks, meter, bytes, 0};
  call->blocks = block;
  return block + 1;
}

void libraryFreeScratch(LibraryCall *call) {
  for (LibraryBlock *next; call->blocks; call->blocks = next) {
    next = call->blocks->next;
    relaxMeterGive(call->blocks->meter, call->blocks->bytes);
    free(call->blocks);
  }
}
