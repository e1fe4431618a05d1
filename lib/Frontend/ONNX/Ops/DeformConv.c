//===- DeformConv.c - ONNX DeformConv -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/DeformConv.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"

static bool importDeformConv(Importer *importer) {
  RelaxDeformConvArgs args = {0};
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.weight) ||
      !importOperand(importer, 2, &args.offset) ||
      !importOptionalOperand(importer, 3, &args.bias) ||
      !importOptionalOperand(importer, 4, &args.mask) ||
      !importInt(importer, "offset_group", 1, &args.offset_groups) ||
      !importConvolution(importer, &args.input, &args.weight, 1, &args.window))
    return false;
  if (args.window.same.ptr)
    return importOperandError(importer, 0, args.input,
                              "auto_pad: expected literal spatial extents");
  return IMPORT_RESULT(importer, DeformConv, &args);
}

const OnnxOperator onnxDeformConvOperators[] = {
    {"DeformConv", importDeformConv, .since = 19, .types = ONNX_FLOATS,
     .inputs = {3, 5}},
    {0},
};
