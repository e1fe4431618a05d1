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

enum { COUNT_FUNCTIONS, COUNT_TABLES, NUM_COUNTERS };
enum { MOST_FACTORS = 8 };

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static StrRef textOf(Pack *pack, SymExpr expr) {
  StrBuf text = {0};
  symExprPrint(expr, &text);
  StrRef kept = arenaCopyString(pack->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return kept;
}

/// What stands between the brackets of `sum(...)`.
static SymExpr bodyOf(Pack *pack, StrRef sum) {
  SymText text = {
      .text = {sum.data + strlen("sum("), sum.length - strlen("sum()")}};
  SymTokens tokens = symTokensFromText(&text);
  SymExpr body;
  bool good = symExprParse(&tokens, pack->arena, &body);
  (void)good; // it was printed
  strBufFree(&text.message);
  return body;
}

PackSum *packSum(Pack *pack, SymExpr atom) {
  StrRef text = textOf(pack, atom);
  for (ptrdiff_t i = 0; i < arrlen(pack->sums); ++i)
    if (strRefEqual(pack->sums[i].text, text))
      return &pack->sums[i];
  PackSum sum = {.text = text, .body = bodyOf(pack, text)};
  sum.symbol = symFreshName(pack->arena, strRefFromC("t"), pack->taken,
                            (size_t)arrlen(pack->taken));
  arrput(pack->taken, sum.symbol);
  arrput(pack->sums, sum);
  return &arrlast(pack->sums);
}

PackTable *packTable(Pack *pack, StrRef name) {
  for (intptr_t i = 0; i < pack->numTables; ++i)
    if (strRefEqual(pack->tables[i].table.name, name))
      return &pack->tables[i];
  return NULL;
}

static StrRef symbolOf(void *state, SymExpr atom) {
  return packSum(state, atom)->symbol;
}

static MlirAttribute packDim(Pack *pack, MlirAttribute dim) {
  SymExpr expr = symExprOf(pack->arena, dim);
  if (symExprIsUnknown(expr) || !symExprHasTables(expr) ||
      symExprNameTables(pack->arena, expr, symbolOf, pack, &expr) != SYM_OK)
    return dim;
  return symExprToAttribute(pack->context, expr);
}

/// Of a table over another one as many as that one's sum.
static MlirAttribute numEntries(Pack *pack, RelaxTable table) {
  SymExpr count;
  if (table.rank == 1 ||
      symExprTableSum(
          pack->arena, relaxIndexName(pack->arena, 0), (StrRef){NULL, 0},
          symExprOf(pack->arena, table.domain[0]),
          symExprOf(pack->arena, table.domain[1]), &count) != SYM_OK)
    return table.domain[0];
  return packDim(pack, symExprToAttribute(pack->context, count));
}

MlirType packType(Pack *pack, MlirType type) {
  RelaxTensorInfo info;
  if (relaxIsLengthsType(type)) {
    MlirAttribute count = numEntries(pack, relaxLengthsTable(type));
    return relaxTensorTypeOf(mlirIntegerTypeGet(pack->context, 64), 1, &count);
  }
  if (!relaxTensorInfo(relaxPackedType(type), &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(pack->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = packDim(pack, info.dims[i]);
  return relaxTensorTypeLike(info, info.rank, dims);
}

//===----------------------------------------------------------------------===//
// Operations and programs
//===----------------------------------------------------------------------===//

void packInsert(Pack *pack, MlirOperation op, MlirOperation before) {
  (void)pack;
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(before), before,
                                      op);
}

static bool hasMonoid(Pack *pack, MlirOperation monoid) {
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(pack->function));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (tirIsMonoid(op) && mlirAttributeEqual(tirMonoidGetSymName(op),
                                              tirMonoidGetSymName(monoid)))
      return true;
  return false;
}

bool packPrograms(Pack *pack, const char *text) {
  MlirModule module =
      bridgeParseModule(pack->context, strRefFromC(text), "relax-pack-ragged");
  if (!module.ptr)
    return false;
  MlirBlock home = mlirOperationGetBlock(pack->function);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (op.ptr) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationRemoveFromParent(op);
    if (tirIsMonoid(op) && hasMonoid(pack, op))
      mlirOperationDestroy(op);
    else
      mlirBlockInsertOwnedOperationAfter(home, pack->function, op);
    op = next;
  }
  mlirModuleDestroy(module);
  return true;
}

/// The tables of a product, by the order of arguments, whatever their names
/// are; different ones get numbers from 0 on.
typedef struct Factors {
  int numbers[MOST_FACTORS];
  int count;
  const PackTable *tables[MOST_FACTORS];
  int numTables;
} Factors;

/// False if the sum is of something else than a product of tables.
static bool factorsOf(Pack *pack, const PackSum *sum, Factors *factors) {
  const int64_t *code = sum->body.code; // [1, 1, count, (symbol, index)...]
  *factors = (Factors){.count = 0};
  if (code[0] != 1 || code[1] != 1 || code[2] > MOST_FACTORS)
    return false;
  for (intptr_t t = 0; t < pack->numTables; ++t) {
    int before = factors->count;
    for (int64_t f = 0; f < code[2]; ++f)
      if (code[3 + 2 * f] != SYM_ATOM_SYMBOL)
        return false;
      else if (strRefEqual(sum->body.symbols[code[3 + 2 * f + 1]],
                           pack->tables[t].table.name))
        factors->numbers[factors->count++] = factors->numTables;
    if (factors->count > before)
      factors->tables[factors->numTables++] = &pack->tables[t];
  }
  return factors->count == code[2];
}

/// `prefix_0_0` of `sum(len * len)`: the program knows no names.
static StrRef preludeName(Pack *pack, const Factors *factors) {
  StrBuf text = {0};
  strBufAppendC(&text, "prefix");
  for (int f = 0; f < factors->count; ++f)
    strBufAppendFormat(&text, "_%d", factors->numbers[f]);
  StrRef name = arenaCopyString(pack->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return name;
}

/// Partial sums of a product of tables; the last one once more as an extent.
static void preludeText(const Factors *factors, StrRef name, StrBuf *out) {
  strBufAppendFormat(out, "tir.func private @%.*s(", (int)name.length,
                     name.data);
  for (int i = 0; i < factors->numTables; ++i)
    strBufAppendFormat(out, "%%L%d: !tir.buffer<[b], i64>, ", i);
  strBufAppendC(out, "%A: !tir.buffer<[b + 1], i64>, %T: !tir.buffer<[1], "
                     "i64>) {\n  %zero = arith.constant 0 : i64\n"
                     "  tir.store %zero, %A[0] : !tir.buffer<[b + 1], i64>\n"
                     "  tir.for \"i\" (scan %i) in [b] {\n"
                     "    %m0 = arith.constant 1 : i64\n");
  for (int f = 0; f < factors->count; ++f)
    strBufAppendFormat(
        out,
        "    %%l%d = tir.load %%L%d[%%i] : !tir.buffer<[b], i64>\n"
        "    %%m%d = arith.muli %%m%d, %%l%d : i64\n",
        f, factors->numbers[f], f + 1, f, f);
  strBufAppendFormat(out,
                     "    %%a = tir.load %%A[%%i] : !tir.buffer<[b + 1], i64>\n"
                     "    %%n = arith.addi %%a, %%m%d : i64\n"
                     "    tir.store %%n, %%A[%%i + 1] : !tir.buffer<[b + 1], "
                     "i64>\n  }\n"
                     "  %%all = tir.load %%A[b] : !tir.buffer<[b + 1], i64>\n"
                     "  tir.store %%all, %%T[0] : !tir.buffer<[1], i64>\n"
                     "  tir.return\n}\n",
                     factors->count);
}

//===----------------------------------------------------------------------===//
// The prelude
//===----------------------------------------------------------------------===//

static MlirAttribute textAttribute(Pack *pack, StrRef text) {
  return mlirStringAttrGet(pack->context, strRefToMlir(text));
}

/// Facts about the entries of this table alone, as text; `*left` keeps others.
static void entryFacts(Pack *pack, StrRef table, StrBuf *out,
                       MlirAttribute **left) {
  MlirAttribute facts = relaxFuncGetFacts(pack->function);
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       i < e; ++i) {
    MlirAttribute attribute = mlirArrayAttrGetElement(facts, i);
    SymFact fact = symFactOf(pack->arena, attribute);
    bool own = fact.lhs.numSymbols + fact.rhs.numSymbols > 0;
    for (size_t s = 0; s < fact.lhs.numSymbols; ++s)
      own &= strRefEqual(fact.lhs.symbols[s], table);
    for (size_t s = 0; s < fact.rhs.numSymbols; ++s)
      own &= strRefEqual(fact.rhs.symbols[s], table);
    own &= !symExprHasTables(fact.lhs) &&
           (fact.kind == SYM_FACT_IN || !symExprHasTables(fact.rhs));
    if (own) {
      strBufAppendC(out, out->length ? ", " : "");
      symFactsPrint(&fact, 1, out);
    } else {
      arrput(*left, attribute);
    }
  }
}

static void setFacts(Pack *pack, MlirAttribute *facts) {
  MlirStringRef key = mlirStringRefCreateFromCString("facts");
  if (arrlen(facts))
    mlirOperationSetAttributeByName(
        pack->function, key,
        mlirArrayAttrGet(pack->context, arrlen(facts), facts));
  else
    mlirOperationRemoveAttributeByName(pack->function, key);
}

/// The checked lengths in the place of the argument.
static void checkLengths(Pack *pack, MlirValue argument, MlirOperation before) {
  MlirType type = mlirValueGetType(argument);
  RelaxTable table = relaxLengthsTable(type);
  StrBuf facts = {0};
  MlirAttribute *left = NULL;
  entryFacts(pack, table.name, &facts, &left);
  setFacts(pack, left);
  StrRef name = bridgeLocationName(mlirValueGetLocation(argument));
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("facts")),
          textAttribute(pack, (StrRef){strBufText(&facts), facts.length})),
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("name")),
          textAttribute(pack, name.length ? name : table.name))};
  MlirType packed = packType(pack, type);
  RelaxCallLibraryArgs args = {
      .numInputs = 1,
      .inputs = &argument,
      .function = strRefFromC("relax.lengths"),
      .arguments = mlirDictionaryAttrGet(pack->context, 2, entries),
      .numResultsTypes = 1,
      .resultsTypes = &packed};
  mlirValueSetType(argument, packed);
  MlirOperation call = relaxCallLibraryCreate(
      bridgeNamedLocation(table.name, mlirOperationGetLocation(pack->function)),
      &args);
  MlirValue checked = mlirOperationGetResult(call, 0);
  mlirValueReplaceAllUsesOfWith(argument, checked);
  packInsert(pack, call, before);
  mlirOperationSetOperand(call, 0, argument);
  PackTable *known = packTable(pack, table.name);
  if (!known->value.ptr)
    known->value = checked;
  arrfree(left);
  strBufFree(&facts);
}

