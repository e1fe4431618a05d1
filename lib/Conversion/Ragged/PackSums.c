//===- PackSums.c - what the prelude sums ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of tables needs its partial sums only: whoever asks whether rows
// lie apart multiplies the entries. What else stands in a sum, quotients or
// least ones, is an array of sizes beside them.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/PackSums.h"
#include "dialects/Sym/Walk.h"

#include <string.h>

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The number of a table; 0 to `numTables`, which it may add to.
static int numberOf(PackFactors *factors, const PackTable *table) {
  int t = 0;
  while (t < factors->numTables && factors->tables[t] != table)
    ++t;
  if (t == factors->numTables)
    factors->tables[factors->numTables++] = table;
  return t;
}

/// False if the sum is of something else than a product of tables.
static bool factorsOf(Pack *pack, const PackSum *sum, PackFactors *factors) {
  const int64_t *code = sum->body.code; // [1, 1, count, (symbol, index)...]
  *factors = (PackFactors){.count = 0};
  if (code[0] != 1 || code[1] != 1 || code[2] > PACK_MOST_FACTORS)
    return false;
  for (intptr_t t = 0; t < pack->numTables; ++t)
    for (int64_t f = 0; f < code[2]; ++f)
      if (code[3 + 2 * f] != SYM_ATOM_SYMBOL)
        return false;
      else if (strRefEqual(sum->body.symbols[code[3 + 2 * f + 1]],
                           pack->tables[t].table.name))
        factors->numbers[factors->count++] =
            numberOf(factors, &pack->tables[t]);
  return factors->count == code[2];
}

/// The tables of any other body; false if it has symbols that are none, or too
/// many.
static bool tablesOf(Pack *pack, const PackSum *sum, PackFactors *factors) {
  *factors = (PackFactors){.count = 0};
  bool good = sum->body.numSymbols <= PACK_MOST_FACTORS;
  for (size_t s = 0; good && s < sum->body.numSymbols; ++s) {
    const PackTable *table = packTable(pack, sum->body.symbols[s]);
    good = table;
    if (good)
      numberOf(factors, table);
  }
  return good;
}

const StrRef *packFactors(Pack *pack, const PackSum *sum, int *count) {
  PackFactors factors;
  if (!factorsOf(pack, sum, &factors)) {
    *count = 1;
    return &sum->text;
  }
  StrRef *names = ARENA_ARRAY(pack->arena, StrRef, factors.count);
  for (int f = 0; f < factors.count; ++f)
    names[f] = factors.tables[factors.numbers[f]]->table.name;
  *count = factors.count;
  return names;
}

SymExpr packSize(Pack *pack, const PackSum *sum, const StrRef *entries) {
  SymExpr size = sum->body;
  SymExpr *values = ARENA_ARRAY(pack->arena, SymExpr, size.numSymbols);
  for (size_t s = 0; s < size.numSymbols; ++s)
    values[s] = symExprSymbol(pack->arena, entries[s]);
  bool good = symExprSubstitute(pack->arena, size, size.symbols, values,
                                size.numSymbols, &size) == SYM_OK;
  (void)good; // names for names
  return size;
}

/// `prefix_0_0` of `sum(len * len)`: the program knows no names.
static StrRef productName(Pack *pack, const PackFactors *factors) {
  StrBuf text = {0};
  strBufAppendC(&text, "prefix");
  for (int f = 0; f < factors->count; ++f)
    strBufAppendFormat(&text, "_%d", factors->numbers[f]);
  return arenaKeep(pack->arena, &text);
}

/// What a round of the prelude multiplies: `%m`.
static void productText(const PackFactors *factors, StrBuf *out) {
  for (int f = 0; f < factors->count; ++f)
    strBufAppendFormat(out, "    %%m%d = arith.muli %%%s%d, %%l%d : i64\n",
                       f + 1, f ? "m" : "one", f, factors->numbers[f]);
}

/// The same of any expression of entries, which is kept, too.
static void sizeText(Pack *pack, const PackSum *sum, const PackFactors *factors,
                     StrBuf *out) {
  StrRef entries[PACK_MOST_FACTORS];
  for (size_t s = 0; s < sum->body.numSymbols; ++s)
    for (int t = 0; t < factors->numTables; ++t)
      if (strRefEqual(factors->tables[t]->table.name, sum->body.symbols[s])) {
        static const char *const names[PACK_MOST_FACTORS] = {
            "%n0", "%n1", "%n2", "%n3", "%n4", "%n5", "%n6", "%n7"};
        entries[s] = strRefFromC(names[t]);
      }
  for (int t = 0; t < factors->numTables; ++t)
    strBufAppendFormat(
        out, "    %%n%d = arith.index_cast %%l%d : i64 to index\n", t, t);
  strBufAppendC(out, "    %size = tir.extent (");
  symExprPrint(packSize(pack, sum, entries), out);
  strBufAppendC(out, ") : index\n"
                     "    %m0 = arith.index_cast %size : index to i64\n"
                     "    tir.store %m0, %D[%i] : !tir.buffer<[b], i64>\n");
}

/// Partial sums over tables; the last one once more as an extent. What is no
/// product of tables is an array of its own, `%D`.
static void preludeText(Pack *pack, const PackSum *sum,
                        const PackFactors *factors, StrRef name, StrBuf *out) {
  strBufAppendFormat(out, "tir.func private @%.*s(", SPREAD(name));
  for (int i = 0; i < factors->numTables; ++i)
    strBufAppendFormat(out, "%%L%d: !tir.buffer<[b], i64>, ", i);
  strBufAppendFormat(
      out,
      "%%A: !tir.buffer<[b + 1], i64>, %%T: !tir.buffer<[1], i64>%s) {\n"
      "  %%zero = arith.constant 0 : i64\n"
      "  tir.store %%zero, %%A[0] : !tir.buffer<[b + 1], i64>\n"
      "  tir.for \"i\" (scan %%i) in [b] {\n"
      "    %%one0 = arith.constant 1 : i64\n",
      factors->count ? "" : ", %D: !tir.buffer<[b], i64>");
  for (int i = 0; i < factors->numTables; ++i)
    strBufAppendFormat(
        out, "    %%l%d = tir.load %%L%d[%%i] : !tir.buffer<[b], i64>\n", i, i);
  if (factors->count)
    productText(factors, out);
  else
    sizeText(pack, sum, factors, out);
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

MlirLogicalResult packFactorsOf(Pack *pack, const PackSum *sum,
                                PackFactors *factors) {
  if (factorsOf(pack, sum, factors) || tablesOf(pack, sum, factors))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(
      pack->function,
      "needs the partial sums of %.*s: expected numbers and at most %d "
      "tables; run it with '--mode=reference'",
      SPREAD(sum->text), PACK_MOST_FACTORS);
}

StrRef packSumProgram(Pack *pack, const PackSum *sum,
                      const PackFactors *factors) {
  StrBuf text = {0};
  StrRef base;
  if (factors->count) {
    base = productName(pack, factors);
  } else {
    preludeText(pack, sum, factors, strRefFromC("sizes"), &text);
    base = packNameOfText(pack, (StrRef){strBufText(&text), text.length},
                          "prefix_of");
    text.length = 0;
  }
  preludeText(pack, sum, factors, base, &text);
  StrRef name = packPrograms(pack, strBufText(&text))
                    ? packProgramName(pack, base)
                    : (StrRef){NULL, 0};
  strBufFree(&text);
  return name;
}
