//===- Operations.c - one graph operation to instructions -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Analysis/Alias.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Memory for a result of call_tir: at its planned offset, or its own.
static MlirValue lowerPlace(VmLowering *lowering, MlirOperation op,
                            intptr_t index) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, index));
  MlirAttribute offsets = relaxCallTirGetOffsets(op);
  VmOperands operands = {.lowering = lowering};
  MlirAttribute offset = {NULL};
  if (offsets.ptr) {
    offset = mlirArrayAttrGetElement(offsets, index);
    offset = symAttributeIsUnknown(offset) ? (MlirAttribute){NULL}
                                           : vmOperandExpr(&operands, offset);
  }
  MlirAttribute dims = vmOperandDims(&operands, type);
  if (!offset.ptr) {
    VmAllocArgs args = {operands.count, operands.values, dims, type};
    return vmLoweringAppend(lowering, vmAllocCreate(lowering->loc, &args));
  }
  VmViewArgs args = {vmLoweringValue(lowering, relaxCallTirGetStorage(op)),
                     operands.count,
                     operands.values,
                     offset,
                     dims,
                     type};
  return vmLoweringAppend(lowering, vmViewCreate(lowering->loc, &args));
}

/// The value of a kernel's symbol at this call: the dim of the buffer that
/// binds it, else the expression in the call's `symbols (...)`, else null.
static MlirAttribute symbolAtCall(MlirOperation op, MlirOperation function,
                                  const MlirType *types, StrRef symbol) {
  MlirType type = mlirTypeAttrGetValue(tirFuncGetFunctionType(function));
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i) {
    const MlirAttribute *formal, *actual;
    intptr_t rank = symTypeDims(mlirFunctionTypeGetInput(type, i), &formal);
    symTypeDims(relaxStoredTensorType(types[i]), &actual);
    StrRef name;
    for (intptr_t axis = 0; axis < rank; ++axis)
      if (symAttributeIsSymbol(formal[axis], &name) &&
          strRefEqual(name, symbol))
        return actual[axis];
  }
  MlirAttribute given = relaxCallTirGetSymbols(op);
  if (!given.ptr)
    return given;
  return mlirDictionaryAttrGetElementByName(given, strRefToMlir(symbol));
}

