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
#include <stdio.h>

/// A weight may grow so many times by padding: more would not be prepared
/// (lib/Transforms/Weights/PrepareWeights.c).
enum { MAX_GROWTH = 4 };

//===----------------------------------------------------------------------===//
// Names of dimensions
//===----------------------------------------------------------------------===//

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
    if (names[d].length)
      continue;
    char text[24];
    int length = snprintf(text, sizeof(text), "d%ld", (long)d);
    names[d] = arenaCopyString(s->arena, (StrRef){text, (size_t)length});
  }
  return names;
}

void scheduleTakeNames(Scheduler *s) {
  MlirBlock entry = scheduleBody(s->func);
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
  intptr_t count = mlirBlockGetNumArguments(scheduleBody(s->func));
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
                              (int)name.length, name.data);
    else if (tirLoadGetPad(accesses[a].op).ptr)
      outcome = scheduleError(s,
                              "load of '%.*s' is padded: expected indices "
                              "inside of the buffer",
                              (int)name.length, name.data);
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
                       (long)after, (int)name.length, name.data, (long)before,
                       MAX_GROWTH);
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
  MlirBlock entry = scheduleBody(s->func);
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
                           (int)name.length, name.data, (int)symbol.length,
                           symbol.data);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult check(Scheduler *s, MlirValue buffer) {
  StrRef name = scheduleBufferName(buffer);
  if (mlirValueIsAOpResult(buffer))
    return scheduleError(s,
                         "'%.*s' is local to the program: expected an "
                         "argument, which callers prepare",
                         (int)name.length, name.data);
  for (ptrdiff_t i = 0; i < arrlen(s->layouts); ++i)
    if (s->layouts[i].argument == mlirBlockArgumentGetArgNumber(buffer))
      return scheduleError(s, "'%.*s' has another layout already",
                           (int)name.length, name.data);
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  if (!mlirTypeIsAFloat(element) && !mlirTypeIsAInteger(element)) {
    StrBuf text = {0};
    bridgePrintType(element, &text);
    scheduleError(s,
                  "elements of '%.*s': expected integers or floats, got "
                  "'%s'",
                  (int)name.length, name.data, strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
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
    bool uses = (tirIsLoad(ops[i]) &&
                 mlirValueEqual(tirLoadGetBuffer(ops[i]), buffer)) ||
                (tirIsFetch(ops[i]) &&
                 mlirValueEqual(tirFetchGetBuffer(ops[i]), buffer));
    if (!uses)
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
  MlirBlock entry = scheduleBody(s->func);
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
