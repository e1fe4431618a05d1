//===- SamePads.c - windows whose pads the run computes -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The input gets its margins first, or loses what no window covers: kernels of
// windows load best where no index can be outside. Literal pads are the
// kernel's own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Decompose/Decompose.h"

#include <math.h>

/// A window operation with `same`: what it needs, and what it becomes.
typedef struct Windows {
  GraphBuilder *g;
  MlirOperation op;
  double fill;          // of the margins
  const SymExpr *sizes; // of the windows
  MlirValue input;
  MlirAttribute pads;
} Windows;

static int64_t element(MlirOperation op, const char *name, intptr_t i) {
  return mlirDenseI64ArrayGetElement(decomposeAttribute(op, name), i);
}

/// Fills in input and pads; false after an error.
static bool widen(Windows *w) {
  GraphBuilder *g = w->g;
  RelaxDims math = {g->loc, "same", g->arena, SYM_OK};
  MlirAttribute same = decomposeAttribute(w->op, "same");
  RelaxTensorInfo x = relaxTensorInfoOf(w->input);
  intptr_t spatial = x.rank - 2;
  MlirAttribute *low = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  MlirAttribute *wide = ARENA_ARRAY(g->arena, MlirAttribute, x.rank);
  int64_t *pads = ARENA_ARRAY(g->arena, int64_t, 2 * spatial);
  bool literal = true;
  for (intptr_t i = 0; i < x.rank; ++i) {
    low[i] = graphLiteral(g, 0);
    wide[i] = x.dims[i];
  }
  for (intptr_t i = 0; i < spatial; ++i) {
    RelaxSamePads margins = relaxSamePads(
        &math, same, relaxDimsOf(&math, x.dims[2 + i]), w->sizes[i],
        element(w->op, "strides", i), element(w->op, "dilations", i));
    literal &= symExprIsConst(margins.low, &pads[i]) &&
               symExprIsConst(margins.high, &pads[i + spatial]);
    low[2 + i] = relaxDimsAttribute(&math, margins.low);
    wide[2 + i] = relaxDimsAttribute(&math, margins.covered);
  }
  w->pads = decomposeAttribute(w->op, "pads");
  if (!graphDimsGood(g, &math))
    return false;
  if (literal)
    w->pads = mlirDenseI64ArrayGet(g->context, 2 * spatial, pads);
  else
    w->input = graphPadBy(g, w->input,
                          w->fill == 0 ? (MlirValue){NULL}
                                       : graphNumberLike(g, w->fill, w->input),
                          x.rank, low, wide);
  return w->input.ptr != NULL;
}

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
  RelaxDims math = {g->loc, "relax.conv", g->arena, SYM_OK};
  RelaxTensorInfo weight = relaxTensorInfoOf(relaxConvGetWeight(op));
  SymExpr *sizes = ARENA_ARRAY(g->arena, SymExpr, weight.rank - 2);
  for (intptr_t i = 2; i < weight.rank; ++i) {
    sizes[i - 2] = relaxDimsOf(&math, weight.dims[i]);
    checkWindow(g, relaxConvGetWeight(op), sizes[i - 2]);
  }
  Windows w = {
      .g = g, .op = op, .sizes = sizes, .input = relaxConvGetInput(op)};
  if (!widen(&w))
    return (MlirValue){NULL};
  RelaxConvArgs args = {.input = w.input,
                        .weight = relaxConvGetWeight(op),
                        .strides = relaxConvGetStrides(op),
                        .pads = w.pads,
                        .dilations = relaxConvGetDilations(op),
                        .groups = relaxConvGetGroups(op)};
  return graphInsert(g, relaxConvCreate(graphPlace(g, "conv"), &args));
}

/// What no element of a maximum is below.
static double lowest(MlirType element) {
  if (mlirTypeIsAFloat(element))
    return -INFINITY;
  return mlirIntegerTypeIsUnsigned(element)
             ? 0
             : -ldexp(1, (int)mlirIntegerTypeGetWidth(element) - 1);
}

MlirValue decomposeSamePool(GraphBuilder *g, MlirOperation op) {
  RelaxDims math = {g->loc, "relax.max_pool", g->arena, SYM_OK};
  MlirValue input = mlirOperationGetOperand(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  bool max = relaxIsMaxPool(op);
  SymExpr *sizes = ARENA_ARRAY(g->arena, SymExpr, info.rank - 2);
  for (intptr_t i = 0; i < info.rank - 2; ++i)
    sizes[i] = relaxDimsConst(&math, element(op, "window", i));
  Windows w = {.g = g,
               .op = op,
               .fill = max ? lowest(info.elementType) : 0,
               .sizes = sizes,
               .input = input};
  if (!widen(&w))
    return (MlirValue){NULL};
  RelaxMaxPoolArgs largest = {.input = w.input,
                              .window = decomposeAttribute(op, "window"),
                              .strides = decomposeAttribute(op, "strides"),
                              .pads = w.pads,
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
