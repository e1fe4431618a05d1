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
  ImportConv conv;
  int64_t groups;
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.weight) ||
      !importOperand(importer, 2, &args.offset) ||
      (importHasOperand(importer, 3) &&
       !importOperand(importer, 3, &args.bias)) ||
      (importHasOperand(importer, 4) &&
       !importOperand(importer, 4, &args.mask)) ||
      !importInt(importer, "offset_group", 1, &groups) ||
      !importConvolution(importer, &args.input, &args.weight, 1, &conv))
    return false;
  if (conv.same.ptr)
    return importOperandError(importer, 0, args.input,
                              "auto_pad: expected literal spatial extents");
  args.strides = conv.strides;
  args.pads = conv.pads;
  args.dilations = conv.dilations;
  args.groups = conv.groups;
  args.offset_groups = groups;
  return importResult(
      importer, 0,
      relaxDeformConvCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxDeformConvOperators[] = {
    {"DeformConv", importDeformConv, 19, NULL, ONNX_FLOATS, 3, 5},
    {0},
};
