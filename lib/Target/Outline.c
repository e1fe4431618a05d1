//===- Outline.c - parallel loops as functions ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `scf.parallel` becomes a call of the runtime, which runs ranges of iterations
// on its threads (lib/Runtime/Parallel.h). What the body captures travels in a
// struct on the caller's stack: memrefs as pointer and extents, so that the
// loop's function can rebuild them over `noalias` pointers; constants are
// cloned.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Outline.h"
#include "dialects/TIR/Rows.h"
#include "mlir-c/Dialect/LLVM.h"

#include <stb/stb_ds.h>

/// Operations, most of them of vectors: fewer take less time than threads to
/// begin and end (some microseconds).
enum { LEAST_WORK = 1 << 15 };

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static StrRef derivedName(Outline *o, const char *suffix) {
  StrRef base = bridgeText(bridgeInherent(o->func, "sym_name"));
  return bridgeUniqueSymbol(
      o->module, arenaFormat(o->arena, "%.*s.%s", SPREAD(base), suffix),
      o->arena);
}

typedef struct Replacement {
  MlirValue from, to;
} Replacement;

static MlirWalkResult replaceOperands(MlirOperation op, void *userData) {
  const Replacement *replacement = userData;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (mlirValueEqual(mlirOperationGetOperand(op, i), replacement->from))
      mlirOperationSetOperand(op, i, replacement->to);
  return MlirWalkResultAdvance;
}

/// Local memory of the body to the front of the function: once per range.
static void hoistAllocas(OpBuilder *b, MlirBlock body) {
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (!bridgeIsNamed(op, "memref.alloca"))
      continue;
    mlirOperationRemoveFromParent(op);
    opBuilderInsert(b, op);
  }
}

/// f.loop: the iterations from `begin` to `end`; its arguments are the fields,
/// then the range.
static MlirOperation buildLoopFunction(Outline *o, StrRef name) {
  MlirContext context = mlirOperationGetContext(o->module);
  MlirLocation location = mlirOperationGetLocation(o->loop);
  intptr_t fields = arrlen(o->fields);
  MlirType *inputs = ARENA_ARRAY(o->arena, MlirType, fields + 2);
  for (intptr_t i = 0; i < fields + 2; ++i)
    inputs[i] =
        i < fields ? mlirValueGetType(o->fields[i]) : targetI64Type(context);
  MlirOperation function = targetBuildFunction(
      o->module, location, name, inputs, fields + 2, (MlirType){NULL}, true);
  if (!o->mayAlias)
    targetSetNoAlias(function);
  MlirBlock entry = bridgeBody(function);
  MlirBlock body = bridgeBody(o->inner.ptr ? o->inner : o->loop);
  OpBuilder b = opBuilderAtEnd(entry, location);
  MlirValue *rebuilt = outlineRebuildCaptures(o, &b);
  hoistAllocas(&b, body);
  MlirValue range[2];
  for (intptr_t i = 0; i < 2; ++i) {
    MlirValue bound = mlirBlockGetArgument(entry, fields + i);
    range[i] = buildValue(&b, "arith.index_cast", mlirIndexTypeGet(context),
                          &bound, 1);
  }
  MlirOperation loop, around;
  if (o->inner.ptr)
    loop = outlineBuildNest(o, &b, range, rebuilt, &around);
  else
    around = loop = buildFor(&b, range[0], range[1], NULL, 0);
  targetBuildReturn(&b, NULL);
  MlirBlock block = bridgeBody(loop);
  opReplaceIterator(mlirBlockGetArgument(body, 0), block);
  mlirOperationDestroy(mlirBlockGetTerminator(body));
  OpBuilder inside = opBuilderAtEnd(block, location);
  opBuilderTakeBody(&inside, body);
  buildYield(&inside, NULL, 0);
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i) {
    Replacement replacement = {o->captures[i].value, rebuilt[i]};
    mlirOperationWalk(around, replaceOperands, &replacement, MlirWalkPreOrder);
  }
  return function;
}

static MlirType structType(Outline *o) {
  intptr_t fields = arrlen(o->fields);
  MlirType *types = ARENA_ARRAY(o->arena, MlirType, fields);
  for (intptr_t i = 0; i < fields; ++i)
    types[i] = mlirValueGetType(o->fields[i]);
  return mlirLLVMStructTypeLiteralGet(mlirOperationGetContext(o->module),
                                      fields, types, false);
}

