//===- Tiles.c - operations of a tile -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

#include <stb/stb_ds.h>

MlirValue tileConstant(Tiles *t, int64_t value) {
  for (ptrdiff_t i = 0; i < arrlen(t->constants); ++i) {
    int64_t known;
    if (opIsConstant(t->constants[i], &known) && known == value)
      return t->constants[i];
  }
  MlirBlock entry = bridgeBody(t->func);
  OpBuilder b = opBuilderBefore(mlirBlockGetFirstOperation(entry));
  MlirValue constant = buildIndex(&b, value);
  arrput(t->constants, constant);
  return constant;
}

bool tileBounds(MlirOperation loop, int64_t bounds[3]) {
  for (intptr_t i = 0; i < 3; ++i)
    if (!opIsConstant(mlirOperationGetOperand(loop, i), &bounds[i]))
      return false;
  return bounds[2] > 0;
}

bool tileAccessOf(MlirOperation op, TileAccess *out) {
  bool load =
      bridgeIsNamed(op, "vector.load") || bridgeIsNamed(op, "memref.load");
  bool store =
      bridgeIsNamed(op, "vector.store") || bridgeIsNamed(op, "memref.store");
  if (!load && !store)
    return false;
  *out = (TileAccess){.memref = mlirOperationGetOperand(op, store),
                      .value = store ? mlirOperationGetOperand(op, 0)
                                     : mlirOperationGetResult(op, 0),
                      .first = store ? 2 : 1,
                      .isStore = store};
  return true;
}

bool tileIsLocal(MlirValue memref) {
  return bridgeIsNamed(bridgeDefiner(memref), "memref.alloca");
}
