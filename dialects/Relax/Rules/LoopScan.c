//===- LoopScan.c - rules of the loop over rows ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The symbols of the types are those around the loop: its region binds none.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"

typedef struct Scan {
  MlirOperation op, yield;
  Arena *arena;
  MlirBlock body;
  MlirAttribute length;
  intptr_t numStates, numRows, numResults;
} Scan;

static MlirType typeOf(MlirBlock block, intptr_t argument) {
  return mlirValueGetType(mlirBlockGetArgument(block, argument));
}

static MlirLogicalResult differ(const Scan *scan, MlirOperation reporter,
                                const char *what, intptr_t index, MlirType want,
                                MlirType got, const char *hint) {
  RelaxMatch match = {.arena = scan->arena};
  return relaxMatchDiffer(&match, reporter, what, index, want, got, hint);
}

/// Rows of results are put into memory as bytes.
static MlirLogicalResult verifyNumbers(const Scan *scan) {
  for (intptr_t i = scan->numStates; i < scan->numResults; ++i) {
    RelaxTensorInfo info;
    MlirType type = mlirValueGetType(mlirOperationGetResult(scan->op, i));
    if (relaxTensorInfo(type, &info) && relaxIsStringType(info.elementType))
      return bridgeEmitOpError(
          scan->op,
          "result %ld: expected rows of numbers, got strings; let the loop "
          "yield numbers that stand for them, and use 'relax.take' behind it",
          (long)i);
    if (relaxTensorBlockFormat(type))
      return bridgeEmitOpError(
          scan->op,
          "result %ld: expected rows of numbers, got %s; use 'relax.cast' to "
          "f32 in the loop",
          (long)i, relaxTypeText(scan->arena, type));
  }
  return mlirLogicalResultSuccess();
}

/// The leading extents are one.
static MlirLogicalResult verifyLength(Scan *scan) {
  for (intptr_t i = 0; i < scan->numRows; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(relaxScanGetRows(scan->op, i));
    if (!info.ranked || info.rank == 0 || symAttributeIsUnknown(info.dims[0]))
      return bridgeEmitOpError(
          scan->op,
          "rows %ld: expected a known leading extent, got %s; name it with "
          "'relax.match_cast'",
          (long)i, relaxShapeText(scan->arena, info));
    if (i == 0)
      scan->length = info.dims[0];
    else if (!relaxDimEqual(scan->length, info.dims[0]))
      return bridgeEmitOpError(
          scan->op,
          "rows %ld: expected the leading extent of %s, got %s; if they are "
          "equal, say so with 'relax.match_cast'",
          (long)i,
          relaxShapeText(scan->arena,
                         relaxTensorInfoOf(relaxScanGetRows(scan->op, 0))),
          relaxShapeText(scan->arena, info));
  }
  return mlirLogicalResultSuccess();
}

/// The types say nothing of their own.
static MlirLogicalResult verifyBindsNothing(const Scan *scan) {
  MlirAttribute bound = symRegionBinds(scan->op);
  if (mlirArrayAttrGetNumElements(bound) == 0)
    return mlirLogicalResultSuccess();
  MlirStringRef name =
      mlirStringAttrGetValue(mlirArrayAttrGetElement(bound, 0));
  return bridgeEmitOpError(scan->op,
                           "binds '%.*s', but a state has one type in all "
                           "rounds; a loop whose extents change is "
                           "'relax.while'",
                           SPREAD(name));
}

static MlirLogicalResult verifyArguments(const Scan *scan) {
  for (intptr_t i = 0; i < scan->numStates; ++i) {
    MlirType want = typeOf(scan->body, i);
    MlirType got = mlirValueGetType(relaxScanGetInits(scan->op, i));
    if (!relaxTypeForgets(got, want))
      return differ(scan, scan->op, "initial value", i, want, got, "");
  }
  for (intptr_t i = 0; i < scan->numRows; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(relaxScanGetRows(scan->op, i));
    MlirType want = relaxTensorTypeLike(info, info.rank - 1, info.dims + 1);
    MlirType got = typeOf(scan->body, scan->numStates + i);
    if (!mlirTypeEqual(want, got))
      return differ(scan, scan->op, "argument", scan->numStates + i, want, got,
                    ", a row without the leading extent");
  }
  return mlirLogicalResultSuccess();
}

