//===- Symbols.c - dim_params as symbols ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Symbols.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Sym/Parts.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct Symbol {
  StrRef name;
  bool renamed; // by the user
  bool seen;    // in an input
} Symbol;

typedef struct SymbolEntry {
  char *key; // dim_param, in the arena
  Symbol value;
} SymbolEntry;

typedef struct UsedEntry {
  char *key; // symbol name, in the arena
  size_t value;
} UsedEntry;

typedef struct LargeEntry {
  const void *key; // an extent
  struct {
    MlirAttribute symbol;
    MlirValue carrier; // the value whose type has it first
  } value;
} LargeEntry;

struct ImportSymbols {
  Importer *importer;
  SymbolEntry *byParam;
  UsedEntry *used;
  LargeEntry *large; // what extents of many terms are called
};

/// A name that the expression grammar reads as a symbol.
static bool isSymbolName(StrRef name) {
  for (size_t i = 0; i < name.length; ++i) {
    unsigned char c = (unsigned char)name.data[i];
    if (c >= 128 || !(isalpha(c) || c == '_' || (i > 0 && isdigit(c))))
      return false;
  }
  return name.length != 0 && !symIsReserved(name);
}

/// One `param=symbol` of the option.
static bool addRename(ImportSymbols *symbols, StrRef text) {
  Importer *importer = symbols->importer;
  const char *equals = text.length ? memchr(text.data, '=', text.length) : NULL;
  size_t length = equals ? (size_t)(equals - text.data) : 0;
  StrRef param = arenaCopyString(importer->arena, (StrRef){text.data, length});
  if (!equals || !length)
    return importError(importer,
                       "renamed dimensions: expected 'name=symbol', got '%.*s'",
                       (int)text.length, text.data);
  StrRef name = arenaCopyString(importer->arena,
                                (StrRef){equals + 1, text.length - length - 1});
  if (!isSymbolName(name))
    return importError(importer, "renamed dimensions: '%s' is no symbol name",
                       name.data);
  if (strMapFind(symbols->byParam, param.data) >= 0)
    return importError(importer, "renamed dimensions: '%s' is renamed twice",
                       param.data);
  if (strMapFind(symbols->used, name.data) >= 0)
    return importError(importer,
                       "renamed dimensions: two dimensions are named '%s'",
                       name.data);
  Symbol symbol = {.name = name, .renamed = true};
  shput(symbols->byParam, (char *)param.data, symbol);
  shput(symbols->used, (char *)name.data, 0);
  return true;
}

ImportSymbols *importSymbolsCreate(Importer *importer) {
  ImportSymbols *symbols = ARENA_NEW(importer->arena, ImportSymbols);
  symbols->importer = importer;
  const char *rest = importer->options->renameDims;
  while (rest && *rest) {
    size_t length = strcspn(rest, ",");
    if (!addRename(symbols, (StrRef){rest, length})) {
      importSymbolsDestroy(symbols);
      return NULL;
    }
    rest += length + (rest[length] == ',');
  }
  return symbols;
}

/// `text` as a symbol name that nothing has yet.
StrRef importFreshSymbol(ImportSymbols *symbols, StrRef text) {
  StrBuf name = {0};
  for (size_t i = 0; i < text.length; ++i) {
    unsigned char c = (unsigned char)text.data[i];
    bool plain = c < 128 && (isalnum(c) || c == '_');
    if (i == 0 && (!plain || isdigit(c)))
      strBufAppendC(&name, "d");
    strBufAppendFormat(&name, "%c", plain ? c : '_');
  }
  Arena *arena = symbols->importer->arena;
  StrRef base = arenaCopyString(arena, (StrRef){name.data, name.length});
  StrRef result = base;
  for (size_t i = 0;
       !isSymbolName(result) || strMapFind(symbols->used, result.data) >= 0;
       ++i)
    result = arenaFormat(arena, "%s_%zu", base.data, i);
  strBufFree(&name);
  shput(symbols->used, (char *)result.data, 0);
  return result;
}