static bool moduleHas(Pack *pack, StrRef name) {
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirOperationGetBlock(pack->function));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (tirIsFunc(op) && strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                                         tirFuncGetSymName(op))),
                                     name))
      return true;
  return false;
}

/// A bare dimension of the argument in memory is the symbol.
static bool bindsSymbol(Pack *pack, MlirValue argument, StrRef symbol) {
  const MlirAttribute *dims;
  MlirType type = packType(pack, mlirValueGetType(argument));
  intptr_t rank = symTypeDims(type, &dims);
  bool binds = false;
  StrRef name;
  for (intptr_t d = 0; d < rank; ++d)
    binds |= symAttributeIsSymbol(dims[d], &name) && strRefEqual(name, symbol);
  return binds;
}

/// The call that makes the partial sums, and the symbol of the last one.
static MlirLogicalResult addSum(Pack *pack, PackSum *sum,
                                MlirOperation before) {
  MlirLocation loc = mlirOperationGetLocation(pack->function);
  Factors factors;
  if (!factorsOf(pack, sum, &factors))
    return bridgeEmitOpError(pack->function,
                             "needs the partial sums of %.*s: expected a "
                             "product of tables; run it with "
                             "'--mode=reference'",
                             (int)sum->text.length, sum->text.data);
  StrRef name = preludeName(pack, &factors);
  StrBuf text = {0};
  preludeText(&factors, name, &text);
  bool good = moduleHas(pack, name) || packPrograms(pack, strBufText(&text));
  strBufFree(&text);
  if (!good)
    return mlirLogicalResultFailure();
  MlirValue inputs[MOST_FACTORS];
  for (int i = 0; i < factors.numTables; ++i)
    inputs[i] = factors.tables[i]->value;
  SymExpr count =
      symExprOf(pack->arena, numEntries(pack, factors.tables[0]->table));
  symExprAdd(pack->arena, count, symExprConst(pack->arena, 1), &count);
  MlirAttribute one = symConstAttribute(pack->context, 1);
  MlirAttribute starts = symExprToAttribute(pack->context, count);
  MlirType i64 = mlirIntegerTypeGet(pack->context, 64);
  MlirType types[] = {relaxTensorTypeOf(i64, 1, &starts),
                      relaxTensorTypeOf(i64, 1, &one)};
  RelaxCallTirArgs args = {
      .numInputs = factors.numTables,
      .inputs = inputs,
      .callee = mlirFlatSymbolRefAttrGet(pack->context, strRefToMlir(name)),
      .numResultsTypes = 2,
      .resultsTypes = types};
  MlirOperation call =
      relaxCallTirCreate(bridgeNamedLocation(name, loc), &args);
  packInsert(pack, call, before);
  sum->starts = mlirOperationGetResult(call, 0);
  MlirAttribute symbol = symSymbolAttribute(pack->context, sum->symbol);
  MlirAttribute binds = textAttribute(pack, sum->symbol);
  RelaxTensorToShapeArgs shapeArgs = {
      .input = mlirOperationGetResult(call, 1),
      .binds = sum->atEntry ? (MlirAttribute){NULL}
                            : mlirArrayAttrGet(pack->context, 1, &binds),
      .resultType = relaxShapeTypeGet(pack->context, true, 1, &symbol)};
  MlirValue given = {NULL};
  MlirBlock entry = mlirOperationGetBlock(before);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry);
       sum->atEntry && i < e; ++i)
    if (bindsSymbol(pack, mlirBlockGetArgument(entry, i), sum->symbol))
      given = mlirBlockGetArgument(entry, i);
  if (given.ptr) {
    shapeArgs.numGiven = 1;
    shapeArgs.given = &given;
  }
  MlirOperation extent = relaxTensorToShapeCreate(
      bridgeNamedLocation(sum->symbol, loc), &shapeArgs);
  packInsert(pack, extent, before);
  sum->shape = mlirOperationGetResult(extent, 0);
  return mlirLogicalResultSuccess();
}

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
      pack->sums[s].atEntry |=
          bindsSymbol(pack, argument, pack->sums[s].symbol);
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
  RelaxMatchCastArgs args = {.input = argument,
                             .numGiven = arrlen(given),
                             .given = given,
                             .resultType = type};
  MlirOperation cast =
      relaxMatchCastCreate(mlirValueGetLocation(argument), &args);
  mlirValueReplaceAllUsesOfWith(argument, mlirOperationGetResult(cast, 0));
  packInsert(pack, cast, before);
  mlirOperationSetOperand(cast, 0, argument);
  arrfree(given);
}

