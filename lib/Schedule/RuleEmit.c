//===- RuleEmit.c - primitives, appended to a schedule --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

static MlirOperation append(Rules *r, MlirOperation op) {
  mlirBlockAppendOwnedOperation(r->block, op);
  return op;
}

static MlirAttribute integer(Rules *r, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(r->scheduler.context, 64),
                            value);
}

static MlirType handleType(Rules *r) {
  return tirHandleTypeGet(r->scheduler.context);
}

/// A name for a handle: letters, digits, '_'.
static MlirLocation labelled(Rules *r, StrRef name) {
  char *text = (char *)arenaCopyString(r->scheduler.arena, name).data;
  for (size_t i = 0; i < name.length; ++i)
    if (text[i] == '.' || text[i] == ' ' || text[i] == '-')
      text[i] = '_';
  return bridgeNamedLocation((StrRef){text, name.length}, r->loc);
}

MlirValue ruleFind(Rules *r, StrRef name) {
  MlirAttribute text = scheduleString(&r->scheduler, name);
  MlirType type = handleType(r);
  TirFindArgs args = {.names = mlirArrayAttrGet(r->scheduler.context, 1, &text),
                      .numHandlesTypes = 1,
                      .handlesTypes = &type};
  return mlirOperationGetResult(
      append(r, tirFindCreate(labelled(r, name), &args)), 0);
}

MlirValue ruleFindSuffix(Rules *r, StrRef name, const char *suffix) {
  StrBuf text = {0};
  strBufAppend(&text, name);
  strBufAppendC(&text, suffix);
  MlirValue found =
      ruleFind(r, arenaCopyString(r->scheduler.arena,
                                  (StrRef){strBufText(&text), text.length}));
  strBufFree(&text);
  return found;
}

static void makeLoops(Rules *r, MlirValue handle, intptr_t count,
                      MlirLocation loc, MlirValue *loops) {
  MlirType *types = ARENA_ARRAY(r->scheduler.arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    types[i] = handleType(r);
  TirLoopsArgs args = {
      .compute = handle, .numLoopsTypes = count, .loopsTypes = types};
  MlirOperation op = append(r, tirLoopsCreate(loc, &args));
  for (intptr_t i = 0; i < count; ++i)
    loops[i] = mlirOperationGetResult(op, i);
}

void ruleLoops(Rules *r, MlirValue handle, MlirOperation compute,
               intptr_t count, MlirValue *loops) {
  StrBuf names = {0};
  MlirBlock body = scheduleBody(compute);
  for (intptr_t i = 0; i < count; ++i) {
    strBufAppendC(&names, i ? "," : "");
    strBufAppend(&names, bridgeLocationName(mlirValueGetLocation(
                             mlirBlockGetArgument(body, i))));
  }
  makeLoops(r, handle, count,
            labelled(r, (StrRef){strBufText(&names), names.length}), loops);
  strBufFree(&names);
}

void ruleLoopsOf(Rules *r, MlirValue handle, intptr_t count,
                 MlirValue *loops) {
  static const char *const names[] = {"a", "b", "c", "d"};
  StrBuf text = {0};
  for (intptr_t i = 0; i < count; ++i) {
    strBufAppendC(&text, i ? "," : "");
    strBufAppendC(&text, names[i % 4]);
  }
  makeLoops(r, handle, count,
            labelled(r, (StrRef){strBufText(&text), text.length}), loops);
  strBufFree(&text);
}

/// The name of a loop's handle.
static StrRef nameOf(MlirValue loop) {
  StrRef names = bridgeLocationName(
      mlirOperationGetLocation(mlirOpResultGetOwner(loop)));
  for (intptr_t skip = mlirOpResultGetResultNumber(loop); skip > 0; --skip)
    while (names.length && *names.data++ != ',')
      --names.length;
  size_t length = 0;
  while (length < names.length && names.data[length] != ',')
    ++length;
  return (StrRef){names.data, length};
}

void ruleSplit(Rules *r, MlirValue loop, int64_t factor, bool balanced,
               MlirValue *outer, MlirValue *inner) {
  StrRef name = nameOf(loop);
  StrBuf names = {0};
  strBufAppendFormat(&names, "%.*so,%.*si", (int)name.length, name.data,
                     (int)name.length, name.data);
  TirSplitArgs args = {.loop = loop,
                       .factor = integer(r, factor),
                       .balanced = balanced
                                       ? mlirUnitAttrGet(r->scheduler.context)
                                       : (MlirAttribute){NULL},
                       .outerType = handleType(r),
                       .innerType = handleType(r)};
  MlirOperation op = append(
      r, tirSplitCreate(
             labelled(r, (StrRef){strBufText(&names), names.length}), &args));
  strBufFree(&names);
  *outer = mlirOperationGetResult(op, 0);
  *inner = mlirOperationGetResult(op, 1);
}

void ruleReorder(Rules *r, const MlirValue *loops, intptr_t count) {
  TirReorderArgs args = {.numLoops = count, .loops = loops};
  append(r, tirReorderCreate(r->loc, &args));
}

void ruleParallel(Rules *r, MlirValue loop) {
  TirParallelArgs args = {.loop = loop};
  append(r, tirParallelCreate(r->loc, &args));
}

void ruleUnroll(Rules *r, MlirValue loop) {
  TirUnrollArgs args = {.loop = loop};
  append(r, tirUnrollCreate(r->loc, &args));
}

void ruleVectorize(Rules *r, MlirValue loop) {
  TirVectorizeArgs args = {.loop = loop, .lanes = integer(r, r->lanes)};
  append(r, tirVectorizeCreate(r->loc, &args));
}

void ruleComputeAt(Rules *r, MlirValue compute, MlirValue loop) {
  TirComputeAtArgs args = {.compute = compute, .loop = loop};
  append(r, tirComputeAtCreate(r->loc, &args));
}

void ruleStage(Rules *r, MlirValue buffer, MlirValue loop) {
  TirStageArgs args = {.buffer = buffer, .loop = loop};
  append(r, tirStageCreate(r->loc, &args));
}

void rulePlace(Rules *r, MlirValue buffer, const char *space) {
  TirPlaceArgs args = {
      .buffer = buffer,
      .space = scheduleString(&r->scheduler, strRefFromC(space))};
  append(r, tirPlaceCreate(r->loc, &args));
}

void ruleVariants(Rules *r, MlirValue loop, int64_t low, int64_t high) {
  TirVariantsArgs args = {
      .loop = loop, .low = integer(r, low), .high = integer(r, high)};
  append(r, tirVariantsCreate(r->loc, &args));
}
