//===- MatMul.c - ONNX matrix products ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool importMatMul(Importer *importer) {
  RelaxMatmulArgs args = {0};
  return importOperand(importer, 0, &args.lhs) &&
         importOperand(importer, 1, &args.rhs) &&
         importAlignMatrices(importer, &args.lhs, &args.rhs) &&
         IMPORT_RESULT(importer, Matmul, &args);
}

/// `value` transposed if `flag`; Gemm's operands are matrices.
static bool matrix(Importer *importer, size_t index, int64_t flag,
                   const char *suffix, MlirValue *value) {
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!info.ranked || info.rank != 2)
    return importOperandError(importer, index, *value, "expected a matrix");
  if (!flag)
    return true;
  static const int64_t axes[] = {1, 0};
  RelaxPermuteDimsArgs args = {.input = *value,
                               .axes = importIntsAttribute(importer, axes, 2)};
  return IMPORT_HELPER(importer, suffix, PermuteDims, &args, value);
}

/// `factor * value`; nothing for 1.
static bool scale(Importer *importer, float factor, const char *suffix,
                  MlirValue *value) {
  if (factor == 1.0f)
    return true;
  MlirType element = relaxTensorInfoOf(*value).elementType;
  if (mlirTypeIsAInteger(element))
    return importError(importer,
                       "attribute '%s': expected 1 for a product of integers, "
                       "got %g",
                       suffix, (double)factor);
  RelaxMultiplyArgs args = {.lhs = *value};
  return importFloatScalar(importer, element, (double)factor, suffix,
                           &args.rhs) &&
         IMPORT_HELPER(importer, "scaled", Multiply, &args, value);
}

/// alpha * A' * B' + beta * C
static bool importGemm(Importer *importer) {
  int64_t transA, transB, broadcast; // the last of versions before 7
  float alpha, beta;
  RelaxMatmulArgs product = {0};
  if ((importer->opset < 7 &&
       !importInt(importer, "broadcast", 0, &broadcast)) ||
      !importInt(importer, "transA", 0, &transA) ||
      !importInt(importer, "transB", 0, &transB) ||
      !importFloat(importer, "alpha", 1.0f, &alpha) ||
      !importFloat(importer, "beta", 1.0f, &beta) ||
      !matrix(importer, 0, transA, "a", &product.lhs) ||
      !matrix(importer, 1, transB, "b", &product.rhs) ||
      !importAlignInner(importer, &product.lhs, &product.rhs))
    return false;
  // C may be left out, and beta == 0 means that it is not read.
  bool hasBias = importHasOperand(importer, 2) && beta != 0.0f;
  bool plain = !hasBias && alpha == 1.0f;
  MlirLocation location = plain ? importResultLocation(importer, 0)
                                : importHelperLocation(importer, "product");
  RelaxAddArgs sum = {0};
  if (!importInsert(importer, relaxMatmulCreate(location, &product),
                    &sum.lhs) ||
      !scale(importer, alpha, "alpha", &sum.lhs))
    return false;
  if (!hasBias)
    return importResultValue(importer, 0, sum.lhs);
  return importOperand(importer, 2, &sum.rhs) &&
         scale(importer, beta, "beta", &sum.rhs) &&
         importAlign(importer, &sum.lhs, &sum.rhs) &&
         IMPORT_RESULT(importer, Add, &sum);
}

const OnnxOperator onnxMatMulOperators[] = {
    {"Gemm", importGemm, .relax = "matmul, add, permute_dims",
     .types = ONNX_WIDE, .inputs = {2, 3}},
    {"MatMul", importMatMul, .relax = "matmul", .types = ONNX_WIDE,
     .inputs = {2, 2}},
    {0},
};
