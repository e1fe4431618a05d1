//===- Rounding.c - runs in which every result is rounded at random -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// How far may a correct program be from the reference? A bound that is carried
// through worst cases grows by the row sums of every weight and says nothing
// behind a few layers. So the errors are made: each operation that rounds gets
// an error of its own at random, as large as one of a sum in any order in the
// type's own precision, and what comes out of some runs shows how far they
// carry (Monte Carlo arithmetic). Three kinds of operations:
//
// - those that move, choose or compare numbers round nothing;
// - sums of products lose up to eps for each term: the error is measured
//   against the sum of magnitudes, which is the same operation on magnitudes;
// - all others compute something near the right result for operands near the
//   given ones: operands and result get an error.
//
// Small integers stay as they are: arithmetic on them is exact everywhere, but
// in operations that scale their operands.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Interfaces.h"
#include "lib/Interpreter/Module.h"

#include <math.h>

/// The distance from 1 to the next number.
static double epsilonOf(RelaxDType dtype) {
  return dtype == RELAX_F64    ? 0x1p-52
         : dtype == RELAX_F16  ? 0x1p-10
         : dtype == RELAX_BF16 ? 0x1p-7
         : dtype == RELAX_F32  ? 0x1p-23
                               : 0x1p-3;
}

/// Narrow floats are summed in f32.
static double sumEpsilonOf(RelaxDType dtype) {
  return dtype == RELAX_F64 ? 0x1p-52 : 0x1p-23;
}

static bool isSmallInteger(double x) {
  return x == rint(x) && fabs(x) < 0x1p20;
}

static bool rounds(MlirOperation op) {
  return !relaxIsExact(op) && !relaxMovesNoNumber(op) && !relaxIsView(op) &&
         !relaxCalls(op) && mlirOperationGetNumRegions(op) == 0;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Evenly spread in [-1, 1).
static double drawUnit(EvalStep *step) {
  return 2 * relaxRandomUnit(&step->frame->interpreter->rounding) - 1;
}

/// A copy of a float tensor, every element `function` of it. Others are shared.
static bool copyFloats(EvalStep *step, const RelaxTensor *from, RelaxTensor *to,
                       double (*function)(EvalStep *step, double x,
                                          double epsilon)) {
  if (!relaxDTypeIsFloat(from->dtype)) {
    *to = from->storage ? relaxTensorShare(from) : *from;
    return true;
  }
  if (!relaxTensorCreate(from->dtype, from->rank, from->dims, to, step->error))
    return false;
  double epsilon = epsilonOf(from->dtype);
  for (int64_t i = 0, e = relaxTensorCount(from); i < e; ++i)
    relaxStoreFloat(
        to->dtype, to->data, i,
        function(step, relaxLoadFloat(from->dtype, from->data, i), epsilon));
  return true;
}

static double nearby(EvalStep *step, double x, double epsilon) {
  return isSmallInteger(x) ? x : x * (1 + epsilon * drawUnit(step));
}

/// Of integers, too: the operation multiplies them by numbers that are none.
static double nearbyAny(EvalStep *step, double x, double epsilon) {
  return x * (1 + epsilon * drawUnit(step));
}

static bool scalesInside(MlirOperation op) {
  static const char *const names[] = {"relax.attention", "relax.deform_conv"};
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); ++i)
    if (strRefEqual(bridgeOpName(op), strRefFromC(names[i])))
      return true;
  return false;
}

static double magnitude(EvalStep *step, double x, double epsilon) {
  (void)step, (void)epsilon;
  return fabs(x);
}

/// The operation once more, on a function of its operands; `results` are no
/// tensors if it cannot be done. That is no error of the program.
static void evaluateOn(EvalStep *step, EvalFunction evaluate,
                       double (*function)(EvalStep *, double, double),
                       RelaxTensor *results) {
  Arena *arena = arenaCreate();
  RelaxError error = {0};
  RelaxTensor *copies = ARENA_ARRAY(arena, RelaxTensor, step->numOperands + 1);
  const RelaxTensor **operands =
      ARENA_ARRAY(arena, const RelaxTensor *, step->numOperands + 1);
  EvalStep other = *step;
  other.arena = arena;
  other.operands = operands;
  other.results = results;
  other.error = &error;
  bool good = true;
  for (intptr_t i = 0; good && i < step->numOperands; ++i) {
    operands[i] = &copies[i];
    good = copyFloats(&other, step->operands[i], &copies[i], function);
  }
  good = good && evaluate(&other);
  for (intptr_t i = 0; !good && i < step->numResults; ++i) {
    relaxTensorRelease(&results[i]);
    results[i] = (RelaxTensor){0};
  }
  for (intptr_t i = 0; i < step->numOperands; ++i)
    relaxTensorRelease(&copies[i]);
  relaxErrorFree(&error);
  arenaDestroy(arena);
}

