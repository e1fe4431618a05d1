//===- Random.c - random numbers written with other operators -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// SplitMix64 needs of an element's place its number only, so that fusion makes
// one loop of all steps.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Random.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

static const MlirValue none = {NULL};

static MlirType wordType(GraphBuilder *g) {
  return mlirIntegerTypeUnsignedGet(g->context, 64);
}

static MlirValue word(GraphBuilder *g, uint64_t bits) {
  MlirType type =
      mlirRankedTensorTypeGet(0, NULL, wordType(g), mlirAttributeGetNull());
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrRawBufferGet(type, sizeof bits, &bits)};
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "word"), &args));
}

static MlirValue shiftRight(GraphBuilder *g, MlirValue x, uint64_t by) {
  RelaxShiftRightArgs args = {x, word(g, by)};
  return x.ptr && args.rhs.ptr
             ? graphInsert(
                   g, relaxShiftRightCreate(graphPlace(g, "shifted"), &args))
             : none;
}

static MlirValue bitwise(GraphBuilder *g, bool isAnd, MlirValue a,
                         MlirValue b) {
  RelaxBitwiseAndArgs both = {a, b};
  RelaxBitwiseXorArgs either = {a, b};
  if (!a.ptr || !b.ptr)
    return none;
  MlirLocation place = graphPlace(g, "bits");
  return graphInsert(g, isAnd ? relaxBitwiseAndCreate(place, &both)
                              : relaxBitwiseXorCreate(place, &either));
}

/// z ^ z >> by
static MlirValue fold(GraphBuilder *g, MlirValue z, uint64_t by) {
  return bitwise(g, false, z, shiftRight(g, z, by));
}

static MlirValue mix(GraphBuilder *g, MlirValue z) {
  z = graphMultiply(g, fold(g, z, 30), word(g, UINT64_C(0xBF58476D1CE4E5B9)));
  z = graphMultiply(g, fold(g, z, 27), word(g, UINT64_C(0x94D049BB133111EB)));
  return fold(g, z, 31);
}

