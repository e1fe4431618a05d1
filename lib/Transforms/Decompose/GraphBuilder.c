//===- GraphBuilder.c - graph operations as expressions -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Scan.gen.h"

static const MlirValue none = {NULL};

MlirLocation graphPlace(GraphBuilder *g, const char *what) {
  StrBuf text = {0};
  if (g->name.length)
    strBufAppendFormat(&text, "%.*s_", (int)g->name.length, g->name.data);
  strBufAppendC(&text, what);
  MlirLocation place =
      bridgeNamedLocation((StrRef){strBufText(&text), text.length}, g->loc);
  strBufFree(&text);
  return place;
}

void graphInsertCheck(GraphBuilder *g, MlirOperation op) {
  if (!op.ptr) {
    g->failed = true;
    return;
  }
  if (g->before.ptr)
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(g->before),
                                        g->before, op);
  else
    mlirBlockAppendOwnedOperation(g->block, op);
  ++g->numInserted;
}

MlirValue graphInsert(GraphBuilder *g, MlirOperation op) {
  graphInsertCheck(g, op);
  return op.ptr ? mlirOperationGetResult(op, 0) : none;
}

void graphDims(RelaxDims *math, const SymExpr *extents, intptr_t rank,
               MlirAttribute *dims) {
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = relaxDimsAttribute(math, extents[i]);
}

MlirType graphInt64(const GraphBuilder *g) {
  return mlirIntegerTypeGet(g->context, 64);
}

GraphBuilder graphBefore(Arena *arena, MlirOperation op, bool named) {
  MlirLocation loc = mlirOperationGetLocation(op);
  GraphBuilder g = {.context = mlirOperationGetContext(op),
                    .arena = arena,
                    .before = op,
                    .loc = loc};
  if (named)
    g.name = arenaCopyString(arena, bridgeLocationName(loc));
  return g;
}

bool graphDimsGood(GraphBuilder *g, const RelaxDims *dims) {
  if (!relaxDimsOutcome(dims))
    g->failed = true;
  return dims->status == SYM_OK;
}

#define UNARY(Op, what)                                                        \
  MlirValue graph##Op(GraphBuilder *g, MlirValue x) {                          \
    Relax##Op##Args args = {x};                                                \
    return x.ptr                                                               \
               ? graphInsert(g, relax##Op##Create(graphPlace(g, what), &args)) \
               : none;                                                         \
  }

UNARY(Abs, "abs")
UNARY(BitwiseNot, "not")
UNARY(Exp, "exp")
UNARY(Log, "log")
UNARY(Negative, "negative")
UNARY(Sqrt, "root")
UNARY(Reciprocal, "inverse")
UNARY(Rsqrt, "inverse_root")
UNARY(Ceil, "ceil")
UNARY(Floor, "whole")
UNARY(Round, "whole")
UNARY(Cos, "wave")
UNARY(Tanh, "tanh")
UNARY(Sigmoid, "sigmoid")
UNARY(Relu, "relu")
UNARY(Softsign, "softsign")
UNARY(Softplus, "softplus")

#define BINARY(Name, Op, what)                                                 \
  MlirValue graph##Name(GraphBuilder *g, MlirValue a, MlirValue b) {           \
    Relax##Op##Args args = {a, b};                                             \
    return a.ptr && b.ptr                                                      \
               ? graphInsert(g, relax##Op##Create(graphPlace(g, what), &args)) \
               : none;                                                         \
  }

BINARY(Add, Add, "sum")
BINARY(Subtract, Subtract, "difference")
BINARY(Multiply, Multiply, "product")
BINARY(Divide, Divide, "quotient")
BINARY(Mod, Mod, "rest")
BINARY(Power, Power, "power")
BINARY(Maximum, Maximum, "maximum")
BINARY(Minimum, Minimum, "minimum")
BINARY(Equal, Equal, "equal")
BINARY(Less, Less, "less")
BINARY(LessEqual, LessEqual, "less_equal")
BINARY(And, BitwiseAnd, "both")
BINARY(Or, BitwiseOr, "either")
BINARY(Matmul, Matmul, "matmul")

MlirValue graphWhere(GraphBuilder *g, MlirValue condition, MlirValue a,
                     MlirValue b) {
  RelaxWhereArgs args = {condition, a, b};
  return condition.ptr && a.ptr && b.ptr
             ? graphInsert(g, relaxWhereCreate(graphPlace(g, "chosen"), &args))
             : none;
}

MlirValue graphPlus(GraphBuilder *g, MlirValue x, double number) {
  return graphAdd(g, x, graphNumberLike(g, number, x));
}

MlirValue graphTimes(GraphBuilder *g, MlirValue x, double number) {
  return graphMultiply(g, x, graphNumberLike(g, number, x));
}

