//===- Kernel.c - from a lowered tir.func to functions for LLVM -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Kernel.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/TIRToSCF/IndexExpr.h"
#include "lib/Runtime/KernelABI.h"

#include <stb/stb_ds.h>

/// A kernel in the making: pointers, then symbols are the body's arguments.
typedef struct Kernel {
  MlirOperation module, func, body;
  MlirBlock entry; // of the body
  Arena *arena;
  intptr_t buffers;
  StrRef *symbols;
  size_t numSymbols;
  MlirValue *values; // of the symbols, as index
  MlirValue status;  // where failed checks leave their code; null without any
  StrBuf *checks;    // what they say
} Kernel;

static MlirValue symbolValue(void *state, StrRef name) {
  Kernel *k = state;
  for (size_t i = 0; i < k->numSymbols; ++i)
    if (strRefEqual(k->symbols[i], name))
      return k->values[i];
  return (MlirValue){NULL}; // the function's verifier sees to it
}

static MlirLogicalResult notLowered(MlirOperation op) {
  return bridgeEmitOpError(op, "is not lowered: expected what 'lower-tir' "
                               "leaves");
}

/// Elements that machines load and store.
static bool isStorable(MlirType type) {
  if (mlirTypeIsAComplex(type))
    type = mlirComplexTypeGetElementType(type);
  if (mlirTypeIsAInteger(type))
    return mlirIntegerTypeGetWidth(type) <= 64;
  return mlirTypeIsAIndex(type) || mlirTypeIsAF16(type) ||
         mlirTypeIsABF16(type) || mlirTypeIsAF32(type) || mlirTypeIsAF64(type);
}

MlirType targetMemRefOf(MlirType type, MlirType element) {
  enum { MAX_RANK = 64 };
  int64_t shape[MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank && d < MAX_RANK; ++d)
    shape[d] = mlirShapedTypeGetDimSize(type, d);
  return mlirMemRefTypeGet(element, rank, shape, mlirMemRefTypeGetLayout(type),
                           mlirMemRefTypeGetMemorySpace(type));
}

