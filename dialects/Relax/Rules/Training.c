//===- Training.c - rules of steps of optimisers --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Training.gen.h"

static bool checkScalar(RelaxDims *dims, const char *what, MlirValue value,
                        MlirType element, const char *expected) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  return ((!info.ranked || info.rank == 0) &&
          mlirTypeEqual(info.elementType, element)) ||
         relaxDimsMisfit(dims, what, expected, info);
}

/// A tensor that has the input's type, as far as types say it.
static bool checkLike(RelaxDims *dims, const char *what, MlirValue value,
                      RelaxTensorInfo input) {
  if (!relaxSameElements(dims, input, relaxTensorInfoOf(value)))
    return false;
  if (!input.ranked)
    return true;
  SymExpr *expected = ARENA_ARRAY(dims->arena, SymExpr, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    expected[i] = relaxDimsOf(dims, input.dims[i]);
  return relaxDimsCheckShape(dims, what, value, input.rank, expected,
                             relaxShapeText(dims->arena, input));
}

/// `others` are `count` operands from the gradient on; the results have the
/// input's type, as many as states and one.
static bool infer(RelaxDims *dims, MlirValue rate, MlirValue step,
                  MlirValue input, const MlirValue *others, intptr_t count,
                  MlirType *results) {
  static const char *const names[] = {"gradient", "state 0", "state 1"};
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  MlirContext context = relaxDimsContext(dims);
  bool wide = mlirTypeEqual(info.elementType, mlirF32TypeGet(context)) ||
              mlirTypeEqual(info.elementType, mlirF64TypeGet(context));
  bool outcome =
      wide ? checkScalar(dims, "rate", rate, info.elementType,
                         "a scalar of the input's elements")
           : relaxDimsMisfit(dims, "input", "elements f32 or f64", info);
  if (outcome)
    outcome = checkScalar(dims, "step", step, mlirIntegerTypeGet(context, 64),
                          "a scalar i64");
  for (intptr_t i = 0; i < count && outcome; ++i)
    outcome = checkLike(dims, names[i], others[i], info);
  for (intptr_t i = 0; i < count; ++i)
    results[i] = mlirValueGetType(input);
  return outcome;
}

bool relaxAdagradInferTypes(RelaxDims *dims, const RelaxAdagradArgs *args,
                            MlirType *results) {
  const MlirValue others[] = {args->gradient, args->squares};
  return infer(dims, args->rate, args->step, args->input, others, 2, results);
}

bool relaxAdamInferTypes(RelaxDims *dims, const RelaxAdamArgs *args,
                         MlirType *results) {
  const MlirValue others[] = {args->gradient, args->momentum, args->squares};
  return infer(dims, args->rate, args->step, args->input, others, 3, results);
}

bool relaxMomentumInferTypes(RelaxDims *dims, const RelaxMomentumArgs *args,
                             MlirType *results) {
  const MlirValue others[] = {args->gradient, args->momentum};
  return infer(dims, args->rate, args->step, args->input, others, 2, results);
}
