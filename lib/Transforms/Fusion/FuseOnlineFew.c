//===- FuseOnlineFew.c - a softmax between products of a few rows ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Putting keys beside each other, as lanes of a product, costs more than two to
// eight rows gain by it, and their scores are few. So there all computes stand
// one behind the other, as in the calls, with what they hand on in the caller's
// memory.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseOnlineBuild.h"

#include <stdio.h>

typedef struct FewBuilder {
  OnlineBuilder base;
  intptr_t count;
  const FuseCall *members[ONLINE_MAX_MEMBERS]; // in the order of the block
  MlirValue buffers[ONLINE_MAX_MEMBERS];       // of what they compute
} FewBuilder;

static MlirValue resultOf(const FewBuilder *b, intptr_t m) {
  return mlirOperationGetResult(b->members[m]->call.op, 0);
}

static bool readMembers(FewBuilder *b) {
  const Online *o = b->base.online;
  MlirOperation ops[ONLINE_MAX_MEMBERS];
  b->count = onlineMembers(o, ops);
  for (intptr_t m = 0; m < b->count; ++m) {
    intptr_t at = m;
    for (; at > 0 && mlirOperationIsBeforeInBlock(ops[m], ops[at - 1]); --at)
      ;
    MlirOperation op = ops[m];
    for (intptr_t k = m; k > at; --k)
      ops[k] = ops[k - 1];
    ops[at] = op;
  }
  for (intptr_t m = 0; m < b->count; ++m)
    if (!(b->members[m] = fuseCallRead(o->graph, ops[m])))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Memory of the caller for what a member hands on.
static MlirValue addWorkspace(FewBuilder *b, intptr_t m) {
  FuseBuilder *base = &b->base.base;
  const TirAccess *target = b->members[m]->computes->targets;
  MlirAttribute *dims = ARENA_ARRAY(base->arena, MlirAttribute, target->rank);
  for (intptr_t d = 0; d < target->rank; ++d)
    dims[d] = symExprToAttribute(base->context, target->dims[d]);
  char text[32];
  snprintf(text, sizeof(text), "W%ld", (long)m);
  StrRef name = arenaCopyString(base->arena, strRefFromC(text));
  TirAllocArgs args = {
      .name = name,
      .space = strRefFromC("workspace"),
      .bufferType = tirBufferTypeGet(
          base->context, target->rank, dims,
          tirBufferTypeGetElementType(mlirValueGetType(target->buffer)))};
  MlirOperation alloc =
      tirAllocCreate(bridgeNamedLocation(name, base->loc), &args);
  mlirBlockAppendOwnedOperation(base->body, alloc);
  return mlirOperationGetResult(alloc, 0);
}

/// The program's buffer for an argument of a member's program.
static MlirValue bufferFor(FewBuilder *b, intptr_t m, MlirValue argument) {
  const FuseNode *call = &b->members[m]->call;
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  if (number == call->numInputs)
    return b->buffers[m];
  MlirValue operand = relaxCallTirGetInputs(call->op, number);
  for (intptr_t k = 0; k < m; ++k)
    if (mlirValueEqual(resultOf(b, k), operand))
      return b->buffers[k];
  return fuseBufferOf(&b->base.base, operand);
}

//===----------------------------------------------------------------------===//
// Computes
//===----------------------------------------------------------------------===//

/// A compute of member `m`, number `number` of the program.
static void addCompute(FewBuilder *b, intptr_t m, MlirOperation compute,
                       intptr_t number) {
  FuseBuilder *base = &b->base.base;
  const FuseNode *call = &b->members[m]->call;
  MlirOperation copy = mlirOperationClone(compute);
  char text[32];
  snprintf(text, sizeof(text), "few%ld", (long)number);
  tirComputeSetName(copy, strRefFromC(text));
  mlirBlockAppendOwnedOperation(base->body, copy);
  MlirBlock callee = bridgeBody(call->callee);
  MlirBlock body = bridgeBody(copy);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
      MlirValue operand = mlirOperationGetOperand(op, i);
      if (mlirValueIsABlockArgument(operand) &&
          mlirBlockEqual(mlirBlockArgumentGetOwner(operand), callee))
        mlirOperationSetOperand(op, i, bufferFor(b, m, operand));
    }
  SymMap map = {.arena = base->arena,
                .names = call->symbols,
                .values = call->symbolValues,
                .count = call->numSymbols};
  b->base.failed |= symSubstitute(copy, &map) != SYM_OK;
}

bool onlineBuildApart(const Online *online, StrRef name,
                      FusedProgram *program) {
  const FuseCall *values = online->values;
  FewBuilder b = {.base = {.online = online,
                           .base = fuseStartProgram(online->graph,
                                                    values->call.op, program)}};
  if (!readMembers(&b))
    return false;
  FuseBuilder *base = &b.base.base;
  onlineAddArguments(&b.base);
  intptr_t buffers = mlirBlockGetNumArguments(base->body), computes = 0;
  fuseMakeFunction(base, name, tirFuncGetTarget(values->call.callee));
  for (intptr_t m = 0; m < b.count && !b.base.failed; ++m) {
    b.buffers[m] = m + 1 < b.count
                       ? addWorkspace(&b, m)
                       : mlirBlockGetArgument(base->body, buffers - 1);
    for (intptr_t c = 0; c < b.members[m]->count; ++c)
      addCompute(&b, m, b.members[m]->computes[c].op, computes++);
  }
  fuseEndFunction(base);
  if (b.base.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(online->graph, program);
  return true;
}