static MlirLogicalResult nameFacts(Pack *pack) {
  MlirAttribute facts = relaxFuncGetFacts(pack->function), *kept = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
       i < e; ++i) {
    SymFact fact = symFactOf(pack->arena, mlirArrayAttrGetElement(facts, i));
    bool good = symExprNameTables(pack->arena, fact.lhs, symbolOf, pack,
                                  &fact.lhs) == SYM_OK;
    if (fact.kind != SYM_FACT_IN)
      good &= symExprNameTables(pack->arena, fact.rhs, symbolOf, pack,
                                &fact.rhs) == SYM_OK;
    SymExpr sides[] = {fact.lhs, fact.rhs};
    for (int side = 0; side < 1 + (fact.kind != SYM_FACT_IN); ++side)
      for (size_t s = 0; s < sides[side].numSymbols; ++s) {
        StrRef name = sides[side].symbols[s];
        good &= !packTable(pack, name);
        for (ptrdiff_t k = 0; k < arrlen(pack->sums); ++k)
          good &=
              pack->sums[k].atEntry || !strRefEqual(pack->sums[k].symbol, name);
      }
    if (good || fact.likely) {
      if (good)
        arrput(kept, symFactToAttribute(pack->context, fact));
      continue;
    }
    StrBuf text = {0};
    MlirAttribute given = mlirArrayAttrGetElement(facts, i);
    symPrintFacts(mlirArrayAttrGet(pack->context, 1, &given), &text);
    outcome = bridgeEmitOpError(
        pack->function,
        "fact %s: expected entries of one table and numbers, or sums that "
        "arguments have as extents; run it with '--mode=reference'",
        strBufText(&text));
    strBufFree(&text);
  }
  setFacts(pack, kept);
  arrfree(kept);
  return outcome;
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
  if (relaxIsAttention(op))
    packType(userData, attentionScores(userData, op));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    packType(userData, mlirValueGetType(mlirOperationGetResult(op, i)));
  return MlirWalkResultAdvance;
}

