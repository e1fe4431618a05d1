//===- Convolution.c - kernels of sliding windows -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Element `o` of a window along a spatial dimension reads the input at
// `stride * o + dilation * w - low pad`; with `same` the pad is an expression
// over extents. Loads are padded only where an index can be outside.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdio.h>

typedef struct Window {
  RelaxWindow own;
  intptr_t spatial;
  SymExpr *low;           // pads
  SymExpr *begin, *count; // the elements of the window that are looked at
  bool padded;            // some index may be outside of the input
} Window;

/// The window of a convolution or pooling of buffer 0. A convolution has its
/// extents from its weight, buffer 1.
static Window windowOf(TirBuilder *b, MlirOperation op) {
  RelaxDims *math = &b->dims;
  const MlirAttribute *dims;
  Window window = {.own = relaxWindowOf(op),
                   .spatial = tirBufferDims(b, 0, &dims) - 2};
  const RelaxWindow *own = &window.own;
  window.padded = relaxWindowIsPadded(own);
  window.low = ARENA_ARRAY(math->arena, SymExpr, window.spatial);
  window.begin = ARENA_ARRAY(math->arena, SymExpr, window.spatial);
  window.count = ARENA_ARRAY(math->arena, SymExpr, window.spatial);
  for (intptr_t i = 0; i < window.spatial; ++i) {
    window.begin[i] = relaxDimsConst(math, 0);
    window.count[i] = own->extents.count
                          ? relaxDimsConst(math, own->extents.values[i])
                          : tirBufferDim(b, 1, 2 + i);
    window.low[i] = own->same.ptr
                        ? relaxSamePads(math, own, i, tirBufferDim(b, 0, 2 + i),
                                        window.count[i])
                              .low
                        : relaxDimsConst(math, own->pads.values[i]);
  }
  return window;
}

static const char *windowLetter(TirBuilder *b, intptr_t position) {
  static const char *const letters[] = {"u", "v", "w"};
  if (position < 3)
    return letters[position];
  return arenaFormat(b->dims.arena, "u%ld", (long)position).data;
}

/// stride * out + dilation * in - pad.
static SymExpr position(TirBuilder *b, const Window *window, intptr_t i,
                        SymExpr out, SymExpr in) {
  RelaxDims *dims = &b->dims;
  SymExpr stride = relaxDimsConst(dims, window->own.strides.values[i]);
  SymExpr dilation = relaxDimsConst(dims, window->own.dilations.values[i]);
  SymExpr sum = relaxDimsAdd(dims, relaxDimsMul(dims, stride, out),
                             relaxDimsMul(dims, dilation, in));
  return relaxDimsSub(dims, sum, window->low[i]);
}

//===----------------------------------------------------------------------===//
// Convolution: (b, o, spatial..., reduce c, reduce window...)
//===----------------------------------------------------------------------===//

static void openConv(TirBuilder *b, const Window *window) {
  intptr_t spatial = window->spatial;
  intptr_t count = 3 + 2 * spatial;
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, count);
  iterators[0] = (TirIterator){"b", false, tirBufferDim(b, 2, 0)};
  iterators[1] = (TirIterator){"o", false, tirBufferDim(b, 2, 1)};
  iterators[2 + spatial] = (TirIterator){"c", true, tirBufferDim(b, 1, 1)};
  for (intptr_t i = 0; i < spatial; ++i) {
    iterators[2 + i] = tirSpatial(b, i, 2, 2 + i);
    iterators[3 + spatial + i] =
        (TirIterator){windowLetter(b, i), true, window->count[i]};
  }
  tirBuildCompute(b, "conv", count, iterators);
}

/// Channels of group `o floordiv (out / groups)` start at a multiple of the
/// weight's channels.
static SymExpr inputChannel(TirBuilder *b, int64_t groups, SymExpr o,
                            SymExpr c) {
  RelaxDims *dims = &b->dims;
  if (groups == 1)
    return c;
  SymExpr perGroup = relaxDimsFloorDiv(dims, tirBufferDim(b, 1, 0),
                                       relaxDimsConst(dims, groups));
  SymExpr group = relaxDimsFloorDiv(dims, o, perGroup);
  return relaxDimsAdd(dims, relaxDimsMul(dims, group, tirBufferDim(b, 1, 1)),
                      c);
}

