//===- RaggedBatchPrepare.c - operations written with ragged ones ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Before instances become many: operations that take no ragged operands, and
// have a definition of others that do, become that. Margins of literal widths
// are joined on, slices of literal begins count from both ends, windows over
// time are slices beside each other.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Pad.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

#include <string.h>

/// `a - b` where that is a number.
static bool literalDistance(Arena *arena, MlirAttribute a, MlirAttribute b,
                            int64_t *distance) {
  SymExpr d;
  return symExprSub(arena, symExprOf(arena, a), symExprOf(arena, b), &d) ==
             SYM_OK &&
         symExprIsConst(d, distance);
}

//===----------------------------------------------------------------------===//
// Margins and parts
//===----------------------------------------------------------------------===//

/// `width` of `value` along an axis of a tensor like `x`.
static MlirValue margin(GraphBuilder *g, MlirValue x, MlirValue value,
                        int64_t axis, int64_t width) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute *dims = ARENA_ARRAY(g->arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d] = d == axis ? graphLiteral(g, width) : info.dims[d];
  return graphBroadcast(g, value, info.rank, dims, x);
}

/// Constant margins, of widths that are numbers and not below 0.
static MlirValue pad(GraphBuilder *g, MlirOperation op) {
  MlirValue x = relaxPadGetInput(op), value = relaxPadGetValue(op);
  RelaxTensorInfo info = relaxTensorInfoOf(x),
                  out = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  int64_t *low = ARENA_ARRAY(g->arena, int64_t, info.rank + 1);
  int64_t *high = ARENA_ARRAY(g->arena, int64_t, info.rank + 1);
  bool literal = strRefEqual(relaxPadGetMode(op), strRefFromC("constant"));
  for (intptr_t d = 0; literal && d < info.rank; ++d) {
    literal = symAttributeIsConst(
                  mlirArrayAttrGetElement(relaxPadGetLow(op), d), &low[d]) &&
              literalDistance(g->arena, out.dims[d], info.dims[d], &high[d]);
    high[d] -= literal ? low[d] : 0;
    literal = literal && low[d] >= 0 && high[d] >= 0;
  }
  if (!literal)
    return (MlirValue){NULL};
  if (!value.ptr)
    value = graphNumberLike(g, 0, x);
  for (intptr_t d = 0; d < info.rank; ++d) {
    MlirValue parts[3];
    intptr_t count = 0;
    if (low[d])
      parts[count++] = margin(g, x, value, d, low[d]);
    parts[count++] = x;
    if (high[d])
      parts[count++] = margin(g, x, value, d, high[d]);
    if (count > 1)
      x = graphConcatAll(g, parts, count, d);
  }
  return x;
}

