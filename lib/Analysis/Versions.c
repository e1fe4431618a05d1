//===- Versions.c - versions of a loop-level program ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Versions.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Lists.h"

intptr_t versionsCount(MlirOperation program) {
  MlirAttribute versions = tirFuncGetVersions(program);
  return bridgeLength(versions);
}

static StrRef nameOf(MlirOperation program, intptr_t index) {
  return bridgeRefName(
      mlirArrayAttrGetElement(tirFuncGetVersions(program), index));
}

MlirOperation versionsProgram(MlirOperation program, intptr_t index) {
  MlirOperation version =
      bridgeLookupNearestSymbol(program, nameOf(program, index));
  return tirIsFunc(version) ? version : (MlirOperation){NULL};
}

/// What takes the place of symbols.
typedef struct Values {
  SymMap map;
  StrRef *names;
  SymExpr *exprs;
} Values;

/// Room for `capacity` symbols.
static Values valuesCreate(Arena *arena, size_t capacity) {
  Values values = {.names = ARENA_ARRAY(arena, StrRef, capacity),
                   .exprs = ARENA_ARRAY(arena, SymExpr, capacity)};
  values.map =
      (SymMap){.arena = arena, .names = values.names, .values = values.exprs};
  return values;
}

static void valuesAdd(Values *values, StrRef name, SymExpr expr) {
  for (size_t i = 0; i < values->map.count; ++i)
    if (strRefEqual(values->names[i], name))
      return;
  values->names[values->map.count] = name;
  values->exprs[values->map.count++] = expr;
}

static SymExpr valueOf(Values *values, MlirAttribute expr) {
  return symExprOf(values->map.arena,
                   symSubstituteAttribute(&values->map, expr));
}

/// The equations `symbol == expression` of a guard.
static Values equationsOf(Arena *arena, MlirAttribute guard) {
  intptr_t count = mlirArrayAttrGetNumElements(guard);
  Values equations = valuesCreate(arena, (size_t)count);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(guard, i));
    StrRef name;
    if (fact.kind == SYM_FACT_EQ && !fact.likely &&
        symExprIsSymbol(fact.lhs, &name))
      valuesAdd(&equations, name, fact.rhs);
  }
  return equations;
}

/// A program as what its callers see.
typedef struct Signature {
  MlirType type;
  MlirAttribute symbols; // a clause, or null
} Signature;

static Signature signatureOf(MlirOperation func) {
  return (Signature){tirFuncGetFunctionType(func), tirFuncGetSymbols(func)};
}

static intptr_t numSymbols(Signature signature) {
  return bridgeLength(signature.symbols);
}

/// Calls `visit` for the dimensions of both at the same place until it says no.
/// False then, and where arguments, ranks or element types differ.
static bool eachDim(Signature a, Signature b,
                    bool (*visit)(MlirAttribute, MlirAttribute, void *),
                    void *userData) {
  intptr_t count = mlirFunctionTypeGetNumInputs(a.type);
  bool good = mlirFunctionTypeGetNumInputs(b.type) == count;
  for (intptr_t i = 0; i < count && good; ++i) {
    MlirType ofA = mlirFunctionTypeGetInput(a.type, i),
             ofB = mlirFunctionTypeGetInput(b.type, i);
    const MlirAttribute *dimsA, *dimsB;
    intptr_t rank = tirBufferTypeGetDims(ofA, &dimsA);
    good = tirBufferTypeGetDims(ofB, &dimsB) == rank &&
           mlirTypeEqual(tirBufferTypeGetElementType(ofA),
                         tirBufferTypeGetElementType(ofB));
    for (intptr_t d = 0; d < rank && good; ++d)
      good = visit(dimsA[d], dimsB[d], userData);
  }
  return good;
}

typedef struct Agreement {
  Values equations, bound; // of the program; of the version
} Agreement;

static bool bindDim(MlirAttribute ofProgram, MlirAttribute ofVersion,
                    void *userData) {
  Agreement *agreement = userData;
  StrRef name;
  if (symAttributeIsSymbol(ofVersion, &name))
    valuesAdd(&agreement->bound, name,
              valueOf(&agreement->equations, ofProgram));
  return true;
}

static bool isSameDim(MlirAttribute ofProgram, MlirAttribute ofVersion,
                      void *userData) {
  Agreement *agreement = userData;
  return symExprEqual(valueOf(&agreement->equations, ofProgram),
                      valueOf(&agreement->bound, ofVersion));
}

static bool countDim(MlirAttribute a, MlirAttribute b, void *count) {
  (void)a;
  (void)b;
  ++*(size_t *)count;
  return true;
}

/// What the caller passes beside the buffers.
static void bindClause(Agreement *agreement, Signature program,
                       Signature version) {
  MlirContext context = mlirTypeGetContext(program.type);
  for (intptr_t i = 0, e = numSymbols(program); i < e; ++i) {
    MlirAttribute name = mlirArrayAttrGetElement(program.symbols, i),
                  own = mlirArrayAttrGetElement(version.symbols, i);
    valuesAdd(&agreement->bound, bridgeText(own),
              valueOf(&agreement->equations,
                      symSymbolAttribute(context, bridgeText(name))));
  }
}

/// Where the guard holds the version takes what the program takes.
static bool agrees(Arena *arena, MlirOperation program, MlirOperation version,
                   MlirAttribute guard) {
  Signature ofProgram = signatureOf(program), ofVersion = signatureOf(version);
  size_t capacity = (size_t)numSymbols(ofProgram);
  if (numSymbols(ofVersion) != numSymbols(ofProgram) ||
      !eachDim(ofProgram, ofVersion, countDim, &capacity))
    return false;
  Agreement agreement = {equationsOf(arena, guard),
                         valuesCreate(arena, capacity)};
  eachDim(ofProgram, ofVersion, bindDim, &agreement);
  bindClause(&agreement, ofProgram, ofVersion);
  return eachDim(ofProgram, ofVersion, isSameDim, &agreement);
}

static MlirLogicalResult check(Arena *arena, MlirOperation program,
                               intptr_t index) {
  StrRef name = nameOf(program, index);
  MlirOperation version = versionsProgram(program, index);
  if (!version.ptr)
    return bridgeEmitOpError(program,
                             "version '@%.*s' is no program of the module",
                             (int)name.length, name.data);
  if (versionsCount(version))
    return bridgeEmitOpError(program, "version '@%.*s' has versions itself",
                             (int)name.length, name.data);
  if (!agrees(arena, program, version,
              mlirArrayAttrGetElement(tirFuncGetGuards(program), index)))
    return bridgeEmitOpError(program,
                             "version '@%.*s' does not take the same buffers "
                             "where its guard holds",
                             (int)name.length, name.data);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult versionsCheck(MlirOperation program) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  Arena *arena = arenaCreate();
  for (intptr_t i = 0, e = versionsCount(program);
       i < e && mlirLogicalResultIsSuccess(outcome); ++i)
    outcome = check(arena, program, i);
  arenaDestroy(arena);
  return outcome;
}
