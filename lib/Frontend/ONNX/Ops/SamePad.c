//===- SamePad.c - auto_pad SAME ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Pads where they are literals, else the attribute `same` of the operation.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"

#include <string.h>

bool importSamePads(Importer *importer, MlirValue input, MlirValue *weight,
                    const char *word, ImportWindow *window) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxDims dims =
      relaxDimsMake(importer->location, "auto_pad", importer->arena);
  MlirAttribute same = mlirStringAttrGet(importer->context,
                                         mlirStringRefCreateFromCString(word));
  bool literal = true;
  for (size_t i = 0; i < window->rank; ++i) {
    int64_t *low = &window->pads[i], *high = &window->pads[window->rank + i];
    SymExpr size =
        window->extents[i]
            ? relaxDimsConst(&dims, window->extents[i])
            : relaxDimsOf(&dims, relaxTensorInfoOf(*weight).dims[i + 2]);
    RelaxSamePads pads =
        relaxSamePads(&dims, same, relaxDimsOf(&dims, info.dims[i + 2]), size,
                      window->strides[i], window->dilations[i]);
    literal &= symExprIsConst(pads.low, low) && symExprIsConst(pads.high, high);
  }
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&dims)))
    return false;
  window->same = literal ? mlirAttributeGetNull() : same;
  if (!literal)
    memset(window->pads, 0, 2 * window->rank * sizeof *window->pads);
  return true;
}
