//===- Kernel.c - one function per kind of call ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a kernel computes is said by its name, the operation's attributes, its
// types and the kernel's, and the facts about their symbols, where symbols are
// renamed in order of first use. That text is the key under which kernels are
// shared.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Target.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

struct TirKernel {
  MlirAttribute name;  // reference to the function
  SymNameList symbols; // its own names, in the order of the key
  bool *isParameter;   // those that no buffer has as a bare dimension
};

static MlirAttribute factsFor(MlirOperation op, const SymNameList *symbols) {
  MlirOperation function = relaxEnclosingFunction(op);
  return function.ptr ? symNameListFacts(symbols, relaxFuncGetFacts(function))
                      : mlirAttributeGetNull();
}

//===----------------------------------------------------------------------===//
// Keys
//===----------------------------------------------------------------------===//

/// Renames symbol i to `si`.
typedef struct Renaming {
  const SymNameList *symbols;
  SymExpr *values;
} Renaming;

static Renaming makeRenaming(const SymNameList *symbols) {
  Renaming renaming = {symbols,
                       ARENA_ARRAY(symbols->arena, SymExpr, symbols->count)};
  for (size_t i = 0; i < symbols->count; ++i) {
    StrRef copy = arenaFormat(symbols->arena, "s%zu", i);
    renaming.values[i] = symExprSymbol(symbols->arena, copy);
  }
  return renaming;
}

static void printType(const Renaming *renaming, MlirType type, StrBuf *key) {
  Arena *arena = renaming->symbols->arena;
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr dim = symExprOf(arena, info.dims[i]);
    // A failure leaves the names as they are: the kernel is not shared.
    symExprSubstitute(arena, dim, renaming->symbols->names, renaming->values,
                      renaming->symbols->count, &dim);
    strBufAppendC(key, i ? ", " : " [");
    symExprPrint(dim, key);
  }
  strBufAppendC(key, info.rank ? "] " : " [] ");
  bridgePrintType(info.elementType, key);
}

static void printFacts(const Renaming *renaming, MlirAttribute facts,
                       StrBuf *key) {
  Arena *arena = renaming->symbols->arena;
  intptr_t count = bridgeLength(facts);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(facts, i));
    symFactSubstitute(arena, fact, renaming->symbols->names, renaming->values,
                      renaming->symbols->count, &fact);
    strBufAppendC(key, ", ");
    symFactsPrint(&fact, 1, key);
  }
}

static void makeKey(const RelaxKernelCall *call, const SymNameList *symbols,
                    MlirAttribute facts, StrBuf *key) {
  Renaming renaming = makeRenaming(symbols);
  SymMap map = {symbols->arena, symbols->names, renaming.values, symbols->count,
                SYM_OK};
  strBufAppendC(key, call->name);
  for (intptr_t i = 0, e = mlirOperationGetNumAttributes(call->op); i < e;
       ++i) {
    MlirNamedAttribute attribute = mlirOperationGetAttribute(call->op, i);
    strBufAppendC(key, " ");
    strBufAppend(key, strRefFromMlir(mlirIdentifierStr(attribute.name)));
    strBufAppendC(key, "=");
    bridgePrintAttribute(symSubstituteAttribute(&map, attribute.attribute),
                         key);
  }
  for (intptr_t i = 0; i < call->numInputs; ++i)
    printType(&renaming, mlirValueGetType(call->inputs[i]), key);
  printType(&renaming, call->resultType, key);
  // The second step of a mean has other inputs than the mean, but asks it.
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(call->op); i < e; ++i) {
    MlirType type = mlirValueGetType(mlirOperationGetOperand(call->op, i));
    if (relaxIsTensorType(type))
      printType(&renaming, type, key);
  }
  printFacts(&renaming, facts, key);
  MlirAttribute target = relaxTargetAround(call->op);
  if (target.ptr)
    bridgePrintAttribute(target, key);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static const char *const *nameBuffers(const RelaxKernelCall *call,
                                      Arena *arena) {
  const char **names = ARENA_ARRAY(arena, const char *, call->numInputs + 1);
  intptr_t letters =
      call->bufferNames ? (intptr_t)strlen(call->bufferNames) : 0;
  // Behind the letters come operands that only bring symbols.
  for (intptr_t i = 0; i < call->numInputs; ++i)
    names[i] = i < letters ? arenaFormat(arena, "%c", call->bufferNames[i]).data
                           : arenaFormat(arena, "%c%ld", letters ? 'G' : 'X',
                                         (long)(i - letters))
                                 .data;
  names[call->numInputs] = "Y";
  return names;
}

/// Marks the symbols that no bare dimension binds: the `symbols` attribute.
static MlirAttribute findParameters(const MlirType *types, intptr_t count,
                                    TirKernel *kernel, MlirContext context) {
  SymNameList *symbols = &kernel->symbols;
  kernel->isParameter = ARENA_ARRAY(symbols->arena, bool, symbols->count);
  for (size_t i = 0; i < symbols->count; ++i)
    kernel->isParameter[i] = true;
  for (intptr_t t = 0; t < count; ++t) {
    const MlirAttribute *dims;
    intptr_t rank = symTypeDims(types[t], &dims);
    StrRef name;
    for (intptr_t d = 0; d < rank; ++d)
      if (symAttributeIsSymbol(dims[d], &name))
        kernel->isParameter[symNameListFind(symbols, name)] = false;
  }
  MlirAttribute *names =
      ARENA_ARRAY(symbols->arena, MlirAttribute, symbols->count);
  intptr_t numNames = 0;
  for (size_t i = 0; i < symbols->count; ++i)
    if (kernel->isParameter[i])
      names[numNames++] =
          mlirStringAttrGet(context, strRefToMlir(symbols->names[i]));
  return numNames ? mlirArrayAttrGet(context, numNames, names)
                  : mlirAttributeGetNull();
}

