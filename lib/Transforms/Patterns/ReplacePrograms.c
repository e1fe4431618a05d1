//===- ReplacePrograms.c - loop programs by others, in other layouts ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
//   tir.func private @conv_nhwc(%X: !tir.buffer<[b, h, w, c], f32>
//       {relax.layout = array<i64: 0, 2, 3, 1>}, ...)
//       attributes {relax.replaces = "conv"}
//
// Dimension i of the argument is dimension layout[i] of the argument of @conv.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Patterns/ProgramCalls.h"

#include <stb/stb_ds.h>

enum { COUNT_REPLACED, COUNT_CALLS, COUNT_PERMUTED };
enum { MOST_RANK = 8 };

static const char replacesName[] = "relax.replaces",
                  layoutName[] = "relax.layout";

typedef struct Replacing {
  RelaxPassRun *run;
  MlirOperation other;  // takes the program's place
  MlirOperation *calls; // stb_ds
} Replacing;

/// The name of the program that it replaces, or null.
static MlirAttribute replacedName(MlirOperation program) {
  return mlirOperationGetDiscardableAttributeByName(
      program, mlirStringRefCreateFromCString(replacesName));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Null: as it is.
static MlirAttribute layoutOf(const Replacing *replacing, intptr_t argument) {
  MlirAttribute all = tirFuncGetArgAttrs(replacing->other);
  return all.ptr ? mlirDictionaryAttrGetElementByName(
                       mlirArrayAttrGetElement(all, argument),
                       mlirStringRefCreateFromCString(layoutName))
                 : all;
}

static bool failLayout(const Replacing *replacing, intptr_t argument) {
  bridgeEmitOpError(replacing->other,
                    "'%s' of argument %ld: expected array<i64: ...> with a "
                    "permutation of its dimensions",
                    layoutName, (long)argument);
  return false;
}

/// `axes` and the permutation that undoes it.
static bool readLayout(const Replacing *replacing, intptr_t argument,
                       intptr_t rank, int64_t *axes, int64_t *back) {
  MlirAttribute layout = layoutOf(replacing, argument);
  bool seen[MOST_RANK] = {false};
  if (rank > MOST_RANK || !mlirAttributeIsADenseI64Array(layout) ||
      mlirDenseArrayGetNumElements(layout) != rank)
    return failLayout(replacing, argument);
  for (intptr_t i = 0; i < rank; ++i) {
    axes[i] = mlirDenseI64ArrayGetElement(layout, i);
    if (axes[i] < 0 || axes[i] >= rank || seen[axes[i]])
      return failLayout(replacing, argument);
    seen[axes[i]] = true;
    back[axes[i]] = i;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// A call
//===----------------------------------------------------------------------===//

static bool convertInput(const Replacing *replacing, MlirOperation call,
                         intptr_t index, MlirValue *value) {
  int64_t axes[MOST_RANK], back[MOST_RANK];
  GraphBuilder g = graphBefore(replacing->run->arena, call, false);
  *value = mlirOperationGetOperand(call, index);
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!layoutOf(replacing, index).ptr)
    return true;
  if (!readLayout(replacing, index, info.rank, axes, back))
    return false;
  *value = graphTranspose(&g, *value, info.rank, axes);
  ++replacing->run->counters[COUNT_PERMUTED];
  return true;
}

static bool convertResultType(const Replacing *replacing, MlirOperation call,
                              intptr_t index, intptr_t argument,
                              MlirType *type) {
  int64_t axes[MOST_RANK], back[MOST_RANK];
  MlirAttribute dims[MOST_RANK];
  MlirValue result = mlirOperationGetResult(call, index);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  *type = mlirValueGetType(result);
  if (!layoutOf(replacing, argument).ptr)
    return true;
  if (!readLayout(replacing, argument, info.rank, axes, back))
    return false;
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d] = info.dims[axes[d]];
  *type = relaxTensorTypeLike(info, info.rank, dims);
  return true;
}

/// The old result from the new one, in the place of the old call.
static MlirValue resultBack(const Replacing *replacing, MlirOperation call,
                            intptr_t argument, MlirValue made) {
  int64_t axes[MOST_RANK], back[MOST_RANK];
  GraphBuilder g = graphBefore(replacing->run->arena, call, false);
  RelaxTensorInfo info = relaxTensorInfoOf(made);
  if (!layoutOf(replacing, argument).ptr ||
      !readLayout(replacing, argument, info.rank, axes, back))
    return made;
  ++replacing->run->counters[COUNT_PERMUTED];
  return graphTranspose(&g, made, info.rank, back);
}

static bool replaceCall(const Replacing *replacing, MlirOperation call) {
  Arena *arena = replacing->run->arena;
  intptr_t inputs = mlirOperationGetNumOperands(call);
  intptr_t results = mlirOperationGetNumResults(call);
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(arena, MlirType, results);
  bool good = true;
  for (intptr_t i = 0; i < inputs && good; ++i)
    good = convertInput(replacing, call, i, &values[i]);
  for (intptr_t i = 0; i < results && good; ++i)
    good = convertResultType(replacing, call, i, inputs + i, &types[i]);
  if (!good)
    return false;
  MlirOperation made = programCallOther(call, programName(replacing->other),
                                        inputs, values, types);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i),
                                  resultBack(replacing, call, inputs + i,
                                             mlirOperationGetResult(made, i)));
  mlirOperationDestroy(call);
  ++replacing->run->counters[COUNT_CALLS];
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static intptr_t numArguments(MlirOperation program) {
  return mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(program));
}