static MlirLogicalResult packBody(Pack *pack, MlirBlock entry,
                                  MlirOperation first) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    if (relaxIsLengthsType(mlirValueGetType(argument)))
      checkLengths(pack, argument, first);
  }
  for (ptrdiff_t s = 0; s < arrlen(pack->sums); ++s)
    if (mlirLogicalResultIsFailure(addSum(pack, &pack->sums[s], first)))
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
  MlirBlock entry =
      mlirRegionGetFirstBlock(mlirOperationGetRegion(pack->function, 0));
  if (!entry.ptr)
    return bridgeEmitOpError(pack->function,
                             "has no body and takes tables of lengths");
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  mlirOperationWalk(pack->function, collectNames, pack, MlirWalkPreOrder);
  bindAtEntry(pack, entry);
  mlirOperationWalk(pack->function, collectSums, pack, MlirWalkPreOrder);
  MlirLogicalResult outcome = packBody(pack, entry, first);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    packArgument(pack, mlirBlockGetArgument(entry, i), first);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = nameFacts(pack);
  packSignature(pack, entry);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(run->op, 0));
  unsigned numKernels = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       op.ptr && mlirLogicalResultIsSuccess(outcome);) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    Pack pack = {.run = run,
                 .arena = run->arena,
                 .context = run->context,
                 .function = op,
                 .numKernels = &numKernels};
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
  return outcome;
}

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_FUNCTIONS] = "functions", [COUNT_TABLES] = "tables"};

static MlirDialectHandle (*const dialects[])(void) = {
    mlirGetDialectHandle__tir__, mlirGetDialectHandle__arith__,
    mlirGetDialectHandle__math__, NULL};

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
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .dialects = dialects,
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_REQUIRED,
    .run = run,
};
