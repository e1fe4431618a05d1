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

static int64_t element(MlirOperation op, const char *name, intptr_t i) {
  return mlirDenseI64ArrayGetElement(decomposeAttribute(op, name), i);
}

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
                        .strides = relaxConvGetStrides(op),
                        .pads = relaxConvGetPads(op),
                        .dilations = relaxConvGetDilations(op),
                        .groups = relaxConvGetGroups(op)};
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
    RelaxSamePads same = relaxSamePads(
        &math, relaxConvGetSame(op), relaxDimsOf(&math, x.dims[i]), size,
        element(op, "strides", i - 2), element(op, "dilations", i - 2));
    checkWindow(g, args.weight, size);
    literal &= symExprIsConst(same.low, &pads[i - 2]) &&
               symExprIsConst(same.high, &pads[i - 2 + spatial]);
    low[i] = relaxDimsAttribute(&math, same.low);
    wide[i] = relaxDimsAttribute(&math, same.covered);
  }
  if (!graphDimsGood(g, &math))
    return (MlirValue){NULL};
  if (literal)
    args.pads = mlirDenseI64ArrayGet(g->context, 2 * spatial, pads);
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

/// Some index may be outside of the input.
static bool isPadded(MlirOperation op) {
  MlirAttribute pads = decomposeAttribute(op, "pads");
  bool padded = decomposeAttribute(op, "same").ptr ||
                decomposeAttribute(op, "ceil_mode").ptr;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(pads); i < e; ++i)
    padded |= mlirDenseI64ArrayGetElement(pads, i) != 0;
  return padded;
}

/// What the windows along dimension `2 + i` cover, never negative.
static SymExpr coveredAlong(RelaxDims *math, MlirOperation op, intptr_t i,
                            SymExpr count) {
  SymExpr one = relaxDimsConst(math, 1);
  SymExpr last = relaxDimsMul(math, relaxDimsSub(math, count, one),
                              relaxDimsConst(math, element(op, "strides", i)));
  SymExpr more =
      relaxDimsMul(math, relaxDimsConst(math, element(op, "window", i) - 1),
                   relaxDimsConst(math, element(op, "dilations", i)));
  return relaxDimsClamp(
      math, relaxDimsAdd(math, last, relaxDimsAdd(math, more, one)));
}

/// The margins of the input along dimension `2 + i`: `*low` of them in front,
/// and `*wide` elements then. True if it needs none.
static bool marginsAlong(RelaxDims *math, MlirOperation op, intptr_t i,
                         SymExpr extent, SymExpr count, SymExpr *low,
                         SymExpr *wide) {
  MlirAttribute same = decomposeAttribute(op, "same");
  intptr_t spatial =
      mlirDenseArrayGetNumElements(decomposeAttribute(op, "strides"));
  SymExpr size = relaxDimsConst(math, element(op, "window", i));
  int64_t before, after, reach, whole;
  if (same.ptr) {
    RelaxSamePads pads =
        relaxSamePads(math, same, extent, size, element(op, "strides", i),
                      element(op, "dilations", i));
    *low = pads.low;
    *wide = pads.covered;
    return false;
  }
  *low = relaxDimsConst(math, before = element(op, "pads", i));
  after = element(op, "pads", i + spatial);
  *wide = relaxDimsAdd(math, extent, relaxDimsConst(math, before + after));
  if (!decomposeAttribute(op, "ceil_mode").ptr)
    return before == 0 && after == 0;
  // The last window may go past the end, or leave some of it.
  *wide = coveredAlong(math, op, i, count);
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
  if (!isPadded(op))
    return none;
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  MlirAttribute *wide = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  int64_t *zeros = ARENA_ARRAY(g->arena, int64_t, 2 * x.rank);
  for (intptr_t i = 0; i < x.rank; ++i) {
    SymExpr front = relaxDimsConst(&math, 0);
    SymExpr whole = relaxDimsOf(&math, x.dims[i]);
    if (i >= 2)
      inside &= marginsAlong(&math, op, i - 2, whole,
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
  if (!input.ptr)
    return none;
  RelaxMaxPoolArgs largest = {
      .input = input,
      .window = decomposeAttribute(op, "window"),
      .strides = decomposeAttribute(op, "strides"),
      .pads = mlirDenseI64ArrayGet(g->context, 2 * (x.rank - 2), zeros),
      .dilations = decomposeAttribute(op, "dilations")};
  RelaxSumPoolArgs sum = {.input = largest.input,
                          .window = largest.window,
                          .strides = largest.strides,
                          .pads = largest.pads,
                          .dilations = largest.dilations};
  MlirLocation place = graphPlace(g, "window");
  return graphInsert(g, max ? relaxMaxPoolCreate(place, &largest)
                            : relaxSumPoolCreate(place, &sum));
}
