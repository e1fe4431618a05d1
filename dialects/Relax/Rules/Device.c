//===- Device.c - programs for one device ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Device.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

typedef struct Placement {
  bool apply;          // else only look
  MlirAttribute other; // a device that is not the host, once there is one
  Arena *arena;
} Placement;

static bool isHost(MlirAttribute device) {
  return strRefEqual(bridgeRefName(device), strRefFromC("host"));
}

static MlirType onHost(Placement *placement, MlirType type);

static MlirType functionOnHost(Placement *placement, MlirType type) {
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *parts = ARENA_ARRAY(placement->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    parts[i] = onHost(placement, mlirFunctionTypeGetInput(type, i));
  for (intptr_t i = 0; i < results; ++i)
    parts[inputs + i] = onHost(placement, mlirFunctionTypeGetResult(type, i));
  return mlirFunctionTypeGet(mlirTypeGetContext(type), inputs, parts, results,
                             parts + inputs);
}

static MlirType onHost(Placement *placement, MlirType type) {
  if (mlirTypeIsAFunction(type))
    return functionOnHost(placement, type);
  if (mlirTypeIsATuple(type)) {
    intptr_t count = mlirTupleTypeGetNumTypes(type);
    MlirType *parts = ARENA_ARRAY(placement->arena, MlirType, count);
    for (intptr_t i = 0; i < count; ++i)
      parts[i] = onHost(placement, mlirTupleTypeGetType(type, i));
    return mlirTupleTypeGet(mlirTypeGetContext(type), count, parts);
  }
  MlirType contained = relaxContainedType(type);
  if (contained.ptr)
    return relaxContainerOf(type, onHost(placement, contained));
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.device.ptr)
    return type;
  if (!isHost(info.device))
    placement->other = info.device;
  return relaxTensorTypeOn(type, (MlirAttribute){NULL});
}

static void placeValue(Placement *placement, MlirValue value) {
  MlirType old = mlirValueGetType(value), type = onHost(placement, old);
  if (placement->apply && !mlirTypeEqual(old, type))
    mlirValueSetType(value, type);
}

static void placeAttributes(Placement *placement, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(op); i < e; ++i) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, i);
    if (!mlirAttributeIsAType(named.attribute))
      continue;
    MlirType old = mlirTypeAttrGetValue(named.attribute);
    MlirType type = onHost(placement, old);
    if (placement->apply && !mlirTypeEqual(old, type))
      mlirOperationSetAttributeByName(op, mlirIdentifierStr(named.name),
                                      mlirTypeAttrGet(type));
  }
}

static void placeRegion(Placement *placement, MlirRegion region) {
  for (MlirBlock block = mlirRegionGetFirstBlock(region); block.ptr;
       block = mlirBlockGetNextInRegion(block))
    for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
      placeValue(placement, mlirBlockGetArgument(block, i));
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Placement *placement = userData;
  if (tirIsFunc(op)) // has no tensors, and most operations of a module
    return MlirWalkResultSkip;
  placeAttributes(placement, op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    placeValue(placement, mlirOperationGetResult(op, i));
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    placeRegion(placement, mlirOperationGetRegion(op, r));
  if (!placement->other.ptr)
    return MlirWalkResultAdvance;
  StrRef name = bridgeRefName(placement->other);
  bridgeEmitOpError(op,
                    "device: no program can be made for '@%.*s', only for "
                    "'@host': leave the key out, or run it with 'relax-run "
                    "--mode=reference', which looks at values only",
                    SPREAD(name));
  return MlirWalkResultInterrupt;
}

MlirLogicalResult relaxPlaceOnHost(MlirOperation root) {
  Placement placement = {.arena = arenaCreate()};
  mlirOperationWalk(root, visit, &placement, MlirWalkPreOrder);
  placement.apply = true;
  if (!placement.other.ptr)
    mlirOperationWalk(root, visit, &placement, MlirWalkPreOrder);
  arenaDestroy(placement.arena);
  return placement.other.ptr ? mlirLogicalResultFailure()
                             : mlirLogicalResultSuccess();
}
