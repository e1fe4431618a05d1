//===- SamePads.c - margins before windows -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The input gets its margins first, or loses what no window covers: kernels of
// windows load best where no index can be outside. Literal pads of convolutions
// are the kernel's own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Only the run may know that a window has elements.
static void checkWindow(GraphBuilder *g, MlirValue weight, SymExpr size) {
  int64_t literal;
  if (symExprIsConst(size, &literal))
    return;
  MlirAttribute fact = symFactToAttribute(
      g->context, factAtMost(symExprConst(g->arena, 1), size));
  RelaxCheckArgs args = {.numGiven = 1,
                         .given = &weight,
                         .facts = mlirArrayAttrGet(g->context, 1, &fact),
                         .subject = mlirStringAttrGet(
                             g->context, mlirStringRefCreateFromCString(
                                             "the window of relax.conv"))};
  graphInsertCheck(g, relaxCheckCreate(g->loc, &args));
}

MlirValue decomposeSameConv(GraphBuilder *g, MlirOperation op) {
  RelaxDims math = relaxDimsMake(g->loc, "relax.conv", g->arena);
  RelaxConvArgs args = {.input = relaxConvGetInput(op),
                        .weight = relaxConvGetWeight(op),
                        .window = relaxWindowOf(op)};
  RelaxTensorInfo x = relaxTensorInfoOf(args.input);
  RelaxTensorInfo w = relaxTensorInfoOf(args.weight);
  intptr_t spatial = x.rank - 2;
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  MlirAttribute *wide = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  int64_t *pads = ARENA_ARRAY(g->arena, int64_t, 2 * spatial);
  bool literal = true;
  for (intptr_t i = 0; i < x.rank; ++i) {
    low[i] = graphLiteral(g, 0);
    wide[i] = x.dims[i];
    if (i < 2)
      continue;
    SymExpr size = relaxDimsOf(&math, w.dims[i]);
    RelaxSamePads same = relaxSamePads(&math, &args.window, i - 2,
                                       relaxDimsOf(&math, x.dims[i]), size);
    checkWindow(g, args.weight, size);
    literal &= symExprIsConst(same.low, &pads[i - 2]) &&
               symExprIsConst(same.high, &pads[i - 2 + spatial]);
    low[i] = relaxDimsAttribute(&math, same.low);
    wide[i] = relaxDimsAttribute(&math, same.covered);
  }
  if (!graphDimsGood(g, &math))
    return (MlirValue){NULL};
  args.window.same = mlirAttributeGetNull();
  if (literal)
    args.window.pads.values = pads;
  else
    args.input = graphPad(g, args.input, x.rank, low, wide);
  return args.input.ptr
             ? graphInsert(g, relaxConvCreate(graphPlace(g, "conv"), &args))
             : args.input;
}

//===----------------------------------------------------------------------===//
// Poolings
//===----------------------------------------------------------------------===//

/// What no element of a maximum is below.
static double lowest(MlirType element) {
  if (mlirTypeIsAFloat(element))
    return -INFINITY;
  return mlirIntegerTypeIsUnsigned(element)
             ? 0
             : -ldexp(1, (int)mlirIntegerTypeGetWidth(element) - 1);
}

MlirValue decomposePool(GraphBuilder *g, bool max, MlirValue x,
                        const RelaxWindow *window) {
  RelaxMaxPoolArgs largest = {x, *window};
  RelaxSumPoolArgs sum = {x, *window};
  MlirLocation place = graphPlace(g, "window");
  if (!x.ptr)
    return x;
  return graphInsert(g, max ? relaxMaxPoolCreate(place, &largest)
                            : relaxSumPoolCreate(place, &sum));
}

/// What the windows along dimension `2 + i` cover, never negative.
static SymExpr coveredAlong(RelaxDims *math, const RelaxWindow *window,
                            intptr_t i, SymExpr count) {
  SymExpr one = relaxDimsConst(math, 1);
  SymExpr last = relaxDimsMul(math, relaxDimsSub(math, count, one),
                              relaxDimsConst(math, window->strides.values[i]));
  SymExpr more =
      relaxDimsMul(math, relaxDimsConst(math, window->extents.values[i] - 1),
                   relaxDimsConst(math, window->dilations.values[i]));
  return relaxDimsClamp(
      math, relaxDimsAdd(math, last, relaxDimsAdd(math, more, one)));
}

/// The margins of the input along dimension `2 + i`: `*low` of them in front,
/// and `*wide` elements then. True if it needs none.
static bool marginsAlong(RelaxDims *math, const RelaxWindow *window, intptr_t i,
                         SymExpr extent, SymExpr count, SymExpr *low,
                         SymExpr *wide) {
  intptr_t spatial = window->strides.count;
  SymExpr size = relaxDimsConst(math, window->extents.values[i]);
  int64_t before, after, reach, whole;
  if (window->same.ptr) {
    RelaxSamePads pads = relaxSamePads(math, window, i, extent, size);
    *low = pads.low;
    *wide = pads.covered;
    return false;
  }
  *low = relaxDimsConst(math, before = window->pads.values[i]);
  after = window->pads.values[i + spatial];
  *wide = relaxDimsAdd(math, extent, relaxDimsConst(math, before + after));
  if (!window->ceil_mode)
    return before == 0 && after == 0;
  // The last window may go past the end, or leave some of it.
  *wide = coveredAlong(math, window, i, count);
  return before == 0 && symExprIsConst(*wide, &reach) &&
         symExprIsConst(extent, &whole) && reach <= whole;
}

MlirValue decomposePaddedPool(GraphBuilder *g, MlirOperation op) {
  const MlirValue none = {NULL};
  RelaxDims math = relaxDimsMake(g->loc, "relax.max_pool", g->arena);
  MlirValue input = mlirOperationGetOperand(op, 0);
  RelaxTensorInfo x = relaxTensorInfoOf(input);
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool max = relaxIsMaxPool(op), inside = true;
  RelaxWindow window = relaxWindowOf(op);
  if (!relaxWindowIsPadded(&window))
    return none;
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  MlirAttribute *wide = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  int64_t *zeros = ARENA_ARRAY(g->arena, int64_t, 2 * x.rank);
  for (intptr_t i = 0; i < x.rank; ++i) {
    SymExpr front = relaxDimsConst(&math, 0);
    SymExpr whole = relaxDimsOf(&math, x.dims[i]);
    if (i >= 2)
      inside &= marginsAlong(&math, &window, i - 2, whole,
                             relaxDimsOf(&math, y.dims[i]), &front, &whole);
    low[i] = relaxDimsAttribute(&math, front);
    wide[i] = relaxDimsAttribute(&math, whole);
  }
  if (!graphDimsGood(g, &math))
    return none;
  if (!inside)
    input = graphPadBy(
        g, input, max ? graphNumberLike(g, lowest(x.elementType), input) : none,
        x.rank, low, wide);
  window.same = mlirAttributeGetNull();
  window.ceil_mode = false;
  window.pads.values = zeros;
  return decomposePool(g, max, input, &window);
}
