//===- Monoid.c - the combinations that reductions name -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One `tir.monoid` per meaning and type in a module. An existing one is taken
// by what it says, not by its name, so that names of the user never clash.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Builder.h"

#include <string.h>

/// By monoid, then float, integer, unsigned, bool. A bool's addition is `or`.
static const char *const combineOps[][4] = {
    [TIR_MONOID_ADD] = {"arith.addf", "arith.addi", "arith.addi", "arith.ori"},
    [TIR_MONOID_MAX] = {"arith.maximumf", "arith.maxsi", "arith.maxui",
                        "arith.ori"},
    [TIR_MONOID_MIN] = {"arith.minimumf", "arith.minsi", "arith.minui",
                        "arith.andi"},
    [TIR_MONOID_MUL] = {"arith.mulf", "arith.muli", "arith.muli", "arith.andi"},
};
static const char *const names[] = {[TIR_MONOID_ADD] = "add",
                                    [TIR_MONOID_MAX] = "max",
                                    [TIR_MONOID_MIN] = "min",
                                    [TIR_MONOID_MUL] = "mul"};

static MlirAttribute one(MlirContext context, MlirAttribute element) {
  return mlirArrayAttrGet(context, 1, &element);
}

/// Exactly `combine(%a, %b) { yield op(%a, %b) }`.
static bool combinesBy(MlirOperation monoid, const char *name) {
  MlirBlock block = bridgeBody(monoid);
  MlirOperation op = mlirBlockGetFirstOperation(block);
  if (!op.ptr || !strRefIs(bridgeOpName(op), name) ||
      mlirOperationGetNumOperands(op) != 2)
    return false;
  for (intptr_t i = 0; i < 2; ++i)
    if (!mlirValueEqual(mlirOperationGetOperand(op, i),
                        mlirBlockGetArgument(block, i)))
      return false;
  MlirOperation yield = mlirOperationGetNextInBlock(op);
  return tirIsYield(yield) && mlirValueEqual(mlirOperationGetOperand(yield, 0),
                                             mlirOperationGetResult(op, 0));
}

static MlirOperation find(MlirBlock module, MlirAttribute state,
                          MlirAttribute identity, const char *combine) {
  for (MlirOperation op = {NULL}; bridgeAdvance(module, &op);)
    if (tirIsMonoid(op) && mlirAttributeEqual(tirMonoidGetState(op), state) &&
        mlirAttributeEqual(tirMonoidGetIdentity(op), identity) &&
        combinesBy(op, combine))
      return op;
  return (MlirOperation){NULL};
}

static MlirOperation create(TirBuilder *b, StrRef name, MlirType type,
                            MlirAttribute state, MlirAttribute identity,
                            const char *combine) {
  TirMonoidArgs args = {name, state, identity};
  MlirOperation monoid = tirMonoidCreate(b->loc, &args);
  MlirLocation locs[] = {bridgeNamedLocation(strRefFromC("a"), b->loc),
                         bridgeNamedLocation(strRefFromC("b"), b->loc)};
  MlirBlock block = mlirBlockCreate(2, (MlirType[]){type, type}, locs);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(monoid, 0), block);
  MlirValue operands[] = {mlirBlockGetArgument(block, 0),
                          mlirBlockGetArgument(block, 1)};
  MlirOperation op =
      tirOperation(bridgeNamedLocation(strRefFromC("c"), b->loc), combine, 2,
                   operands, type, NULL, mlirAttributeGetNull());
  mlirBlockAppendOwnedOperation(block, op);
  MlirValue result = mlirOperationGetResult(op, 0);
  TirYieldArgs yield = {1, &result};
  mlirBlockAppendOwnedOperation(block, tirYieldCreate(b->loc, &yield));
  return monoid;
}

MlirAttribute tirEnsureMonoid(TirBuilder *b, TirMonoid monoid, MlirType type) {
  TirKind kind = tirKindOf(type);
  const char *combine = combineOps[monoid][kind];
  MlirType stored = tirStoredType(type);
  MlirAttribute state = one(b->context, mlirTypeAttrGet(stored));
  MlirAttribute identity = one(b->context, tirMonoidIdentity(monoid, type));
  MlirBlock module = bridgeBody(b->module);
  MlirOperation op = find(module, state, identity, combine);
  if (!op.ptr) {
    StrBuf base = {0};
    strBufAppendFormat(&base, "%s_", names[monoid]);
    bridgePrintType(type, &base);
    StrRef name = moduleSymbolsUnique(
        b->symbols, (StrRef){base.data, base.length}, b->dims.arena);
    strBufFree(&base);
    op = create(b, name, stored, state, identity, combine);
    mlirBlockAppendOwnedOperation(module, op);
    moduleSymbolsAdd(b->symbols, op);
  }
  return mlirFlatSymbolRefAttrGet(b->context,
                                  strRefToMlir(tirMonoidGetSymName(op)));
}
