//===- GraphBuilder.h - graph operations as expressions -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `graphDivide(g, x, graphSqrt(g, v))` inserts two operations. A null operand
// gives a null result, so that only the last value is asked for; what failed
// has reported. Operands broadcast as the operations themselves do. Where
// there is no `before`, values that supply symbols have to be given.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DECOMPOSE_GRAPHBUILDER_H
#define RELAX_TRANSFORMS_DECOMPOSE_GRAPHBUILDER_H

#include "dialects/Relax/Dims.h"

typedef struct GraphBuilder {
  MlirContext context;
  Arena *arena;
  MlirOperation before; // where operations go; null: to the end of `block`
  MlirBlock block;      // only then
  MlirLocation loc;     // of all of them
  StrRef name;          // of what is composed: `%y_sum`; "" for none
  size_t numInserted;
  bool failed; // with an error
} GraphBuilder;

/// Inserts a detached operation: its first result, or null if it is null.
MlirValue graphInsert(GraphBuilder *g, MlirOperation op);
/// The same of one without results.
void graphInsertCheck(GraphBuilder *g, MlirOperation op);
/// Extents as the dimensions of a type.
void graphDims(RelaxDims *math, const SymExpr *extents, intptr_t rank,
               MlirAttribute *dims);
/// The type of indices and extents.
MlirType graphInt64(const GraphBuilder *g);
/// At `op`, whose location new operations get; `named`: and its name.
GraphBuilder graphBefore(Arena *arena, MlirOperation op, bool named);
/// False after an error, if an expression could not be computed.
bool graphDimsGood(GraphBuilder *g, const RelaxDims *dims);
/// The place of a step: the name of the whole and `what`.
MlirLocation graphPlace(GraphBuilder *g, const char *what);

MlirValue graphAbs(GraphBuilder *g, MlirValue x);
MlirValue graphBitwiseNot(GraphBuilder *g, MlirValue x);
MlirValue graphExp(GraphBuilder *g, MlirValue x);
MlirValue graphLog(GraphBuilder *g, MlirValue x);
MlirValue graphNegative(GraphBuilder *g, MlirValue x);
MlirValue graphSoftmax(GraphBuilder *g, MlirValue x, int64_t axis);
MlirValue graphSqrt(GraphBuilder *g, MlirValue x);
MlirValue graphReciprocal(GraphBuilder *g, MlirValue x);
MlirValue graphRsqrt(GraphBuilder *g, MlirValue x);
MlirValue graphCeil(GraphBuilder *g, MlirValue x);
MlirValue graphFloor(GraphBuilder *g, MlirValue x);
MlirValue graphRound(GraphBuilder *g, MlirValue x);
MlirValue graphCos(GraphBuilder *g, MlirValue x);
MlirValue graphTanh(GraphBuilder *g, MlirValue x);
MlirValue graphSigmoid(GraphBuilder *g, MlirValue x);
MlirValue graphRelu(GraphBuilder *g, MlirValue x);
MlirValue graphSoftsign(GraphBuilder *g, MlirValue x);
MlirValue graphSoftplus(GraphBuilder *g, MlirValue x);

