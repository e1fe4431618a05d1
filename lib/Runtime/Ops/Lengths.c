//===- Lengths.c - a table of lengths is looked at ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Before anything reads memory at places that the table says: no length is
// negative, what the program says of every entry holds, and no sum wraps.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Ops/Library.h"
#include "lib/Sym/Sym.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Tables by the names that facts call them.
typedef struct Tables {
  const SymTable *tables;
  const StrRef *names;
  size_t count;
} Tables;

static bool entryOf(SymExpr expr, Tables all, int64_t entry, Arena *arena,
                    int64_t *out) {
  SymTable *tables = ARENA_ARRAY(arena, SymTable, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t t = 0;
    while (t < all.count && !strRefEqual(all.names[t], expr.symbols[i]))
      ++t;
    if (t == all.count)
      return false;
    tables[i] = all.tables[t];
  }
  return symExprEvalTables(expr, NULL, tables, entry, out) == SYM_OK;
}

static bool holds(SymFact fact, Tables tables, int64_t entry, Arena *arena) {
  int64_t lhs, rhs = 0;
  if (!entryOf(fact.lhs, tables, entry, arena, &lhs) ||
      (fact.kind != SYM_FACT_IN &&
       !entryOf(fact.rhs, tables, entry, arena, &rhs)))
    return false;
  if (fact.kind != SYM_FACT_IN)
    return fact.kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
  for (size_t i = 0; i < fact.numValues; ++i)
    if (fact.values[i] == lhs)
      return true;
  return false;
}

static bool checkFacts(LibraryCall *call, StrRef name, const SymTable *table,
                       Arena *arena) {
  StrBuf message = {0};
  SymFact *facts = NULL;
  size_t count = 0;
  StrRef len = strRefFromC("len");
  bool good = symFactsFromText(libraryString(call, "facts", strRefFromC("")),
                               arena, &facts, &count, &message);
  if (!good)
    relaxFail(call->error, "%s", strBufText(&message));
  for (int64_t entry = 0; good && entry < table->count; ++entry)
    for (size_t i = 0; good && i < count; ++i) {
      if (facts[i].likely ||
          holds(facts[i], (Tables){table, &len, 1}, entry, arena))
        continue;
      symFactsPrint(&facts[i], 1, &message);
      good = relaxFail(call->error,
                       "'%.*s', entry %" PRId64 ": expected %s, got %" PRId64,
                       (int)name.length, name.data, entry, strBufText(&message),
                       table->entries[entry]);
    }
  strBufFree(&message);
  return good;
}

/// A second input is the same table, which another argument gave.
static bool checkSame(LibraryCall *call, StrRef name,
                      const RelaxTensor *input) {
  const RelaxTensor *other = libraryTensor(call, 1);
  if (!other)
    return false;
  if (other->dtype != RELAX_I64 || !relaxTensorSameShape(other, input))
    return relaxFail(call->error,
                     "'%.*s': expected the lengths that the same table has in "
                     "another argument",
                     (int)name.length, name.data);
  const int64_t *got = input->data, *want = other->data;
  for (int64_t i = 0; i < input->dims[0]; ++i)
    if (got[i] != want[i])
      return relaxFail(call->error,
                       "'%.*s', entry %" PRId64 ": expected %" PRId64
                       ", which the same table has in another argument, got "
                       "%" PRId64,
                       (int)name.length, name.data, i, want[i], got[i]);
  return true;
}

bool libraryLengths(LibraryCall *call) {
  const RelaxTensor *input = libraryTensor(call, 0);
  StrRef name = libraryString(call, "name", strRefFromC("lengths"));
  if (!input)
    return false;
  if (input->dtype != RELAX_I64 || input->rank != 1)
    return relaxFail(call->error, "'%.*s': expected i64 lengths of rank 1",
                     (int)name.length, name.data);
  SymTable table = {input->data, input->dims[0], NULL, 0};
  int64_t sum = 0; // places are sums: none may wrap
  for (int64_t i = 0; i < table.count; ++i) {
    if (table.entries[i] < 0)
      return relaxFail(call->error,
                       "'%.*s', entry %" PRId64
                       ": expected a length >= 0, got %" PRId64,
                       (int)name.length, name.data, i, table.entries[i]);
    if (__builtin_add_overflow(sum, table.entries[i], &sum))
      return relaxFail(call->error,
                       "'%.*s', entry %" PRId64
                       ": expected lengths whose sum has 64 bits",
                       (int)name.length, name.data, i);
  }
  if (call->numInputs > 1 && !checkSame(call, name, input))
    return false;
  Arena *arena = arenaCreate();
  bool good = checkFacts(call, name, &table, arena);
  arenaDestroy(arena);
  RelaxTensor *result =
      good ? libraryOutput(call, 0, RELAX_I64, 1, input->dims) : NULL;
  if (result)
    memcpy(result->data, input->data, relaxTensorSize(input));
  return result != NULL;
}

