//===- Entry.c - products that 64 bits hold -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product of symbols that is a part of no buffer is looked at once, when the
// function is entered, in floats, which hold what 64 bits do not.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Analysis/Facts.h"
#include "lib/Conversion/Bounds/Bounds.h"
#include "lib/Conversion/TIRToSCF/OpBuilder.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// `times * symbols[0] ^ powers[0] * ...`, in the order of the function's
/// symbols, whatever their names are.
typedef struct Entry {
  double times;
  intptr_t numSymbols;
  const StrRef *symbols;
  int *powers;
} Entry;

static Entry entryOf(Arena *arena, const IndexProduct *product,
                     const StrRef *symbols, intptr_t count) {
  Entry entry = {product->times, count, symbols,
                 ARENA_ARRAY(arena, int, count)};
  for (intptr_t s = 0; s < count; ++s) {
    entry.powers[s] = 0;
    for (int f = 0; f < product->numFactors; ++f)
      entry.powers[s] += strRefEqual(product->factors[f].name, symbols[s]);
  }
  return entry;
}

static int compareEntries(const void *a, const void *b) {
  const Entry *x = a, *y = b;
  for (intptr_t s = 0; s < x->numSymbols; ++s)
    if (x->powers[s] != y->powers[s])
      return x->powers[s] < y->powers[s] ? -1 : 1;
  return 0;
}

/// `expression: expected at most '72057594037927936', got 'm * n'`
static StrRef textOf(Arena *arena, const Entry *entry) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "expression: expected at most '%lld', got '",
                     (long long)INDEX_CHECKED);
  bool first = entry->times == 1;
  if (!first)
    strBufAppendFormat(&text, entry->times < 1 ? "%g" : "%.0f", entry->times);
  for (intptr_t s = 0; s < entry->numSymbols; ++s)
    for (int i = 0; i < entry->powers[s]; ++i, first = false)
      strBufAppendFormat(&text, "%s%.*s", first ? "" : " * ",
                         SPREAD(entry->symbols[s]));
  strBufAppendC(&text, "'");
  return arenaKeep(arena, &text);
}

static MlirValue buildFloat(OpBuilder *b, MlirType f64, double value) {
  return buildConstant(b,
                       mlirFloatAttrDoubleGet(opBuilderContext(b), f64, value));
}

static MlirValue buildSymbol(OpBuilder *b, Arena *arena, StrRef name) {
  MlirContext context = opBuilderContext(b);
  TirExtentArgs args = {
      .expr = symExprToAttribute(context, symExprSymbol(arena, name)),
      .resultType = mlirIndexTypeGet(context)};
  MlirValue value = mlirOperationGetResult(
      opBuilderInsert(b, tirExtentCreate(b->location, &args)), 0);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  value = buildValue(b, "arith.index_cast", i64, &value, 1);
  return buildValue(b, "arith.sitofp", mlirF64TypeGet(context), &value, 1);
}

static void insertEntry(OpBuilder *b, Arena *arena, const Entry *entry,
                        StrRef text) {
  MlirContext context = opBuilderContext(b);
  MlirType f64 = mlirF64TypeGet(context);
  MlirValue all = buildFloat(b, f64, entry->times);
  for (intptr_t s = 0; s < entry->numSymbols; ++s) {
    MlirValue symbol = {NULL};
    for (int i = 0; i < entry->powers[s]; ++i) {
      symbol = i ? symbol : buildSymbol(b, arena, entry->symbols[s]);
      all = buildBinary(b, "arith.mulf", all, symbol);
    }
  }
  MlirValue most = buildFloat(b, f64, INDEX_CHECKED);
  TirCheckArgs args = {.condition = buildCompareFloats(b, CMPF_OGE, most, all),
                       .stops = true,
                       .reason = strRefFromC("shapes do not fit")};
  opBuilderInsert(
      b, tirCheckCreate(bridgeNamedLocation(text, b->location), &args));
}

/// What runs first but for memory that an earlier lowering took at the top: it
/// goes back at the end, whatever the checks say.
static MlirOperation behindWorkspaces(MlirBlock entry) {
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  for (MlirOperation op = first; op.ptr; op = mlirOperationGetNextInBlock(op))
    if (bridgeIsNamed(op, "memref.alloc"))
      first = mlirOperationGetNextInBlock(op);
  return first;
}

void boundsInsertEntry(BoundsRun *run, MlirOperation func) {
  Arena *arena = run->facts.arena;
  ptrdiff_t count = arrlen(run->facts.checked);
  Entry *entries = ARENA_ARRAY(arena, Entry, count);
  StrRef *symbols;
  intptr_t numSymbols = (intptr_t)tirFuncSymbols(func, arena, &symbols);
  for (ptrdiff_t i = 0; i < count; ++i)
    entries[i] = entryOf(arena, &run->facts.checked[i], symbols, numSymbols);
  if (count)
    qsort(entries, (size_t)count, sizeof *entries, compareEntries);
  OpBuilder b = opBuilderBefore(behindWorkspaces(bridgeBody(func)));
  b.location = mlirOperationGetLocation(func);
  for (ptrdiff_t i = 0; i < count; ++i) {
    StrRef text = textOf(arena, &entries[i]);
    if (run->mode == BOUNDS_REPORT)
      bridgeEmitRemark(b.location, "checked: %.*s", SPREAD(text));
    insertEntry(&b, arena, &entries[i], text);
  }
}