/// A slice along one axis as one whose ends are counted from the end.
static MlirValue slice(GraphBuilder *g, MlirOperation op) {
  MlirAttribute axes = relaxSliceGetAxes(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  RelaxTensorInfo in = relaxTensorInfoOf(relaxSliceGetInput(op)), out;
  int64_t begin, distance;
  relaxTensorInfo(type, &out);
  if (mlirDenseArrayGetNumElements(axes) != 1 ||
      mlirDenseI64ArrayGetElement(relaxSliceGetSteps(op), 0) != 1)
    return (MlirValue){NULL};
  int64_t axis = mlirDenseI64ArrayGetElement(axes, 0);
  if (!symAttributeIsConst(mlirArrayAttrGetElement(relaxSliceGetBegins(op), 0),
                           &begin) ||
      !literalDistance(g->arena, in.dims[axis], out.dims[axis], &distance) ||
      begin < 0 || distance < begin)
    return (MlirValue){NULL};
  return graphSlice(g, relaxSliceGetInput(op), axis, begin,
                    distance > begin ? begin - distance : INT64_MAX, 1);
}

//===----------------------------------------------------------------------===//
// Windows over time
//===----------------------------------------------------------------------===//

/// What tap `t` of `taps` sees along `axis`: an element for each window.
static MlirValue tap(GraphBuilder *g, MlirOperation op, MlirValue x,
                     int64_t axis, int64_t t, int64_t taps) {
  RelaxWindow window = relaxWindowOf(op);
  int64_t dilation = window.dilations.values[0];
  int64_t behind = dilation * (taps - 1 - t);
  return graphSlice(g, x, axis, dilation * t, behind ? -behind : INT64_MAX,
                    window.strides.values[0]);
}

static MlirValue padTime(GraphBuilder *g, MlirOperation op, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  const int64_t *pads = relaxWindowOf(op).pads.values;
  int64_t low = pads[0], high = pads[1];
  MlirValue zero = graphNumberLike(g, 0, x), parts[3];
  intptr_t count = 0;
  if (low)
    parts[count++] = margin(g, x, zero, info.rank - 1, low);
  parts[count++] = x;
  if (high)
    parts[count++] = margin(g, x, zero, info.rank - 1, high);
  return count > 1 ? graphConcatAll(g, parts, count, info.rank - 1) : x;
}

/// Rows of time, of which each window is one of all its taps, with one matrix:
/// of the channels of group `k`.
static MlirValue groupOf(GraphBuilder *g, MlirOperation op, MlirValue x,
                         int64_t k, int64_t groups, int64_t taps) {
  static const int64_t tapsFirst[] = {2, 1, 0};
  MlirValue w = relaxConvGetWeight(op);
  RelaxTensorInfo weight = relaxTensorInfoOf(w);
  int64_t out = 0, in = 0;
  symAttributeIsConst(weight.dims[0], &out);
  symAttributeIsConst(weight.dims[1], &in);
  if (groups > 1) {
    x = graphSlice(g, x, 2, k * in, (k + 1) * in, 1);
    w = graphSlice(g, w, 0, k * out / groups, (k + 1) * out / groups, 1);
  }
  MlirValue *parts = ARENA_ARRAY(g->arena, MlirValue, taps);
  for (int64_t t = 0; t < taps; ++t)
    parts[t] = tap(g, op, x, 1, t, taps);
  MlirAttribute dims[] = {graphLiteral(g, taps * in),
                          graphLiteral(g, out / groups)};
  return graphMatmul(
      g, graphConcatAll(g, parts, taps, 2),
      graphReshape(g, graphTranspose(g, w, 3, tapsFirst), 2, dims));
}

/// Each channel by itself: a sum of taps, each with its own weights.
static MlirValue channels(GraphBuilder *g, MlirOperation op, MlirValue x,
                          int64_t taps) {
  MlirValue w = relaxConvGetWeight(op), y = {NULL};
  MlirAttribute dims[] = {relaxTensorInfoOf(w).dims[0], graphLiteral(g, 1)};
  for (int64_t t = 0; t < taps; ++t) {
    MlirValue own = graphReshape(g, graphSlice(g, w, 2, t, t + 1, 1), 2, dims);
    MlirValue term = graphMultiply(g, tap(g, op, x, 2, t, taps), own);
    y = t ? graphAdd(g, y, term) : term;
  }
  return y;
}

enum { MOST_GROUPS = 64 };

static MlirValue convolution(GraphBuilder *g, MlirOperation op) {
  MlirValue x = relaxConvGetInput(op);
  RelaxTensorInfo in = relaxTensorInfoOf(x),
                  weight = relaxTensorInfoOf(relaxConvGetWeight(op));
  RelaxWindow window = relaxWindowOf(op);
  int64_t groups = window.groups, taps = 0, out = 0, each = 0;
  static const int64_t timeFirst[] = {0, 2, 1};
  if (in.rank != 3 || !symAttributeIsConst(weight.dims[2], &taps) || taps < 1 ||
      !symAttributeIsConst(weight.dims[0], &out) ||
      !symAttributeIsConst(weight.dims[1], &each))
    return (MlirValue){NULL};
  if (window.same.ptr)
    return decomposeSameConv(g, op);
  if (each == 1 && groups == out)
    return channels(g, op, padTime(g, op, x), taps);
  if (groups > MOST_GROUPS)
    return (MlirValue){NULL};
  x = graphTranspose(g, padTime(g, op, x), 3, timeFirst);
  MlirValue parts[MOST_GROUPS];
  for (int64_t k = 0; k < groups; ++k)
    parts[k] = groupOf(g, op, x, k, groups, taps);
  MlirValue y = groups > 1 ? graphConcatAll(g, parts, groups, 2) : parts[0];
  return y.ptr ? graphTranspose(g, y, 3, timeFirst) : y;
}

/// Without margins, which the definition of a pool joins on.
static MlirValue pool(GraphBuilder *g, MlirOperation op) {
  MlirValue x = mlirOperationGetOperand(op, 0), y = x;
  if (relaxTensorInfoOf(x).rank != 3)
    return (MlirValue){NULL};
  int64_t taps = relaxWindowOf(op).extents.values[0];
  for (int64_t t = 0; t < taps; ++t) {
    MlirValue part = tap(g, op, x, 2, t, taps);
    y = t == 0               ? part
        : relaxIsMaxPool(op) ? graphMaximum(g, y, part)
                             : graphAdd(g, y, part);
  }
  return y;
}

//===----------------------------------------------------------------------===//
// All operations
//===----------------------------------------------------------------------===//

static MlirLogicalResult prepare(RaggedBatch *r, MlirOperation op, bool *more) {
  GraphBuilder g = graphBefore(r->run->arena, op, true);
  MlirValue y = {NULL};
  if (relaxIsPad(op))
    y = pad(&g, op);
  else if (relaxIsSlice(op))
    y = slice(&g, op);
  else if (relaxIsConv(op))
    y = convolution(&g, op);
  else if (!relaxIsTile(op) && !relaxIsIota(op))
    if (mlirLogicalResultIsFailure(decomposeOperation(g.arena, op, more)))
      return mlirLogicalResultFailure();
  if (!*more && !y.ptr && !g.failed &&
      (relaxIsMaxPool(op) || relaxIsSumPool(op)))
    y = pool(&g, op);
  if (y.ptr && !g.failed) {
    *more = true;
    raggedBatchReplace(op, y);
  }
  return g.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}

MlirLogicalResult raggedBatchPrepare(RaggedBatch *r, MlirBlock entry) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (bool again = true; again && mlirLogicalResultIsSuccess(outcome);) {
    again = false; // what was written may need it itself
    MlirOperation next;
    for (MlirOperation op = mlirBlockGetFirstOperation(entry);
         op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
      bool more = false;
      next = mlirOperationGetNextInBlock(op);
      if (bridgeIsTerminator(op) || mlirOperationGetNumRegions(op) ||
          raggedBatchIsRecurrent(op) || relaxRaggedHasRule(op) ||
          !raggedBatchConcerns(r, op))
        continue;
      outcome = prepare(r, op, &more);
      again |= more;
    }
  }
  return outcome;
}
