//===- Classifier.c - rules of parts of classifiers -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Classifier.h"
#include "lib/Bridge/Core/Blocks.h"

const char *const relaxKernelNames[RELAX_NUM_KERNELS] = {"linear", "poly",
                                                         "sigmoid", "rbf"};

RelaxKernel relaxKernelNamed(StrRef name) {
  RelaxKernel k = 0;
  while (k < RELAX_NUM_KERNELS && !strRefIs(name, relaxKernelNames[k]))
    ++k;
  return k;
}

int64_t relaxPairs(int64_t classes) { return classes * (classes - 1) / 2; }

/// Float elements, and a rank of at least `least` and at most `most`.
static bool checkFloats(RelaxDims *dims, MlirValue input, intptr_t least,
                        intptr_t most, const char *expected) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  if (mlirTypeIsAFloat(info.elementType) &&
      (!info.ranked || (info.rank >= least && info.rank <= most)))
    return true;
  return relaxDimsMisfit(dims, "input", expected, info);
}

static bool sameType(RelaxDims *dims, MlirValue input, intptr_t least,
                     MlirType *results) {
  bool outcome = checkFloats(dims, input, least, INTPTR_MAX,
                             least ? "float elements and rank 1 or more"
                                   : "float elements");
  results[0] = mlirValueGetType(input);
  return outcome;
}

bool relaxProbitInferTypes(RelaxDims *dims, const RelaxProbitArgs *args,
                           MlirType *results) {
  return sameType(dims, args->input, 0, results);
}

bool relaxSoftmaxZeroInferTypes(RelaxDims *dims,
                                const RelaxSoftmaxZeroArgs *args,
                                MlirType *results) {
  return sameType(dims, args->input, 1, results);
}

/// [samples of the input, `columns`].
static MlirType matrixOf(RelaxDims *dims, MlirValue input, SymExpr columns) {
  MlirAttribute out[] = {
      relaxDimsAttribute(dims, relaxDimsExtent(dims, input, 0)),
      relaxDimsAttribute(dims, columns)};
  return relaxTensorTypeOf(relaxTensorInfoOf(input).elementType, 2, out);
}

//===----------------------------------------------------------------------===//
// kernel_matrix
//===----------------------------------------------------------------------===//

static bool inferKernel(RelaxDims *dims, const RelaxKernelMatrixArgs *args) {
  StrRef kernel = args->kernel;
  if (relaxKernelNamed(kernel) == RELAX_NUM_KERNELS)
    return relaxDimsError(
        dims, "kernel: expected linear, poly, sigmoid or rbf, got '%.*s'",
        SPREAD(kernel));
  if (!checkFloats(dims, args->input, 2, 2, "float elements and rank 2") ||
      !relaxSameElements(dims, relaxTensorInfoOf(args->input),
                         relaxTensorInfoOf(args->vectors)))
    return false;
  SymExpr expected[] = {relaxDimsExtent(dims, args->vectors, 0),
                        relaxDimsExtent(dims, args->input, 1)};
  return relaxDimsCheckShape(dims, "vectors", args->vectors, 2, expected,
                             "[vectors, features of the input]");
}

bool relaxKernelMatrixInferTypes(RelaxDims *dims,
                                 const RelaxKernelMatrixArgs *args,
                                 MlirType *results) {
  bool outcome = inferKernel(dims, args);
  results[0] =
      matrixOf(dims, args->input, relaxDimsExtent(dims, args->vectors, 0));
  return outcome;
}

//===----------------------------------------------------------------------===//
// Pairs of classes
//===----------------------------------------------------------------------===//

/// An input with a column for each pair.
static bool checkPairs(RelaxDims *dims, MlirValue input, int64_t count) {
  if (count < 2 || count > RELAX_MAX_PAIRED_CLASSES)
    return relaxDimsError(dims, "of: expected 2 to %d classes, got %lld",
                          RELAX_MAX_PAIRED_CLASSES, (long long)count);
  if (!checkFloats(dims, input, 2, 2, "float elements and rank 2"))
    return false;
  SymExpr expected[] = {relaxDimsExtent(dims, input, 0),
                        relaxDimsConst(dims, relaxPairs(count))};
  return relaxDimsCheckShape(dims, "input", input, 2, expected,
                             "a column for each pair of classes");
}

static MlirType classesOf(RelaxDims *dims, MlirValue input, int64_t classes) {
  return matrixOf(dims, input, relaxDimsConst(dims, classes));
}

bool relaxPairVotesInferTypes(RelaxDims *dims, const RelaxPairVotesArgs *args,
                              MlirType *results) {
  bool outcome = checkPairs(dims, args->input, args->classes);
  results[0] = classesOf(dims, args->input, args->classes);
  return outcome;
}

static bool inferProbabilities(RelaxDims *dims,
                               const RelaxPairProbabilitiesArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  if (!checkPairs(dims, args->input, args->classes))
    return false;
  SymExpr pairs = relaxDimsConst(dims, relaxPairs(args->classes));
  MlirValue values[] = {args->slopes, args->offsets};
  static const char *const names[] = {"slopes", "offsets"};
  for (int i = 0; i < 2; ++i)
    if (!relaxSameElements(dims, input, relaxTensorInfoOf(values[i])) ||
        !relaxDimsCheckShape(dims, names[i], values[i], 1, &pairs, "[pairs]"))
      return false;
  return true;
}

bool relaxPairProbabilitiesInferTypes(RelaxDims *dims,
                                      const RelaxPairProbabilitiesArgs *args,
                                      MlirType *results) {
  bool outcome = inferProbabilities(dims, args);
  results[0] = classesOf(dims, args->input, args->classes);
  return outcome;
}
