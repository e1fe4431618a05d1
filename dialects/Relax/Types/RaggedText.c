//===- RaggedText.c - ragged extents as text ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/Tensor.h"

#include <stdlib.h>
#include <string.h>

#include <stb/stb_ds.h>

intptr_t relaxIndexOf(StrRef name) {
  if (name.length < 2 || name.length > 8 || name.data[0] != '$')
    return -1;
  intptr_t k = 0;
  for (size_t i = 1; i < name.length; ++i) {
    if (name.data[i] < '0' || name.data[i] > '9')
      return -1;
    k = 10 * k + (name.data[i] - '0');
  }
  return k;
}

StrRef relaxIndexName(Arena *arena, intptr_t k) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "$%ld", (long)k);
  return arenaKeep(arena, &text);
}

static bool dimIsRagged(MlirAttribute dim) {
  const MlirAttribute *symbols;
  intptr_t count = symExprAttrGetSymbols(dim, &symbols);
  for (intptr_t i = 0; i < count; ++i)
    if (relaxIndexOf(bridgeText(symbols[i])) >= 0)
      return true;
  return false;
}

bool relaxDimsAreRagged(const MlirAttribute *dims, intptr_t rank) {
  for (intptr_t i = 0; i < rank; ++i)
    if (dimIsRagged(dims[i]))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The dimensions read so far, with the names that they have in the text.
typedef struct DimList {
  BridgeParser parser;
  Arena *arena;
  StrRef *names; // stb_ds arrays; empty: none
  MlirAttribute *dims;
} DimList;

/// A name of a dimension stands in brackets only, and to the right of it.
static bool checkIndices(const DimList *list, SymExpr expr, const char *loc) {
  StrBuf text = {0};
  SymTokens tokens = bridgeTokens(list->parser);
  symExprPrint(expr, &text);
  // Outside of brackets an index would be an extent: look at what is left when
  // every read is gone.
  int depth = 0;
  bool good = true;
  for (size_t i = 0; good && i < text.length; ++i) {
    depth += (text.data[i] == '[') - (text.data[i] == ']');
    good = text.data[i] != '$' || depth > 0;
  }
  strBufFree(&text);
  if (!good)
    tokens.error(tokens.state, loc,
                 "the name of a dimension is an index: it stands in the "
                 "brackets of a table, as in 'len[i]'");
  return good;
}

/// `len[i]` with `$0` for `i`.
static bool nameIndices(DimList *list, SymExpr expr, const char *loc,
                        SymExpr *out) {
  size_t count = (size_t)arrlen(list->names);
  StrRef *names = ARENA_ARRAY(list->arena, StrRef, count);
  SymExpr *values = ARENA_ARRAY(list->arena, SymExpr, count);
  size_t used = 0;
  for (size_t k = 0; k < count; ++k) {
    if (!list->names[k].length)
      continue;
    names[used] = list->names[k];
    values[used++] =
        symExprSymbol(list->arena, relaxIndexName(list->arena, (intptr_t)k));
  }
  return symExprSubstitute(list->arena, expr, names, values, used, out) ==
             SYM_OK &&
         checkIndices(list, *out, loc);
}

/// Every index of a read is the name of a dimension to the left.
static bool checkReads(const DimList *list, SymExpr expr, const char *loc) {
  StrBuf text = {0}, message = {0};
  symExprPrint(expr, &text);
  SymTokens tokens = bridgeTokens(list->parser);
  bool inside = false;
  for (size_t i = 0; i < text.length && !message.length; ++i) {
    char c = text.data[i];
    if (c == '[' || c == ']')
      inside = c == '[';
    if (!inside || c == '[' || c == ' ' || c == ',')
      continue;
    size_t end = i;
    while (end < text.length && text.data[end] != ',' && text.data[end] != ']')
      ++end;
    StrRef index = {text.data + i, end - i};
    if (relaxIndexOf(index) < 0)
      strBufAppendFormat(&message,
                         "index '%.*s' of a table: expected the name of a "
                         "dimension to the left, as in '[i : b, len[i]]'",
                         SPREAD(index));
    i = end - 1;
  }
  bool good = !message.length;
  if (!good)
    tokens.error(tokens.state, loc, strBufText(&message));
  strBufFree(&message);
  strBufFree(&text);
  return good;
}

static bool isNamed(const DimList *list, StrRef name) {
  for (ptrdiff_t k = 0; k < arrlen(list->names); ++k)
    if (strRefEqual(list->names[k], name))
      return true;
  return false;
}

/// `e` or `i : e`.
static bool parseDim(DimList *list) {
  SymTokens tokens = bridgeTokens(list->parser);
  const char *loc = tokens.loc(tokens.state);
  SymExpr expr;
  StrRef name = {NULL, 0};
  if (!symExprParse(&tokens, list->arena, &expr))
    return false;
  if (symExprIsSymbol(expr, &name) && tokens.punct(tokens.state, ':')) {
    if (isNamed(list, name)) {
      tokens.error(tokens.state, loc, "two dimensions of that name");
      return false;
    }
    loc = tokens.loc(tokens.state);
    if (!symExprParse(&tokens, list->arena, &expr))
      return false;
  } else {
    name = (StrRef){NULL, 0};
  }
  int64_t extent;
  if (symExprIsConst(expr, &extent) && extent < 0) {
    tokens.error(tokens.state, loc, "an extent cannot be negative");
    return false;
  }
  if (!nameIndices(list, expr, loc, &expr) || !checkReads(list, expr, loc))
    return false;
  arrput(list->names, name);
  arrput(list->dims,
         symExprToAttribute(bridgeParserContext(list->parser), expr));
  return true;
}

static bool rankError(SymTokens tokens, const char *loc, intptr_t rank) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "expected at most %d dimensions, got %ld",
                     RELAX_MAX_RANK, (long)rank);
  tokens.error(tokens.state, loc, strBufText(&text));
  strBufFree(&text);
  return false;
}

