//===- Contract.c - what sums of reductions allow -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of two different values that goes into a sum of a reduction may
// become one fused multiply-add. Squares do not: sums of squares are subtracted
// from squares of sums in decomposed layer norms, where one rounding more or
// less is all that is left. It is said in all forms of a reduction alike (in
// registers, in memory, in lanes), so that a schedule does not change values.
//
// The largest of several zeros is any of them, of whichever sign; what holds
// for numbers that are none stays as it is.
//
// A subtotal that stays in registers has no order, nor has a product: LLVM
// makes several vectors of them, the same for every number of threads.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"

static MlirOperation definedBy(MlirValue value, const char *name) {
  MlirOperation op = bridgeDefiner(value);
  return bridgeIsNamed(op, name) ? op : (MlirOperation){NULL};
}

static void allow(MlirOperation op, const char *flags) {
  mlirOperationSetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("fastmath"),
      mlirAttributeParseGet(mlirOperationGetContext(op),
                            mlirStringRefCreateFromCString(flags)));
}

void tirAllowReordering(MlirValue state) {
  MlirOperation sum = definedBy(state, "arith.addf");
  MlirOperation product = definedBy(state, "arith.mulf");
  if (sum.ptr)
    allow(sum, "#arith.fastmath<reassoc,contract>");
  if (product.ptr)
    allow(product, "#arith.fastmath<reassoc>");
}

void tirAllowContraction(MlirValue state, MlirValue value) {
  static const char *const extremes[] = {"arith.maximumf", "arith.minimumf"};
  for (size_t i = 0; i < sizeof(extremes) / sizeof(*extremes); ++i)
    if (definedBy(state, extremes[i]).ptr)
      allow(definedBy(state, extremes[i]), "#arith.fastmath<nsz>");
  MlirOperation sum = definedBy(state, "arith.addf");
  MlirOperation product = definedBy(value, "arith.mulf");
  if (!sum.ptr || !product.ptr ||
      mlirValueEqual(mlirOperationGetOperand(product, 0),
                     mlirOperationGetOperand(product, 1)))
    return;
  for (intptr_t i = 0; i < 2; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(sum, i), value)) {
      allow(sum, "#arith.fastmath<contract>");
      allow(product, "#arith.fastmath<contract>");
      return;
    }
}

bool tirMayContract(MlirOperation sum) {
  return mlirAttributeEqual(
      bridgeInherent(sum, "fastmath"),
      mlirAttributeParseGet(
          mlirOperationGetContext(sum),
          mlirStringRefCreateFromCString("#arith.fastmath<contract>")));
}
