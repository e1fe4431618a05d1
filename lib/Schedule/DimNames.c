//===- DimNames.c - what dimensions of arguments are called ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

/// The iterators of the first access that uses bare ones.
static const StrRef *namesOf(Scheduler *s, const ScheduleAccess *accesses,
                             MlirValue buffer) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  StrRef *names = ARENA_ARRAY(s->arena, StrRef, rank);
  for (intptr_t d = 0; d < rank; ++d) {
    names[d] = (StrRef){"", 0};
    for (ptrdiff_t a = 0; a < arrlen(accesses) && !names[d].length; ++a) {
      StrRef symbol;
      if (!mlirValueEqual(accesses[a].buffer, buffer) ||
          !symExprIsSymbol(accesses[a].exprs[d], &symbol))
        continue;
      MlirValue value = scheduleValueOf(s, symbol);
      if (value.ptr)
        names[d] = bridgeLocationName(mlirValueGetLocation(value));
    }
    if (!names[d].length)
      names[d] = arenaFormat(s->arena, "d%ld", (long)d);
  }
  return names;
}

void scheduleTakeNames(Scheduler *s) {
  MlirBlock entry = bridgeBody(s->func);
  intptr_t count = mlirBlockGetNumArguments(entry);
  const StrRef **names = ARENA_ARRAY(s->arena, const StrRef *, count + 1);
  // Not among the values of the schedule: their order decides that of terms.
  Scheduler own = *s;
  own.values = NULL;
  ScheduleAccess *accesses = scheduleAccesses(&own, s->func);
  for (intptr_t i = 0; i < count; ++i)
    names[i] = namesOf(&own, accesses, mlirBlockGetArgument(entry, i));
  arrfree(accesses);
  arrfree(own.values);
  s->names = names;
}

void scheduleArgumentAdded(Scheduler *s, intptr_t at) {
  static const StrRef vector[] = {{"d0", 2}};
  intptr_t count = bridgeNumArguments(s->func);
  const StrRef **names = ARENA_ARRAY(s->arena, const StrRef *, count);
  for (intptr_t i = 0; i < count; ++i)
    names[i] = i == at ? vector : s->names[i > at ? i - 1 : i];
  s->names = names;
  for (ptrdiff_t i = 0; i < arrlen(s->layouts); ++i)
    s->layouts[i].argument += s->layouts[i].argument >= at;
}

const StrRef *scheduleDimNames(Scheduler *s, MlirValue buffer) {
  return s->names[mlirBlockArgumentGetArgNumber(buffer)];
}
