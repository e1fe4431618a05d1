//===- GraphExtents.c - symbols for computed extents ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/CheckedCast.h"
#include "lib/Transforms/Symbols/BindExtents.h"

#include <stb/stb_ds.h>

bool graphBindExtents(GraphBuilder *g, MlirValue vector, intptr_t count,
                      MlirAttribute *dims) {
  const MlirAttribute *bound;
  if (!vector.ptr)
    return false;
  ExtentBinder binder = {.g = *g, .function = checkedCastFunction(g->before)};
  MlirValue shape = bindShape(
      &binder, vector,
      relaxTensorTypeOf(relaxTensorInfoOf(vector).elementType, count, dims),
      NULL, vector);
  arrfree(binder.names);
  *g = binder.g;
  if (!shape.ptr)
    return false;
  relaxShapeTypeGetDims(mlirValueGetType(shape), &bound);
  for (intptr_t i = 0; i < count; ++i)
    dims[i] = bound[i];
  return true;
}

MlirAttribute graphBindExtent(GraphBuilder *g, MlirValue vector) {
  MlirAttribute dim = symUnknownAttribute(g->context);
  return graphBindExtents(g, vector, 1, &dim) ? dim : mlirAttributeGetNull();
}
