//===- ControlFlow.c - branches, loops, calls, values of data types -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Data.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Machine/Instructions.h"
#include "lib/Runtime/Container.h"

#include <assert.h>

static const MlirAttribute noFacts = {NULL};

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static bool branch(EvalStep *step) {
  EvalFrame frame = machineSymbols(step, 0);
  bool holds;
  bool good =
      evalFactsHold(&frame, vmBranchGetFacts(step->op), &holds, step->error);
  evalFrameRelease(&frame);
  return good && evalRegion(step, holds ? 0 : 1, noFacts, NULL, step->results,
                            step->numResults);
}

static bool switchOver(EvalStep *step) {
  MlirAttribute cases = vmSwitchGetCases(step->op);
  int64_t tag = relaxDataTag(step->operands[0]);
  assert(tag >= 0 && tag < mlirDenseArrayGetNumElements(cases));
  return evalRegion(step, mlirDenseI64ArrayGetElement(cases, tag), noFacts,
                    NULL, step->results, step->numResults);
}

/// The facts of the vm.condition hold for the registers that it names.
static bool goesOn(EvalStep *step, const RelaxTensor **values, Arena *arena,
                   bool *more) {
  MlirBlock block = bridgeBody(step->op);
  MlirOperation condition = mlirBlockGetTerminator(block);
  intptr_t count = mlirOperationGetNumOperands(condition);
  RelaxTensor *registers = ARENA_ARRAY(arena, RelaxTensor, count + 1);
  const RelaxTensor **pointers =
      ARENA_ARRAY(arena, const RelaxTensor *, count + 1);
  if (!evalRegion(step, 0, noFacts, values, registers, count))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    pointers[i] = &registers[i];
  EvalStep end = *step;
  end.op = condition;
  end.operands = pointers;
  end.numOperands = count;
  EvalFrame frame = machineSymbols(&end, 0);
  bool good =
      evalFactsHold(&frame, vmConditionGetFacts(condition), more, step->error);
  evalFrameRelease(&frame);
  evalReleaseAll(registers, count);
  return good;
}

static bool loop(EvalStep *step) {
  intptr_t count = step->numOperands;
  RelaxTensor *values = evalShareOperands(step);
  RelaxTensor *next = ARENA_ARRAY(step->arena, RelaxTensor, count + 1);
  const RelaxTensor **pointers =
      ARENA_ARRAY(step->arena, const RelaxTensor *, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    pointers[i] = &values[i];
  bool good = true, more = true;
  while (good && more) {
    Arena *round = arenaCreate();
    good = goesOn(step, pointers, round, &more);
    if (good && more)
      good = evalRegion(step, 1, noFacts, pointers, next, count);
    for (intptr_t i = 0; good && more && i < count; ++i) {
      relaxTensorRelease(&values[i]);
      values[i] = next[i];
    }
    arenaDestroy(round);
  }
  for (intptr_t i = 0; good && i < count; ++i)
    step->results[i] = values[i];
  if (!good)
    evalReleaseAll(values, count);
  return good;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static StrRef calleeName(MlirAttribute callee) {
  return strRefFromMlir(mlirFlatSymbolRefAttrGetValue(callee));
}

static bool call(EvalStep *step) {
  return evalCallNamed(step, vmCallGetCallee(step->op), step->operands,
                       step->numOperands, step->results, step->numResults,
                       NULL);
}

/// The operation that made it stands for the function.
static bool closure(EvalStep *step) {
  return relaxFnValueCreate((int64_t)(intptr_t)step->op.ptr, step->numOperands,
                            evalShareOperands(step), &step->results[0],
                            step->error);
}

static bool invoke(EvalStep *step) {
  RelaxTensor held = relaxTensorShare(step->operands[0]);
  MlirOperation maker = {(void *)(intptr_t)relaxDataTag(&held)};
  bool good = evalInvoke(step, vmClosureGetCallee(maker),
                         relaxContainerItems(&held), held.dims[0], NULL);
  relaxTensorRelease(&held);
  return good;
}

//===----------------------------------------------------------------------===//
// Weights
//===----------------------------------------------------------------------===//

static bool weight(EvalStep *step) {
  return evalWeight(step->frame->interpreter,
                    calleeName(vmWeightGetWeight(step->op)),
                    step->frame->depth + 1, &step->results[0], step->error);
}

static bool setWeight(EvalStep *step) {
  evalSetWeight(step->frame->interpreter,
                calleeName(vmSetWeightGetWeight(step->op)), step->operands[0]);
  return true;
}

//===----------------------------------------------------------------------===//
// Values of data types
//===----------------------------------------------------------------------===//

static bool construct(EvalStep *step) {
  RelaxTensor *fields =
      ARENA_ARRAY(step->arena, RelaxTensor, step->numOperands + 1);
  bool good = true;
  intptr_t count = 0;
  for (; good && count < step->numOperands; ++count) {
    const RelaxTensor *field = step->operands[count];
    if (evalKnownBytes(field)) // an arena is used again
      good = evalMustBeWritten(field, "a field", step->error) &&
             relaxTensorClone(field, &fields[count], step->error);
    else
      fields[count] = relaxTensorShare(field);
  }
  if (good)
    good = relaxDataCreate(vmConstructGetTag(step->op), count, fields,
                           &step->results[0], step->error);
  else
    evalReleaseAll(fields, count);
  return good;
}

static bool isConstructor(EvalStep *step) {
  if (!evalCreate(step, RELAX_BOOL, 0, NULL))
    return false;
  relaxStoreInt(RELAX_BOOL, step->results[0].data, 0,
                relaxDataTag(step->operands[0]) ==
                    vmIsConstructorGetTag(step->op));
  return true;
}

static bool getField(EvalStep *step) {
  int64_t tag = vmGetFieldGetTag(step->op);
  int64_t index = vmGetFieldGetIndex(step->op);
  const RelaxTensor *value = step->operands[0];
  StrRef name = vmGetFieldGetConstructor(step->op);
  if (relaxDataTag(value) != tag)
    return relaxFail(step->error, "expected a value of '@%.*s'",
                     (int)name.length, name.data);
  step->results[0] = relaxTensorShare(&relaxContainerItems(value)[index]);
  return true;
}

const EvalEntry evalMachineControlFlow[] = {
    {"vm.branch", branch, NULL},
    {"vm.switch", switchOver, NULL},
    {"vm.loop", loop, NULL},
    {"vm.call", call, NULL},
    {"vm.closure", closure, NULL},
    {"vm.invoke", invoke, NULL},
    {"vm.weight", weight, NULL},
    {"vm.set_weight", setWeight, NULL},
    {"vm.construct", construct, NULL},
    {"vm.is_constructor", isConstructor, NULL},
    {"vm.get_field", getField, NULL},
    {NULL, NULL, NULL}};