#define REDUCTION(Name, Op, keeps, what)                                       \
  MlirValue graph##Name(GraphBuilder *g, MlirValue x, MlirAttribute axes) {    \
    Relax##Op##Args args = {x, axes, keeps && axes.ptr};                       \
    return x.ptr                                                               \
               ? graphInsert(g, relax##Op##Create(graphPlace(g, what), &args)) \
               : none;                                                         \
  }

REDUCTION(Sum, Sum, true, "sum")
REDUCTION(Mean, Mean, true, "mean")
REDUCTION(Max, Max, true, "max")
REDUCTION(Prod, Prod, true, "count")
REDUCTION(SumAway, Sum, false, "sum")
REDUCTION(MaxAway, Max, false, "max")

MlirValue graphSoftmax(GraphBuilder *g, MlirValue x, int64_t axis) {
  RelaxSoftmaxArgs args = {x, axis};
  return x.ptr ? graphInsert(
                     g, relaxSoftmaxCreate(graphPlace(g, "softmax"), &args))
               : none;
}

MlirValue graphCumsum(GraphBuilder *g, MlirValue x, int64_t axis,
                      bool exclusive) {
  RelaxCumsumArgs args = {.input = x, .axis = axis};
  if (exclusive)
    args.exclusive = true;
  return x.ptr
             ? graphInsert(g, relaxCumsumCreate(graphPlace(g, "before"), &args))
             : none;
}

MlirAttribute graphAxes(GraphBuilder *g, int64_t from, int64_t rank) {
  int64_t count = rank > from ? rank - from : 0;
  int64_t *axes = ARENA_ARRAY(g->arena, int64_t, count);
  for (int64_t i = 0; i < count; ++i)
    axes[i] = from + i;
  return mlirDenseI64ArrayGet(g->context, (intptr_t)count, axes);
}

MlirAttribute graphAxis(GraphBuilder *g, int64_t axis) {
  return mlirDenseI64ArrayGet(g->context, 1, &axis);
}

MlirAttribute graphLiteral(GraphBuilder *g, int64_t extent) {
  return symConstAttribute(g->context, extent);
}

static MlirValue scalar(GraphBuilder *g, MlirType element,
                        MlirAttribute number) {
  MlirType type =
      mlirRankedTensorTypeGet(0, NULL, element, mlirAttributeGetNull());
  RelaxConstantArgs args = {.value =
                                mlirDenseElementsAttrGet(type, 1, &number)};
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "number"), &args));
}

MlirValue graphInteger(GraphBuilder *g, int64_t value, MlirType element) {
  return scalar(g, element, mlirIntegerAttrGet(element, value));
}

MlirValue graphNumber(GraphBuilder *g, double value, MlirType element) {
  return mlirTypeIsAFloat(element)
             ? scalar(g, element,
                      mlirFloatAttrDoubleGet(g->context, element, value))
             : graphInteger(g, (int64_t)value, element);
}

MlirValue graphNumberLike(GraphBuilder *g, double value, MlirValue like) {
  return like.ptr ? graphNumber(g, value, relaxTensorInfoOf(like).elementType)
                  : none;
}

static MlirType vectorOf(size_t count, MlirType element) {
  int64_t extent = (int64_t)count;
  return mlirRankedTensorTypeGet(1, &extent, element, mlirAttributeGetNull());
}

MlirValue graphNumbers(GraphBuilder *g, const double *values, size_t count,
                       MlirType element) {
  RelaxConstantArgs args = {.value = mlirDenseElementsAttrDoubleGet(
                                vectorOf(count, mlirF64TypeGet(g->context)),
                                (intptr_t)count, values)};
  return graphCast(
      g, graphInsert(g, relaxConstantCreate(graphPlace(g, "table"), &args)),
      element);
}

MlirValue graphIntegers(GraphBuilder *g, const int64_t *values, size_t count) {
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrInt64Get(
          vectorOf(count, mlirIntegerTypeGet(g->context, 64)), (intptr_t)count,
          values)};
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "table"), &args));
}

MlirValue graphCast(GraphBuilder *g, MlirValue x, MlirType element) {
  if (!x.ptr)
    return none;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (mlirTypeEqual(info.elementType, element))
    return x;
  RelaxCastArgs args = {.input = x,
                        .resultType = relaxTypeWithElements(info, element)};
  return graphInsert(g, relaxCastCreate(graphPlace(g, "cast"), &args));
}

MlirValue graphWiden(GraphBuilder *g, MlirValue x) {
  if (!x.ptr)
    return none;
  MlirType element = relaxTensorInfoOf(x).elementType;
  bool narrow = mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
  return narrow ? graphCast(g, x, mlirF32TypeGet(g->context)) : x;
}

MlirValue graphCastLike(GraphBuilder *g, MlirValue value, MlirValue like) {
  return like.ptr ? graphCast(g, value, relaxTensorInfoOf(like).elementType)
                  : none;
}
