//===- MatchConditions.c - does a case fit? -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/ControlFlow/LowerMatch.h"

static MlirAttribute reference(MatchLowering *l, StrRef name) {
  return mlirFlatSymbolRefAttrGet(l->run->context, strRefToMlir(name));
}

//===----------------------------------------------------------------------===//
// Parts of a value
//===----------------------------------------------------------------------===//

static MlirValue getField(MatchLowering *l, MlirValue value, StrRef name,
                          intptr_t index, MlirType type) {
  RelaxGetFieldArgs args = {.value = value,
                            .constructor = reference(l, name),
                            .index = index,
                            .resultType = type};
  return graphInsert(&l->g, relaxGetFieldCreate(l->g.loc, &args));
}

MlirValue matchGetPart(MatchLowering *l, MlirAttribute pattern, MlirValue value,
                       intptr_t index) {
  MlirType type = mlirValueGetType(value);
  if (relaxPatternKind(pattern) == RELAX_PATTERN_TUPLE) {
    RelaxTupleGetArgs args = {.tuple = value, .index = index};
    return graphInsert(&l->g, relaxTupleGetCreate(l->g.loc, &args));
  }
  RelaxConstructor constructor;
  StrRef name = relaxPatternConstructor(pattern);
  relaxConstructorFind(relaxAdtFind(&l->scope, type), name, &constructor);
  return getField(l, value, name, index,
                  relaxFieldType(l->run->arena, constructor, type, index));
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// The only constructor of its type fits without a question.
static bool needsTest(MatchLowering *l, MlirAttribute pattern, MlirType type) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind <= RELAX_PATTERN_ANY)
    return false;
  RelaxConstructor constructor = {{NULL}, 0, 0};
  if (kind == RELAX_PATTERN_CONSTRUCTOR) {
    MlirOperation adt = relaxAdtFind(&l->scope, type);
    if (mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt)) > 1)
      return true;
    relaxConstructorFind(adt, relaxPatternConstructor(pattern), &constructor);
  }
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i)
    if (needsTest(l, relaxPatternPart(pattern, i),
                  kind == RELAX_PATTERN_TUPLE
                      ? mlirTupleTypeGetType(type, i)
                      : relaxFieldType(l->run->arena, constructor, type, i)))
      return true;
  return false;
}

void matchYield(MatchLowering *l, intptr_t count, MlirValue *values) {
  RelaxYieldArgs args = {count, values};
  graphInsertCheck(&l->g, relaxYieldCreate(l->g.loc, &args));
}

/// A `relax.if` at the place of the builder; its blocks are empty.
MlirOperation matchCreateIf(MatchLowering *l, MlirLocation loc,
                            RelaxIfArgs args) {
  MlirOperation op = relaxIfCreate(loc, &args);
  graphInsertCheck(&l->g, op);
  for (intptr_t r = 0; r < 2; ++r)
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, r),
                               mlirBlockCreate(0, NULL, NULL));
  return op;
}

/// Operations go to the end of a region's block from here on.
GraphBuilder matchEnter(MatchLowering *l, MlirOperation op, intptr_t region) {
  GraphBuilder outer = l->g;
  l->g.before = (MlirOperation){NULL};
  l->g.block = bridgeBlock(op, region);
  return outer;
}

void matchLeave(MatchLowering *l, GraphBuilder outer) {
  outer.failed |= l->g.failed;
  outer.numInserted = l->g.numInserted;
  l->g = outer;
}

static MlirValue testParts(MatchLowering *l, MlirAttribute pattern,
                           MlirValue value, intptr_t index);

/// `first` holds, and the parts from `index` on fit, which are only read where
/// it does.
static MlirValue testMore(MatchLowering *l, MlirValue first,
                          MlirAttribute pattern, MlirValue value,
                          intptr_t index) {
  bool more = false;
  for (intptr_t i = index, e = relaxPatternNumParts(pattern); i < e; ++i)
    more |= relaxPatternKind(relaxPatternPart(pattern, i)) > RELAX_PATTERN_ANY;
  if (!more)
    return first;
  MlirType type = mlirValueGetType(first);
  MlirOperation both = matchCreateIf(l, graphPlace(&l->g, "fits"),
                                     (RelaxIfArgs){.condition = first,
                                                   .numResultsTypes = 1,
                                                   .resultsTypes = &type});
  for (intptr_t r = 0; r < 2; ++r) {
    GraphBuilder outer = matchEnter(l, both, r);
    MlirValue rest = {NULL};
    if (r == 0)
      rest = testParts(l, pattern, value, index);
    // Nothing more to ask, or the other region: `first` is the answer.
    matchYield(l, 1, rest.ptr ? &rest : &first);
    matchLeave(l, outer);
  }
  return mlirOperationGetResult(both, 0);
}

/// All parts from `index` on fit; null where that needs no test.
static MlirValue testParts(MatchLowering *l, MlirAttribute pattern,
                           MlirValue value, intptr_t index) {
  MlirValue first = {NULL};
  for (intptr_t e = relaxPatternNumParts(pattern); !first.ptr && index < e;
       ++index) {
    MlirAttribute inner = relaxPatternPart(pattern, index);
    if (relaxPatternKind(inner) > RELAX_PATTERN_ANY)
      first = matchTest(l, inner, matchGetPart(l, pattern, value, index));
  }
  return first.ptr ? testMore(l, first, pattern, value, index) : first;
}

MlirValue matchTest(MatchLowering *l, MlirAttribute pattern, MlirValue value) {
  MlirType type = mlirValueGetType(value);
  if (!needsTest(l, pattern, type))
    return (MlirValue){NULL};
  if (relaxPatternKind(pattern) == RELAX_PATTERN_TUPLE ||
      mlirArrayAttrGetNumElements(
          relaxAdtGetConstructors(relaxAdtFind(&l->scope, type))) == 1)
    return testParts(l, pattern, value, 0);
  RelaxIsConstructorArgs args = {
      .value = value,
      .constructor = reference(l, relaxPatternConstructor(pattern)),
      .resultType =
          relaxTensorTypeOf(mlirIntegerTypeGet(l->run->context, 1), 0, NULL)};
  MlirValue is = graphInsert(
      &l->g, relaxIsConstructorCreate(graphPlace(&l->g, "is"), &args));
  return testMore(l, is, pattern, value, 0);
}

MlirAttribute matchPartialSubject(const MatchLowering *l) {
  StrBuf text = {0};
  MlirLocation loc = mlirOperationGetLocation(l->match);
  if (bridgePrintPlace(loc, &text))
    strBufAppendC(&text, ": ");
  strBufAppendC(&text, "'relax.match partial'");
  StrRef name = bridgeLocationName(loc);
  if (name.length)
    strBufAppendFormat(&text, " %%%.*s", (int)name.length, name.data);
  strBufAppendC(&text, ": a case for the value");
  MlirAttribute subject = mlirStringAttrGet(
      l->run->context, mlirStringRefCreate(text.data, text.length));
  strBufFree(&text);
  return subject;
}