bool relaxParseDims(BridgeParser parser, Arena *arena, MlirAttribute **dims,
                    intptr_t *rank) {
  SymTokens tokens = bridgeTokens(parser);
  DimList list = {.parser = parser, .arena = arena};
  const char *begin = tokens.loc(tokens.state);
  if (!bridgeExpectPunct(parser, '['))
    return false;
  bool good = true;
  if (!tokens.punct(tokens.state, ']')) {
    do
      good = parseDim(&list);
    while (good && tokens.punct(tokens.state, ','));
    good = good && bridgeExpectPunct(parser, ']');
  }
  *rank = arrlen(list.dims);
  if (good && *rank > RELAX_MAX_RANK)
    good = rankError(tokens, begin, *rank);
  *dims = arenaCopy(arena, list.dims, (size_t)*rank * sizeof(MlirAttribute));
  arrfree(list.names);
  arrfree(list.dims);
  return good;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void addName(StrRef name, void *names) {
  StrRef **list = names;
  arrput(*list, name);
}

/// `i`, `j`, ... but for what a symbol is called.
static StrRef nextName(Arena *arena, StrRef **taken) {
  static const char letters[] = "ijklpqruvwxyz";
  for (int round = 0;; ++round)
    for (const char *letter = letters; *letter; ++letter) {
      StrBuf text = {0};
      strBufAppendFormat(&text, round ? "%c%d" : "%c", *letter, round);
      StrRef name = arenaCopyString(arena, (StrRef){text.data, text.length});
      strBufFree(&text);
      bool free = true;
      for (ptrdiff_t i = 0; i < arrlen(*taken); ++i)
        free &= !strRefEqual((*taken)[i], name);
      if (!free)
        continue;
      arrput(*taken, name);
      return name;
    }
}

void relaxPrintDims(const MlirAttribute *dims, intptr_t rank, StrBuf *out) {
  if (!relaxDimsAreRagged(dims, rank)) {
    symPrintDims(dims, rank, out);
    return;
  }
  Arena *arena = arenaCreate();
  StrRef *taken = NULL;
  StrRef *indices = ARENA_ARRAY(arena, StrRef, rank);
  StrRef *names = ARENA_ARRAY(arena, StrRef, rank);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, rank);
  for (intptr_t k = 0; k < rank; ++k)
    symWalkAttributeSymbols(dims[k], addName, &taken);
  for (intptr_t k = 0; k < rank; ++k) {
    indices[k] = relaxIndexName(arena, k);
    bool used = false;
    for (intptr_t m = 0; m < rank; ++m) {
      SymExpr expr = symExprOf(arena, dims[m]);
      for (size_t s = 0; s < expr.numSymbols; ++s)
        used |= strRefEqual(expr.symbols[s], indices[k]);
    }
    names[k] = used ? nextName(arena, &taken) : (StrRef){NULL, 0};
    values[k] = used ? symExprSymbol(arena, names[k]) : symExprConst(arena, 0);
  }
  strBufAppendC(out, "[");
  for (intptr_t k = 0; k < rank; ++k) {
    SymExpr expr = symExprOf(arena, dims[k]);
    strBufAppendC(out, k ? ", " : "");
    if (names[k].length)
      strBufAppendFormat(out, "%.*s : ", (int)names[k].length, names[k].data);
    if (symExprSubstitute(arena, expr, indices, values, (size_t)rank, &expr) ==
        SYM_OK)
      symExprPrint(expr, out);
  }
  strBufAppendC(out, "]");
  arrfree(taken);
  arenaDestroy(arena);
}