static TirKernel *buildKernel(RelaxLegalizer *legalizer,
                              const RelaxKernelCall *call, SymNameList symbols,
                              MlirAttribute facts) {
  Arena *arena = legalizer->arena;
  intptr_t count = call->numInputs + 1;
  MlirType *types = ARENA_ARRAY(arena, MlirType, count);
  for (intptr_t i = 0; i < call->numInputs; ++i)
    types[i] = relaxStoredTensorType(mlirValueGetType(call->inputs[i]));
  types[call->numInputs] = relaxStoredTensorType(call->resultType);
  TirKernel *kernel = ARENA_NEW(arena, TirKernel);
  kernel->symbols = symbols;
  StrRef name =
      moduleSymbolsUnique(legalizer->symbols, strRefFromC(call->name), arena);
  TirSignature signature = {
      name.data,
      count,
      types,
      nameBuffers(call, arena),
      findParameters(types, count, kernel, legalizer->context),
      facts,
      relaxTargetAround(call->op)};
  StrRef opName = arenaCopyString(arena, bridgeOpName(call->op));
  TirBuilder b;
  tirBuilderBegin(&b, arena, legalizer->module, legalizer->symbols,
                  mlirOperationGetLocation(call->op), opName.data, &signature);
  if (mlirLogicalResultIsFailure(call->build(&b, call->op))) {
    tirBuilderAbandon(&b);
    return NULL;
  }
  if (mlirLogicalResultIsFailure(tirBuilderFinish(&b)))
    return NULL;
  kernel->name =
      mlirFlatSymbolRefAttrGet(legalizer->context, strRefToMlir(name));
  ++legalizer->counters[0];
  return kernel;
}

/// `symbols (m = k)`: the kernel's parameter and what the caller calls it.
static MlirAttribute parameterValues(MlirContext context,
                                     const TirKernel *kernel,
                                     const SymNameList *caller) {
  MlirNamedAttribute *values =
      ARENA_ARRAY(caller->arena, MlirNamedAttribute, caller->count);
  intptr_t count = 0;
  for (size_t i = 0; i < caller->count; ++i)
    if (kernel->isParameter[i])
      values[count++] = mlirNamedAttributeGet(
          mlirIdentifierGet(context, strRefToMlir(kernel->symbols.names[i])),
          symSymbolAttribute(context, caller->names[i]));
  return count ? mlirDictionaryAttrGet(context, count, values)
               : mlirAttributeGetNull();
}

static MlirValue *givenShapes(MlirOperation op, Arena *arena, intptr_t *count) {
  intptr_t limit = mlirOperationGetNumOperands(op);
  MlirValue *given = ARENA_ARRAY(arena, MlirValue, limit);
  *count = 0;
  for (intptr_t i = 0; i < limit; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (relaxIsShapeType(mlirValueGetType(value)))
      given[(*count)++] = value;
  }
  return given;
}

MlirLogicalResult relaxCallKernel(RelaxLegalizer *legalizer,
                                  const RelaxKernelCall *call,
                                  MlirValue *result) {
  SymNameList symbols = {.arena = legalizer->arena};
  for (intptr_t i = 0; i < call->numInputs; ++i)
    relaxKernelSymbols(legalizer, call->op, mlirValueGetType(call->inputs[i]),
                       &symbols);
  relaxKernelSymbols(legalizer, call->op, call->resultType, &symbols);
  // Those that only a given shape has, such as a margin's width.
  relaxKernelAttributeSymbols(legalizer, call->op, &symbols);
  MlirAttribute facts = factsFor(call->op, &symbols);
  StrBuf key = {0};
  makeKey(call, &symbols, facts, &key);
  ptrdiff_t known = strMapFind(legalizer->kernels, strBufText(&key));
  TirKernel *kernel = known < 0 ? NULL : legalizer->kernels[known].value;
  if (!kernel) {
    kernel = buildKernel(legalizer, call, symbols, facts);
    if (kernel)
      shput(legalizer->kernels, strBufText(&key), kernel);
  }
  strBufFree(&key);
  if (!kernel)
    return mlirLogicalResultFailure();
  RelaxCallTirArgs args = {
      .numInputs = call->numInputs,
      .inputs = call->inputs,
      .callee = kernel->name,
      .symbols = parameterValues(legalizer->context, kernel, &symbols),
      .numResultsTypes = 1,
      .resultsTypes = &call->resultType};
  args.given = givenShapes(call->op, legalizer->arena, &args.numGiven);
  MlirOperation created =
      relaxCallTirCreate(mlirOperationGetLocation(call->op), &args);
  *result = bridgeInsert(call->op, created);
  ++legalizer->counters[1];
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxLegalizeCreated(RelaxLegalizer *legalizer,
                                       MlirOperation op, MlirOperation created,
                                       MlirValue *result) {
  if (!created.ptr)
    return mlirLogicalResultFailure();
  bridgeInsert(op, created);
  if (mlirLogicalResultIsFailure(legalizer->apply(legalizer, created, result)))
    return mlirLogicalResultFailure();
  mlirOperationDestroy(created);
  return mlirLogicalResultSuccess();
}
