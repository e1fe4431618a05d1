//===- ControlFlow.c - rules of branches and loops ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Data.h"
#include "lib/Bridge/Core/Blocks.h"

/// A value of one type can be taken for the other: elements and rank agree, of
/// what containers of one kind hold, too; data types have one name.
static bool fits(MlirType a, MlirType b) {
  RelaxTensorInfo x, y;
  MlirType inA = relaxContainedType(a), inB = relaxContainedType(b);
  if (inA.ptr && inB.ptr)
    return relaxIsSequenceType(a) == relaxIsSequenceType(b) && fits(inA, inB);
  if ((relaxIsFnType(a) && relaxIsFnType(b)) ||
      (relaxIsRefType(a) && relaxIsRefType(b)))
    return true;
  // What a value of a data type holds, no instruction takes for granted.
  if (relaxIsAdtType(a) && relaxIsAdtType(b))
    return mlirAttributeEqual(relaxAdtTypeGetName(a), relaxAdtTypeGetName(b));
  return relaxTensorInfo(a, &x) && relaxTensorInfo(b, &y) &&
         mlirTypeEqual(x.elementType, y.elementType) &&
         (!x.ranked || !y.ranked || x.rank == y.rank);
}

static MlirLogicalResult differ(MlirOperation op, const char *what,
                                intptr_t index) {
  return bridgeEmitOpError(
      op, "%s %ld: expected the element type and rank of result %ld", what,
      (long)index, (long)index);
}

/// The region yields what the results are.
static MlirLogicalResult verifyYield(MlirOperation op, intptr_t region) {
  MlirOperation yield = mlirBlockGetTerminator(bridgeBlock(op, region));
  intptr_t count = mlirOperationGetNumResults(op);
  if (!vmIsYield(yield))
    return bridgeEmitOpError(op, "region %ld: expected 'vm.yield' at the end",
                             (long)region);
  if (vmYieldGetNumValues(yield) != count)
    return bridgeEmitOpError(yield, "yields %ld values, expected %ld",
                             (long)vmYieldGetNumValues(yield), (long)count);
  for (intptr_t i = 0; i < count; ++i)
    if (!fits(mlirValueGetType(vmYieldGetValues(yield, i)),
              mlirValueGetType(mlirOperationGetResult(op, i))))
      return differ(yield, "value", i);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult verifyRegion(MlirOperation op, intptr_t region) {
  MlirBlock block = bridgeBlock(op, region);
  if (mlirBlockGetNumArguments(block))
    return bridgeEmitOpError(op, "region %ld: expected no arguments",
                             (long)region);
  return verifyYield(op, region);
}

MlirLogicalResult vmBranchVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(verifyRegion(op, 0)))
    return mlirLogicalResultFailure();
  return verifyRegion(op, 1);
}

MlirLogicalResult vmSwitchVerify(MlirOperation op) {
  MlirAttribute cases = vmSwitchGetCases(op);
  intptr_t regions = mlirOperationGetNumRegions(op);
  intptr_t arms = mlirArrayAttrGetNumElements(vmSwitchGetArms(op));
  if (mlirLogicalResultIsFailure(vmCheckData(op, vmSwitchGetValue(op))))
    return mlirLogicalResultFailure();
  if (arms != regions)
    return bridgeEmitOpError(op,
                             "arms: expected %ld, one for each region, "
                             "got %ld",
                             (long)regions, (long)arms);
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(cases); i < e; ++i) {
    int64_t region = mlirDenseI64ArrayGetElement(cases, i);
    if (region < 0 || region >= regions)
      return bridgeEmitOpError(op, "cases: expected 0 to %ld, got %lld",
                               (long)regions - 1, (long long)region);
  }
  for (intptr_t r = 0; r < regions; ++r)
    if (mlirLogicalResultIsFailure(verifyRegion(op, r)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLoopVerify(MlirOperation op) {
  intptr_t count = mlirOperationGetNumResults(op);
  if (vmLoopGetNumInits(op) != count)
    return bridgeEmitOpError(op, "has %ld initial values, but %ld results",
                             (long)vmLoopGetNumInits(op), (long)count);
  for (intptr_t i = 0; i < count; ++i)
    if (!fits(mlirValueGetType(vmLoopGetInits(op, i)),
              mlirValueGetType(mlirOperationGetResult(op, i))))
      return differ(op, "initial value", i);
  for (intptr_t r = 0; r < 2; ++r) {
    MlirBlock block = bridgeBlock(op, r);
    if (mlirBlockGetNumArguments(block) != count)
      return bridgeEmitOpError(op, "region %ld: expected %ld arguments",
                               (long)r, (long)count);
    for (intptr_t i = 0; i < count; ++i)
      if (!fits(mlirValueGetType(mlirBlockGetArgument(block, i)),
                mlirValueGetType(mlirOperationGetResult(op, i))))
        return differ(op, "argument", i);
  }
  MlirOperation condition = mlirBlockGetTerminator(bridgeBody(op));
  if (!vmIsCondition(condition))
    return bridgeEmitOpError(op, "expected 'vm.condition' at the end of the "
                                 "first region");
  return verifyYield(op, 1);
}

MlirLogicalResult vmLoadExtentVerify(MlirOperation op) {
  int64_t element = vmLoadExtentGetElement(op);
  if (element >= 0 && element <= UINT32_MAX)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "element: expected 0 to 4294967295, got %lld",
                           (long long)element);
}