/// A word for each element of `like`.
static MlirValue words(GraphBuilder *g, MlirValue key, MlirValue like) {
  RelaxTensorInfo info = relaxTensorInfoOf(like);
  RelaxDims dims = relaxDimsMake(g->loc, "relax.random_uniform", g->arena);
  SymExpr count = relaxDimsConst(&dims, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    count = relaxDimsMul(&dims, count, relaxDimsOf(&dims, info.dims[i]));
  if (!relaxDimsOutcome(&dims))
    return none;
  MlirValue places = graphIota(g, relaxDimsAttribute(&dims, count),
                               mlirIntegerTypeGet(g->context, 64), like);
  MlirValue step = word(g, UINT64_C(0x9E3779B97F4A7C15));
  MlirValue moved = graphMultiply(g, graphCast(g, places, wordType(g)), step);
  MlirValue all = mix(g, graphAdd(g, moved, graphAdd(g, key, step)));
  return graphReshape(g, all, info.rank, info.dims);
}

/// x * by, as floats of that type.
static MlirValue scaled(GraphBuilder *g, MlirValue x, MlirType type,
                        double by) {
  return graphMultiply(g, graphCast(g, x, type), graphNumber(g, by, type));
}

/// f32, or f64 for itself.
static MlirType computedIn(GraphBuilder *g, MlirType element) {
  return mlirTypeIsAF64(element) ? element : mlirF32TypeGet(g->context);
}

/// numbers * scale + offset in the type of the result, and the next key.
static void finish(GraphBuilder *g, MlirOperation op, MlirValue numbers,
                   double scale, double offset, MlirValue *results) {
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  MlirType type = computedIn(g, element);
  MlirValue y = graphAdd(g, scaled(g, numbers, type, scale),
                         graphNumber(g, offset, type));
  results[0] = graphCast(g, y, element);
  results[1] = mix(g, mlirOperationGetOperand(op, 0));
}

static void randomUniform(GraphBuilder *g, MlirOperation op,
                          MlirValue *results) {
  MlirType type = computedIn(
      g, relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType);
  bool isDouble = mlirTypeIsAF64(type);
  MlirValue bits =
      words(g, relaxRandomUniformGetKey(op), relaxRandomUniformGetLike(op));
  MlirValue upper = shiftRight(g, bits, isDouble ? 11 : 40);
  double low = relaxRandomUniformGetLow(op);
  finish(g, op, scaled(g, upper, type, isDouble ? 0x1p-53 : 0x1p-24),
         relaxRandomUniformGetHigh(op) - low, low, results);
}

static void randomNormal(GraphBuilder *g, MlirOperation op,
                         MlirValue *results) {
  const double turn = 6.283185307179586477;
  MlirType type = computedIn(
      g, relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType);
  MlirValue bits =
      words(g, relaxRandomNormalGetKey(op), relaxRandomNormalGetLike(op));
  MlirValue upper = graphAdd(g, shiftRight(g, bits, 40), word(g, 1));
  MlirValue lower =
      bitwise(g, true, shiftRight(g, bits, 16), word(g, UINT64_C(0xFFFFFF)));
  MlirValue size =
      graphMultiply(g, graphLog(g, scaled(g, upper, type, 0x1p-24)),
                    graphNumber(g, -2, type));
  MlirValue angle = graphMultiply(g, scaled(g, lower, type, 0x1p-24),
                                  graphNumber(g, turn, type));
  finish(g, op, graphMultiply(g, graphSqrt(g, size), graphCos(g, angle)),
         relaxRandomNormalGetDeviation(op), relaxRandomNormalGetMean(op),
         results);
}

//===----------------------------------------------------------------------===//
// What is drawn by numbers from 0 to 1
//===----------------------------------------------------------------------===//

/// Numbers in the shape of `like`, and the next key.
static MlirValue uniformNumbers(GraphBuilder *g, MlirValue key, MlirValue like,
                                MlirType element, MlirValue *next) {
  RelaxRandomUniformArgs args = {key, like, 0, 1, element};
  if (!like.ptr)
    return none;
  MlirOperation op = relaxRandomUniformCreate(graphPlace(g, "drawn"), &args);
  MlirValue numbers = graphInsert(g, op);
  if (numbers.ptr)
    *next = mlirOperationGetResult(op, 1);
  return numbers;
}

static void bernoulli(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue p = relaxBernoulliGetInput(op);
  MlirValue numbers =
      uniformNumbers(g, relaxBernoulliGetKey(op), p,
                     relaxTensorInfoOf(p).elementType, &results[1]);
  results[0] =
      graphCastLike(g, graphLess(g, numbers, p), mlirOperationGetResult(op, 0));
}

static void dropout(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirType single = mlirF32TypeGet(g->context);
  MlirValue x = relaxDropoutGetInput(op), ratio = relaxDropoutGetRatio(op);
  MlirValue training = relaxDropoutGetTraining(op);
  MlirValue numbers =
      uniformNumbers(g, relaxDropoutGetKey(op), x, single, &results[2]);
  MlirValue least = graphLess(g, numbers, graphCast(g, ratio, single));
  MlirValue off = graphBitwiseNot(g, training);
  MlirValue mask = graphWhere(g, off, off, graphBitwiseNot(g, least));
  MlirValue rest =
      graphSubtract(g, graphNumberLike(g, 1, x), graphCastLike(g, ratio, x));
  MlirValue kept =
      graphWhere(g, mask, graphDivide(g, x, rest), graphNumberLike(g, 0, x));
  results[0] = graphWhere(g, training, kept, x);
  results[1] = mask;
}

/// The sums up to each class, [batch, 1, classes], against numbers times the
/// last of them, [batch, samples, 1]: as many as are not more come before.
static void multinomial(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  static const int64_t before[] = {0, -1, 1}, behind[] = {0, 1, -1};
  MlirType wide = mlirF64TypeGet(g->context);
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  MlirValue y = mlirOperationGetResult(op, 0);
  MlirValue input = relaxMultinomialGetInput(op);
  MlirValue x = graphCast(g, input, wide);
  MlirAttribute axis = graphAxis(g, 1);
  MlirValue e = graphExp(g, graphSubtract(g, x, graphMax(g, x, axis)));
  MlirValue like = graphBroadcast(g, graphNumber(g, 0, wide), 2,
                                  relaxTensorInfoOf(y).dims, input);
  MlirValue numbers =
      uniformNumbers(g, relaxMultinomialGetKey(op), like, wide, &results[1]);
  MlirValue limits = graphMultiply(g, numbers, graphSum(g, e, axis));
  MlirValue sums = graphCumsum(g, e, 1, false);
  MlirValue passed = graphLessEqual(g, graphView(g, sums, 3, before),
                                    graphView(g, limits, 3, behind));
  MlirValue count = graphSumAway(g, graphCast(g, passed, i64), graphAxis(g, 2));
  MlirValue last =
      graphPlus(g, graphExtent(g, relaxTensorInfoOf(x).dims[1], input), -1);
  MlirValue number =
      graphMaximum(g, graphMinimum(g, count, last), graphInteger(g, 0, i64));
  results[0] = graphCastLike(g, number, y);
}

const DecomposeRule decomposeRandom[] = {
    {"relax.bernoulli", bernoulli},
    {"relax.dropout", dropout},
    {"relax.multinomial", multinomial},
    {"relax.random_uniform", randomUniform},
    {"relax.random_normal", randomNormal},
    {NULL, NULL},
};
