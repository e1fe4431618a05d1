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
                    const char *word, RelaxWindow *window) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  RelaxDims dims =
      relaxDimsMake(importer->location, "auto_pad", importer->arena);
  intptr_t rank = window->strides.count;
  int64_t *pads = ARENA_ARRAY(importer->arena, int64_t, 2 * rank);
  bool literal = true;
  window->same = importTextAttribute(importer, word);
  for (intptr_t i = 0; i < rank; ++i) {
    int64_t extent = window->extents.values[i];
    RelaxSamePads same = relaxSamePads(
        &dims, window, i, relaxDimsOf(&dims, info.dims[i + 2]),
        extent ? relaxDimsConst(&dims, extent)
               : relaxDimsOf(&dims, relaxTensorInfoOf(*weight).dims[i + 2]));
    literal &= symExprIsConst(same.low, &pads[i]) &&
               symExprIsConst(same.high, &pads[rank + i]);
  }
  if (!relaxDimsOutcome(&dims))
    return false;
  if (literal)
    window->same = mlirAttributeGetNull();
  else
    memset(pads, 0, 2 * (size_t)rank * sizeof *pads);
  window->pads.values = pads;
  return true;
}
