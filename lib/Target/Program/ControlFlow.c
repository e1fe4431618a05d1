//===- ControlFlow.c - branches and loops as jumps ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ControlFlow.gen.h"
#include "lib/Target/Program/Encoder.h"

#include <stb/stb_ds.h>

/// All instructions of a block but its terminator, which is returned; null
/// after a diagnostic.
static MlirOperation emitBlock(Encoder *encoder, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !bridgeIsTerminator(op); op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(encoder->emit(encoder, op)))
      return (MlirOperation){NULL};
  return op;
}

static uint32_t addArm(Encoder *encoder, MlirAttribute name) {
  return relaxProgramAddArm(encoder->program, bridgeText(name));
}

/// The place of the jump's target, for relaxEmitBind.
static uint32_t emitTest(Encoder *encoder, MlirOperation op,
                         MlirAttribute facts, StrRef arm) {
  uint32_t count = (uint32_t)mlirArrayAttrGetNumElements(facts);
  uint32_t *list = ARENA_ARRAY(encoder->arena, uint32_t, count);
  for (uint32_t i = 0; i < count; ++i)
    list[i] = encoderFact(encoder, op, 0, mlirArrayAttrGetElement(facts, i));
  return relaxEmitBranchFact(encoder->emitter,
                             relaxProgramAddArm(encoder->program, arm), count,
                             list, RELAX_OPEN_TARGET);
}

/// The operands of `op` into registers at once: one that is overwritten before
/// it is read goes through a register of its own. What nothing needs any more
/// leaves its register.
static void emitMoves(Encoder *encoder, const uint32_t *to, MlirOperation op,
                      intptr_t count) {
  uint32_t *from = encoderRegisters(encoder, op, 0, count);
  uint32_t *source = ARENA_ARRAY(encoder->arena, uint32_t, count);
  for (intptr_t i = 0; i < count; ++i) {
    source[i] = from[i];
    for (intptr_t k = 0; k < i && source[i] == from[i]; ++k)
      if (to[k] == from[i] && from[k] != to[k])
        source[i] = relaxFunctionNewRegister(encoder->program,
                                             encoder->emitter.function);
    if (source[i] != from[i])
      relaxEmitMove(encoder->emitter, source[i], from[i]);
  }
  for (intptr_t i = 0; i < count; ++i) {
    if (to[i] == source[i])
      continue;
    if (source[i] != from[i] ||
        encoderIsLastUse(op, mlirOperationGetOperand(op, i)))
      relaxEmitTake(encoder->emitter, to[i], source[i]);
    else
      relaxEmitMove(encoder->emitter, to[i], source[i]);
  }
}

MlirLogicalResult encoderEmitBranch(Encoder *encoder, MlirOperation op) {
  intptr_t count;
  uint32_t *results = encoderResults(encoder, op, &count);
  uint32_t otherwise =
      emitTest(encoder, op, vmBranchGetFacts(op), vmBranchGetArm(op));
  MlirOperation end = emitBlock(encoder, bridgeBody(op));
  if (!end.ptr)
    return mlirLogicalResultFailure();
  emitMoves(encoder, results, end, count);
  uint32_t done = relaxEmitGoto(encoder->emitter, RELAX_OPEN_TARGET);
  relaxEmitBind(encoder->emitter, otherwise);
  if (vmBranchGetElseArm(op).ptr)
    relaxEmitBind(encoder->emitter,
                  relaxEmitBranchFact(encoder->emitter,
                                      addArm(encoder, vmBranchGetElseArm(op)),
                                      0, NULL, RELAX_OPEN_TARGET));
  end = emitBlock(encoder, bridgeBlock(op, 1));
  if (!end.ptr)
    return mlirLogicalResultFailure();
  emitMoves(encoder, results, end, count);
  relaxEmitBind(encoder->emitter, done);
  return mlirLogicalResultSuccess();
}

/// The instruction with open targets; the place of the first.
static uint32_t emitTargets(Encoder *encoder, MlirOperation op) {
  MlirAttribute cases = vmSwitchGetCases(op), names = vmSwitchGetArms(op);
  intptr_t regions = mlirOperationGetNumRegions(op);
  uint32_t count = (uint32_t)mlirDenseArrayGetNumElements(cases);
  uint32_t *all = ARENA_ARRAY(encoder->arena, uint32_t, regions + 1);
  uint32_t *arms = ARENA_ARRAY(encoder->arena, uint32_t, count + 1);
  uint32_t *targets = ARENA_ARRAY(encoder->arena, uint32_t, count + 1);
  for (intptr_t r = 0; r < regions; ++r)
    all[r] = addArm(encoder, mlirArrayAttrGetElement(names, r));
  for (uint32_t i = 0; i < count; ++i) {
    arms[i] = all[mlirDenseI64ArrayGetElement(cases, i)];
    targets[i] = RELAX_OPEN_TARGET;
  }
  StrRef subject = vmSwitchGetSubject(op);
  uint32_t last = relaxEmitSwitch(
      encoder->emitter, encoderRegister(encoder, vmSwitchGetValue(op)),
      encoderPlace(encoder, op, subject), count, arms, count, targets);
  return last + 1 - count;
}

MlirLogicalResult encoderEmitSwitch(Encoder *encoder, MlirOperation op) {
  intptr_t count, regions = mlirOperationGetNumRegions(op);
  MlirAttribute cases = vmSwitchGetCases(op);
  uint32_t *results = encoderResults(encoder, op, &count);
  uint32_t *done = ARENA_ARRAY(encoder->arena, uint32_t, regions + 1);
  uint32_t first = emitTargets(encoder, op);
  for (intptr_t r = 0; r < regions; ++r) {
    for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(cases); i < e; ++i)
      if (mlirDenseI64ArrayGetElement(cases, i) == r)
        relaxEmitBind(encoder->emitter, first + (uint32_t)i);
    MlirOperation end = emitBlock(encoder, bridgeBlock(op, r));
    if (!end.ptr)
      return mlirLogicalResultFailure();
    emitMoves(encoder, results, end, count);
    done[r] = relaxEmitGoto(encoder->emitter, RELAX_OPEN_TARGET);
  }
  for (intptr_t r = 0; r < regions; ++r)
    relaxEmitBind(encoder->emitter, done[r]);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult encoderEmitLoop(Encoder *encoder, MlirOperation op) {
  intptr_t count;
  uint32_t *values = encoderResults(encoder, op, &count);
  // The results are the values that go round.
  for (intptr_t r = 0; r < 2; ++r)
    for (intptr_t i = 0; i < count; ++i)
      hmput(encoder->registers,
            (void *)mlirBlockGetArgument(bridgeBlock(op, r), i).ptr, values[i]);
  emitMoves(encoder, values, op, count);
  uint32_t head = relaxEmitHere(encoder->emitter);
  MlirOperation end = emitBlock(encoder, bridgeBody(op));
  if (!end.ptr)
    return mlirLogicalResultFailure();
  uint32_t done =
      emitTest(encoder, end, vmConditionGetFacts(end), vmConditionGetArm(end));
  end = emitBlock(encoder, bridgeBlock(op, 1));
  if (!end.ptr)
    return mlirLogicalResultFailure();
  emitMoves(encoder, values, end, count);
  relaxEmitGoto(encoder->emitter, head);
  relaxEmitBind(encoder->emitter, done);
  return mlirLogicalResultSuccess();
}