StrRef importSymbol(ImportSymbols *symbols, const char *dimParam,
                    StrRef argument, size_t axis) {
  if (!*dimParam)
    return importFreshSymbol(
        symbols, arenaFormat(symbols->importer->arena, "%.*s_%zu",
                             (int)argument.length, argument.data, axis));
  ptrdiff_t found = strMapFind(symbols->byParam, dimParam);
  if (found >= 0) {
    symbols->byParam[found].value.seen = true;
    return symbols->byParam[found].value.name;
  }
  Symbol symbol = {.name = importFreshSymbol(symbols, strRefFromC(dimParam)),
                   .seen = true};
  shput(symbols->byParam, (char *)dimParam, symbol);
  return symbol.name;
}

bool importSymbolsCheck(ImportSymbols *symbols) {
  StrBuf have = {0};
  const char *missing = NULL;
  for (size_t i = 0; i < shlenu(symbols->byParam); ++i) {
    if (!symbols->byParam[i].value.seen)
      missing = symbols->byParam[i].key;
    else
      strBufAppendFormat(&have, "%s'%s'", have.length ? ", " : "",
                         symbols->byParam[i].key);
  }
  if (missing)
    importError(symbols->importer,
                "renamed dimensions: no input has a dimension '%s' (named "
                "dimensions: %s)",
                missing, have.length ? have.data : "none");
  strBufFree(&have);
  return !missing;
}

/// All symbols of the facts are some that inputs have.
static bool checkFacts(ImportSymbols *symbols, const SymFact *facts,
                       size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const SymExpr sides[] = {facts[i].lhs, facts[i].rhs};
    for (int s = 0; s < (facts[i].kind == SYM_FACT_IN ? 1 : 2); ++s)
      for (size_t k = 0; k < sides[s].numSymbols; ++k) {
        StrRef name =
            arenaCopyString(symbols->importer->arena, sides[s].symbols[k]);
        if (strMapFind(symbols->used, name.data) < 0)
          return importError(symbols->importer,
                             "facts: no input has a dimension '%s'", name.data);
      }
  }
  return true;
}

bool importFacts(ImportSymbols *symbols, MlirAttribute *out) {
  Importer *importer = symbols->importer;
  *out = mlirAttributeGetNull();
  if (!importer->options->facts)
    return true;
  StrBuf message = {0};
  SymFact *facts;
  size_t count;
  bool good = symFactsFromText(strRefFromC(importer->options->facts),
                               importer->arena, &facts, &count, &message);
  if (!good)
    good = importError(importer, "facts: expected facts, got '%s': %s",
                       importer->options->facts, strBufText(&message));
  strBufFree(&message);
  good = good && checkFacts(symbols, facts, count);
  MlirAttribute *list = ARENA_ARRAY(importer->arena, MlirAttribute, count);
  for (size_t i = 0; good && i < count; ++i)
    list[i] = symFactToAttribute(importer->context, facts[i]);
  if (good)
    *out = mlirArrayAttrGet(importer->context, (intptr_t)count, list);
  return good;
}

void importSymbolsDestroy(ImportSymbols *symbols) {
  if (!symbols)
    return;
  shfree(symbols->byParam);
  shfree(symbols->used);
  hmfree(symbols->large);
}

MlirAttribute importBoundSymbol(Importer *importer, MlirAttribute *binds) {
  const Onnx__NodeProto *node = importer->node;
  const char *output = node->n_output ? node->output[0] : "";
  StrRef base = *output ? importName(importer->names, output)
                        : strRefFromC(onnxText(node->op_type));
  StrRef name = importFreshSymbol(
      importer->symbols,
      arenaFormat(importer->arena, "n_%.*s", (int)base.length, base.data));
  MlirAttribute entry =
      mlirStringAttrGet(importer->context, strRefToMlir(name));
  *binds = mlirArrayAttrGet(importer->context, 1, &entry);
  return symSymbolAttribute(importer->context, name);
}

