//===- PackRagged.c - ragged tensors as they lie in memory ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/Ragged/Attention.h"
#include "lib/Conversion/Ragged/Pack.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

#include <string.h>

#include <stb/stb_ds.h>

enum { COUNT_FUNCTIONS, COUNT_TABLES };

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static void addName(StrRef name, void *names) {
  StrRef **list = names;
  arrput(*list, name);
}

static MlirWalkResult collectNames(MlirOperation op, void *userData) {
  Pack *pack = userData;
  symWalkDefinedSymbols(op, addName, &pack->taken);
  symWalkOperationSymbols(op, addName, &pack->taken);
  return MlirWalkResultAdvance;
}

/// Sums that a bare dimension of an argument is bound to.
static void bindAtEntry(Pack *pack, MlirBlock entry) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    packType(pack, mlirValueGetType(argument)); // names its sums
    for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
      pack->sums[s].atEntry |= packBinds(pack, argument, pack->sums[s].symbol);
  }
}

/// The type with `?` for extents that only the body knows.
static MlirType atBorder(Pack *pack, MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(pack->arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d) {
    dims[d] = info.dims[d];
    SymExpr expr = symExprOf(pack->arena, info.dims[d]);
    for (size_t k = 0; k < expr.numSymbols; ++k)
      for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
        if (!pack->sums[s].atEntry &&
            strRefEqual(expr.symbols[k], pack->sums[s].symbol))
          dims[d] = symUnknownAttribute(pack->context);
  }
  return relaxTensorTypeLike(info, info.rank, dims);
}

/// Some dimension of `giver` alone is a symbol of the type.
static bool givesSymbol(MlirValue giver, MlirType type) {
  const MlirAttribute *dims;
  StrRef name;
  bool gives = false;
  for (intptr_t d = 0, e = symTypeDims(mlirValueGetType(giver), &dims); d < e;
       ++d)
    gives |=
        symAttributeIsSymbol(dims[d], &name) && symTypeHasSymbol(type, name);
  return gives;
}

/// An argument as its type says, looked at behind the prelude where its extents
/// are known there only.
static void packArgument(Pack *pack, MlirValue argument, MlirOperation before) {
  MlirType type = packType(pack, mlirValueGetType(argument));
  MlirType border = atBorder(pack, type);
  mlirValueSetType(argument, border);
  if (mlirTypeEqual(type, border))
    return;
  MlirValue *given = NULL;
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(before));
       !mlirOperationEqual(op, before); op = mlirOperationGetNextInBlock(op))
    if (relaxIsTensorToShape(op))
      arrput(given, mlirOperationGetResult(op, 0));
  MlirBlock entry = mlirOperationGetBlock(before);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    if (givesSymbol(mlirBlockGetArgument(entry, i), type))
      arrput(given, mlirBlockGetArgument(entry, i));
  RelaxMatchCastArgs args = {.input = argument,
                             .numGiven = arrlen(given),
                             .given = given,
                             .resultType = type};
  MlirOperation cast =
      relaxMatchCastCreate(mlirValueGetLocation(argument), &args);
  mlirValueReplaceAllUsesOfWith(argument, mlirOperationGetResult(cast, 0));
  bridgeInsert(before, cast);
  mlirOperationSetOperand(cast, 0, argument);
  arrfree(given);
}

