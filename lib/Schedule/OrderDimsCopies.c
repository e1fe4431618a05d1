//===- OrderDimsCopies.c - tensors in another order -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Target.h"
#include "lib/Schedule/Layout.h"
#include "lib/Schedule/OrderDims.h"

#include <stb/stb_ds.h>

OrderTurned *orderFind(Order *o, MlirValue value) {
  for (ptrdiff_t i = arrlen(o->values); i-- > 0;)
    if (mlirValueEqual(o->values[i].value, value))
      return &o->values[i];
  return NULL;
}

/// The buffer of a program for such values: each extent that is not known is a
/// symbol.
static MlirType bufferOf(Order *o, MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  Arena *arena = o->run->arena;
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d) {
    int64_t extent;
    StrBuf name = {0};
    strBufAppendFormat(&name, "d%ld", (long)d);
    dims[d] = symAttributeIsConst(info.dims[d], &extent)
                  ? info.dims[d]
                  : symExprToAttribute(
                        o->run->context,
                        symExprSymbol(
                            arena, (StrRef){strBufText(&name), name.length}));
    strBufFree(&name);
  }
  return tirBufferTypeGet(o->run->context, info.rank, dims, info.elementType);
}

/// Dimension k of the copy is dimension `from[k]` of `value`. Behind `after`.
static MlirValue copy(Order *o, MlirValue value, const intptr_t *from,
                      MlirOperation after, const char *suffix) {
  RelaxPassRun *run = o->run;
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  MlirAttribute *dims = ARENA_ARRAY(run->arena, MlirAttribute, info.rank);
  LayoutDigit *digits = ARENA_ARRAY(run->arena, LayoutDigit, info.rank);
  for (intptr_t k = 0; k < info.rank; ++k) {
    dims[k] = info.dims[from[k]];
    digits[k] = (LayoutDigit){.dim = from[k], .scale = 1, .base = 0};
  }
  ScheduleLayout layout = {
      .rank = info.rank, .packedRank = info.rank, .digits = digits};
  Scheduler s = {
      .module = run->op, .context = run->context, .arena = run->arena};
  MlirLocation loc = mlirOperationGetLocation(after);
  StrRef name = bridgeLocationName(loc);
  StrBuf text = {0};
  if (name.length)
    strBufAppendFormat(&text, "%.*s_%s", (int)name.length, name.data, suffix);
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  MlirAttribute callee = layoutProgram(&s, &layout, bufferOf(o, value),
                                       relaxTargetAround(after), loc);
  scheduleFree(&s);
  MlirType type = relaxTensorTypeLike(info, info.rank, dims);
  RelaxCallTirArgs args = {.numInputs = 1,
                           .inputs = &value,
                           .callee = callee,
                           .numResultsTypes = 1,
                           .resultsTypes = &type};
  MlirOperation op = relaxCallTirCreate(
      text.length ? bridgeNamedLocation((StrRef){text.data, text.length}, loc)
                  : loc,
      &args);
  strBufFree(&text);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(after), after, op);
  ++run->counters[ORDER_COUNT_COPIES];
  return mlirOperationGetResult(op, 0);
}

MlirValue orderPlain(Order *o, OrderTurned *turned) {
  if (turned->plain.ptr)
    return turned->plain;
  intptr_t rank = relaxTensorInfoOf(turned->value).rank;
  intptr_t *from = ARENA_ARRAY(o->run->arena, intptr_t, rank);
  for (intptr_t d = 0; d < rank; ++d)
    from[d] = d < turned->dim ? d : d == turned->dim ? rank - 1 : d - 1;
  turned->plain =
      copy(o, turned->value, from, scheduleProducerOf(turned->value), "plain");
  return turned->plain;
}

MlirValue orderTurn(Order *o, MlirValue value, intptr_t dim) {
  for (ptrdiff_t i = 0; i < arrlen(o->values); ++i)
    if (mlirValueEqual(o->values[i].plain, value) && o->values[i].dim == dim)
      return o->values[i].value;
  intptr_t rank = relaxTensorInfoOf(value).rank, count = 0;
  intptr_t *from = ARENA_ARRAY(o->run->arena, intptr_t, rank);
  for (intptr_t d = 0; d < rank; ++d)
    if (d != dim)
      from[count++] = d;
  from[count] = dim;
  OrderTurned entry = {
      .value = copy(o, value, from, scheduleProducerOf(value), "turned"),
      .plain = value,
      .dim = dim};
  arrput(o->values, entry);
  return entry.value;
}
