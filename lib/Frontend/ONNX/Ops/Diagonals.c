//===- Diagonals.c - ONNX operators on matrices by their diagonals --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Diagonals.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

/// Without a second input the main diagonal counts.
static bool diagonal(Importer *importer, OnnxBuild *build) {
  const int64_t main = 0;
  MlirValue *k = &build->inputs[1];
  if (!k->ptr && !importIntsConstant(importer, &main, 1, "k", k))
    return false;
  if (relaxTensorInfoOf(*k).rank == 1)
    *k = composeLength(importer, *k, 1);
  return k->ptr;
}

static bool importEyeLike(Importer *importer) {
  RelaxEyeLikeArgs args = {0};
  RelaxTensorInfo info;
  MlirType element;
  if (!importInt(importer, "k", 0, &args.k) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importTypeAttribute(importer, "dtype", info.elementType, &element))
    return false;
  args.resultType = relaxTensorTypeOf(element, info.rank, info.dims);
  return IMPORT_RESULT(importer, EyeLike, &args);
}

const OnnxOperator onnxDiagonalsOperators[] = {
    {"EyeLike", importEyeLike, .since = 9, .types = ONNX_NUMBERS | ONNX_BOOL},
    {"Trilu", .since = 14, .relax = "tril, triu", .types = ONNX_EVERY,
     .inputs = {1, 2},
     ONNX_ATTRIBUTES({"upper", .kind = ONNX_IS_CHOICE, .absent = 1}),
     .prepare = diagonal},
    {0},
};