/// How many terms a result has: the products of a product of matrices are
/// counted by both operands, those of a sum by the only one.
static double termsOf(const EvalStep *step) {
  double product = 1, largest = 1;
  int count = 0;
  for (intptr_t i = 0; i < step->numOperands && count < 2; ++i) {
    const RelaxTensor *operand = step->operands[i];
    if (!relaxDTypeIsFloat(operand->dtype))
      continue;
    double elements = (double)relaxTensorCount(operand);
    product *= elements;
    largest = fmax(largest, elements);
    ++count;
  }
  double each = product / fmax(1, (double)relaxTensorCount(step->results));
  // A running sum has as many results as terms.
  each = count == 2 ? sqrt(each) : each > 1 ? each : largest;
  return fmin(fmax(each, 1), largest);
}

/// Errors of a sum: some for each term, as large as the magnitudes, and the
/// last rounding.
static void disturbSum(EvalStep *step, const RelaxTensor *magnitudes) {
  RelaxTensor *result = &step->results[0];
  double last = epsilonOf(result->dtype);
  double each = sumEpsilonOf(result->dtype) * (1 + sqrt(termsOf(step)) / 4);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    double x = relaxLoadFloat(result->dtype, result->data, i);
    double all = relaxLoadFloat(magnitudes->dtype, magnitudes->data, i);
    if (isSmallInteger(all) || !isfinite(all))
      continue;
    x += each * all * drawUnit(step) + last * x * drawUnit(step);
    relaxStoreFloat(result->dtype, result->data, i, x);
  }
}

/// Errors of everything else: two units of the last place. What is an operand
/// handed on stays as it is.
static void disturb(EvalStep *step, RelaxTensor *result) {
  for (intptr_t i = 0; i < step->numOperands; ++i)
    if (step->operands[i]->storage == result->storage)
      return;
  double epsilon = 2 * epsilonOf(result->dtype);
  for (int64_t i = 0, e = relaxTensorCount(result); i < e; ++i) {
    double x = relaxLoadFloat(result->dtype, result->data, i);
    relaxStoreFloat(result->dtype, result->data, i, nearby(step, x, epsilon));
  }
}

static bool evaluateSum(EvalStep *step, EvalFunction evaluate) {
  RelaxTensor magnitudes = {0};
  if (!evaluate(step))
    return false;
  if (!relaxDTypeIsFloat(step->results[0].dtype))
    return true;
  evaluateOn(step, evaluate, magnitude, &magnitudes);
  if (magnitudes.storage &&
      relaxTensorSameShape(&magnitudes, &step->results[0]))
    disturbSum(step, &magnitudes);
  relaxTensorRelease(&magnitudes);
  return true;
}

/// Another shape of a result is another case, not an error of rounding.
static bool haveShapesOf(const RelaxTensor *a, const RelaxTensor *b,
                         intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    if (a[i].dtype != b[i].dtype || !relaxTensorSameShape(&a[i], &b[i]))
      return false;
  return true;
}

static bool evaluateNearby(EvalStep *step, EvalFunction evaluate) {
  if (!evaluate(step))
    return false;
  Arena *arena = arenaCreate();
  RelaxTensor *others = ARENA_ARRAY(arena, RelaxTensor, step->numResults + 1);
  evaluateOn(step, evaluate, scalesInside(step->op) ? nearbyAny : nearby,
             others);
  if (haveShapesOf(others, step->results, step->numResults))
    for (intptr_t i = 0; i < step->numResults; ++i) {
      RelaxTensor plain = step->results[i];
      step->results[i] = others[i];
      others[i] = plain;
    }
  for (intptr_t i = 0; i < step->numResults; ++i) {
    relaxTensorRelease(&others[i]);
    if (relaxDTypeIsFloat(step->results[i].dtype))
      disturb(step, &step->results[i]);
  }
  arenaDestroy(arena);
  return true;
}

/// Numbers come in or go out.
static bool hasFloats(EvalStep *step) {
  for (intptr_t i = 0; i < step->numOperands; ++i)
    if (relaxDTypeIsFloat(step->operands[i]->dtype))
      return true;
  return false;
}

bool evalRounded(EvalStep *step, EvalFunction evaluate) {
  if (!step->frame->interpreter->rounds || !rounds(step->op) ||
      !hasFloats(step))
    return evaluate(step);
  return relaxSums(step->op) && step->numResults == 1
             ? evaluateSum(step, evaluate)
             : evaluateNearby(step, evaluate);
}

void relaxInterpreterDisturb(RelaxInterpreter *interpreter, uint64_t seed) {
  interpreter->rounds = seed != 0;
  interpreter->rounding = relaxRandomSeed(seed);
}
