//===- Diagonals.c - ONNX operators on matrices by their diagonals --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Diagonals.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool importTrilu(Importer *importer) {
  MlirValue input, k;
  int64_t upper, main = 0;
  if (!importInt(importer, "upper", 1, &upper) ||
      !importOperand(importer, 0, &input) ||
      !(importHasOperand(importer, 1)
            ? importOperand(importer, 1, &k)
            : importIntsConstant(importer, &main, 1, "k", &k)))
    return false;
  MlirAttribute one = symConstAttribute(importer->context, 1);
  if (relaxTensorInfoOf(k).rank == 1)
    k = composeMatch(importer, k, 1, &one, k);
  if (!k.ptr)
    return false;
  MlirLocation loc = importResultLocation(importer, 0);
  return importResult(
      importer, 0,
      upper ? relaxTriuCreate(loc, &(RelaxTriuArgs){.input = input, .k = k})
            : relaxTrilCreate(loc, &(RelaxTrilArgs){.input = input, .k = k}));
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
    {"EyeLike", importEyeLike, 9, NULL, ONNX_NUMBERS | ONNX_BOOL, 1, 1},
    {"Trilu", importTrilu, 14, "tril, triu", ONNX_EVERY, 1, 2},
    {0},
};