static MlirLogicalResult checkBuffers(Kernel *k) {
  for (intptr_t i = 0; i < k->buffers; ++i) {
    MlirValue buffer = bridgeArgument(k->func, i);
    MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
    if (isStorable(element))
      continue;
    StrBuf text = {0};
    bridgePrintType(element, &text);
    MlirLogicalResult failed = bridgeEmitError(
        mlirValueGetLocation(buffer),
        "elements of type '%s' are not compiled: expected integers of up to 64 "
        "bits, index, f16, bf16, f32, f64 or complex numbers of them",
        strBufText(&text));
    strBufFree(&text);
    return failed;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult convertAsMemref(Kernel *k, MlirOperation op) {
  MlirValue buffer = tirAsMemrefGetBuffer(op);
  MlirValue argument = tirViewedArgument(buffer);
  if (!mlirValueIsABlockArgument(argument))
    return notLowered(op);
  OpBuilder b = opBuilderBefore(op);
  IndexScope scope = {symbolValue, k, k->symbols, k->numSymbols, NULL, NULL};
  MlirType type = bridgeResultType(op);
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(mlirValueGetType(buffer), &dims);
  MlirValue *dynamic = ARENA_ARRAY(k->arena, MlirValue, rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    if (!mlirShapedTypeIsDynamicDim(type, i))
      continue;
    MlirValue extent = buildIndexExpr(&b, k->arena, dims[i], &scope);
    if (!extent.ptr)
      return mlirLogicalResultFailure();
    dynamic[count++] = targetBuildWide(&b, extent);
  }
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  MlirValue memref = targetBuildMemref(
      &b, type, mlirBlockGetArgument(k->entry, number), dynamic, k->arena);
  bridgeReplace(op, memref);
  if (!mlirValueEqual(buffer, argument) &&
      mlirOpOperandIsNull(mlirValueGetFirstUse(buffer)))
    mlirOperationDestroy(mlirOpResultGetOwner(buffer));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult convertExtent(Kernel *k, MlirOperation op) {
  StrRef name;
  if (!symAttributeIsSymbol(tirExtentGetExpr(op), &name) ||
      tirExtentGetNumIndices(op) != 0)
    return notLowered(op);
  bridgeReplace(op, symbolValue(k, name));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

static bool isTir(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  return name.length > 4 && strRefIs((StrRef){name.data, 4}, "tir.");
}

static MlirWalkResult collectTir(MlirOperation op, void *userData) {
  MlirOperation **found = userData;
  if (isTir(op) && !tirIsFunc(op))
    arrput(*found, op);
  return MlirWalkResultAdvance;
}

/// What the kernel returns: a constant, so that kernels without checks pay
/// nothing for those that have some.
static void convertReturn(Kernel *k, MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  MlirType type = targetStatusType(opBuilderContext(&b));
  MlirValue status =
      k->status.ptr
          ? targetBuildElementLoad(&b, k->status, 0, type)
          : buildConstant(&b, mlirIntegerAttrGet(type, RELAX_KERNEL_OK));
  targetBuildReturn(&b, &status);
  mlirOperationDestroy(op);
}

static MlirLogicalResult convertOp(Kernel *k, MlirOperation op) {
  if (tirIsCheck(op)) {
    targetConvertCheck(op, k->status, bridgeBody(k->func), k->checks);
    return mlirLogicalResultSuccess();
  }
  if (tirIsAsMemref(op))
    return convertAsMemref(k, op);
  if (tirIsExtent(op))
    return convertExtent(k, op);
  if (tirIsView(op)) // goes with its memref
    return mlirLogicalResultSuccess();
  if (!tirIsReturn(op))
    return notLowered(op);
  convertReturn(k, op);
  return mlirLogicalResultSuccess();
}

/// Moves the operations over and converts those of tir.
static MlirLogicalResult fillBody(Kernel *k) {
  OpBuilder b = opBuilderAtEnd(k->entry, mlirOperationGetLocation(k->func));
  MlirType index = mlirIndexTypeGet(opBuilderContext(&b));
  k->values = ARENA_ARRAY(k->arena, MlirValue, k->numSymbols);
  for (size_t i = 0; i < k->numSymbols; ++i) {
    MlirValue symbol = mlirBlockGetArgument(k->entry, k->buffers + (intptr_t)i);
    k->values[i] = buildValue(&b, "arith.index_cast", index, &symbol, 1);
  }
  opBuilderTakeBody(&b, bridgeBody(k->func));
  MlirOperation *ops = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(k->body, collectTir, &ops, MlirWalkPreOrder);
  for (ptrdiff_t i = 0; i < arrlen(ops) && !k->status.ptr; ++i)
    if (tirIsCheck(ops[i]))
      k->status = targetBuildStatus(k->entry);
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = convertOp(k, ops[i]);
  arrfree(ops);
  return outcome;
}

static void buildBody(Kernel *k, StrRef name) {
  MlirContext context = mlirOperationGetContext(k->func);
  intptr_t count = k->buffers + (intptr_t)k->numSymbols;
  MlirType *inputs = ARENA_ARRAY(k->arena, MlirType, count);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] =
        i < k->buffers ? targetPointerType(context) : targetI64Type(context);
  k->body =
      targetBuildFunction(k->module, mlirOperationGetLocation(k->func), name,
                          inputs, count, targetStatusType(context), true);
  targetSetNoAlias(k->body);
  k->entry = bridgeBody(k->body);
}

/// The entry of KernelABI.h.
static MlirLogicalResult buildEntry(Kernel *k, StrRef name, StrRef bodyName) {
  MlirContext context = mlirOperationGetContext(k->func);
  MlirType pointer = targetPointerType(context);
  MlirType i32 = targetStatusType(context);
  MlirType inputs[] = {pointer, pointer};
  MlirLocation location = mlirOperationGetLocation(k->func);
  MlirOperation entry =
      targetBuildFunction(k->module, location, name, inputs, 2, i32, false);
  MlirBlock block = bridgeBody(entry);
  OpBuilder b = opBuilderAtEnd(block, location);
  intptr_t count = k->buffers + (intptr_t)k->numSymbols;
  MlirValue *operands = ARENA_ARRAY(k->arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] =
        i < k->buffers
            ? targetBuildElementLoad(&b, mlirBlockGetArgument(block, 0), i,
                                     pointer)
            : targetBuildElementLoad(&b, mlirBlockGetArgument(block, 1),
                                     i - k->buffers, targetI64Type(context));
  k->values = ARENA_ARRAY(k->arena, MlirValue, k->numSymbols);
  for (size_t i = 0; i < k->numSymbols; ++i)
    k->values[i] = buildValue(&b, "arith.index_cast", mlirIndexTypeGet(context),
                              &operands[k->buffers + (intptr_t)i], 1);
  IndexScope scope = {symbolValue, k, k->symbols, k->numSymbols, NULL, NULL};
  OpBuilder inside;
  MlirValue unfit;
  if (mlirLogicalResultIsFailure(
          targetEnterFacts(&b, k->func, &scope, k->arena, &inside, &unfit)))
    return mlirLogicalResultFailure();
  MlirValue status = mlirOperationGetResult(
      targetBuildCall(&inside, bodyName, i32, operands, count), 0);
  if (unfit.ptr)
    buildYield(&inside, &status, 1);
  targetBuildReturn(&b, unfit.ptr ? &unfit : &status);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult targetConvertKernel(MlirOperation module, MlirOperation func,
                                      Arena *arena, StrBuf *checks,
                                      MlirOperation *body) {
  Kernel k = {.module = module, .func = func, .arena = arena, .checks = checks};
  k.buffers = bridgeNumArguments(func);
  k.numSymbols = tirFuncSymbols(func, arena, &k.symbols);
  if (mlirLogicalResultIsFailure(checkBuffers(&k)) ||
      mlirLogicalResultIsFailure(targetCheckStack(func)))
    return mlirLogicalResultFailure();
  StrRef name = tirFuncGetSymName(func);
  mlirOperationRemoveFromParent(func); // the entry takes its name over
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s.body", SPREAD(name));
  StrRef bodyName =
      bridgeUniqueSymbol(module, (StrRef){text.data, text.length}, arena);
  strBufFree(&text);
  buildBody(&k, bodyName);
  MlirLogicalResult outcome = buildEntry(&k, name, bodyName);
  *body = k.body;
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = fillBody(&k);
  if (mlirLogicalResultIsSuccess(outcome))
    mlirOperationDestroy(func);
  else // what is left of it is used by what moved
    mlirBlockAppendOwnedOperation(bridgeBody(module), func);
  return outcome;
}
