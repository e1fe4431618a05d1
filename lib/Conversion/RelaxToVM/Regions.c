//===- Regions.c - what operations with regions share ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a region binds gets registers at its beginning, anew in every round, and
// is forgotten behind it; so are the symbols of results behind the operation.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Conversion/RelaxToVM/ControlFlow.h"

#include <stb/stb_ds.h>

StrRef vmArmName(VmLowering *lowering, MlirOperation op, const char *what) {
  StrBuf text = {0};
  MlirAttribute symbol = bridgeInherent(lowering->source, "sym_name");
  StrRef function = bridgeText(symbol);
  StrRef name = bridgeOpName(op);
  StrRef value = bridgeLocationName(mlirOperationGetLocation(op));
  strBufAppendFormat(&text, "%.*s: %.*s%s%.*s%s", SPREAD(function),
                     SPREAD(name), value.length ? " %" : "", SPREAD(value),
                     what);
  return arenaKeep(lowering->arena, &text);
}

void vmMapResult(VmLowering *lowering, MlirValue result, MlirValue value,
                 StrRef subject) {
  MlirType type = mlirValueGetType(result);
  vmLoweringMap(lowering, result, value);
  vmLowerDims(lowering, &value, &type, &subject, 1, false);
}

MlirLogicalResult vmMapResults(VmLowering *lowering, MlirOperation op,
                               MlirOperation lowered, StrRef subject) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    vmMapResult(lowering, mlirOperationGetResult(op, i),
                mlirOperationGetResult(lowered, i), subject);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerRegion(VmLowering *lowering,
                                const RegionLowering *what) {
  MlirBlock outer = lowering->block, from = bridgeBlock(what->op, what->region);
  ptrdiff_t numSymbols = arrlen(lowering->symbols);
  mlirRegionAppendOwnedBlock(what->to, what->block);
  lowering->block = what->block;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(from); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(from, i);
    vmMapResult(lowering, argument, vmLoweringValue(lowering, argument),
                bridgeOpName(what->op));
  }
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirOperation op = mlirBlockGetFirstOperation(from);
  for (; mlirLogicalResultIsSuccess(outcome) && !bridgeIsTerminator(op);
       op = mlirOperationGetNextInBlock(op))
    outcome = lowering->lower(lowering, op);
  if (mlirLogicalResultIsSuccess(outcome)) {
    lowering->loc = mlirOperationGetLocation(op);
    outcome = what->end(lowering, op, what->op);
  }
  arrsetlen(lowering->symbols, numSymbols);
  lowering->block = outer;
  return outcome;
}

MlirLogicalResult vmEndWithYield(VmLowering *lowering, MlirOperation yield,
                                 MlirOperation op) {
  (void)op;
  VmYieldArgs args = {mlirOperationGetNumOperands(yield),
                      vmLoweringValues(lowering, yield)};
  return vmLoweringDo(lowering, vmYieldCreate(lowering->loc, &args));
}

MlirAttribute vmGuardFacts(VmOperands *operands, MlirAttribute guard) {
  VmLowering *lowering = operands->lowering;
  intptr_t count = mlirArrayAttrGetNumElements(guard), kept = 0;
  MlirAttribute *facts = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(guard, i);
    if (!symFactAttrGetLikely(fact))
      facts[kept++] = vmOperandFact(operands, fact);
  }
  return mlirArrayAttrGet(lowering->context, kept, facts);
}