/// f.task: unpacks the struct for f.loop.
static MlirType buildTaskFunction(Outline *o, StrRef name, StrRef loopName) {
  MlirContext context = mlirOperationGetContext(o->module);
  MlirLocation location = mlirOperationGetLocation(o->loop);
  MlirType i64 = targetI64Type(context);
  MlirType inputs[] = {targetPointerType(context), i64, i64};
  MlirOperation function = targetBuildFunction(
      o->module, location, name, inputs, 3, (MlirType){NULL}, true);
  MlirBlock entry = bridgeBody(function);
  OpBuilder b = opBuilderAtEnd(entry, location);
  MlirValue captured = mlirBlockGetArgument(entry, 0);
  captured = buildValue(&b, "llvm.load", structType(o), &captured, 1);
  intptr_t fields = arrlen(o->fields);
  MlirValue *operands = ARENA_ARRAY(o->arena, MlirValue, fields + 2);
  for (int64_t i = 0; i < fields; ++i)
    operands[i] =
        targetBuildExtract(&b, captured, mlirValueGetType(o->fields[i]), &i, 1);
  operands[fields] = mlirBlockGetArgument(entry, 1);
  operands[fields + 1] = mlirBlockGetArgument(entry, 2);
  targetBuildCall(&b, loopName, (MlirType){NULL}, operands, fields + 2);
  targetBuildReturn(&b, NULL);
  return mlirFunctionTypeGet(context, 3, inputs, 0, NULL);
}

static const char *parallelFor(const Outline *o) {
  return o->lengths.ptr ? RELAX_LONGEST_FIRST : RELAX_PARALLEL_FOR;
}

static void declareParallelFor(Outline *o) {
  MlirContext context = mlirOperationGetContext(o->module);
  MlirType pointer = targetPointerType(context), i64 = targetI64Type(context);
  MlirType inputs[] = {pointer, pointer, i64, i64, pointer};
  targetDeclareFunction(o->module, parallelFor(o), inputs,
                        o->lengths.ptr ? 5 : 4, (MlirType){NULL});
}

/// What every round loads first, at its iterator: whoever reads all of it
/// reads no more than the rounds do.
static MlirValue findLengths(Outline *o) {
  MlirBlock body = bridgeBody(o->loop);
  MlirValue iterator = mlirBlockGetArgument(body, 0);
  if (!mlirOperationGetDiscardableAttributeByName(
           o->loop, mlirStringRefCreateFromCString(TIR_LONGEST))
           .ptr)
    return (MlirValue){NULL};
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (op.ptr && (bridgeIsNamed(op, "arith.constant") ||
                    bridgeIsNamed(op, "arith.index_cast")))
    op = mlirOperationGetNextInBlock(op);
  if (!bridgeIsNamed(op, "memref.load") ||
      mlirOperationGetNumOperands(op) != 2 ||
      !mlirValueEqual(mlirOperationGetOperand(op, 1), iterator) ||
      !mlirTypeEqual(bridgeResultType(op),
                     targetI64Type(mlirOperationGetContext(o->module))))
    return (MlirValue){NULL};
  MlirValue memref = mlirOperationGetOperand(op, 0);
  for (ptrdiff_t i = 0; i < arrlen(o->captures); ++i)
    if (mlirValueEqual(o->captures[i].value, memref))
      return memref;
  return (MlirValue){NULL};
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Memory for the struct at the front of the function.
static MlirValue buildStruct(Outline *o, OpBuilder *b) {
  MlirContext context = opBuilderContext(b);
  MlirType type = structType(o), pointer = targetPointerType(context);
  OpBuilder front =
      opBuilderBefore(mlirBlockGetFirstOperation(bridgeBody(o->func)));
  MlirValue one = targetBuildI64(&front, 1);
  OpAttribute attribute = {"elem_type", mlirTypeAttrGet(type)};
  OpSpec spec = {.name = "llvm.alloca",
                 .operands = &one,
                 .numOperands = 1,
                 .results = &pointer,
                 .numResults = 1,
                 .attributes = &attribute,
                 .numAttributes = 1};
  MlirValue memory = mlirOperationGetResult(buildOp(&front, &spec), 0);
  MlirValue value = targetBuildUndef(b, type);
  for (int64_t i = 0; i < arrlen(o->fields); ++i)
    value = targetBuildInsert(b, value, o->fields[i], &i, 1);
  MlirValue operands[] = {value, memory};
  OpSpec store = {.name = "llvm.store", .operands = operands, .numOperands = 2};
  buildOp(b, &store);
  return memory;
}

/// Where the range begins (0) and ends (1).
static MlirValue buildBound(const Outline *o, OpBuilder *b, intptr_t i) {
  MlirValue bound = i && o->inner.ptr ? outlineBuildRounds(o, b)
                                      : mlirOperationGetOperand(o->loop, i);
  return buildValue(b, "arith.index_cast", targetI64Type(opBuilderContext(b)),
                    &bound, 1);
}

static void buildParallelCall(Outline *o, OpBuilder *b, StrRef task,
                              MlirType taskType, MlirValue captured) {
  MlirContext context = opBuilderContext(b);
  OpAttribute attribute = {
      "value", mlirFlatSymbolRefAttrGet(context, strRefToMlir(task))};
  OpSpec spec = {.name = "func.constant",
                 .results = &taskType,
                 .numResults = 1,
                 .attributes = &attribute,
                 .numAttributes = 1};
  MlirValue function = mlirOperationGetResult(buildOp(b, &spec), 0);
  MlirValue operands[] = {
      targetBuildCast(b, function, targetPointerType(context)), captured};
  MlirValue all[5] = {operands[0], operands[1]};
  for (intptr_t i = 0; i < 2; ++i)
    all[2 + i] = buildBound(o, b, i);
  if (o->lengths.ptr)
    all[4] = targetBuildMemrefPointer(b, o->lengths);
  targetBuildCall(b, strRefFromC(parallelFor(o)), (MlirType){NULL}, all,
                  o->lengths.ptr ? 5 : 4);
}

/// On the threads of the machine: through a task, which gets one pointer.
static void buildThreads(Outline *o, OpBuilder *b, StrRef loopName) {
  declareParallelFor(o);
  StrRef taskName = derivedName(o, "task");
  MlirType taskType = buildTaskFunction(o, taskName, loopName);
  buildParallelCall(o, b, taskName, taskType, buildStruct(o, b));
}

/// On this thread.
static void buildDirectCall(Outline *o, OpBuilder *b, StrRef loopName) {
  intptr_t fields = arrlen(o->fields);
  MlirValue *operands = ARENA_ARRAY(o->arena, MlirValue, fields + 2);
  for (intptr_t i = 0; i < fields; ++i)
    operands[i] = o->fields[i];
  for (intptr_t i = 0; i < 2; ++i)
    operands[fields + i] = buildBound(o, b, i);
  targetBuildCall(b, loopName, (MlirType){NULL}, operands, fields + 2);
}

/// One or the other, as the number of operations says when it is known.
static void buildCalls(Outline *o, OpBuilder *b, StrRef loopName,
                       MlirValue work, int64_t known) {
  if (!work.ptr && known >= LEAST_WORK)
    buildThreads(o, b, loopName);
  else if (!work.ptr)
    buildDirectCall(o, b, loopName);
  if (!work.ptr)
    return;
  MlirValue least = buildIndex(b, LEAST_WORK);
  MlirOperation branch =
      buildIf(b, buildCompare(b, CMPI_SGE, work, least), NULL, 0);
  OpBuilder threads = opBuilderAtEnd(bridgeBody(branch), b->location);
  buildThreads(o, &threads, loopName);
  buildYield(&threads, NULL, 0);
  MlirBlock other = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(branch, 1), other);
  OpBuilder direct = opBuilderAtEnd(other, b->location);
  buildDirectCall(o, &direct, loopName);
  buildYield(&direct, NULL, 0);
}