/// The input has margins as wide as the window reaches an element from
/// (ConvolutionFar.c); what is farther away is not looked at.
static void leaveMargins(TirBuilder *b, MlirOperation op, Window *window) {
  RelaxDims *dims = &b->dims;
  SymExpr reach, two = relaxDimsConst(dims, 2);
  window->padded = false;
  for (intptr_t i = 0; i < window->spatial; ++i) {
    window->low[i] = relaxDimsConst(dims, 0);
    if (!relaxConvReach(dims, op, i, &reach))
      continue;
    window->begin[i] = relaxDimsSub(
        dims, relaxDimsFloorDiv(dims, window->count[i], two), reach);
    window->count[i] = relaxDimsAdd(dims, relaxDimsConst(dims, 1),
                                    relaxDimsMul(dims, two, reach));
  }
}

MlirLogicalResult relaxBuildConv(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  Window window = windowOf(b, op);
  if (relaxConvIsFar(&b->dims, op))
    leaveMargins(b, op, &window);
  intptr_t spatial = window.spatial, rank = spatial + 2;
  openConv(b, &window);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  SymExpr *weight = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  SymExpr *to = tirIterators(b, 0, rank);
  weight[0] = to[1];
  weight[1] = tirIterator(b, rank);
  from[0] = to[0];
  from[1] = inputChannel(b, window.own.groups, to[1], weight[1]);
  for (intptr_t i = 0; i < spatial; ++i) {
    SymExpr step = tirIterator(b, rank + 1 + i);
    weight[2 + i] = relaxDimsAdd(&b->dims, window.begin[i], step);
    from[2 + i] = position(b, &window, i, to[2 + i], step);
  }
  MlirValue pad = {NULL};
  if (window.padded)
    pad = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  MlirValue x = tirWiden(b, tirBuildLoad(b, 0, from, pad));
  MlirValue w = tirWiden(b, tirBuildLoad(b, 1, weight, (MlirValue){NULL}));
  MlirValue product =
      tirBuildArith2(b, kind == TIR_FLOAT ? "arith.mulf" : "arith.muli", x, w);
  tirBuildReduce(b, TIR_MONOID_ADD, tirNamed(b, "p", product), 2, to);
  return tirEndCompute(b);
}

//===----------------------------------------------------------------------===//
// Pooling: (b, c, spatial..., reduce window...)
//===----------------------------------------------------------------------===//

/// The result has the shape of buffer 1.
static void openPool(TirBuilder *b, const char *name, const Window *window) {
  intptr_t spatial = window->spatial;
  intptr_t count = 2 + 2 * spatial;
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, count);
  iterators[0] = (TirIterator){"b", false, tirBufferDim(b, 1, 0)};
  iterators[1] = (TirIterator){"c", false, tirBufferDim(b, 1, 1)};
  for (intptr_t i = 0; i < spatial; ++i) {
    iterators[2 + i] = tirSpatial(b, i, 1, 2 + i);
    iterators[2 + spatial + i] =
        (TirIterator){windowLetter(b, i), true, window->count[i]};
  }
  tirBuildCompute(b, name, count, iterators);
}

