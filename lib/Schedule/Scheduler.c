//===- Scheduler.c - handles, names and the table of primitives -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// find
//===----------------------------------------------------------------------===//

/// Counts what has the name; the last one found goes to `*entry`.
static intptr_t findNamed(Scheduler *s, StrRef name, ScheduleHandle *entry) {
  intptr_t count = 0;
  ScheduleOps ops = scheduleCollect(s->func);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    if (!strRefEqual(scheduleNameOf(ops[i]), name))
      continue;
    ++count;
    if (tirIsAlloc(ops[i]) || tirIsView(ops[i]))
      entry->buffer = mlirOperationGetResult(ops[i], 0);
    else
      entry->op = ops[i];
  }
  arrfree(ops);
  MlirBlock block = bridgeBody(s->func);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
    if (strRefEqual(scheduleBufferName(mlirBlockGetArgument(block, i)), name)) {
      ++count;
      entry->buffer = mlirBlockGetArgument(block, i);
    }
  return count;
}

MlirLogicalResult scheduleFind(Scheduler *s) {
  MlirAttribute names = tirFindGetNames(s->primitive);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i) {
    StrRef name = bridgeTextAt(names, i);
    ScheduleHandle entry = {.handle = mlirOperationGetResult(s->primitive, i)};
    intptr_t count = name.length ? findNamed(s, name, &entry) : 0;
    if (count == 0)
      return scheduleError(s, "no compute, loop or buffer is named '%.*s'",
                           SPREAD(name));
    if (count > 1)
      return scheduleError(s, "%ld things are named '%.*s', expected one",
                           (long)count, SPREAD(name));
    arrput(s->handles, entry);
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// All primitives
//===----------------------------------------------------------------------===//

static const struct {
  bool (*matches)(MlirOperation);
  MlirLogicalResult (*apply)(Scheduler *);
} primitives[] = {
    {tirIsFind, scheduleFind},
    {tirIsLoops, scheduleLoops},
    {tirIsSplit, scheduleSplit},
    {tirIsReorder, scheduleReorder},
    {tirIsParallel, scheduleParallel},
    {tirIsRemap, scheduleRemap},
    {tirIsHoist, scheduleHoist},
    {tirIsUnroll, scheduleUnroll},
    {tirIsVectorize, scheduleVectorize},
    {tirIsComputeAt, scheduleComputeAt},
    {tirIsPlace, schedulePlace},
    {tirIsStage, scheduleStage},
    {tirIsLayout, scheduleLayout},
    {tirIsVariants, scheduleVariants},
    {tirIsPrefetch, schedulePrefetch},
    {tirIsRfactor, scheduleRfactor},
    {tirIsFork, scheduleFork},
    {tirIsTurn, scheduleTurn},
    {tirIsCut, scheduleCut},
    {tirIsHfuse, scheduleHfuse},
    {tirIsFuse, scheduleFuse},
    {tirIsPadLoop, schedulePadLoop},
    {tirIsPadDimension, schedulePadDimension},
};

MlirLogicalResult scheduleApply(Scheduler *s, MlirOperation primitive) {
  s->primitive = primitive;
  if (!s->names)
    scheduleTakeNames(s);
  for (size_t i = 0; i < sizeof(primitives) / sizeof(*primitives); ++i)
    if (primitives[i].matches(primitive))
      return primitives[i].apply(s);
  return bridgeEmitOpError(primitive, "is no primitive of schedules");
}