void relaxPrintShape(RelaxTensorInfo info, StrBuf *out) {
  if (info.ranked)
    relaxPrintDims(info.dims, info.rank, out);
  else
    strBufAppendC(out, "*");
}

//===----------------------------------------------------------------------===//
// !relax.lengths<len, [b]>
//===----------------------------------------------------------------------===//

MlirType relaxLengthsTypeParse(BridgeParser parser) {
  MlirType result = {NULL};
  MlirContext context = bridgeParserContext(parser);
  SymTokens tokens = bridgeTokens(parser);
  Arena *arena = arenaCreate();
  StrRef name = {NULL, 0};
  MlirAttribute *dims = NULL, *all;
  intptr_t rank = 0;
  bool good = bridgeExpectPunct(parser, '<');
  const char *loc = tokens.loc(tokens.state);
  if (good &&
      (!tokens.identifier(tokens.state, &name) || symIsReserved(name))) {
    tokens.error(tokens.state, loc, "expected the name of a table");
    good = false;
  }
  name = arenaCopyString(arena, name);
  good = good && bridgeExpectPunct(parser, ',');
  loc = tokens.loc(tokens.state);
  good = good && relaxParseDims(parser, arena, &dims, &rank) &&
         bridgeExpectPunct(parser, '>');
  if (good &&
      (rank < 1 || rank > 2 || (rank == 2) != relaxDimsAreRagged(dims, rank))) {
    tokens.error(tokens.state, loc,
                 "expected a domain such as '[b]' or '[i : b, len[i]]'");
    good = false;
  }
  if (good) {
    all = ARENA_ARRAY(arena, MlirAttribute, rank + 1);
    all[0] = symSymbolAttribute(context, name);
    for (intptr_t i = 0; i < rank; ++i)
      all[i + 1] = dims[i];
    result = relaxLengthsTypeGet(context, rank + 1, all);
  }
  arenaDestroy(arena);
  return result;
}

RelaxTable relaxLengthsTable(MlirType lengths) {
  const MlirAttribute *dims;
  RelaxTable table = {.rank = relaxLengthsTypeGetDims(lengths, &dims) - 1};
  table.domain = dims + 1;
  symAttributeIsSymbol(dims[0], &table.name);
  return table;
}

void relaxLengthsTypePrint(MlirType type, StrBuf *out) {
  RelaxTable table = relaxLengthsTable(type);
  strBufAppendFormat(out, "<%.*s, ", SPREAD(table.name));
  relaxPrintDims(table.domain, table.rank, out);
  strBufAppendC(out, ">");
}
