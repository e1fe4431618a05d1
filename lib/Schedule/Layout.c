//===- Layout.c - the primitives tir.layout and tir.prefetch --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Both are names in schedules for things that programs cannot say yet: a
// layout changes the callers and needs a prepared weight, and there is no
// operation that prefetches. They are refused, rather than ignored.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"

MlirLogicalResult scheduleLayout(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirLayoutGetBuffer(s->primitive));
  if (!buffer.ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer);
  return scheduleError(s,
                       "'%.*s' cannot get another layout: callers pass it as "
                       "it is, and prepared layouts are not built yet",
                       (int)name.length, name.data);
}

MlirLogicalResult schedulePrefetch(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirPrefetchGetBuffer(s->primitive));
  if (!buffer.ptr || !scheduleLoopOf(s, tirPrefetchGetLoop(s->primitive)).ptr)
    return mlirLogicalResultFailure();
  StrRef name = scheduleBufferName(buffer);
  return scheduleError(s,
                       "'%.*s' cannot be prefetched: programs have no "
                       "operation for it yet",
                       (int)name.length, name.data);
}
