//===- Compile.c - the back end that writes C -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The region goes through the passes of a machine, alone in a module, up to
// loops without schedules. Its run time is lib/Runtime/OffloadC.c.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Conversion/Backends/Backends.h"
#include "lib/Conversion/Backends/C/Writer.h"
#include "lib/Conversion/Backends/Region.h"
#include "lib/Runtime/Sha256.h"
#include "mlir-c/Pass.h"

/// A machine that is always the same, so that the text is.
static const char pipeline[] =
    "builtin.module(relax-deduce-shapes,relax.func(relax-fold-scales,"
    "relax-decompose,relax-lower-scan,relax-fold,cse),relax-remove-dead,"
    "relax-set-target{target=x86-64-v2},relax-legalize,relax-fuse-ops,"
    "relax.func(relax-recover-views),relax-remove-dead,"
    "tir.func(lower-tir,canonicalize,cse))";

/// Small constants stand in the text, where passes can look at them.
static bool isSmall(MlirOperation op) {
  enum { MOST = 16 };
  return relaxIsConstant(op) &&
         mlirElementsAttrGetNumElements(relaxConstantGetValue(op)) <= MOST;
}

/// Behind the inputs, all constants become arguments, in their order: the run
/// time gives all of them.
static void giveConstants(const RelaxRegion *region, MlirOperation copy) {
  MlirBlock body = regionBody(copy);
  MlirType type = relaxFuncGetFunctionType(copy);
  intptr_t inputs = mlirBlockGetNumArguments(body);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *in = ARENA_ARRAY(region->arena, MlirType,
                             inputs + (intptr_t)region->numConstants);
  MlirType *out = ARENA_ARRAY(region->arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i)
    in[i] = mlirFunctionTypeGetInput(type, i);
  for (intptr_t i = 0; i < results; ++i)
    out[i] = mlirFunctionTypeGetResult(type, i);
  for (MlirOperation op = {NULL}, next = op;
       bridgeAdvanceErasing(body, &op, &next);) {
    if (!regionIsConstant(op))
      continue;
    MlirValue value = mlirOperationGetResult(op, 0);
    in[inputs++] = mlirValueGetType(value);
    MlirValue argument = mlirBlockAddArgument(body, mlirValueGetType(value),
                                              mlirOperationGetLocation(op));
    if (isSmall(op))
      continue;
    mlirValueReplaceAllUsesOfWith(value, argument);
    mlirOperationDestroy(op);
  }
  relaxFuncSetFunctionType(copy,
                           mlirFunctionTypeGet(mlirOperationGetContext(copy),
                                               inputs, in, results, out));
}

/// The region alone in a module.
static MlirModule isolate(const RelaxRegion *region) {
  MlirModule module =
      mlirModuleCreateEmpty(mlirOperationGetLocation(region->function));
  MlirOperation copy = mlirOperationClone(region->function);
  giveConstants(region, copy);
  relaxFuncSetTarget(copy, (MlirAttribute){NULL});
  relaxFuncSetSymVisibility(copy, (MlirAttribute){NULL});
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), copy);
  return module;
}

static void ignore(MlirStringRef text, void *userData) {
  (void)text;
  (void)userData;
}

static bool lower(MlirContext context, MlirModule module, StrBuf *why) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirLogicalResult outcome = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      mlirStringRefCreateFromCString(pipeline), ignore, NULL);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  if (mlirLogicalResultIsFailure(outcome))
    strBufAppendC(why, "it cannot be lowered to loops");
  return mlirLogicalResultIsSuccess(outcome);
}

/// The function's name has a part that depends on what it does, so that a
/// library of another text is not taken for it.
static bool generate(const RelaxRegion *region, StrBuf *text, StrBuf *why) {
  enum { DIGITS = 12 };
  MlirContext context = mlirOperationGetContext(region->function);
  MlirModule module = isolate(region);
  intptr_t inputs = mlirBlockGetNumArguments(regionBody(region->function));
  StrRef name = relaxFuncGetSymName(region->function);
  StrBuf draft = {0}, full = {0};
  bool good = lower(context, module, why) &&
              cWriteModule(region->arena, mlirModuleGetOperation(module),
                           inputs, "region", &draft, why);
  if (good) {
    char digest[RELAX_SHA256_HEX + 1];
    relaxSha256(draft.data, draft.length, digest);
    strBufAppendFormat(&full, "region_%.*s_%.*s", SPREAD(name), DIGITS, digest);
    for (char *c = full.data; *c; ++c)
      *c = *c == '.' || *c == '$' ? '_' : *c;
    good = cWriteModule(region->arena, mlirModuleGetOperation(module), inputs,
                        strBufText(&full), text, why);
  }
  strBufFree(&draft);
  strBufFree(&full);
  mlirModuleDestroy(module);
  return good;
}

const RelaxBackendCompiler relaxBackendCompilerC = {
    .name = "c",
    .summary = "C files",
    .generate = generate,
};