static MlirLogicalResult lowerCallTir(VmLowering *lowering, MlirOperation op) {
  intptr_t inputs = relaxCallTirGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *buffers =
      ARENA_ARRAY(lowering->arena, MlirValue, inputs + results);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue input = relaxCallTirGetInputs(op, i);
    buffers[i] = vmLoweringValue(lowering, input);
    types[i] = mlirValueGetType(input);
  }
  for (intptr_t i = 0; i < results; ++i) {
    buffers[inputs + i] = lowerPlace(lowering, op, i);
    types[inputs + i] = mlirValueGetType(mlirOperationGetResult(op, i));
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), buffers[inputs + i]);
  }
  MlirAttribute callee = relaxCallTirGetCallee(op);
  MlirOperation function = bridgeLookupNearestSymbol(
      op, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee)));
  StrRef *symbols;
  intptr_t count =
      (intptr_t)tirFuncSymbols(function, lowering->arena, &symbols);
  MlirAttribute *exprs = ARENA_ARRAY(lowering->arena, MlirAttribute, count);
  VmOperands operands = {.lowering = lowering};
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute value = symbolAtCall(op, function, types, symbols[i]);
    if (!value.ptr || symAttributeIsUnknown(value))
      return bridgeEmitOpError(
          op,
          "gives no value to symbol '%.*s' of its callee: add 'symbols (%.*s = "
          "...)'",
          (int)symbols[i].length, symbols[i].data, (int)symbols[i].length,
          symbols[i].data);
    exprs[i] = vmOperandExpr(&operands, value);
  }
  VmKernelArgs args = {
      inputs + results, buffers,
      operands.count,   operands.values,
      callee,           mlirArrayAttrGet(lowering->context, count, exprs)};
  vmLoweringAppend(lowering, vmKernelCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Everything else
//===----------------------------------------------------------------------===//

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
  VmRowArgs args = {
      .input = vmLoweringValue(lowering, input),
      .index = vmLoweringValue(lowering, relaxTakeGetIndices(op)),
      .subject = mlirStringAttrGet(
          lowering->context, strRefToMlir(vmLoweringSubject(lowering, op))),
      .resultType =
          relaxTensorTypeOf(info.elementType, info.rank - 1, info.dims + 1)};
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
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  StrRef subject = vmLoweringSubject(lowering, op);
  RelaxTensorInfo from = relaxTensorInfoOf(relaxMatchCastGetInput(op)), to;
  if (!from.ranked && relaxTensorInfo(type, &to)) {
    VmCheckTensorArgs args = {
        .tensor = tensor,
        .subject = mlirStringAttrGet(lowering->context, strRefToMlir(subject)),
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
               subject.ptr ? strRefFromMlir(mlirStringAttrGetValue(subject))
                           : strRefFromC("a fact of the program"));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerReturn(VmLowering *lowering, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = vmLoweringValue(lowering, mlirOperationGetOperand(op, i));
  VmReturnArgs args = {count, values};
  vmLoweringAppend(lowering, vmReturnCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerGetWeight(VmLowering *lowering,
                                        MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  VmWeightArgs args = {relaxGetWeightGetWeight(op), mlirValueGetType(result)};
  vmLoweringMap(
      lowering, result,
      vmLoweringAppend(lowering, vmWeightCreate(lowering->loc, &args)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerConstant(VmLowering *lowering, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  VmConstantArgs args = {relaxConstantGetValue(op), mlirValueGetType(result)};
  vmLoweringMap(
      lowering, result,
      vmLoweringAppend(lowering, vmConstantCreate(lowering->loc, &args)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerArena(VmLowering *lowering, MlirOperation op) {
  VmOperands operands = {.lowering = lowering};
  MlirAttribute bytes = vmOperandExpr(&operands, relaxArenaGetBytes(op));
  VmStorageArgs args = {operands.count, operands.values, bytes,
                        vmStorageTypeGet(lowering->context)};
  vmLoweringMap(
      lowering, mlirOperationGetResult(op, 0),
      vmLoweringAppend(lowering, vmStorageCreate(lowering->loc, &args)));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult lowerKill(VmLowering *lowering, MlirOperation op) {
  VmKillArgs args = {vmLoweringValue(lowering, relaxKillGetTensor(op))};
  vmLoweringAppend(lowering, vmKillCreate(lowering->loc, &args));
  return mlirLogicalResultSuccess();
}

typedef struct Rule {
  const char *name;
  MlirLogicalResult (*lower)(VmLowering *lowering, MlirOperation op);
} Rule;

static const Rule rules[] = {
    {"relax.append", vmLowerAppend},
    {"relax.arena", lowerArena},
    {"relax.broadcast_shape", vmLowerBroadcastShape},
    {"relax.call", vmLowerCall},
    {"relax.call_library", vmLowerCallLibrary},
    {"relax.call_tir", lowerCallTir},
    {"relax.check", lowerCheck},
    {"relax.closure", vmLowerClosure},
    {"relax.constant", lowerConstant},
    {"relax.dispatch", vmLowerDispatch},
    {"relax.if", vmLowerIf},
    {"relax.while", vmLowerWhile},
    {"relax.get_weight", lowerGetWeight},
    {"relax.invoke", vmLowerInvoke},
    {"relax.kill", lowerKill},
    {"relax.match_cast", lowerMatchCast},
    {"relax.reshape", lowerReshape},
    {"relax.reduced_shape", vmLowerReducedShape},
    {"relax.return", lowerReturn},
    {"relax.shape", vmLowerShapeOf},
    {"relax.shape_of", vmLowerShapeOf},
    {"relax.shape_to_tensor", vmLowerShapeToTensor},
    {"relax.squeeze", vmLowerSqueeze},
    {"relax.take", lowerTake},
    {"relax.unsqueeze", vmLowerUnsqueeze},
    {"relax.tensor_to_shape", vmLowerTensorToShape},
    {"relax.update_slice", vmLowerUpdateSlice},
};

static const Rule *findRule(StrRef name) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (strRefEqual(name, strRefFromC(rules[i].name)))
      return &rules[i];
  return NULL;
}

bool vmHasLowering(StrRef operation) { return findRule(operation); }

/// Every dim of a result must be known here, else no memory can be given to it.
static MlirLogicalResult checkResults(MlirOperation op) {
  // These give results that have memory already.
  if (mlirOperationGetNumRegions(op) || relaxIsCallLibrary(op) ||
      relaxIsCall(op) || relaxIsInvoke(op) || relaxIsSqueeze(op) ||
      relaxIsUnsqueeze(op))
    return mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    RelaxTensorInfo info;
    if (!relaxTensorInfo(mlirValueGetType(mlirOperationGetResult(op, i)),
                         &info))
      continue;
    bool known = info.ranked;
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
