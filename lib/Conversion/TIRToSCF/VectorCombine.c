//===- VectorCombine.c - the lanes of a vector as one value ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Vector.h"

MlirValue vectorCombine(Lanes *v, MlirValue vector, StrRef kind) {
  MlirType type = mlirShapedTypeGetElementType(mlirValueGetType(vector));
  MlirContext context = opBuilderContext(&v->b);
  MlirValue result = buildValue(&v->b, "vector.reduction", type, &vector, 1);
  MlirOperation op = mlirOpResultGetOwner(result);
  StrBuf text = {0};
  strBufAppendFormat(&text, "#vector.kind<%.*s>", SPREAD(kind));
  mlirOperationSetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("kind"),
      mlirAttributeParseGet(context,
                            mlirStringRefCreate(text.data, text.length)));
  strBufFree(&text);
  if (mlirTypeIsAFloat(type))
    mlirOperationSetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("fastmath"),
        mlirAttributeParseGet(context, mlirStringRefCreateFromCString(
                                           "#arith.fastmath<reassoc>")));
  return result;
}