/// What is yielded is the next states and rows of results.
static MlirLogicalResult verifyResults(const Scan *scan) {
  for (intptr_t i = 0; i < scan->numResults; ++i) {
    MlirType yielded = mlirValueGetType(relaxYieldGetValues(scan->yield, i));
    MlirType result = mlirValueGetType(mlirOperationGetResult(scan->op, i));
    RelaxTensorInfo info;
    if (i < scan->numStates) {
      MlirType state = typeOf(scan->body, i);
      if (!relaxTypeForgets(yielded, state))
        return differ(scan, scan->yield, "value", i, state, yielded,
                      "; if they are equal, say so with 'relax.match_cast'");
      if (!relaxTypeForgets(state, result))
        return differ(scan, scan->op, "result", i, state, result, "");
      continue;
    }
    if (!relaxTensorInfo(yielded, &info) || !info.ranked)
      return bridgeEmitOpError(scan->yield,
                               "value %ld: expected a tensor of known rank, a "
                               "row of the result",
                               (long)i);
    MlirAttribute *dims =
        ARENA_ARRAY(scan->arena, MlirAttribute, info.rank + 1);
    dims[0] = scan->length;
    for (intptr_t d = 0; d < info.rank; ++d)
      dims[d + 1] = info.dims[d];
    MlirType want = relaxTensorTypeLike(info, info.rank + 1, dims);
    if (!relaxTypeForgets(want, result))
      return differ(scan, scan->op, "result", i, want, result, "");
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult wrongCount(MlirOperation op, const char *what,
                                    intptr_t want, intptr_t got) {
  return bridgeEmitOpError(op, "expected %ld %s, got %ld", (long)want, what,
                           (long)got);
}

static MlirLogicalResult verifyCounts(Scan *scan) {
  intptr_t arguments = mlirBlockGetNumArguments(scan->body);
  if (scan->numRows == 0)
    return bridgeEmitOpError(scan->op,
                             "has no tensor behind 'in' whose rows it runs "
                             "over; a loop without is 'relax.while'");
  if (arguments != scan->numStates + scan->numRows)
    return wrongCount(scan->op, "arguments of the region",
                      scan->numStates + scan->numRows, arguments);
  scan->yield = mlirBlockGetTerminator(scan->body);
  if (!scan->yield.ptr || !relaxIsYield(scan->yield))
    return bridgeEmitOpError(scan->op, "expected 'relax.yield' at the end");
  if (scan->numResults < scan->numStates)
    return bridgeEmitOpError(scan->op, "has %ld states, but %ld results",
                             (long)scan->numStates, (long)scan->numResults);
  intptr_t values = relaxYieldGetNumValues(scan->yield);
  return values == scan->numResults
             ? mlirLogicalResultSuccess()
             : wrongCount(scan->yield,
                          "values, the next states and a row of "
                          "each further result",
                          scan->numResults, values);
}

MlirLogicalResult relaxScanVerify(MlirOperation op) {
  Scan scan = {
      .op = op,
      .arena = arenaCreate(),
      .body = bridgeBody(op),
      .numStates = relaxScanGetNumInits(op),
      .numRows = relaxScanGetNumRows(op),
      .numResults = mlirOperationGetNumResults(op),
  };
  MlirLogicalResult outcome = verifyCounts(&scan);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = verifyNumbers(&scan);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = verifyLength(&scan);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = verifyBindsNothing(&scan);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = verifyArguments(&scan);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = verifyResults(&scan);
  arenaDestroy(scan.arena);
  return outcome;
}
