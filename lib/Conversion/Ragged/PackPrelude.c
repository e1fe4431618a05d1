//===- PackPrelude.c - tables are looked at and summed once ---------------===//
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

enum { MOST_FACTORS = 8 };

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

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

const StrRef *packFactors(Pack *pack, const PackSum *sum, int *count) {
  Factors factors;
  *count = 0;
  if (!factorsOf(pack, sum, &factors))
    return NULL; // packPartialSums says so
  StrRef *names = ARENA_ARRAY(pack->arena, StrRef, factors.count);
  for (int f = 0; f < factors.count; ++f)
    names[f] = factors.tables[factors.numbers[f]]->table.name;
  *count = factors.count;
  return names;
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

/// Facts about the entries of this table alone, which they call `len`, as text;
/// `*left` keeps others.
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
      SymExpr entry = symExprSymbol(pack->arena, strRefFromC("len"));
      strBufAppendC(out, out->length ? ", " : "");
      if (symFactSubstitute(pack->arena, fact, &table, &entry, 1, &fact) ==
          SYM_OK)
        symFactsPrint(&fact, 1, out);
    } else {
      arrput(*left, attribute);
    }
  }
}

void packSetFacts(Pack *pack, MlirAttribute *facts) {
  MlirStringRef key = mlirStringRefCreateFromCString("facts");
  if (arrlen(facts))
    mlirOperationSetAttributeByName(
        pack->function, key,
        mlirArrayAttrGet(pack->context, arrlen(facts), facts));
  else
    mlirOperationRemoveAttributeByName(pack->function, key);
}

/// The checked lengths in the place of the argument.
void packLengths(Pack *pack, MlirValue argument, MlirOperation before) {
  MlirType type = mlirValueGetType(argument);
  RelaxTable table = relaxLengthsTable(type);
  StrBuf facts = {0};
  MlirAttribute *left = NULL;
  entryFacts(pack, table.name, &facts, &left);
  packSetFacts(pack, left);
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

/// A bare dimension of the argument in memory is the symbol.
bool packBinds(Pack *pack, MlirValue argument, StrRef symbol) {
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
MlirLogicalResult packPartialSums(Pack *pack, PackSum *sum,
                                  MlirOperation before) {
  MlirLocation loc = mlirOperationGetLocation(pack->function);
  Factors factors;
  if (!factorsOf(pack, sum, &factors))
    return bridgeEmitOpError(pack->function,
                             "needs the partial sums of %.*s: expected a "
                             "product of tables; run it with "
                             "'--mode=reference'",
                             (int)sum->text.length, sum->text.data);
  StrRef base = preludeName(pack, &factors);
  StrBuf text = {0};
  preludeText(&factors, base, &text);
  bool good = packPrograms(pack, strBufText(&text));
  strBufFree(&text);
  if (!good)
    return mlirLogicalResultFailure();
  StrRef name = packProgramName(pack, base);
  MlirValue inputs[MOST_FACTORS];
  for (int i = 0; i < factors.numTables; ++i)
    inputs[i] = factors.tables[i]->value;
  SymExpr count =
      symExprOf(pack->arena, packNumEntries(pack, factors.tables[0]->table));
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
    if (packBinds(pack, mlirBlockGetArgument(entry, i), sum->symbol))
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