static void packSignature(Pack *pack, MlirBlock entry) {
  MlirType type = relaxFuncGetFunctionType(pack->function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *all = ARENA_ARRAY(pack->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    all[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; i < results; ++i)
    all[inputs + i] =
        atBorder(pack, packType(pack, mlirFunctionTypeGetResult(type, i)));
  mlirOperationSetAttributeByName(
      pack->function, mlirStringRefCreateFromCString("function_type"),
      mlirTypeAttrGet(mlirFunctionTypeGet(pack->context, inputs, all, results,
                                          all + inputs)));
}

/// All sums that the types of the body have, so that the prelude makes them.
static MlirWalkResult collectSums(MlirOperation op, void *userData) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    packType(userData, mlirValueGetType(mlirOperationGetResult(op, i)));
  return MlirWalkResultAdvance;
}

/// The type is another one in memory.
static bool isPacked(Pack *pack, MlirType type) {
  MlirType packed = packType(pack, type);
  return packed.ptr && !mlirTypeEqual(packed, type);
}

/// Operations in regions stay as they are.
static MlirWalkResult refuseInRegion(MlirOperation op, void *userData) {
  Pack *pack = userData;
  MlirOperation parent = mlirOperationGetParentOperation(op);
  if (mlirOperationEqual(op, pack->function) ||
      mlirOperationEqual(parent, pack->function))
    return MlirWalkResultAdvance;
  bool packed = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    packed |= isPacked(pack, mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    packed |= isPacked(pack, mlirValueGetType(mlirOperationGetResult(op, i)));
  if (!packed)
    return MlirWalkResultAdvance;
  StrRef around = bridgeOpName(parent);
  bridgeEmitOpError(op,
                    "has extents of tables inside of a region of '%.*s': "
                    "expected it in the function itself; run it with "
                    "'--mode=reference', or make it dense with "
                    "'relax.ragged_to_padded' before",
                    SPREAD(around));
  pack->refused = true;
  return MlirWalkResultInterrupt;
}

static MlirLogicalResult packBody(Pack *pack, MlirBlock entry,
                                  MlirOperation first) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    if (relaxIsLengthsType(mlirValueGetType(argument)))
      packLengths(pack, argument, first);
  }
  packSharedFacts(pack, first);
  for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
    if (mlirLogicalResultIsFailure(
            packPartialSums(pack, &pack->sums[s], first)))
      return mlirLogicalResultFailure();
  // From the last one on, so that operands still have their own types.
  MlirOperation *operations = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = first; op.ptr; op = mlirOperationGetNextInBlock(op))
    arrput(operations, op);
  for (ptrdiff_t i = arrlen(operations);
       i-- > 0 && mlirLogicalResultIsSuccess(outcome);)
    outcome = packOperation(pack, operations[i]);
  arrfree(operations);
  return outcome;
}

static MlirLogicalResult packFunction(Pack *pack) {
  MlirBlock entry = bridgeBody(pack->function);
  if (!entry.ptr)
    return bridgeEmitOpError(pack->function,
                             "has no body and takes tables of lengths");
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  mlirOperationWalk(pack->function, collectNames, pack, MlirWalkPreOrder);
  bindAtEntry(pack, entry);
  mlirOperationWalk(pack->function, refuseInRegion, pack, MlirWalkPreOrder);
  if (pack->refused)
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome = packRewrite(pack, entry);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  first = mlirBlockGetFirstOperation(entry); // it may be another one now
  mlirOperationWalk(pack->function, collectSums, pack, MlirWalkPreOrder);
  outcome = packBody(pack, entry, first);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (arrlen(pack->sums)) // the first may be a program now: behind the prelude
    first = mlirOperationGetNextInBlock(
        mlirOpResultGetOwner(arrlast(pack->sums).shape));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    packArgument(pack, mlirBlockGetArgument(entry, i), first);
  outcome = packNameFacts(pack);
  packSignature(pack, entry);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirBlock body = bridgeBody(run->op);
  PackPrograms programs = {.symbols = moduleSymbolsCreate(run->op)};
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       op.ptr && mlirLogicalResultIsSuccess(outcome);) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    Pack pack = {.run = run,
                 .arena = run->arena,
                 .context = run->context,
                 .function = op,
                 .programs = &programs};
    RelaxTable *tables =
        relaxIsFunc(op) ? relaxTablesOf(run->arena, op, &pack.numTables) : NULL;
    if (tables && pack.numTables) {
      pack.tables = ARENA_ARRAY(run->arena, PackTable, pack.numTables);
      for (intptr_t i = 0; i < pack.numTables; ++i)
        pack.tables[i].table = tables[i];
      outcome = packFunction(&pack);
      ++run->counters[COUNT_FUNCTIONS];
      run->counters[COUNT_TABLES] += (uint64_t)pack.numTables;
      arrfree(pack.sums);
      arrfree(pack.taken);
    }
    op = next;
  }
  moduleSymbolsDestroy(programs.symbols);
  arrfree(programs.made);
  arrfree(programs.kernels);
  return outcome;
}

const RelaxPass relaxPackRaggedPass = {
    .name = "relax-pack-ragged",
    .summary = "ragged tensors as they lie in memory",
    .documentation =
        "Tables of lengths become tensors, looked at before anything else, and "
        "their partial sums are made once, by programs of the module; ragged "
        "tensors become the dense ones of their packed storage. Operations on "
        "rows stay what they are, those along ragged dimensions become "
        "programs with a loop over instances.\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_FUNCTIONS] = "functions", [COUNT_TABLES] = "tables"},
    .dialects = {mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__,
                 mlirGetDialectHandle__math__},
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_REQUIRED,
    .run = run,
};
