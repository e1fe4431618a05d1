//===- Call.c - a region calls its artefact -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   %done, %y = relax.call_artefact @code(%x) constants(%w)
//   %r = relax.if %done { yield %y } else { the body; yield }
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/Backends/Region.h"

/// A tensor whose elements lie in memory and whose extents are known.
static bool isPlain(MlirType type) {
  return relaxIsTensorType(type) && relaxTypeIsExact(type) &&
         !relaxIsStringType(relaxTensorTypeGetElementType(type));
}

const char *regionObstacle(MlirOperation function) {
  MlirType type = relaxFuncGetFunctionType(function);
  MlirAttribute visibility = relaxFuncGetSymVisibility(function);
  if (!visibility.ptr)
    return "it is public, and only a private function is a region";
  if (relaxFuncGetBinds(function).ptr)
    return "an extent is known when it has run, not before";
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    if (!isPlain(mlirFunctionTypeGetInput(type, i)))
      return "an argument is no tensor of numbers with known extents";
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
    if (!isPlain(mlirFunctionTypeGetResult(type, i)))
      return "a result is no tensor of numbers with known extents";
  return NULL;
}

static MlirOperation createCall(const RelaxRegion *region,
                                MlirAttribute artefact, MlirOperation ret) {
  MlirContext context = mlirOperationGetContext(region->function);
  MlirBlock body = regionBody(region->function);
  intptr_t inputs = mlirBlockGetNumArguments(body);
  intptr_t results = mlirOperationGetNumOperands(ret);
  MlirValue *in = ARENA_ARRAY(region->arena, MlirValue, inputs);
  MlirValue *constants =
      ARENA_ARRAY(region->arena, MlirValue, region->numConstants);
  MlirType *types = ARENA_ARRAY(region->arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i)
    in[i] = mlirBlockGetArgument(body, i);
  for (size_t i = 0; i < region->numConstants; ++i)
    constants[i] = mlirOperationGetResult(region->constants[i], 0);
  for (intptr_t i = 0; i < results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetOperand(ret, i));
  RelaxCallArtefactArgs args = {
      .artefact = artefact,
      .numInputs = inputs,
      .inputs = in,
      .numConstants = (intptr_t)region->numConstants,
      .constants = constants,
      .doneType = relaxTensorTypeOf(mlirIntegerTypeGet(context, 1), 0, NULL),
      .numResultsTypes = results,
      .resultsTypes = types};
  return relaxCallArtefactCreate(mlirOperationGetLocation(region->function),
                                 &args);
}

static MlirOperation createIf(const RelaxRegion *region, MlirOperation call,
                              MlirOperation ret) {
  intptr_t results = mlirOperationGetNumOperands(ret);
  MlirValue *values = ARENA_ARRAY(region->arena, MlirValue, results);
  MlirType *types = ARENA_ARRAY(region->arena, MlirType, results);
  for (intptr_t i = 0; i < results; ++i) {
    values[i] = mlirOperationGetResult(call, i + 1);
    types[i] = mlirValueGetType(values[i]);
  }
  MlirLocation loc = mlirOperationGetLocation(ret);
  RelaxIfArgs args = {.condition = mlirOperationGetResult(call, 0),
                      .numResultsTypes = results,
                      .resultsTypes = types};
  MlirOperation op = relaxIfCreate(loc, &args);
  RelaxYieldArgs yield = {results, values};
  for (intptr_t r = 0; r < 2; ++r)
    mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, r),
                               mlirBlockCreate(0, NULL, NULL));
  mlirBlockAppendOwnedOperation(bridgeBody(op), relaxYieldCreate(loc, &yield));
  return op;
}

/// All that is no constant moves into the other branch.
static void moveBody(const RelaxRegion *region, MlirOperation call,
                     MlirOperation choice, MlirOperation ret) {
  MlirBlock own = bridgeBlock(choice, 1);
  MlirOperation op = mlirBlockGetFirstOperation(regionBody(region->function));
  while (!mlirOperationEqual(op, ret)) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    bool stays = regionIsConstant(op) || mlirOperationEqual(op, call) ||
                 mlirOperationEqual(op, choice);
    if (!stays) {
      mlirOperationRemoveFromParent(op);
      mlirBlockAppendOwnedOperation(own, op);
    }
    op = next;
  }
  intptr_t results = mlirOperationGetNumOperands(ret);
  MlirValue *values = ARENA_ARRAY(region->arena, MlirValue, results);
  for (intptr_t i = 0; i < results; ++i) {
    values[i] = mlirOperationGetOperand(ret, i);
    mlirOperationSetOperand(ret, i, mlirOperationGetResult(choice, i));
  }
  RelaxYieldArgs yield = {results, values};
  mlirBlockAppendOwnedOperation(
      own, relaxYieldCreate(mlirOperationGetLocation(ret), &yield));
}

void regionCallArtefact(const RelaxRegion *region, MlirAttribute artefact) {
  MlirBlock body = regionBody(region->function);
  MlirOperation ret = mlirBlockGetTerminator(body);
  MlirOperation call = createCall(region, artefact, ret);
  mlirBlockInsertOwnedOperationBefore(body, ret, call);
  MlirOperation choice = createIf(region, call, ret);
  mlirBlockInsertOwnedOperationBefore(body, ret, choice);
  moveBody(region, call, choice, ret);
}
