//===- State.c - registers that are given away ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The runtime writes a storage only where one reference is left (lib/Runtime,
// MachineGrow.c). So a register is emptied by its last use: by instructions
// that take it, where it is yielded, and, in functions that work in place, by a
// `drop` behind everything else.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "dialects/VM/State.gen.h"
#include "lib/Bridge/Core/LastUse.h"
#include "lib/Target/Program/Encoder.h"

static bool isLoop(MlirOperation op) { return vmIsLoop(op); }

/// The body of a loop still needs what its condition sees.
static bool isOfCondition(MlirValue value) {
  if (!mlirValueIsABlockArgument(value))
    return false;
  MlirBlock block = bridgeBlockOf(value);
  MlirOperation parent = mlirBlockGetParentOperation(block);
  return vmIsLoop(parent) && mlirBlockEqual(bridgeBody(parent), block);
}

bool encoderIsLastUse(MlirOperation op, MlirValue value) {
  intptr_t count = 0;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    count += mlirValueEqual(mlirOperationGetOperand(op, i), value);
  return count <= 1 && !isOfCondition(value) &&
         !lastUseFindLoop(value, op, isLoop).ptr &&
         !lastUseFindLater(value, op, NULL).ptr;
}

/// The register of an operand that the instruction takes: its own, or one with
/// a further reference where it is needed again.
static uint32_t taken(Encoder *encoder, MlirOperation op, intptr_t index) {
  MlirValue value = mlirOperationGetOperand(op, index);
  uint32_t source = encoderRegister(encoder, value);
  if (encoderIsLastUse(op, value))
    return source;
  uint32_t fresh =
      relaxFunctionNewRegister(encoder->program, encoder->emitter.function);
  relaxEmitMove(encoder->emitter, fresh, source);
  return fresh;
}

MlirLogicalResult encoderEmitAppend(Encoder *encoder, MlirOperation op) {
  bool inPlace = vmAppendGetInPlace(op);
  MlirAttribute reserve = vmAppendGetReserve(op);
  uint32_t rows = encoderOperand(encoder, op, 1);
  uint32_t state =
      inPlace ? taken(encoder, op, 0) : encoderOperand(encoder, op, 0);
  uint32_t extent = relaxProgramAddConst(
      encoder->program, reserve.ptr ? mlirIntegerAttrGetValueInt(reserve) : 0);
  relaxEmitAppend(encoder->emitter, encoderResult(encoder, op), state, rows,
                  (uint32_t)vmAppendGetAxis(op), inPlace, extent);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult encoderEmitUpdate(Encoder *encoder, MlirOperation op) {
  bool inPlace = vmUpdateGetInPlace(op);
  uint32_t rows = encoderOperand(encoder, op, 1),
           position = encoderOperand(encoder, op, 2);
  uint32_t state =
      inPlace ? taken(encoder, op, 0) : encoderOperand(encoder, op, 0);
  relaxEmitUpdate(encoder->emitter, encoderResult(encoder, op), state, rows,
                  position, (uint32_t)vmUpdateGetAxis(op), inPlace);
  return mlirLogicalResultSuccess();
}

static MlirOperation calleeOf(MlirOperation call) {
  return bridgeFollow(call, vmCallGetCallee(call));
}

uint32_t *encoderArguments(Encoder *encoder, MlirOperation call) {
  MlirOperation callee = calleeOf(call);
  intptr_t count = mlirOperationGetNumOperands(call);
  uint32_t *list = ARENA_ARRAY(encoder->arena, uint32_t, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = relaxArgumentIsDonated(callee, i)
                  ? taken(encoder, call, i)
                  : encoderOperand(encoder, call, i);
  return list;
}

//===----------------------------------------------------------------------===//
// Releases
//===----------------------------------------------------------------------===//

static MlirWalkResult findState(MlirOperation op, void *userData) {
  bool found = (vmIsAppend(op) && vmAppendGetInPlace(op)) ||
               (vmIsUpdate(op) && vmUpdateGetInPlace(op));
  for (intptr_t i = 0, e = vmIsCall(op) ? vmCallGetNumInputs(op) : 0; i < e;
       ++i)
    found |= relaxArgumentIsDonated(calleeOf(op), i);
  *(bool *)userData |= found;
  return found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool encoderWorksInPlace(MlirOperation function) {
  bool found = false;
  mlirOperationWalk(function, findState, &found, MlirWalkPreOrder);
  return found;
}

void encoderRelease(Encoder *encoder, MlirOperation op) {
  if (bridgeIsTerminator(op) || vmIsKill(op) || vmIsEvict(op))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (relaxIsTensorType(mlirValueGetType(value)) &&
        encoderIsLastUse(op, value))
      relaxEmitDrop(encoder->emitter, encoderRegister(encoder, value));
  }
}
