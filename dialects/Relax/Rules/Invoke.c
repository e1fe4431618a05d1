//===- Invoke.c - rules of calls of values --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Match.h"

static MlirValue argumentAt(MlirOperation op, intptr_t index) {
  return relaxInvokeGetInputs(op, index);
}

MlirLogicalResult relaxInvokeVerify(MlirOperation op) {
  MlirType type = mlirValueGetType(relaxInvokeGetFunction(op));
  const MlirAttribute *own;
  if (relaxFnIsOpaque(type))
    return bridgeEmitOpError(
        op, "expected a type that says the function's arguments and results");
  Arena *arena = arenaCreate();
  intptr_t numOwn = relaxFnTypeGetSymbols(type, &own);
  intptr_t inputs = relaxInvokeGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  RelaxCallTypes call = {
      .op = op,
      .type = relaxFnTypeGetSignature(type),
      .own = mlirArrayAttrGet(mlirOperationGetContext(op), numOwn, own),
      .numOperands = inputs,
      .operands = relaxValueTypes(arena, inputs, argumentAt, op),
      .numResults = results,
      .results = relaxValueTypes(arena, results, mlirOperationGetResult, op),
      .binds = relaxInvokeGetBinds(op),
      .strict = true};
  MlirLogicalResult outcome = relaxCheckCallTypes(&call);
  arenaDestroy(arena);
  return outcome;
}

void relaxInvokeEffects(MlirOperation op, BridgeEffects effects) {
  // What only computes may be moved, but its checks stay.
  if (relaxFnTypeGetEffects(mlirValueGetType(relaxInvokeGetFunction(op))))
    bridgeEffectsAddAny(effects);
  else
    bridgeEffectsAddWrite(effects, op, 0);
}
