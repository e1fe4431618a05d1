//===- Det.c - ONNX Det ---------------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Det.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool importDet(Importer *importer) {
  RelaxDetArgs args = {0};
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, &args.input, &info))
    return false;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  if (info.rank >= 2 && !symAttributeIsUnknown(dims[info.rank - 2]))
    dims[info.rank - 1] = dims[info.rank - 2];
  args.input = composeMatch(importer, args.input, info.rank, dims, args.input);
  return args.input.ptr && IMPORT_RESULT(importer, Det, &args);
}

const OnnxOperator onnxDetOperators[] = {
    {"Det", importDet, 11, NULL, ONNX_FLOATS, 1, 1},
    {0},
};
