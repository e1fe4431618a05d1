//===- Operations.c - one graph operation to instructions -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Reference.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>
#include <string.h>

static MlirValue reshaped(VmLowering *lowering, MlirValue input,
                          MlirType type) {
  VmOperands operands = {.lowering = lowering};
  VmReshapeArgs args = {.input = input, .resultType = type};
  args.dims = vmOperandDims(&operands, type);
  args.numIndices = operands.count;
  args.indices = operands.values;
  return vmLoweringAppend(lowering, vmReshapeCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerReshape(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  vmLoweringMap(lowering, result,
                reshaped(lowering,
                         vmLoweringValue(lowering, relaxReshapeGetInput(op)),
                         mlirValueGetType(result)));
  return mlirLogicalResultSuccess();
}

/// A row, and with the dimensions of its index, all 1, if that has some.
static MlirLogicalResult lowerTake(VmLowering *lowering, MlirOperation op) {
  MlirValue input = relaxTakeGetInput(op),
            result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  VmRowArgs args = {.input = vmLoweringValue(lowering, input),
                    .index = vmLoweringValue(lowering, relaxTakeGetIndices(op)),
                    .subject = vmLoweringSubject(lowering, op),
                    .resultType = relaxTensorTypeOf(
                        info.elementType, info.rank - 1, info.dims + 1)};
  MlirValue row = vmLoweringAppend(lowering, vmRowCreate(lowering->loc, &args));
  if (!mlirTypeEqual(args.resultType, mlirValueGetType(result)))
    row = reshaped(lowering, row, mlirValueGetType(result));
  vmLoweringMap(lowering, result, row);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerMatchCast(VmLowering *lowering,
                                        MlirOperation op) {
  if (relaxIsShapeType(mlirValueGetType(relaxMatchCastGetInput(op))))
    return vmLowerMatchShape(lowering, op);
  MlirValue tensor = vmLoweringValue(lowering, relaxMatchCastGetInput(op));
  MlirType type = bridgeResultType(op);
  StrRef subject = vmLoweringSubject(lowering, op);
  RelaxTensorInfo from = relaxTensorInfoOf(relaxMatchCastGetInput(op)), to;
  if (!from.ranked && relaxTensorInfo(type, &to)) {
    VmCheckTensorArgs args = {
        .tensor = tensor,
        .subject = subject,
        .rank = mlirIntegerAttrGet(mlirIntegerTypeGet(lowering->context, 64),
                                   to.rank)};
    vmLoweringAppend(lowering, vmCheckTensorCreate(lowering->loc, &args));
  }
  vmLowerDims(lowering, &tensor, &type, &subject, 1, true);
  vmLowerFacts(lowering, relaxMatchCastGetFacts(op), true, subject);
  vmLoweringMap(lowering, mlirOperationGetResult(op, 0), tensor);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerCheck(VmLowering *lowering, MlirOperation op) {
  MlirAttribute subject = relaxCheckGetSubject(op);
  vmLowerFacts(lowering, relaxCheckGetFacts(op), true,
               subject.ptr ? bridgeText(subject)
                           : strRefFromC("a fact of the program"));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerReturn(VmLowering *lowering, MlirOperation op) {
  VmReturnArgs args = {mlirOperationGetNumOperands(op),
                       vmLoweringValues(lowering, op)};
  return vmLoweringDo(lowering, vmReturnCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerGetWeight(VmLowering *lowering,
                                        MlirOperation op) {
  VmWeightArgs args = {relaxGetWeightGetWeight(op), bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmWeightCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerConstant(VmLowering *lowering, MlirOperation op) {
  VmConstantArgs args = {relaxConstantGetValue(op), bridgeResultType(op)};
  return vmLoweringGive(lowering, op, vmConstantCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerKill(VmLowering *lowering, MlirOperation op) {
  VmKillArgs args = {vmLoweringValue(lowering, relaxKillGetTensor(op))};
  return vmLoweringDo(lowering, vmKillCreate(lowering->loc, &args));
}

static MlirLogicalResult lowerEvict(VmLowering *lowering, MlirOperation op) {
  VmEvictArgs args = {vmLoweringValue(lowering, relaxEvictGetTensor(op))};
  return vmLoweringDo(lowering, vmEvictCreate(lowering->loc, &args));
}

typedef struct Rule {
  const char *name;
  VmLower *lower;
} Rule;

static const Rule rules[] = {
    {"relax.append", vmLowerAppend},
    {"relax.arena", vmLowerArena},
    {"relax.broadcast_shape", vmLowerBroadcastShape},
    {"relax.call", vmLowerCall},
    {"relax.call_library", vmLowerCallLibrary},
    {"relax.call_tir", vmLowerCallTir},
    {"relax.check", lowerCheck},
    {"relax.closure", vmLowerClosure},
    {"relax.constant", lowerConstant},
    {"relax.construct", vmLowerConstruct},
    {"relax.defer", vmLowerDefer},
    {"relax.dispatch", vmLowerDispatch},
    {"relax.evict", lowerEvict},
    {"relax.force", vmLowerForce},
    {"relax.if", vmLowerIf},
    {"relax.while", vmLowerWhile},
    {"relax.get_field", vmLowerGetField},
    {"relax.get_weight", lowerGetWeight},
    {"relax.invoke", vmLowerInvoke},
    {"relax.is_constructor", vmLowerIsConstructor},
    {"relax.kill", lowerKill},
    {"relax.match_cast", lowerMatchCast},
    {"relax.memory_level", vmLowerMemoryLevel},
    {"relax.read_back", vmLowerMove},
    {"relax.write_out", vmLowerMove},
    {"relax.memory_limit", vmLowerMemoryLimit},
    {"relax.ref", vmLowerRef},
    {"relax.ref_read", vmLowerRefRead},
    {"relax.ref_write", vmLowerRefWrite},
    {"relax.reshape", lowerReshape},
    {"relax.reduced_shape", vmLowerReducedShape},
    {"relax.return", lowerReturn},
    {"relax.shape", vmLowerShapeOf},
    {"relax.shape_of", vmLowerShapeOf},
    {"relax.shape_to_tensor", vmLowerShapeToTensor},
    {"relax.squeeze", vmLowerSqueeze},
    {"relax.take", lowerTake},
    {"relax.tuple", vmLowerTuple},
    {"relax.tuple_get", vmLowerTupleGet},
    {"relax.unsqueeze", vmLowerUnsqueeze},
    {"relax.tensor_to_shape", vmLowerTensorToShape},
    {"relax.update_slice", vmLowerUpdateSlice},
};

static const Rule *findRule(StrRef name) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (strRefIs(name, rules[i].name))
      return &rules[i];
  return NULL;
}

bool vmHasLowering(StrRef operation) { return findRule(operation); }

/// Every dim of a result must be known here, else no memory can be given to it.
static MlirLogicalResult checkResults(MlirOperation op) {
  // These give results that have memory already.
  if (mlirOperationGetNumRegions(op) || relaxIsCallLibrary(op) ||
      relaxIsCall(op) || relaxIsInvoke(op) || relaxIsGetField(op) ||
      relaxIsTupleGet(op) || relaxIsRefRead(op) || relaxIsForce(op) ||
      relaxIsSqueeze(op) || relaxIsUnsqueeze(op))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, i)),
                         &info))
      continue;
    bool known = info.ranked;
    if (relaxIsMatchCast(op) && known) // who computes with it names the rest
      continue;
    for (intptr_t axis = 0; axis < info.rank; ++axis)
      known &= !symAttributeIsUnknown(info.dims[axis]);
    if (!known)
      return bridgeEmitOpError(
          op, "has a result of unknown shape: compiled mode needs every "
              "dimension; name it with 'relax.match_cast ... binds (k)'");
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerOperation(VmLowering *lowering, MlirOperation op) {
  lowering->loc = mlirOperationGetLocation(op);
  if (mlirLogicalResultIsFailure(checkResults(op)) ||
      mlirLogicalResultIsFailure(vmCheckShapeUses(op)))
    return mlirLogicalResultFailure();
  const Rule *rule = findRule(bridgeOpName(op));
  if (rule && (!relaxIsTake(op) || relaxIsRowView(op)))
    return rule->lower(lowering, op);
  return vmRefuseOperation(op);
}