static MlirLogicalResult outline(Outline *o) {
  if (mlirOperationGetNumResults(o->loop) != 0)
    return bridgeEmitOpError(o->loop, "expected no reductions");
  if (mlirLogicalResultIsFailure(outlineCollectCaptures(o)))
    return mlirLogicalResultFailure();
  o->lengths = findLengths(o);
  OpBuilder b = opBuilderBefore(o->loop);
  int64_t known;
  MlirValue work = outlineBuildWork(o, &b, &known);
  outlineBuildFields(o, &b);
  StrRef loopName = derivedName(o, "loop");
  MlirOperation function = buildLoopFunction(o, loopName);
  buildCalls(o, &b, loopName, work, known);
  mlirOperationDestroy(o->loop);
  return targetOutlineParallel(o->module, function, o->arena);
}

static MlirWalkResult collectLoops(MlirOperation op, void *userData) {
  MlirOperation **loops = userData;
  if (!bridgeIsNamed(op, "scf.parallel"))
    return MlirWalkResultAdvance;
  arrput(*loops, op);
  return MlirWalkResultSkip;
}

MlirLogicalResult targetOutlineParallel(MlirOperation module,
                                        MlirOperation func, Arena *arena) {
  MlirOperation *loops = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  outlineSeparateDims(func);
  mlirOperationWalk(func, collectLoops, &loops, MlirWalkPreOrder);
  for (ptrdiff_t i = 0;
       i < arrlen(loops) && mlirLogicalResultIsSuccess(outcome); ++i) {
    Outline o = {.module = module,
                 .func = func,
                 .loop = loops[i],
                 .inner = outlineFindInner(loops[i]),
                 .arena = arena};
    outcome = outline(&o);
    arrfree(o.captures);
    arrfree(o.fields);
  }
  arrfree(loops);
  return outcome;
}
