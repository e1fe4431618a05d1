//===- FuseKernels.c - programs that come and go with fusion --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseKernels.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseStates.h"

#include <stb/stb_ds.h>

FuseKernels fuseKernelsCreate(RelaxPassRun *run, ModuleSymbols *symbols) {
  FuseKernels kernels = {.run = run, .symbols = symbols};
  sh_new_strdup(kernels.known);
  return kernels;
}

static MlirAttribute referenceTo(MlirOperation function) {
  return mlirFlatSymbolRefAttrGet(mlirOperationGetContext(function),
                                  strRefToMlir(tirFuncGetSymName(function)));
}

MlirAttribute fuseKernelsAdd(FuseKernels *kernels, FusedProgram *program,
                             StrRef name) {
  StrBuf key = {0};
  MlirOperation function = program->function;
  fuseProgramKey(function, &key);
  const FuseKernelEntry *known = strMapEntry(kernels->known, strBufText(&key));
  MlirOperation kernel = known ? known->value : function;
  if (known) {
    program->symbols =
        fuseSymbolsFor(kernel, function, program->symbols, kernels->run->arena);
    mlirOperationDestroy(function);
  } else {
    RelaxPassRun *run = kernels->run;
    StrRef unique = moduleSymbolsUnique(kernels->symbols, name, run->arena);
    tirFuncSetSymName(function, unique);
    mlirBlockAppendOwnedOperation(bridgeBody(run->op), function);
    moduleSymbolsAdd(kernels->symbols, function);
    shput(kernels->known, strBufText(&key), function);
    arrput(kernels->created, ((FuseNewKernel){function, name}));
  }
  strBufFree(&key);
  program->function = kernel;
  return referenceTo(kernel);
}

void fuseKernelsLostCall(FuseKernels *kernels, MlirOperation callee) {
  hmput(kernels->callees, callee.ptr, callee);
}

MlirValue *fuseGivenShapes(Arena *arena, const MlirOperation *calls,
                           intptr_t numCalls, intptr_t *count) {
  intptr_t limit = 0;
  for (intptr_t m = 0; m < numCalls; ++m)
    limit += relaxCallTirGetNumGiven(calls[m]);
  MlirValue *given = ARENA_ARRAY(arena, MlirValue, limit);
  *count = 0;
  for (intptr_t m = 0; m < numCalls; ++m)
    for (intptr_t i = 0, e = relaxCallTirGetNumGiven(calls[m]); i < e; ++i) {
      MlirValue value = relaxCallTirGetGiven(calls[m], i);
      if (bridgeIndexOfValue(given, *count, value) < 0)
        given[(*count)++] = value;
    }
  return given;
}

MlirOperation fuseReplaceCalls(Fusion *fusion, MlirOperation last,
                               const MlirOperation *members, intptr_t count,
                               FusedProgram *program, StrRef name) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(last, 0));
  MlirAttribute kernel = fuseKernelsAdd(&fusion->kernels, program, name);
  RelaxCallTirArgs args = {.numInputs = program->numInputs,
                           .inputs = program->inputs,
                           .callee = kernel,
                           .symbols = program->symbols,
                           .numResultsTypes = 1,
                           .resultsTypes = &type};
  args.given =
      fuseGivenShapes(fusion->run->arena, members, count, &args.numGiven);
  MlirOperation call =
      relaxCallTirCreate(mlirOperationGetLocation(last), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(last), last, call);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0),
                                mlirOperationGetResult(call, 0));
  for (intptr_t m = 0; m < count; ++m) {
    fuseKernelsLostCall(
        &fusion->kernels,
        moduleSymbolsFind(fusion->symbols,
                          bridgeRefName(relaxCallTirGetCallee(members[m]))));
    mlirOperationDestroy(members[m]);
  }
  return call;
}

//===----------------------------------------------------------------------===//
// Kernels that nothing calls any more
//===----------------------------------------------------------------------===//

