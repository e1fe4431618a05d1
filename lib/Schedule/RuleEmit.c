//===- RuleEmit.c - primitives, appended to a schedule --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Rules.h"

#include <limits.h>

static MlirOperation append(Rules *r, MlirOperation op) {
  mlirBlockAppendOwnedOperation(r->block, op);
  return op;
}

static MlirType handleType(Rules *r) {
  return tirHandleTypeGet(r->scheduler.context);
}

/// A name for a handle: what an SSA name cannot have becomes '_'.
static StrRef labelText(Rules *r, StrRef name) {
  char *text = (char *)arenaCopyString(r->scheduler.arena, name).data;
  for (size_t i = 0; i < name.length; ++i)
    if (text[i] == '.' || text[i] == ' ' || text[i] == '-')
      text[i] = '_';
  return (StrRef){text, name.length};
}

static MlirLocation labelled(Rules *r, StrRef name) {
  return bridgeNamedLocation(labelText(r, name), r->loc);
}

/// Names of several results, as the reader of names leaves them
/// (lib/Bridge/Core/Names.cpp).
static MlirLocation labelledAll(Rules *r, const StrRef *names, intptr_t count) {
  if (count == 1)
    return labelled(r, names[0]);
  MlirAttribute *texts = ARENA_ARRAY(r->scheduler.arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    texts[i] = scheduleString(&r->scheduler, labelText(r, names[i]));
  MlirContext context = r->scheduler.context;
  return mlirLocationFusedGet(context, 1, &r->loc,
                              mlirArrayAttrGet(context, count, texts));
}

StrRef ruleName(Rules *r, StrRef name, const char *suffix) {
  StrBuf text = {0};
  strBufAppend(&text, name);
  strBufAppendC(&text, suffix);
  return arenaKeep(r->scheduler.arena, &text);
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
  return ruleFind(r, ruleName(r, name, suffix));
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
  StrRef *names = ARENA_ARRAY(r->scheduler.arena, StrRef, count);
  MlirBlock body = bridgeBody(compute);
  for (intptr_t i = 0; i < count; ++i)
    names[i] =
        bridgeLocationName(mlirValueGetLocation(mlirBlockGetArgument(body, i)));
  makeLoops(r, handle, count, labelledAll(r, names, count), loops);
}

void ruleLoopsOf(Rules *r, MlirValue handle, const char *base, intptr_t count,
                 MlirValue *loops) {
  StrRef *names = ARENA_ARRAY(r->scheduler.arena, StrRef, count);
  for (intptr_t i = 0; i < count; ++i) {
    StrBuf number = {0};
    strBufAppendFormat(&number, "%ld", (long)i);
    names[i] = ruleName(r, strRefFromC(base), strBufText(&number));
    strBufFree(&number);
  }
  makeLoops(r, handle, count, labelledAll(r, names, count), loops);
}

void ruleSplit(Rules *r, MlirValue loop, int64_t factor, bool balanced,
               MlirValue *outer, MlirValue *inner) {
  StrRef name = scheduleHandleName(loop);
  StrRef names[] = {ruleName(r, name, "o"), ruleName(r, name, "i")};
  TirSplitArgs args = {.loop = loop,
                       .factor = factor,
                       .balanced = balanced,
                       .outerType = handleType(r),
                       .innerType = handleType(r)};
  MlirOperation op = append(r, tirSplitCreate(labelledAll(r, names, 2), &args));
  *outer = mlirOperationGetResult(op, 0);
  *inner = mlirOperationGetResult(op, 1);
}

void ruleReorder(Rules *r, const MlirValue *loops, intptr_t count) {
  TirReorderArgs args = {.numLoops = count, .loops = loops};
  append(r, tirReorderCreate(r->loc, &args));
}

void ruleReorderFrom(Rules *r, const MlirValue *old, const MlirValue *loops,
                     intptr_t count) {
  bool moved = false;
  for (intptr_t i = 0; i < count; ++i)
    moved |= !mlirValueEqual(loops[i], old[i]);
  if (moved)
    ruleReorder(r, loops, count);
}

void ruleReassociate(Rules *r, const MlirValue *loops, intptr_t count) {
  TirReorderArgs args = {
      .numLoops = count, .loops = loops, .reassociate = true};
  append(r, tirReorderCreate(r->loc, &args));
}

void ruleParallel(Rules *r, MlirValue loop) {
  if (r->nested)
    return;
  TirParallelArgs args = {.loop = loop};
  append(r, tirParallelCreate(r->loc, &args));
}

/// Is a round of the one loop whose extent is unknown worth the threads? Rounds
/// with unknown extents inside may be.
static bool sharesRounds(const Rules *r, const RuleCompute *compute) {
  intptr_t unknown = 0;
  int64_t points = 1;
  for (intptr_t i = 0; i < compute->count; ++i)
    if (compute->extent[i] < 0)
      ++unknown;
    else if (__builtin_mul_overflow(points, compute->extent[i], &points))
      return true;
  return unknown > 1 || points >= r->limits.parallelPoints;
}

intptr_t ruleOutermost(const Rules *r, const int64_t *extents, intptr_t count) {
  intptr_t longest = 0;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] >= r->limits.parallelRounds)
      return i;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] < 0)
      return i;
  for (intptr_t i = 0; i < count; ++i)
    if (extents[i] > extents[longest])
      longest = i;
  return longest;
}

