//===- Layout.c - the primitive tir.layout --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The program gets the packed buffer and its accesses go to the packed places;
// callers change when the schedule ends (LayoutCallers.c). So a trial of a
// schedule leaves them alone.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Layout.h"

#include <stb/stb_ds.h>

/// A weight may grow so many times by padding: more would not be prepared
/// (lib/Transforms/Weights/PrepareWeights.c).
enum { MAX_GROWTH = 4 };

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

static MlirLogicalResult checkAccesses(Scheduler *s, MlirValue buffer) {
  StrRef name = scheduleBufferName(buffer);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  ScheduleAccess *accesses = scheduleAccesses(s, s->func);
  for (ptrdiff_t a = 0;
       a < arrlen(accesses) && mlirLogicalResultIsSuccess(outcome); ++a) {
    if (!mlirValueEqual(accesses[a].buffer, buffer))
      continue;
    if (accesses[a].writes)
      outcome = scheduleError(s,
                              "'%.*s' is written: expected a buffer that is "
                              "only loaded",
                              SPREAD(name));
    else if (tirLoadGetPad(accesses[a].op).ptr)
      outcome = scheduleError(s,
                              "load of '%.*s' is padded: expected indices "
                              "inside of the buffer",
                              SPREAD(name));
  }
  arrfree(accesses);
  return outcome;
}

/// Elements of a buffer; -1 if that is no constant.
static int64_t countElements(MlirType type) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  int64_t count = 1, extent;
  for (intptr_t d = 0; d < rank; ++d)
    if (!symAttributeIsConst(dims[d], &extent) ||
        __builtin_mul_overflow(count, extent, &count))
      return -1;
  return count;
}

static MlirLogicalResult checkGrowth(Scheduler *s, MlirValue buffer,
                                     MlirType packed) {
  StrRef name = scheduleBufferName(buffer);
  int64_t before = countElements(mlirValueGetType(buffer)), limit;
  int64_t after = countElements(packed);
  if (before < 0 || __builtin_mul_overflow(before, MAX_GROWTH, &limit) ||
      (after >= 0 && after <= limit))
    return mlirLogicalResultSuccess();
  return scheduleError(s,
                       "padding makes %ld elements of '%.*s' out of %ld: "
                       "expected at most %d times as many",
                       (long)after, SPREAD(name), (long)before, MAX_GROWTH);
}

static bool hasBareDim(MlirType type, StrRef symbol) {
  const MlirAttribute *dims;
  StrRef name;
  for (intptr_t d = 0, e = tirBufferTypeGetDims(type, &dims); d < e; ++d)
    if (symAttributeIsSymbol(dims[d], &name) && strRefEqual(name, symbol))
      return true;
  return false;
}

/// Every symbol of the old type is still bound.
static MlirLogicalResult checkSymbols(Scheduler *s, MlirValue buffer,
                                      MlirType packed) {
  const MlirAttribute *dims;
  StrRef name = scheduleBufferName(buffer), symbol;
  MlirBlock entry = bridgeBody(s->func);
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  for (intptr_t d = 0; d < rank; ++d) {
    if (!symAttributeIsSymbol(dims[d], &symbol))
      continue;
    bool bound = hasBareDim(packed, symbol);
    for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
      MlirValue other = mlirBlockGetArgument(entry, i);
      bound |= !mlirValueEqual(other, buffer) &&
               hasBareDim(mlirValueGetType(other), symbol);
    }
    if (!bound)
      return scheduleError(s,
                           "'%.*s' alone binds '%.*s': expected the symbol as "
                           "a dimension of another argument",
                           SPREAD(name), SPREAD(symbol));
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(Scheduler *s, MlirValue buffer) {
  StrRef name = scheduleBufferName(buffer);
  if (mlirValueIsAOpResult(buffer))
    return scheduleError(s,
                         "'%.*s' is local to the program: expected an "
                         "argument, which callers prepare",
                         SPREAD(name));
  for (ptrdiff_t i = 0; i < arrlen(s->layouts); ++i)
    if (s->layouts[i].argument == mlirBlockArgumentGetArgNumber(buffer))
      return scheduleError(s, "'%.*s' has another layout already",
                           SPREAD(name));
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  if (!mlirTypeIsAFloat(element) && !mlirTypeIsAInteger(element)) {
    StrBuf text = {0};
    bridgePrintType(element, &text);
    return scheduleError(s,
                         "elements of '%.*s': expected integers or floats, got "
                         "'%s'",
                         SPREAD(name), arenaKeep(s->arena, &text).data);
  }
  if (mlirLogicalResultIsFailure(checkAccesses(s, buffer)))
    return mlirLogicalResultFailure();
  const char *reason = layoutRefusal(s, buffer);
  return reason ? scheduleError(s, "%s", reason) : mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

/// Loads and prefetches of the buffer.
static MlirLogicalResult rewriteAccesses(Scheduler *s, MlirValue buffer,
                                         const ScheduleLayout *layout) {
  bool good = true;
  ScheduleOps ops = scheduleCollect(s->func);
  for (ptrdiff_t i = 0; i < arrlen(ops) && good; ++i) {
    if ((!tirIsLoad(ops[i]) && !tirIsFetch(ops[i])) ||
        !bridgeUses(ops[i], buffer))
      continue;
    intptr_t count;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    SymExpr *packed = ARENA_ARRAY(s->arena, SymExpr, layout->packedRank);
    good = layoutPack(s, layout, ops[i], exprs, packed);
    if (good)
      scheduleSetExprs(s, ops[i], packed, layout->packedRank);
  }
  arrfree(ops);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static void setArgumentType(Scheduler *s, MlirValue buffer, MlirType type) {
  mlirValueSetType(buffer, type);
  MlirBlock entry = bridgeBody(s->func);
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirType *types = ARENA_ARRAY(s->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  tirFuncSetFunctionType(
      s->func, mlirFunctionTypeGet(s->context, count, types, 0, NULL));
}

MlirLogicalResult scheduleLayout(Scheduler *s) {
  MlirValue buffer = scheduleBufferOf(s, tirLayoutGetBuffer(s->primitive));
  ScheduleLayout layout;
  if (!buffer.ptr || mlirLogicalResultIsFailure(check(s, buffer)) ||
      mlirLogicalResultIsFailure(layoutRead(s, buffer, &layout)))
    return mlirLogicalResultFailure();
  MlirType packed = layoutType(s, &layout, mlirValueGetType(buffer));
  if (!packed.ptr ||
      mlirLogicalResultIsFailure(checkGrowth(s, buffer, packed)) ||
      mlirLogicalResultIsFailure(checkSymbols(s, buffer, packed)) ||
      mlirLogicalResultIsFailure(rewriteAccesses(s, buffer, &layout)))
    return mlirLogicalResultFailure();
  setArgumentType(s, buffer, packed);
  arrput(s->layouts, layout);
  return mlirLogicalResultSuccess();
}