/// A cast that gives large extents the symbols that bound them first.
typedef struct Naming {
  Importer *importer;
  MlirAttribute *binds;
  MlirValue *given; // they bring the symbols that it does not bind
  intptr_t numBinds, numGiven;
} Naming;

static MlirAttribute nameExtent(Naming *naming, MlirAttribute dim) {
  ImportSymbols *symbols = naming->importer->symbols;
  const LargeEntry *known = mapEntry(symbols->large, dim.ptr);
  if (known) {
    if (known->value.carrier.ptr) // else this cast binds it
      naming->given[naming->numGiven++] = known->value.carrier;
    return known->value.symbol;
  }
  MlirAttribute bound;
  LargeEntry entry = {.key = dim.ptr};
  entry.value.symbol = importBoundSymbol(naming->importer, &bound);
  naming->binds[naming->numBinds++] = mlirArrayAttrGetElement(bound, 0);
  hmputs(symbols->large, entry);
  return entry.value.symbol;
}

static bool isLarge(const Importer *importer, MlirAttribute dim) {
  return symExprIsLarge(symExprOf(importer->arena, dim));
}

static void setCarriers(Importer *importer, const RelaxTensorInfo *info,
                        MlirValue value) {
  for (intptr_t i = 0; i < info->rank; ++i) {
    LargeEntry *entry = mapEntry(importer->symbols->large, info->dims[i].ptr);
    if (entry && !entry->value.carrier.ptr)
      entry->value.carrier = value;
  }
}

bool importNameLarge(Importer *importer, MlirValue *value) {
  RelaxTensorInfo info;
  if (!mlirBlockEqual(importer->body, bridgeBody(importer->function)) ||
      !relaxTensorInfo(mlirValueGetType(*value), &info) || !info.ranked)
    return true;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  Naming naming = {.importer = importer,
                   .binds =
                       ARENA_ARRAY(importer->arena, MlirAttribute, info.rank),
                   .given = ARENA_ARRAY(importer->arena, MlirValue, info.rank)};
  bool any = false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    bool large = isLarge(importer, info.dims[i]);
    dims[i] = large ? nameExtent(&naming, info.dims[i]) : info.dims[i];
    any |= large;
  }
  if (!any)
    return true;
  RelaxMatchCastArgs args = {
      .input = *value,
      .binds =
          mlirArrayAttrGet(importer->context, naming.numBinds, naming.binds),
      .given = naming.given,
      .numGiven = naming.numGiven,
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  if (!IMPORT_HELPER(importer, "named", MatchCast, &args, value))
    return false;
  setCarriers(importer, &info, *value);
  return true;
}

MlirAttribute importBindDims(Importer *importer, intptr_t rank,
                             MlirAttribute *dims) {
  MlirAttribute *names = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    MlirAttribute binds;
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    dims[i] = importBoundSymbol(importer, &binds);
    names[count++] = mlirArrayAttrGetElement(binds, 0);
  }
  return count ? mlirArrayAttrGet(importer->context, count, names)
               : mlirAttributeGetNull();
}

bool importBindOpen(Importer *importer, const char *suffix, MlirValue *value) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(*value), &info) || !info.ranked)
    return true;
  MlirAttribute *dims = importDims(importer, info);
  RelaxMatchCastArgs args = {
      .input = *value, .binds = importBindDims(importer, info.rank, dims)};
  args.resultType = relaxTensorTypeOf(info.elementType, info.rank, dims);
  return !args.binds.ptr ||
         IMPORT_HELPER(importer, suffix, MatchCast, &args, value);
}

MlirAttribute importAtMost(Importer *importer, MlirAttribute dim,
                           MlirAttribute limit) {
  if (symAttributeIsUnknown(limit))
    return mlirAttributeGetNull();
  SymFact fact = {.kind = SYM_FACT_LE,
                  .lhs = symExprOf(importer->arena, dim),
                  .rhs = symExprOf(importer->arena, limit)};
  MlirAttribute attribute = symFactToAttribute(importer->context, fact);
  return mlirArrayAttrGet(importer->context, 1, &attribute);
}