bool libraryLengthsFit(LibraryCall *call) {
  Arena *arena = arenaCreate();
  SymText text = {.text = libraryString(call, "sum", strRefFromC(""))};
  SymTokens tokens = symTokensFromText(&text);
  SymExpr sum;
  int64_t value;
  bool good = symExprParse(&tokens, arena, &sum) && symTextAtEnd(&text) &&
              sum.numSymbols == (size_t)call->numInputs;
  SymTable *tables = ARENA_ARRAY(arena, SymTable, call->numInputs);
  for (intptr_t i = 0; good && i < call->numInputs; ++i) {
    const RelaxTensor *table = libraryTensor(call, i);
    good = table && table->dtype == RELAX_I64 && table->rank == 1 &&
           table->dims[0] == libraryTensor(call, 0)->dims[0];
    if (good)
      tables[i] = (SymTable){table->data, table->dims[0], NULL, 0};
  }
  if (!good)
    relaxFail(call->error, "expected 'sum' over tables of i64 and as many "
                           "inputs, of one extent");
  SymStatus status =
      good ? symExprEvalTables(sum, NULL, tables, 0, &value) : SYM_OK;
  if (status != SYM_OK)
    good =
        relaxFail(call->error, "cannot evaluate %.*s: %s",
                  (int)text.text.length, text.text.data, symStatusText(status));
  const RelaxTensor *first = good ? libraryTensor(call, 0) : NULL;
  RelaxTensor *result =
      good ? libraryOutput(call, 0, RELAX_I64, 1, first->dims) : NULL;
  if (result)
    memcpy(result->data, first->data, relaxTensorSize(first));
  strBufFree(&text.message);
  arenaDestroy(arena);
  return result != NULL;
}

/// The fact, with the names of arguments for those of tables.
static void printFact(SymFact fact, Tables tables, const StrRef *arguments,
                      Arena *arena, StrBuf *out) {
  SymExpr *names = ARENA_ARRAY(arena, SymExpr, tables.count);
  for (size_t t = 0; t < tables.count; ++t)
    names[t] = symExprSymbol(arena, arguments[t]);
  if (symFactSubstitute(arena, fact, tables.names, names, tables.count,
                        &fact) == SYM_OK)
    symFactsPrint(&fact, 1, out);
}

/// The fact holds of every entry.
static bool checkEntries(LibraryCall *call, SymFact fact, Tables tables,
                         const StrRef *arguments, Arena *arena) {
  int64_t entry = 0, count = tables.tables[0].count;
  while (entry < count && holds(fact, tables, entry, arena))
    ++entry;
  if (entry == count)
    return true;
  StrBuf message = {0};
  printFact(fact, tables, arguments, arena, &message);
  for (size_t t = 0; t < tables.count; ++t)
    strBufAppendFormat(&message, "%s%.*s[%" PRId64 "] = %" PRId64,
                       t ? ", " : ", got ", (int)arguments[t].length,
                       arguments[t].data, entry,
                       tables.tables[t].entries[entry]);
  relaxFail(call->error, "expected %s", strBufText(&message));
  strBufFree(&message);
  return false;
}

/// `len`, `len_1`, ...
static StrRef nameOf(uint32_t number, Arena *arena) {
  char text[24] = "len";
  if (number)
    snprintf(text, sizeof text, "len_%" PRIu32, number);
  return arenaCopyString(arena, strRefFromC(text));
}

/// The inputs, all of one domain.
static bool tablesOf(LibraryCall *call, Arena *arena, Tables *out) {
  const LibraryAttribute *names = libraryAttribute(call, "tables");
  SymTable *tables = ARENA_ARRAY(arena, SymTable, call->numInputs);
  StrRef *called = ARENA_ARRAY(arena, StrRef, call->numInputs);
  if (!names || names->kind != RELAX_ATTRIBUTE_STRINGS ||
      names->count != call->numInputs)
    return relaxFail(call->error, "expected 'tables' to name the inputs");
  for (uint32_t i = 0; i < call->numInputs; ++i) {
    const RelaxTensor *table = libraryTensor(call, i);
    if (!table)
      return false;
    StrRef name = names->strings[i], first = names->strings[0];
    if (table->dtype != RELAX_I64 || table->rank != 1)
      return relaxFail(call->error, "'%.*s': expected i64 lengths of rank 1",
                       (int)name.length, name.data);
    tables[i] = (SymTable){table->data, table->dims[0], NULL, 0};
    called[i] = nameOf(i, arena);
    if (tables[i].count != tables[0].count)
      return relaxFail(call->error,
                       "'%.*s': expected %" PRId64
                       " entries, as '%.*s' has, got %" PRId64,
                       (int)name.length, name.data, tables[0].count,
                       (int)first.length, first.data, tables[i].count);
  }
  *out = (Tables){tables, called, call->numInputs};
  return true;
}

bool libraryLengthsHold(LibraryCall *call) {
  Arena *arena = arenaCreate();
  StrBuf message = {0};
  SymFact *facts = NULL;
  size_t count = 0;
  Tables tables;
  bool good = tablesOf(call, arena, &tables);
  if (good && (!symFactsFromText(libraryString(call, "fact", strRefFromC("")),
                                 arena, &facts, &count, &message) ||
               count != 1 || call->numOutputs != call->numInputs))
    good = relaxFail(call->error, "expected one 'fact' and as many results as "
                                  "tables");
  good = good && checkEntries(call, facts[0], tables,
                              libraryAttribute(call, "tables")->strings, arena);
  for (uint32_t i = 0; good && i < call->numInputs; ++i) {
    const RelaxTensor *table = libraryTensor(call, i);
    RelaxTensor *result = libraryOutput(call, i, RELAX_I64, 1, table->dims);
    good = result != NULL;
    if (good)
      memcpy(result->data, table->data, relaxTensorSize(table));
  }
  strBufFree(&message);
  arenaDestroy(arena);
  return good;
}
