//===- ConvolutionKinds.c - transposed and depthwise convolutions ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Element `y` of a transposed convolution collects from the input, at window
// place `w`, element `(y + low pad - dilation * w) / stride`, where that
// divides: a gather has no stores that meet.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdio.h>

typedef struct Transposed {
  TirBuilder *b;
  RelaxWindow window;
  intptr_t spatial;
  MlirValue inside; // i1: all strides divide; null: they do
} Transposed;

static const char *windowName(TirBuilder *b, intptr_t position) {
  return arenaFormat(b->dims.arena, "u%ld", (long)position).data;
}

/// (b, o, spatial..., reduce c in the group, reduce window...)
static void open(Transposed *t) {
  TirBuilder *b = t->b;
  RelaxDims *dims = &b->dims;
  intptr_t spatial = t->spatial, count = 3 + 2 * spatial;
  TirIterator *iterators = ARENA_ARRAY(dims->arena, TirIterator, count);
  iterators[0] = (TirIterator){"b", false, tirBufferDim(b, 2, 0)};
  iterators[1] = (TirIterator){"o", false, tirBufferDim(b, 2, 1)};
  SymExpr perGroup = relaxDimsFloorDiv(dims, tirBufferDim(b, 1, 0),
                                       relaxDimsConst(dims, t->window.groups));
  iterators[2 + spatial] = (TirIterator){"c", true, perGroup};
  for (intptr_t i = 0; i < spatial; ++i) {
    iterators[2 + i] = tirSpatial(b, i, 2, 2 + i);
    iterators[3 + spatial + i] =
        (TirIterator){windowName(b, i), true, tirBufferDim(b, 1, 2 + i)};
  }
  tirBuildCompute(b, "conv_transpose", count, iterators);
}

/// The input's index along spatial dimension `i`.
static SymExpr collect(Transposed *t, intptr_t i, SymExpr y, SymExpr w) {
  TirBuilder *b = t->b;
  RelaxDims *dims = &b->dims;
  SymExpr low = relaxDimsConst(dims, t->window.pads.values[i]);
  SymExpr back = relaxDimsMul(
      dims, relaxDimsConst(dims, t->window.dilations.values[i]), w);
  SymExpr at = relaxDimsSub(dims, relaxDimsAdd(dims, y, low), back);
  if (t->window.strides.values[i] == 1)
    return at;
  SymExpr stride = relaxDimsConst(dims, t->window.strides.values[i]);
  MlirValue rest = tirBuildExtent(b, relaxDimsMod(dims, at, stride));
  MlirValue zero = tirBuildInteger(b, mlirIndexTypeGet(b->context), 0);
  MlirValue divides = tirBuildCompare(b, TIR_CMPI_EQ, rest, zero);
  t->inside = t->inside.ptr
                  ? tirBuildArith2(b, "arith.andi", t->inside, divides)
                  : divides;
  return relaxDimsFloorDiv(dims, at, stride);
}

/// Channel `c` of output channel `o`'s group, and `o` within its group.
static void channels(Transposed *t, SymExpr o, SymExpr c, SymExpr *input,
                     SymExpr *output) {
  TirBuilder *b = t->b;
  RelaxDims *dims = &b->dims;
  *input = c;
  *output = o;
  if (t->window.groups == 1)
    return;
  SymExpr outs = tirBufferDim(b, 1, 1);
  SymExpr perGroup = relaxDimsFloorDiv(dims, tirBufferDim(b, 1, 0),
                                       relaxDimsConst(dims, t->window.groups));
  SymExpr group = relaxDimsFloorDiv(dims, o, outs);
  *input = relaxDimsAdd(dims, relaxDimsMul(dims, group, perGroup), c);
  *output = relaxDimsMod(dims, o, outs);
}

MlirLogicalResult relaxBuildConvTranspose(TirBuilder *b, MlirOperation op) {
  Arena *arena = b->dims.arena;
  MlirType element = tirBufferElement(b, 0);
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  Transposed t = {.b = b, .window = relaxWindowOf(op)};
  t.spatial = t.window.strides.count;
  intptr_t rank = t.spatial + 2;
  open(&t);
  SymExpr *from = ARENA_ARRAY(arena, SymExpr, rank);
  SymExpr *weight = ARENA_ARRAY(arena, SymExpr, rank);
  SymExpr *to = tirIterators(b, 0, rank);
  channels(&t, to[1], tirIterator(b, rank), &weight[0], &weight[1]);
  from[0] = to[0];
  from[1] = weight[0];
  for (intptr_t i = 0; i < t.spatial; ++i) {
    weight[2 + i] = tirIterator(b, rank + 1 + i);
    from[2 + i] = collect(&t, i, to[2 + i], weight[2 + i]);
  }
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  MlirValue x = tirBuildLoad(b, 0, from, zero);
  if (t.inside.ptr)
    x = tirBuildSelect(b, t.inside, x, zero);
  MlirValue w = tirWiden(b, tirBuildLoad(b, 1, weight, (MlirValue){NULL}));
  MlirValue product = tirBuildArith2(b, "arith.mulf", tirWiden(b, x), w);
  tirBuildReduce(b, TIR_MONOID_ADD, tirNamed(b, "p", product), 2, to);
  return tirEndCompute(b);
}

MlirLogicalResult relaxBuildDepthwiseConv(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  if (tirKindOf(element) != TIR_FLOAT)
    return relaxRefuseElement(op, "a float type", element);
  TirIterator iterators[] = {{"b", false, tirBufferDim(b, 2, 0)},
                             {"c", false, tirBufferDim(b, 2, 1)},
                             {"i", false, tirBufferDim(b, 2, 2)},
                             {"u", true, tirBufferDim(b, 1, 2)}};
  tirBuildCompute(b, "depthwise_conv", 4, iterators);
  SymExpr to[] = {tirIterator(b, 0), tirIterator(b, 1), tirIterator(b, 2)};
  SymExpr from[] = {to[0], to[1],
                    relaxDimsAdd(&b->dims, to[2], tirIterator(b, 3))};
  SymExpr weight[] = {to[1], relaxDimsConst(&b->dims, 0), tirIterator(b, 3)};
  MlirValue none = {NULL};
  MlirValue x = tirWiden(b, tirBuildLoad(b, 0, from, none));
  MlirValue w = tirWiden(b, tirBuildLoad(b, 1, weight, none));
  MlirValue product = tirBuildArith2(b, "arith.mulf", x, w);
  tirBuildReduce(b, TIR_MONOID_ADD, tirNamed(b, "p", product), 2, to);
  return tirEndCompute(b);
}