/// The program that `other` replaces; null without one that can be.
static MlirOperation programOf(Replacing *replacing, StrRef name) {
  MlirOperation program = bridgeLookupNearestSymbol(replacing->other, name);
  bool good = tirIsFunc(program) &&
              !replacedName(program).ptr && // it waits for its own turn
              tirFuncGetSymVisibility(program).ptr &&
              programCalls(replacing->run->op, program, &replacing->calls);
  return good ? program : (MlirOperation){NULL};
}

static bool replace(Replacing *replacing, MlirAttribute name) {
  if (!mlirAttributeIsAString(name)) {
    bridgeEmitOpError(replacing->other, "'%s': expected the name of a program",
                      replacesName);
    return false;
  }
  MlirOperation program = programOf(replacing, bridgeText(name));
  if (!program.ptr)
    return true;
  if (numArguments(program) != numArguments(replacing->other)) {
    StrRef text = programName(program);
    bridgeEmitOpError(replacing->other,
                      "cannot stand for '@%.*s': expected %ld arguments, got "
                      "%ld",
                      (int)text.length, text.data, (long)numArguments(program),
                      (long)numArguments(replacing->other));
    return false;
  }
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(replacing->calls) && good; ++i)
    good = replaceCall(replacing, replacing->calls[i]);
  if (good) {
    mlirOperationDestroy(program);
    ++replacing->run->counters[COUNT_REPLACED];
  }
  return good;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirOperation *others = NULL; // replacing destroys programs
  bool good = true;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, tirIsFunc)).ptr;)
    if (replacedName(op).ptr)
      arrput(others, op);
  for (ptrdiff_t i = 0; i < arrlen(others) && good; ++i) {
    Replacing replacing = {.run = run, .other = others[i]};
    good = replace(&replacing, replacedName(others[i]));
    mlirOperationRemoveDiscardableAttributeByName(
        others[i], mlirStringRefCreateFromCString(replacesName));
    arrfree(replacing.calls);
  }
  arrfree(others);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxReplaceProgramsPass = {
    .name = "relax-replace-programs",
    .summary = "replace loop programs by name, in another layout",
    .documentation =
        "A `tir.func ... attributes {relax.replaces = \"conv\"}` takes the "
        "place of the private program `@conv`: its calls call this one. An "
        "argument with `{relax.layout = array<i64: 0, 2, 3, 1>}` has its "
        "dimensions in that order: what goes in is permuted before the call, "
        "what comes out behind it, so that weights are permuted once at load "
        "and inverse permutations between two calls cancel "
        "(`rewrites/layout.mlir`). `relax-link` brings such programs from "
        "another file; that both compute the same is up to who wrote them, "
        "and `--verify-by-running` looks.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_REPLACED] = "programs-replaced",
                 [COUNT_CALLS] = "calls-rewritten",
                 [COUNT_PERMUTED] = "values-permuted"},
    .dialects = {mlirGetDialectHandle__relax__},
    .run = run,
};
