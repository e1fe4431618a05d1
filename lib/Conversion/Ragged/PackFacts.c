//===- PackFacts.c - facts about tables are looked at ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a function says of entries is checked where its tables are looked at:
// of one table by `relax.lengths`, of several by `relax.lengths_hold`. What it
// says of sums becomes a fact about the extents that stand for them.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Substitute.h"
#include "lib/Conversion/Ragged/Pack.h"

#include <stb/stb_ds.h>

MlirAttribute packTextAttribute(Pack *pack, StrRef text) {
  return mlirStringAttrGet(pack->context, strRefToMlir(text));
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

static bool reads(SymFact fact, StrRef name) {
  SymExpr sides[] = {fact.lhs, fact.rhs};
  for (int side = 0; side < 1 + (fact.kind != SYM_FACT_IN); ++side)
    for (size_t s = 0; s < sides[side].numSymbols; ++s)
      if (strRefEqual(sides[side].symbols[s], name))
        return true;
  return false;
}

/// How many tables the fact is about, whose symbols are such, for each of their
/// entries; 0 of others.
static intptr_t numTablesOf(Pack *pack, SymFact fact) {
  SymExpr sides[] = {fact.lhs, fact.rhs};
  intptr_t count = 0;
  for (int side = 0; side < 1 + (fact.kind != SYM_FACT_IN); ++side) {
    if (symExprHasTables(sides[side]))
      return 0;
    for (size_t s = 0; s < sides[side].numSymbols; ++s)
      if (!packTable(pack, sides[side].symbols[s]))
        return 0;
  }
  for (intptr_t t = 0; t < pack->numTables; ++t)
    count += reads(fact, pack->tables[t].table.name);
  return count;
}

void packEntryFacts(Pack *pack, StrRef table, StrBuf *out,
                    MlirAttribute **left) {
  MlirAttribute facts = relaxFuncGetFacts(pack->function);
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    MlirAttribute attribute = mlirArrayAttrGetElement(facts, i);
    SymFact fact = symFactOf(pack->arena, attribute);
    if (numTablesOf(pack, fact) == 1 && reads(fact, table)) {
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

StrRef packEntryName(Pack *pack, intptr_t number) {
  return arenaFormat(pack->arena, number ? "len_%d" : "len", (int)number);
}

/// The fact with the tables by their numbers, as text.
static MlirAttribute factText(Pack *pack, SymFact fact,
                              PackTable *const *tables, intptr_t count) {
  StrRef *names = ARENA_ARRAY(pack->arena, StrRef, count);
  SymExpr *entries = ARENA_ARRAY(pack->arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i) {
    names[i] = tables[i]->table.name;
    entries[i] = symExprSymbol(pack->arena, packEntryName(pack, i));
  }
  StrBuf text = {0};
  if (symFactSubstitute(pack->arena, fact, names, entries, (size_t)count,
                        &fact) == SYM_OK)
    symFactsPrint(&fact, 1, &text);
  MlirAttribute attribute =
      packTextAttribute(pack, (StrRef){strBufText(&text), text.length});
  strBufFree(&text);
  return attribute;
}

/// The tables of a fact, looked at: what reads one of them comes behind that.
static void checkShared(Pack *pack, SymFact fact, intptr_t count,
                        MlirOperation before) {
  PackTable **tables = ARENA_ARRAY(pack->arena, PackTable *, count);
  MlirValue *inputs = ARENA_ARRAY(pack->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(pack->arena, MlirType, count);
  MlirAttribute *names = ARENA_ARRAY(pack->arena, MlirAttribute, count);
  for (intptr_t t = 0, i = 0; t < pack->numTables; ++t) {
    PackTable *table = &pack->tables[t];
    if (!reads(fact, table->table.name))
      continue;
    tables[i] = table;
    inputs[i] = table->value;
    types[i] = mlirValueGetType(table->value);
    names[i++] = packTextAttribute(pack, table->argument);
  }
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("fact")),
          factText(pack, fact, tables, count)),
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("tables")),
          mlirArrayAttrGet(pack->context, count, names))};
  RelaxCallLibraryArgs args = {
      .numInputs = count,
      .inputs = inputs,
      .function = strRefFromC("relax.lengths_hold"),
      .arguments = mlirDictionaryAttrGet(pack->context, 2, entries),
      .numResultsTypes = count,
      .resultsTypes = types};
  MlirOperation call =
      relaxCallLibraryCreate(mlirOperationGetLocation(pack->function), &args);
  for (intptr_t i = 0; i < count; ++i) {
    tables[i]->value = mlirOperationGetResult(call, i);
    mlirValueReplaceAllUsesOfWith(inputs[i], tables[i]->value);
  }
  bridgeInsert(before, call);
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(call, i, inputs[i]);
}

void packSharedFacts(Pack *pack, MlirOperation before) {
  MlirAttribute facts = relaxFuncGetFacts(pack->function), *left = NULL;
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    MlirAttribute attribute = mlirArrayAttrGetElement(facts, i);
    SymFact fact = symFactOf(pack->arena, attribute);
    intptr_t count = fact.likely ? 0 : numTablesOf(pack, fact);
    if (count)
      checkShared(pack, fact, count, before);
    else
      arrput(left, attribute);
  }
  packSetFacts(pack, left);
  arrfree(left);
}

MlirLogicalResult packNameFacts(Pack *pack) {
  MlirAttribute facts = relaxFuncGetFacts(pack->function), *kept = NULL;
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    SymFact fact = symFactOf(pack->arena, mlirArrayAttrGetElement(facts, i));
    bool good = symExprNameTables(pack->arena, fact.lhs, packSymbolOf, pack,
                                  &fact.lhs) == SYM_OK;
    if (fact.kind != SYM_FACT_IN)
      good &= symExprNameTables(pack->arena, fact.rhs, packSymbolOf, pack,
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
        "fact %s: expected entries of tables and numbers, or sums that "
        "arguments have as extents; run it with '--mode=reference'",
        strBufText(&text));
    strBufFree(&text);
  }
  packSetFacts(pack, kept);
  arrfree(kept);
  return outcome;
}
