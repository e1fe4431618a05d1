//===- RegionValues.c - what back ends ask of a region -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Target.h"
#include "lib/Conversion/Backends/Region.h"

ptrdiff_t relaxRegionConstant(const RelaxRegion *region, MlirValue value) {
  for (size_t i = 0; mlirValueIsAOpResult(value) && i < region->numConstants;
       ++i)
    if (mlirOperationEqual(mlirOpResultGetOwner(value), region->constants[i]))
      return (ptrdiff_t)i;
  return -1;
}

ptrdiff_t relaxRegionInput(const RelaxRegion *region, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
                 mlirBlockEqual(mlirBlockArgumentGetOwner(value),
                                regionBody(region->function))
             ? mlirBlockArgumentGetArgNumber(value)
             : -1;
}

MlirAttribute relaxRegionOption(const RelaxRegion *region, const char *name) {
  MlirAttribute options = relaxTargetRead(region->target).options;
  return options.ptr ? mlirDictionaryAttrGetElementByName(
                           options, mlirStringRefCreateFromCString(name))
                     : options;
}
