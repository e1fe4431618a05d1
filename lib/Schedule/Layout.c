//===- Layout.c - the primitive tir.layout --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A name in schedules for something that programs cannot have yet: another
// layout changes the callers and needs a prepared weight. It is refused, rather
// than ignored.
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