void ruleParallelLoops(Rules *r, const RuleCompute *compute,
                       const MlirValue *loops, const int64_t *extents,
                       intptr_t count) {
  if (r->nested)
    return;
  ruleParallel(r, loops[0]);
  if (count == 1 || extents[0] >= 0 || !sharesRounds(r, compute))
    return;
  intptr_t inner = 1 + ruleOutermost(r, extents + 1, count - 1);
  if (extents[inner] < 0 || extents[inner] > 1)
    ruleParallel(r, loops[inner]);
}

void ruleUnroll(Rules *r, MlirValue loop) {
  TirUnrollArgs args = {.loop = loop};
  append(r, tirUnrollCreate(r->loc, &args));
}

void ruleVectorize(Rules *r, MlirValue loop, bool masked) {
  TirVectorizeArgs args = {.loop = loop, .lanes = r->lanes, .masked = masked};
  append(r, tirVectorizeCreate(r->loc, &args));
}

void ruleTurn(Rules *r, MlirValue outer, MlirValue inner, bool masked) {
  TirTurnArgs args = {
      .outer = outer, .inner = inner, .lanes = r->lanes, .masked = masked};
  append(r, tirTurnCreate(r->loc, &args));
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
  TirPlaceArgs args = {.buffer = buffer, .space = strRefFromC(space)};
  append(r, tirPlaceCreate(r->loc, &args));
}

void ruleVariants(Rules *r, MlirValue loop, int64_t low, int64_t high) {
  TirVariantsArgs args = {.loop = loop, .low = low, .high = high};
  append(r, tirVariantsCreate(r->loc, &args));
}

void ruleSizes(Rules *r, MlirValue loop, int64_t extent, int64_t factor,
               bool balanced) {
  if (extent < 0) {
    ruleVariants(r, loop, balanced ? 1 : factor, factor);
  } else if (balanced) {
    int64_t panels = (extent + factor - 1) / factor;
    if (panels > 1 && extent % panels)
      ruleVariants(r, loop, extent / panels, extent / panels + 1);
  } else if (extent > factor && extent % factor) {
    ruleVariants(r, loop, factor, factor);
    ruleVariants(r, loop, extent % factor, extent % factor);
  }
}

void ruleRfactor(Rules *r, MlirValue compute, int64_t factor) {
  TirRfactorArgs args = {.compute = compute, .factor = factor};
  append(r, tirRfactorCreate(r->loc, &args));
}

void ruleFork(Rules *r, MlirValue compute, intptr_t iterator, int64_t limit) {
  TirForkArgs args = {.compute = compute, .iterator = iterator, .limit = limit};
  append(r, tirForkCreate(r->loc, &args));
}

void ruleLayout(Rules *r, MlirValue buffer, const SymExpr *exprs,
                intptr_t count) {
  MlirContext context = r->scheduler.context;
  MlirAttribute *list = ARENA_ARRAY(r->scheduler.arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = symExprToAttribute(context, exprs[i]);
  TirLayoutArgs args = {.buffer = buffer,
                        .exprs = mlirArrayAttrGet(context, count, list)};
  append(r, tirLayoutCreate(r->loc, &args));
}

void rulePrefetch(Rules *r, MlirValue buffer, MlirValue loop, int64_t ahead) {
  TirPrefetchArgs args = {.buffer = buffer, .loop = loop, .ahead = ahead};
  append(r, tirPrefetchCreate(r->loc, &args));
}
