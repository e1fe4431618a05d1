//===- SplitPrograms.c - products inside of loop programs are operations --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A program `p(x, w, b) -> y` whose loops begin with a product becomes
// `t = relax.matmul x, w` and the rest of it, `p_rest(x, w, b, t) -> y`, so
// that the patterns of libraries find the product.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Patterns/ProgramCalls.h"
#include "lib/Transforms/Patterns/ProgramProduct.h"

#include <stb/stb_ds.h>

enum { COUNT_SPLIT, COUNT_REPLACED, COUNT_CALLS };

typedef struct Splitting {
  RelaxPassRun *run;
  MlirOperation program;
  MlirOperation *calls; // stb_ds, of the program
} Splitting;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The product of the operands that the call gives.
static MlirValue productOf(const Splitting *splitting,
                           const ProgramProduct *product, MlirOperation call) {
  GraphBuilder g = {.context = splitting->run->context,
                    .arena = splitting->run->arena,
                    .before = call,
                    .loc = mlirOperationGetLocation(call)};
  MlirValue right = mlirOperationGetOperand(call, product->right);
  RelaxTensorInfo info = relaxTensorInfoOf(right);
  int64_t axes[PROGRAM_PRODUCT_MAX_RANK];
  for (intptr_t i = 0; i < info.rank; ++i)
    axes[i] = i;
  if (product->transposed) {
    axes[info.rank - 1] = info.rank - 2;
    axes[info.rank - 2] = info.rank - 1;
    right = graphTranspose(&g, right, info.rank, axes);
  }
  return graphMatmul(&g, mlirOperationGetOperand(call, product->left), right);
}

/// The call is one of the rest, with the product as its last input.
static void callRest(const Splitting *splitting, MlirOperation call,
                     MlirValue product, StrRef rest) {
  intptr_t count = mlirOperationGetNumOperands(call);
  intptr_t results = mlirOperationGetNumResults(call);
  MlirValue *inputs = ARENA_ARRAY(splitting->run->arena, MlirValue, count + 1);
  MlirType *types = ARENA_ARRAY(splitting->run->arena, MlirType, results);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = mlirOperationGetOperand(call, i);
  inputs[count] = product;
  for (intptr_t i = 0; i < results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(call, i));
  MlirOperation made = programCallOther(call, rest, count + 1, inputs, types);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, i),
                                  mlirOperationGetResult(made, i));
  mlirOperationDestroy(call);
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

/// A copy of the program without the product, which comes in.
static StrRef createRest(const Splitting *splitting,
                         const ProgramProduct *product) {
  RelaxPassRun *run = splitting->run;
  StrBuf name = {0};
  StrRef base = programName(splitting->program);
  strBufAppendFormat(&name, "%.*s_rest", (int)base.length, base.data);
  StrRef unique = bridgeUniqueSymbol(
      run->op, (StrRef){strBufText(&name), name.length}, run->arena);
  strBufFree(&name);
  MlirOperation rest = mlirOperationClone(splitting->program);
  tirFuncSetSymName(rest, unique);
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(splitting->program),
                                     splitting->program, rest);
  MlirType type = tirFuncGetFunctionType(rest);
  intptr_t count = mlirFunctionTypeGetNumInputs(type);
  intptr_t at = programNumInputs(rest, splitting->calls[0]);
  MlirType *types = ARENA_ARRAY(run->arena, MlirType, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    types[i < at ? i : i + 1] = mlirFunctionTypeGetInput(type, i);
  types[at] = product->type;
  MlirValue argument =
      mlirBlockInsertArgument(bridgeBody(rest), at, product->type,
                              mlirOperationGetLocation(product->compute));
  tirFuncSetFunctionType(
      rest, mlirFunctionTypeGet(run->context, count + 1, types, 0, NULL));
  programDropProduct(run->arena, rest, product->number, argument);
  return unique;
}

static void split(Splitting *splitting) {
  ProgramProduct product;
  RelaxPassRun *run = splitting->run;
  if (!programCalls(run->op, splitting->program, &splitting->calls) ||
      arrlen(splitting->calls) == 0 ||
      !programFindProduct(run->arena, splitting->program, splitting->calls[0],
                          &product))
    return;
  StrRef rest = {NULL, 0};
  if (!product.alone)
    rest = createRest(splitting, &product);
  for (ptrdiff_t i = 0; i < arrlen(splitting->calls); ++i) {
    MlirOperation call = splitting->calls[i];
    MlirValue value = productOf(splitting, &product, call);
    if (!product.alone) {
      callRest(splitting, call, value, rest);
      continue;
    }
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(call, 0), value);
    mlirOperationDestroy(call);
  }
  run->counters[COUNT_CALLS] += arrlenu(splitting->calls);
  ++run->counters[product.alone ? COUNT_REPLACED : COUNT_SPLIT];
  mlirOperationDestroy(splitting->program);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next; op.ptr;
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!tirIsFunc(op) || !tirFuncGetSymVisibility(op).ptr ||
        tirFuncGetSchedule(op).ptr || tirFuncGetVersions(op).ptr)
      continue;
    Splitting splitting = {.run = run, .program = op};
    split(&splitting);
    arrfree(splitting.calls);
  }
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxSplitProgramsPass = {
    .name = "relax-split-programs",
    .summary = "take products of matrices out of loop programs",
    .documentation =
        "A private `tir.func` without a schedule that first computes a product "
        "of two of its inputs (rows by columns, which may be transposed, with "
        "the same leading dimensions or none on the right) becomes a "
        "`relax.matmul` and the rest of the program, which takes the product "
        "as a further input; a program that is nothing else goes. So the "
        "patterns of `relax-annotate` find products in programs that were "
        "written by hand or fused already; the rest is lowered as ever.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_SPLIT] = "programs-split",
                 [COUNT_REPLACED] = "programs-replaced",
                 [COUNT_CALLS] = "calls-rewritten"},
    .dialects = {mlirGetDialectHandle__relax__},
    .run = run,
};
