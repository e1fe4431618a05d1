//===- Instructions.c - one vm operation to one instruction ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Those that Plain.c cannot do, because the instruction says something that the
// operation does not have as an operand or attribute.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/VM/ComputedAxes.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Support/Map.h"
#include "lib/Target/Program/Encoder.h"
#include "lib/Target/Program/KernelBuffers.h"

#include <stb/stb_ds.h>

/// What an instruction says of a tensor.
static MlirLogicalResult tensorOf(MlirOperation op, MlirValue value,
                                  RelaxDType *dtype, int32_t *rank) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  *rank = info.ranked ? (int32_t)info.rank : -1;
  if (relaxElementDType(info.elementType, dtype))
    return mlirLogicalResultSuccess();
  return encoderUnknownElement(op);
}

/// What every tensor in a sequence or optional must be.
static MlirLogicalResult emitCheckContainer(Encoder *encoder,
                                            MlirOperation op) {
  MlirType type = mlirValueGetType(vmCheckTensorGetTensor(op)), held;
  uint32_t kind = relaxIsOptionalType(type) ? 2 : 0;
  for (held = type; relaxContainedType(held).ptr;
       held = relaxContainedType(held))
    kind |= relaxIsSequenceType(held);
  RelaxTensorInfo info;
  RelaxDType dtype;
  relaxTensorInfo(held, &info);
  if (!relaxElementDType(info.elementType, &dtype))
    return encoderUnknownElement(op);
  relaxEmitCheckContainer(encoder->emitter, encoderOperand(encoder, op, 0),
                          kind, dtype, info.ranked ? (int32_t)info.rank : -1,
                          vmCheckTensorGetSubject(op));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emitCheckTensor(Encoder *encoder, MlirOperation op) {
  RelaxDType dtype;
  int32_t rank;
  if (relaxContainedType(mlirValueGetType(vmCheckTensorGetTensor(op))).ptr)
    return emitCheckContainer(encoder, op);
  if (mlirLogicalResultIsFailure(
          tensorOf(op, vmCheckTensorGetTensor(op), &dtype, &rank)))
    return mlirLogicalResultFailure();
  MlirAttribute named = vmCheckTensorGetRank(op);
  if (named.ptr)
    rank = (int32_t)mlirIntegerAttrGetValueInt(named);
  relaxEmitCheckTensor(encoder->emitter, encoderOperand(encoder, op, 0), dtype,
                       rank, vmCheckTensorGetSubject(op));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emitConstant(Encoder *encoder, MlirOperation op) {
  uint32_t weight;
  if (mlirLogicalResultIsFailure(
          encoderAddConstant(encoder, op, vmConstantGetValue(op), &weight)))
    return mlirLogicalResultFailure();
  relaxEmitWeight(encoder->emitter, encoderResult(encoder, op), weight);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emitKernel(Encoder *encoder, MlirOperation op) {
  intptr_t buffers = vmKernelGetNumBuffers(op);
  uint32_t numSymbols;
  uint32_t *symbols =
      encoderExprs(encoder, op, buffers, vmKernelGetSymbols(op), &numSymbols);
  StrRef name = bridgeRefName(vmKernelGetCallee(op));
  ptrdiff_t known = strMapFind(encoder->kernels, name.data);
  uint32_t kernel;
  if (known >= 0) {
    kernel = encoder->kernels[known].value;
  } else {
    MlirOperation func = bridgeLookupNearestSymbol(op, name);
    RelaxKernelBuffer *taken =
        targetKernelBuffers(encoder->program, func, encoder->arena);
    kernel = relaxProgramAddKernel(encoder->program, name, taken,
                                   (uint32_t)buffers, numSymbols);
    shput(encoder->kernels, (char *)name.data, kernel);
  }
  relaxEmitKernel(encoder->emitter, kernel, (uint32_t)buffers,
                  encoderRegisters(encoder, op, 0, buffers), numSymbols,
                  symbols);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emitCall(Encoder *encoder, MlirOperation op) {
  uint32_t callee;
  if (mlirLogicalResultIsFailure(encoderFindSymbol(
          op, vmCallGetCallee(op), encoder->functions, "vm.func", &callee)))
    return mlirLogicalResultFailure();
  intptr_t inputs = mlirOperationGetNumOperands(op);
  intptr_t count;
  uint32_t *results = encoderResults(encoder, op, &count);
  relaxEmitCall(encoder->emitter, callee, (uint32_t)inputs,
                encoderArguments(encoder, op), (uint32_t)count, results);
  return mlirLogicalResultSuccess();
}

static uint32_t numberOr0(MlirAttribute number) {
  return number.ptr ? (uint32_t)mlirIntegerAttrGetValueInt(number) : 0;
}

static MlirLogicalResult emitDefer(Encoder *encoder, MlirOperation op) {
  uint32_t callee, numExtents, numRows;
  if (mlirLogicalResultIsFailure(encoderFindSymbol(
          op, vmDeferGetCallee(op), encoder->functions, "vm.func", &callee)))
    return mlirLogicalResultFailure();
  intptr_t buffers = vmDeferGetNumBuffers(op);
  uint32_t *extents =
      encoderExprs(encoder, op, buffers, vmDeferGetRagged(op), &numExtents);
  uint32_t *rows =
      encoderExprs(encoder, op, buffers, vmDeferGetRows(op), &numRows);
  relaxEmitDefer(encoder->emitter, callee, vmDeferGetBatched(op),
                 numberOr0(vmDeferGetGhosts(op)),
                 numberOr0(vmDeferGetPhase(op)), (uint32_t)buffers,
                 encoderRegisters(encoder, op, 0, buffers), numExtents, extents,
                 numRows, rows);
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult emitSqueeze(Encoder *encoder, MlirOperation op) {
  uint32_t mode = vmSqueezeGetInserts(op) ? 2 : vmSqueezeGetNoop(op) ? 1 : 0;
  relaxEmitSqueeze(encoder->emitter, encoderResult(encoder, op),
                   encoderOperand(encoder, op, 0),
                   encoderOperand(encoder, op, 1), mode,
                   vmSqueezeGetSubject(op));
  return mlirLogicalResultSuccess();
}

static const struct {
  const char *name;
  EncoderEmit *emit;
} instructions[] = {
    {"vm.append", encoderEmitAppend},
    {"vm.branch", encoderEmitBranch},
    {"vm.call", emitCall},
    {"vm.call_library", encoderEmitCallLibrary},
    {"vm.check_tensor", emitCheckTensor},
    {"vm.constant", emitConstant},
    {"vm.defer", emitDefer},
    {"vm.kernel", emitKernel},
    {"vm.loop", encoderEmitLoop},
    {"vm.squeeze", emitSqueeze},
    {"vm.switch", encoderEmitSwitch},
    {"vm.update", encoderEmitUpdate},
};

MlirLogicalResult encoderEmit(Encoder *encoder, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  EncoderEmit *emit = encoderEmitPlain;
  for (size_t i = 0; i < sizeof(instructions) / sizeof(*instructions); ++i)
    if (strRefIs(name, instructions[i].name))
      emit = instructions[i].emit;
  MlirLogicalResult outcome = emit(encoder, op);
  if (encoder->worksInPlace && mlirLogicalResultIsSuccess(outcome))
    encoderRelease(encoder, op);
  return outcome;
}
