//===- Library.c - library calls to instructions --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

/// `library function 'relax.top_k' %values`
static StrRef subjectOf(VmLowering *lowering, MlirOperation op) {
  StrRef name = relaxCallLibraryGetFunction(op);
  StrRef value = bridgeLocationName(lowering->loc);
  return arenaFormat(lowering->arena, "library function '%.*s'%s%.*s",
                     SPREAD(name), value.length ? " %" : "", SPREAD(value));
}

static StrRef resultSubject(VmLowering *lowering, MlirOperation op,
                            intptr_t i) {
  StrRef call = subjectOf(lowering, op);
  return arenaFormat(lowering->arena, "result %ld of %.*s", (long)i,
                     SPREAD(call));
}

/// What the library returned is looked at like an input: element type, rank,
/// every dimension; those in `binds (...)` are bound.
static void checkResult(VmLowering *lowering, MlirOperation op, intptr_t i,
                        MlirValue result) {
  MlirType type = mlirValueGetType(result);
  // Only the operators of data types make one, or give a function.
  if (relaxIsAdtType(type) || relaxIsFnType(type))
    return;
  StrRef subject = resultSubject(lowering, op, i);
  VmCheckTensorArgs args = {.tensor = result, .subject = subject};
  vmLoweringAppend(lowering, vmCheckTensorCreate(lowering->loc, &args));
  vmLowerDims(lowering, &result, &type, &subject, 1, true);
}

/// An expression over the operands of the instruction, also in a list.
static MlirAttribute lowerArgument(VmOperands *operands, MlirAttribute value) {
  if (symIsExprAttr(value))
    return vmOperandExpr(operands, value);
  if (!mlirAttributeIsAArray(value))
    return value;
  Arena *arena = operands->lowering->arena;
  intptr_t count = mlirArrayAttrGetNumElements(value);
  MlirAttribute *list = ARENA_ARRAY(arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = lowerArgument(operands, mlirArrayAttrGetElement(value, i));
  return mlirArrayAttrGet(operands->lowering->context, count, list);
}

/// The attributes, with expressions over the operands of the instruction.
static MlirAttribute lowerArguments(VmOperands *operands, MlirAttribute given) {
  Arena *arena = operands->lowering->arena;
  intptr_t count = given.ptr ? mlirDictionaryAttrGetNumElements(given) : 0;
  MlirNamedAttribute *entries = ARENA_ARRAY(arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    entries[i] = mlirDictionaryAttrGetElement(given, i);
    entries[i].attribute = lowerArgument(operands, entries[i].attribute);
  }
  return given.ptr ? mlirDictionaryAttrGet(operands->lowering->context, count,
                                           entries)
                   : given;
}

/// `bytes` of the arena from `offset` on, as a tensor of bytes.
static MlirValue lowerPlace(VmLowering *lowering, MlirOperation op,
                            MlirAttribute offset, MlirAttribute bytes) {
  VmOperands operands = {.lowering = lowering};
  MlirType byte = mlirIntegerTypeUnsignedGet(lowering->context, 8);
  MlirType type = relaxTensorTypeOf(byte, 1, &bytes);
  VmViewArgs args = {
      .storage = vmLoweringValue(lowering, relaxCallLibraryGetStorage(op)),
      .offset = vmOperandExpr(&operands, offset),
      .dims = vmOperandDims(&operands, type),
      .resultType = type};
  args.numIndices = operands.count;
  args.indices = operands.values;
  return vmLoweringAppend(lowering, vmViewCreate(lowering->loc, &args));
}

/// Fills the places of the planned results.
static void lowerPlaces(VmLowering *lowering, MlirOperation op,
                        VmCallLibraryArgs *args) {
  MlirAttribute offsets = relaxCallLibraryGetOffsets(op);
  MlirAttribute bytes = relaxCallLibraryGetBytes(op);
  intptr_t results = mlirOperationGetNumResults(op), count = 0;
  if (!offsets.ptr)
    return;
  MlirValue *places = ARENA_ARRAY(lowering->arena, MlirValue, results);
  int64_t *placed = ARENA_ARRAY(lowering->arena, int64_t, results);
  for (intptr_t i = 0; i < results; ++i) {
    MlirAttribute offset = mlirArrayAttrGetElement(offsets, i);
    if (symAttributeIsUnknown(offset))
      continue;
    placed[count] = i;
    places[count++] =
        lowerPlace(lowering, op, offset, mlirArrayAttrGetElement(bytes, i));
  }
  args->numPlaces = count;
  args->places = places;
  if (count)
    args->placed = mlirDenseI64ArrayGet(lowering->context, count, placed);
}

static bool isExchanged(MlirType type) {
  return relaxIsTensorType(type) || relaxContainedType(type).ptr ||
         relaxIsAdtType(type) || relaxIsFnType(type);
}

/// Operands and result types, if all of them are what the machine exchanges
/// with libraries.
static MlirLogicalResult collectTypes(VmLowering *lowering, MlirOperation op,
                                      VmCallLibraryArgs *args) {
  intptr_t inputs = relaxCallLibraryGetNumInputs(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(lowering->arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, results);
  bool good = true;
  for (intptr_t i = 0; i < results; ++i) {
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
    good &= isExchanged(types[i]);
  }
  for (intptr_t i = 0; i < inputs; ++i) {
    MlirValue input = relaxCallLibraryGetInputs(op, i);
    good &= isExchanged(mlirValueGetType(input));
    if (good)
      values[i] = vmLoweringValue(lowering, input);
  }
  args->numInputs = inputs;
  args->inputs = values;
  args->numResultsTypes = results;
  args->resultsTypes = types;
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(
                    op, "compiled mode exchanges tensors, sequences and "
                        "optionals with libraries: "
                        "make a tensor of a shape by 'relax.shape_to_tensor'");
}

MlirLogicalResult vmLowerCallLibrary(VmLowering *lowering, MlirOperation op) {
  VmOperands operands = {.lowering = lowering};
  StrRef subject = subjectOf(lowering, op);
  VmCallLibraryArgs args = {
      .function = relaxCallLibraryGetFunction(op),
      .arguments = lowerArguments(&operands, relaxCallLibraryGetArguments(op)),
      .subject = subject};
  args.numIndices = operands.count;
  args.indices = operands.values;
  if (mlirLogicalResultIsFailure(collectTypes(lowering, op, &args)))
    return mlirLogicalResultFailure();
  lowerPlaces(lowering, op, &args);
  MlirOperation call = vmCallLibraryCreate(lowering->loc, &args);
  vmLoweringAppend(lowering, call);
  for (intptr_t i = 0; i < args.numResultsTypes; ++i) {
    MlirValue result = mlirOperationGetResult(call, i);
    vmLoweringMap(lowering, mlirOperationGetResult(op, i), result);
    checkResult(lowering, op, i, result);
  }
  vmLowerFacts(lowering, relaxCallLibraryGetFacts(op), true, subject);
  return mlirLogicalResultSuccess();
}