MlirValue graphAdd(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphSubtract(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphMultiply(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphDivide(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphMod(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphPower(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphMaximum(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphMinimum(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphEqual(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphLess(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphLessEqual(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphAnd(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphOr(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphMatmul(GraphBuilder *g, MlirValue a, MlirValue b);
MlirValue graphWhere(GraphBuilder *g, MlirValue condition, MlirValue a,
                     MlirValue b);
/// `x + number`, `x * number`.
MlirValue graphPlus(GraphBuilder *g, MlirValue x, double number);
MlirValue graphTimes(GraphBuilder *g, MlirValue x, double number);

/// Over `axes`, which stay as extents of 1; null: all of them, and they go.
MlirValue graphSum(GraphBuilder *g, MlirValue x, MlirAttribute axes);
MlirValue graphMean(GraphBuilder *g, MlirValue x, MlirAttribute axes);
MlirValue graphMax(GraphBuilder *g, MlirValue x, MlirAttribute axes);
MlirValue graphProd(GraphBuilder *g, MlirValue x, MlirAttribute axes);
/// The same without those dimensions.
MlirValue graphSumAway(GraphBuilder *g, MlirValue x, MlirAttribute axes);
MlirValue graphMaxAway(GraphBuilder *g, MlirValue x, MlirAttribute axes);
MlirValue graphCumsum(GraphBuilder *g, MlirValue x, int64_t axis,
                      bool exclusive);
/// The axes `from` to `rank - 1`, and one axis.
MlirAttribute graphAxes(GraphBuilder *g, int64_t from, int64_t rank);
MlirAttribute graphAxis(GraphBuilder *g, int64_t axis);

/// A number of that element type, as a scalar.
MlirValue graphNumber(GraphBuilder *g, double value, MlirType element);
MlirValue graphInteger(GraphBuilder *g, int64_t value, MlirType element);
/// The same, of the element type of `like`.
MlirValue graphNumberLike(GraphBuilder *g, double value, MlirValue like);
/// Constant vectors, of any type and of i64.
MlirValue graphNumbers(GraphBuilder *g, const double *values, size_t count,
                       MlirType element);
MlirValue graphIntegers(GraphBuilder *g, const int64_t *values, size_t count);
/// 0, 1, ... as [extent], whose symbols `given` has, or values that are found
/// (null).
MlirValue graphIota(GraphBuilder *g, MlirAttribute extent, MlirType element,
                    MlirValue given);
/// 0, step, 2 * step, ... as i64 [extent]; an expression over symbols of
/// `given`.
MlirValue graphSteps(GraphBuilder *g, MlirAttribute step, MlirAttribute extent,
                     MlirValue given);
/// The value of an expression as an i64 vector of one element.
MlirValue graphExtent(GraphBuilder *g, MlirAttribute expr, MlirValue given);
MlirAttribute graphLiteral(GraphBuilder *g, int64_t extent);
/// A new symbol for the element of an i64 vector [1], as a dimension; null for
/// null. Extents that are built with it find it by themselves.
MlirAttribute graphBindExtent(GraphBuilder *g, MlirValue vector);

/// The same of all elements of an i64 vector, into `dims`, which has their
/// number; those that are no `?` stay, and are checked. False for null.
bool graphBindExtents(GraphBuilder *g, MlirValue vector, intptr_t count,
                      MlirAttribute *dims);

/// The extents of `x` as an i64 vector.
MlirValue graphShapeVector(GraphBuilder *g, MlirValue x);

/// The same elements under other dimensions.
MlirValue graphReshape(GraphBuilder *g, MlirValue x, intptr_t rank,
                       const MlirAttribute *dims);
/// The same where only the run can tell that there are as many.
MlirValue graphReshapeChecked(GraphBuilder *g, MlirValue x, intptr_t rank,
                              const MlirAttribute *dims);
MlirValue graphTranspose(GraphBuilder *g, MlirValue x, intptr_t rank,
                         const int64_t *axes);
/// [C] as [C, 1, ...] with `trailing` ones.
MlirValue graphChannels(GraphBuilder *g, MlirValue x, intptr_t trailing);
/// A vector as dimension `axis` of `rank` dimensions, the others of extent 1.
MlirValue graphAlong(GraphBuilder *g, MlirValue vector, intptr_t axis,
                     intptr_t rank);
/// Dimension i is dimension `from[i]` of `x`, or 1 for -1: `x` with further
/// dimensions, or without some that are 1.
MlirValue graphView(GraphBuilder *g, MlirValue x, intptr_t rank,
                    const int64_t *from);
/// With a dimension of 1 at `axis`.
MlirValue graphExpandDim(GraphBuilder *g, MlirValue x, intptr_t axis);
/// Without dimension `axis`, which is 1.
MlirValue graphDropDim(GraphBuilder *g, MlirValue x, intptr_t axis);
MlirValue graphConcat(GraphBuilder *g, MlirValue a, MlirValue b, int64_t axis);
MlirValue graphConcatAll(GraphBuilder *g, const MlirValue *values,
                         intptr_t count, int64_t axis);
/// Elements begin, begin + step, ... before `end` along an axis.
MlirValue graphSlice(GraphBuilder *g, MlirValue x, int64_t axis, int64_t begin,
                     int64_t end, int64_t step);
/// Element `index` of a vector, as a scalar.
MlirValue graphElement(GraphBuilder *g, MlirValue vector, int64_t index);
MlirValue graphTake(GraphBuilder *g, MlirValue x, MlirValue indices,
                    int64_t axis);
/// Repeats extents of 1; symbols come from `given`, or from values that are
/// found (null).
MlirValue graphBroadcast(GraphBuilder *g, MlirValue x, intptr_t rank,
                         const MlirAttribute *dims, MlirValue given);
/// The same where the types do not show that extents are 1 or those: checked
/// when the program runs.
MlirValue graphBroadcastOpen(GraphBuilder *g, MlirValue x, intptr_t rank,
                             const MlirAttribute *dims);
/// `count` elements from `begin` on along an axis; nothing is clamped.
MlirValue graphSliceFrom(GraphBuilder *g, MlirValue x, int64_t axis,
                         MlirAttribute begin, MlirAttribute count);
/// `x` with zeros around it: `low` in front of each dimension (negative: as
/// many elements go), and behind it up to `dims`.
MlirValue graphPad(GraphBuilder *g, MlirValue x, intptr_t rank,
                   const MlirAttribute *low, const MlirAttribute *dims);
/// The same with `value` around it; null: zeros.
MlirValue graphPadBy(GraphBuilder *g, MlirValue x, MlirValue value,
                     intptr_t rank, const MlirAttribute *low,
                     const MlirAttribute *dims);
/// `x` with those dimensions, checked when the program runs where its type does
/// not say them.
MlirValue graphMatch(GraphBuilder *g, MlirValue x, intptr_t rank,
                     const MlirAttribute *dims);
/// The elements as `element`.
MlirValue graphCast(GraphBuilder *g, MlirValue x, MlirType element);
/// In the type that is computed in: f32 for f16 and bf16, else its own.
MlirValue graphWiden(GraphBuilder *g, MlirValue x);
/// `value` in the element type of `like`.
MlirValue graphCastLike(GraphBuilder *g, MlirValue value, MlirValue like);

#endif // RELAX_TRANSFORMS_DECOMPOSE_GRAPHBUILDER_H