static void keepReferred(FuseKernels *kernels, MlirAttribute attribute) {
  if (mlirAttributeIsAArray(attribute))
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      keepReferred(kernels, mlirArrayAttrGetElement(attribute, i));
  if (!mlirAttributeIsAFlatSymbolRef(attribute))
    return;
  MlirOperation op =
      moduleSymbolsFind(kernels->symbols, bridgeRefName(attribute));
  if (op.ptr && kernels->callees)
    mapRemove(kernels->callees, op.ptr);
}

static MlirWalkResult keepReferredBy(MlirOperation op, void *userData) {
  FuseKernels *kernels = userData;
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i)
    keepReferred(kernels,
                 mlirDictionaryAttrGetElement(attributes, i).attribute);
  return MlirWalkResultAdvance;
}

static bool isPrivate(MlirOperation func) {
  MlirAttribute visibility = tirFuncGetSymVisibility(func);
  return visibility.ptr &&
         strRefEqual(bridgeText(visibility), strRefFromC("private"));
}

static uint64_t removeKernels(FuseKernels *kernels) {
  uint64_t removed = 0;
  mlirOperationWalk(kernels->run->op, keepReferredBy, kernels,
                    MlirWalkPreOrder);
  for (ptrdiff_t i = 0; i < hmlen(kernels->callees); ++i) {
    MlirOperation func = kernels->callees[i].value;
    if (!isPrivate(func))
      continue;
    moduleSymbolsRemove(kernels->symbols, tirFuncGetSymName(func));
    mlirOperationDestroy(func);
    ++removed;
  }
  return removed;
}

uint64_t fuseKernelsFinish(FuseKernels *kernels) {
  uint64_t removed = removeKernels(kernels);
  fuseImproveNames(kernels->run, kernels->symbols, kernels->created,
                   arrlen(kernels->created));
  arrfree(kernels->created);
  shfree(kernels->known);
  hmfree(kernels->callees);
  return removed;
}

bool fuseHasEvictions(MlirOperation function) {
  return bridgeHas(function, relaxIsEvict);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static void fuseBlock(MlirBlock block, void *userData) {
  Fusion *fusion = userData;
  fusion->fuse(fusion, block);
}

static uint64_t fuseAll(Fusion fusion, void (*begin)(const Fusion *fusion)) {
  RelaxPassRun *run = fusion.run;
  fusion.symbols = moduleSymbolsCreate(run->op);
  fusion.kernels = fuseKernelsCreate(run, fusion.symbols);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;) {
    if (fuseHasEvictions(op))
      continue;
    fusion.function = op;
    if (begin)
      begin(&fusion);
    fusion.defined = (SymNameList){.arena = run->arena};
    fusion.defined.count = symBoundIn(op, run->arena, &fusion.defined.names);
    bridgeEachBlock(op, fuseBlock, &fusion);
  }
  uint64_t removed = fuseKernelsFinish(&fusion.kernels);
  moduleSymbolsDestroy(fusion.symbols);
  return removed;
}

uint64_t fuseModule(RelaxPassRun *run, void (*begin)(const Fusion *fusion),
                    void (*fuse)(Fusion *fusion, MlirBlock block)) {
  return fuseAll((Fusion){.run = run, .fuse = fuse}, begin);
}

static void stepThrough(Fusion *fusion, MlirBlock block) {
  FuseGraph graph = {.arena = fusion->run->arena,
                     .symbols = fusion->symbols,
                     .defined = &fusion->defined,
                     .function = fusion->function};
  graph.facts.arena = graph.arena;
  factsAddOf(&graph.facts, graph.function);
  fuseReadStates(&graph, block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    factsAddOf(&graph.facts, op);
    op = fusion->step(fusion, &graph, op);
  }
}

uint64_t fuseCalls(RelaxPassRun *run,
                   MlirOperation (*step)(Fusion *fusion, FuseGraph *graph,
                                         MlirOperation op)) {
  return fuseAll((Fusion){.run = run, .fuse = stepThrough, .step = step}, NULL);
}
