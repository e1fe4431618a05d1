//===- Handles.c - handles of a schedule, and names ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"
#include "lib/Schedule/Scheduler.h"

#include <stb/stb_ds.h>

void scheduleFree(Scheduler *s) {
  arrfree(s->handles);
  arrfree(s->splits);
  arrfree(s->pads);
  arrfree(s->values);
  arrfree(s->layouts);
}

static ScheduleHandle *lookUp(Scheduler *s, MlirValue handle) {
  for (ptrdiff_t i = 0; i < arrlen(s->handles); ++i)
    if (mlirValueEqual(s->handles[i].handle, handle))
      return &s->handles[i];
  return NULL;
}

void scheduleBind(Scheduler *s, MlirValue handle, MlirOperation op) {
  ScheduleHandle entry = {.handle = handle, .op = op};
  arrput(s->handles, entry);
}

void scheduleRebind(Scheduler *s, MlirOperation op, MlirOperation now) {
  for (ptrdiff_t i = 0; i < arrlen(s->handles); ++i)
    if (s->handles[i].op.ptr && mlirOperationEqual(s->handles[i].op, op))
      s->handles[i].op = now;
}

void scheduleForget(Scheduler *s, MlirOperation op) {
  scheduleRebind(s, op, (MlirOperation){NULL});
}

StrRef scheduleHandleName(MlirValue handle) {
  MlirLocation loc = mlirOperationGetLocation(mlirOpResultGetOwner(handle));
  intptr_t number = mlirOpResultGetResultNumber(handle);
  StrRef name = bridgeLocationName(loc);
  // Several names are an array behind the location (Bridge/Core/Names.cpp).
  MlirAttribute names = mlirLocationIsAFused(loc)
                            ? mlirLocationFusedGetMetadata(loc)
                            : (MlirAttribute){NULL};
  if (names.ptr && mlirAttributeIsAArray(names) &&
      number < mlirArrayAttrGetNumElements(names)) {
    MlirAttribute text = mlirArrayAttrGetElement(names, number);
    if (mlirAttributeIsAString(text))
      name = bridgeText(text);
  }
  return name.length ? name : strRefFromC("handle");
}

static MlirOperation expect(Scheduler *s, MlirValue handle,
                            bool (*matches)(MlirOperation), const char *what) {
  ScheduleHandle *entry = lookUp(s, handle);
  StrRef name = scheduleHandleName(handle);
  if (!entry || (!entry->op.ptr && !entry->buffer.ptr)) {
    scheduleError(s,
                  "'%.*s' stands for nothing any more: an earlier "
                  "primitive replaced it",
                  SPREAD(name));
    return (MlirOperation){NULL};
  }
  if (entry->op.ptr && matches(entry->op))
    return entry->op;
  scheduleError(s, "'%.*s': expected a %s, got a %s", SPREAD(name), what,
                entry->buffer.ptr         ? "buffer"
                : tirIsCompute(entry->op) ? "compute"
                                          : "loop");
  return (MlirOperation){NULL};
}

MlirOperation scheduleComputeOf(Scheduler *s, MlirValue handle) {
  return expect(s, handle, tirIsCompute, "compute");
}

MlirOperation scheduleLoopOf(Scheduler *s, MlirValue handle) {
  return expect(s, handle, tirIsFor, "loop");
}

static bool matchesNothing(MlirOperation op) {
  (void)op;
  return false;
}

MlirValue scheduleBufferOf(Scheduler *s, MlirValue handle) {
  ScheduleHandle *entry = lookUp(s, handle);
  if (entry && entry->buffer.ptr)
    return entry->buffer;
  expect(s, handle, matchesNothing, "buffer");
  return (MlirValue){NULL};
}

StrRef scheduleNameOf(MlirOperation op) {
  if (tirIsCompute(op))
    return tirComputeGetName(op);
  if (tirIsFor(op))
    return tirForGetName(op);
  if (tirIsAlloc(op))
    return tirAllocGetName(op);
  if (tirIsView(op))
    return bridgeLocationName(
        mlirValueGetLocation(mlirOperationGetResult(op, 0)));
  return (StrRef){"", 0};
}

StrRef scheduleBufferName(MlirValue buffer) {
  if (mlirValueIsAOpResult(buffer))
    return scheduleNameOf(mlirOpResultGetOwner(buffer));
  return bridgeLocationName(mlirValueGetLocation(buffer));
}

static bool isTaken(Scheduler *s, StrRef name) {
  ScheduleOps ops = scheduleCollect(s->func);
  bool taken = false;
  for (ptrdiff_t i = 0; i < arrlen(ops) && !taken; ++i)
    taken = strRefEqual(scheduleNameOf(ops[i]), name);
  arrfree(ops);
  MlirBlock entry = bridgeBody(s->func);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e && !taken;
       ++i)
    taken =
        strRefEqual(scheduleBufferName(mlirBlockGetArgument(entry, i)), name);
  return taken;
}

StrRef scheduleUniqueName(Scheduler *s, StrRef base, const char *suffix) {
  StrRef first = arenaFormat(s->arena, "%.*s%s", SPREAD(base), suffix);
  StrRef name = first;
  for (long i = 0; isTaken(s, name); ++i)
    name = arenaFormat(s->arena, "%.*s_%ld", SPREAD(first), i);
  return name;
}

MlirAttribute scheduleString(Scheduler *s, StrRef text) {
  return mlirStringAttrGet(s->context, strRefToMlir(text));
}

MlirAttribute scheduleInteger(Scheduler *s, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(s->context, 64), value);
}
