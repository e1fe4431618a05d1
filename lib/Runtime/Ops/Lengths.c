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
#include <string.h>

/// All symbols of the expression are the table.
static bool entryOf(SymExpr expr, const SymTable *table, int64_t entry,
                    Arena *arena, int64_t *out) {
  SymTable *tables = ARENA_ARRAY(arena, SymTable, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i)
    tables[i] = *table;
  return symExprEvalTables(expr, NULL, tables, entry, out) == SYM_OK;
}

static bool holds(SymFact fact, const SymTable *table, int64_t entry,
                  Arena *arena) {
  int64_t lhs, rhs = 0;
  if (!entryOf(fact.lhs, table, entry, arena, &lhs) ||
      (fact.kind != SYM_FACT_IN &&
       !entryOf(fact.rhs, table, entry, arena, &rhs)))
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
  bool good = symFactsFromText(libraryString(call, "facts", strRefFromC("")),
                               arena, &facts, &count, &message);
  if (!good)
    relaxFail(call->error, "%s", strBufText(&message));
  for (int64_t entry = 0; good && entry < table->count; ++entry)
    for (size_t i = 0; good && i < count; ++i) {
      if (facts[i].likely || holds(facts[i], table, entry, arena))
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