MlirLogicalResult relaxBuildPool(TirBuilder *b, MlirOperation op) {
  bool max = relaxIsMaxPool(op);
  TirMonoid monoid = max ? TIR_MONOID_MAX : TIR_MONOID_ADD;
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  Window window = windowOf(b, op);
  intptr_t spatial = window.spatial;
  openPool(b, max ? "max_pool" : "sum_pool", &window);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, spatial + 2);
  SymExpr *to = ARENA_ARRAY(b->dims.arena, SymExpr, spatial + 2);
  for (intptr_t i = 0; i < spatial + 2; ++i)
    from[i] = to[i] = tirIterator(b, i);
  for (intptr_t i = 0; i < spatial; ++i)
    from[2 + i] =
        position(b, &window, i, to[2 + i], tirIterator(b, 2 + spatial + i));
  MlirValue pad = {NULL};
  if (window.padded)
    pad = tirNamed(
        b, max ? "least" : "zero",
        tirBuildAttribute(b, element, tirMonoidIdentity(monoid, element)));
  MlirValue x = tirBuildLoad(b, 0, from, pad);
  if (!mlirTypeEqual(tirBufferElement(b, 1), element))
    x = tirWiden(b, x);
  tirBuildReduce(b, monoid, x, 1, to);
  return tirEndCompute(b);
}

//===----------------------------------------------------------------------===//
// Places of maxima: the smallest number of an element that is the maximum
//===----------------------------------------------------------------------===//

/// The number of element `at` of the input among all.
static SymExpr numberOf(TirBuilder *b, const SymExpr *at, intptr_t rank,
                        bool byColumns) {
  RelaxDims *dims = &b->dims;
  SymExpr number = at[0];
  number = relaxDimsAdd(dims, relaxDimsMul(dims, number, tirBufferDim(b, 0, 1)),
                        at[1]);
  for (intptr_t i = 2; i < rank; ++i)
    number = relaxDimsMul(dims, number, tirBufferDim(b, 0, i));
  SymExpr factor = relaxDimsConst(dims, 1);
  for (intptr_t k = 2; k < rank; ++k) {
    intptr_t i = byColumns ? k : rank + 1 - k;
    number = relaxDimsAdd(dims, number, relaxDimsMul(dims, at[i], factor));
    factor = relaxDimsMul(dims, factor, tirBufferDim(b, 0, i));
  }
  return number;
}

/// `has`, and no index is in the padding.
static MlirValue insideToo(TirBuilder *b, MlirValue has, const SymExpr *at,
                           intptr_t rank) {
  MlirValue zero = tirBuildInteger(b, mlirIndexTypeGet(b->context), 0);
  for (intptr_t i = 2; i < rank; ++i) {
    MlirValue index = tirBuildExtent(b, at[i]);
    MlirValue extent = tirBuildExtent(b, tirBufferDim(b, 0, i));
    has = tirBuildArith2(b, "arith.andi", has,
                         tirBuildCompare(b, TIR_CMPI_SGE, index, zero));
    has = tirBuildArith2(b, "arith.andi", has,
                         tirBuildCompare(b, TIR_CMPI_SLT, index, extent));
  }
  return has;
}

/// Buffers: the input, the maxima, the result.
MlirLogicalResult relaxBuildPoolPlaces(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  MlirType wide = mlirIntegerTypeGet(b->context, 64);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  Window window = windowOf(b, op);
  intptr_t spatial = window.spatial, rank = spatial + 2;
  openPool(b, "places", &window);
  SymExpr *from = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  SymExpr *to = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    from[i] = to[i] = tirIterator(b, i);
  for (intptr_t i = 0; i < spatial; ++i)
    from[2 + i] = position(b, &window, i, to[2 + i], tirIterator(b, rank + i));
  MlirValue pad = {NULL};
  if (window.padded)
    pad = tirNamed(b, "zero", tirBuildConstant(b, element, 0));
  MlirValue x = tirBuildLoad(b, 0, from, pad);
  MlirValue m = tirBuildLoad(b, 1, to, (MlirValue){NULL});
  MlirValue has = relaxBuildIsExtreme(b, x, m);
  if (window.padded)
    has = insideToo(b, has, from, rank);
  bool byColumns = relaxMaxPoolPlacesGetByColumns(op);
  MlirValue number = tirBuildNumber(b, numberOf(b, from, rank, byColumns));
  MlirValue none = tirNamed(b, "none", tirBuildInteger(b, wide, INT64_MAX));
  tirBuildReduce(b, TIR_MONOID_MIN, tirBuildSelect(b, has, number, none), 2,
                 to);
  return tirEndCompute(b);
}
