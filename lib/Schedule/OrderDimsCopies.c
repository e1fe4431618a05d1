//===- OrderDimsCopies.c - tensors in another order -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Dimensions that stay beside each other are one for the copy: rows of a few
// places each are a row of many.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
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
    strBufAppendFormat(&text, "%.*s_%s", SPREAD(name), suffix);
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

//===----------------------------------------------------------------------===//
// Dimensions as one
//===----------------------------------------------------------------------===//

static MlirLocation labelled(MlirOperation op, const char *suffix) {
  MlirLocation loc = mlirOperationGetLocation(op);
  StrRef name = bridgeLocationName(loc);
  StrBuf text = {0};
  if (mlirLocationIsAName(loc))
    loc = mlirLocationNameGetChildLoc(loc);
  if (name.length && suffix) {
    strBufAppendFormat(&text, "%.*s_%s", SPREAD(name), suffix);
    loc = bridgeNamedLocation((StrRef){text.data, text.length}, loc);
  }
  strBufFree(&text);
  return loc;
}

/// The elements of `value` in order, under other extents. Behind `after`.
static MlirValue view(MlirValue value, intptr_t rank, const MlirAttribute *dims,
                      MlirOperation after, MlirLocation loc) {
  RelaxReshapeArgs args = {
      .input = value,
      .resultType = relaxTensorTypeLike(relaxTensorInfoOf(value), rank, dims)};
  MlirOperation op = relaxReshapeCreate(loc, &args);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(after), after, op);
  return mlirOperationGetResult(op, 0);
}

/// The extents before a dimension, its own, and those behind it, as one each.
typedef struct Joined {
  MlirAttribute before, own, behind;
} Joined;

/// False if they cannot be written.
static bool joinDims(Order *o, const MlirAttribute *dims, intptr_t rank,
                     intptr_t dim, Joined *out) {
  Arena *arena = o->run->arena;
  SymExpr before = symExprConst(arena, 1), behind = before;
  for (intptr_t d = 0; d < rank; ++d) {
    SymExpr *part = d < dim ? &before : &behind;
    if (d != dim &&
        symExprMul(arena, *part, symExprOf(arena, dims[d]), part) != SYM_OK)
      return false;
  }
  out->before = symExprToAttribute(o->run->context, before);
  out->own = dims[dim];
  out->behind = symExprToAttribute(o->run->context, behind);
  return true;
}

/// The copy between a value in its own order, whose dimensions are `dims`, and
/// one that is turned to `dim`: `plain` says which of them is made of the
/// other.
static MlirValue copyJoined(Order *o, MlirValue value,
                            const MlirAttribute *dims, intptr_t dim,
                            bool plain) {
  intptr_t rank = relaxTensorInfoOf(value).rank;
  MlirOperation after = bridgeDefiner(value);
  const char *suffix = plain ? "plain" : "turned";
  Joined part;
  if (rank - dim <= 2 || !joinDims(o, dims, rank, dim, &part)) {
    intptr_t *from = ARENA_ARRAY(o->run->arena, intptr_t, rank), count = 0;
    for (intptr_t d = 0; d < rank; ++d)
      if (plain)
        from[d] = d < dim ? d : d == dim ? rank - 1 : d - 1;
      else if (d != dim)
        from[count++] = d;
    if (!plain)
      from[count] = dim;
    return copy(o, value, from, after, suffix);
  }
  static const intptr_t swapped[] = {0, 2, 1};
  MlirAttribute joined[] = {part.before, plain ? part.behind : part.own,
                            plain ? part.own : part.behind};
  const intptr_t parts = sizeof(joined) / sizeof(*joined);
  MlirAttribute *result = ARENA_ARRAY(o->run->arena, MlirAttribute, rank);
  for (intptr_t d = 0; d < rank; ++d)
    result[d] = dims[d];
  if (!plain)
    orderPermute(dims, rank, dim, result);
  MlirLocation loc = labelled(after, suffix);
  MlirValue rows = view(value, parts, joined, after, labelled(after, NULL));
  MlirValue moved = copy(o, rows, swapped, bridgeDefiner(rows), suffix);
  return view(moved, rank, result, bridgeDefiner(moved), loc);
}

MlirValue orderPlain(Order *o, OrderTurned *turned) {
  if (turned->plain.ptr)
    return turned->plain;
  RelaxTensorInfo info = relaxTensorInfoOf(turned->value);
  MlirAttribute *dims = ARENA_ARRAY(o->run->arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d] = info.dims[d < turned->dim    ? d
                        : d == turned->dim ? info.rank - 1
                                           : d - 1];
  turned->plain = copyJoined(o, turned->value, dims, turned->dim, true);
  return turned->plain;
}

MlirValue orderTurn(Order *o, MlirValue value, intptr_t dim) {
  for (ptrdiff_t i = 0; i < arrlen(o->values); ++i)
    if (mlirValueEqual(o->values[i].plain, value) && o->values[i].dim == dim)
      return o->values[i].value;
  OrderTurned entry = {
      .value = copyJoined(o, value, relaxTensorInfoOf(value).dims, dim, false),
      .plain = value,
      .dim = dim};
  arrput(o->values, entry);
  return entry.value;
}
