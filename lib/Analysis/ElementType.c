//===- ElementType.c - element types as the runtime's dtypes --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/ElementType.h"
#include "lib/Bridge/Core/Bridge.h"

bool relaxElementDType(MlirType type, RelaxDType *dtype) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  bool known = relaxDTypeParse((StrRef){text.data, text.length}, dtype);
  strBufFree(&text);
  return known;
}

MlirType relaxElementTypeOf(MlirContext context, RelaxDType dtype) {
  return mlirTypeParseGet(context,
                          mlirStringRefCreateFromCString(relaxDTypeName(dtype)));
}
